// The slice of where the user is in Files: open directory, unfolded nodes, how it is listed, what is chosen and shown. Nothing of
// the server but ids.
import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { FileSort } from '#contract/areas/files/filesModels';
import { placeOpened } from './navigation';
import { visitedAgain } from './visits';

export type FilesView = 'list' | 'grid';

/** A file, by the directory that holds it and the message that its entry names. */
export interface FileAt {
  readonly roomId: string;
  readonly entryId: string;
}

export interface FilesPlace {
  readonly directoryId: string | null;
  readonly expanded: readonly string[];
  readonly sort: FileSort;
  readonly view: FilesView;
  /** The details of what is chosen, beside the list. */
  readonly details: boolean;
  /** The transfers' rows, not only their line. */
  readonly transfersOpen: boolean;
  /** In narrow windows tree and content take turns. */
  readonly turn: 'list' | 'content';
  /** The deleted files of the open directory instead of the present ones. */
  readonly deleted: boolean;
  /** Part of a name, in the open directory. */
  readonly filter: string;
  /** Part of a name, in all directories and rooms; the results stand where the content stands. */
  readonly search: string;
  /** Keys of the chosen rows of the open directory. */
  readonly selected: readonly string[];
  readonly previewing: FileAt | null;
  /** A file that was found elsewhere: chosen and brought into view as soon as its directory lists it. */
  readonly revealing: FileAt | null;
  /** The directory that was picked last for something, and what was unfolded then: where the next question begins. */
  readonly picked: Picked | null;
}

export interface Picked {
  readonly roomId: string;
  readonly expanded: readonly string[];
}

export type RememberedFiles = Pick<
  FilesPlace,
  'directoryId' | 'expanded' | 'sort' | 'view' | 'details' | 'transfersOpen' | 'turn'
>;

export const initialFilesPlace: FilesPlace = {
  directoryId: null,
  expanded: [],
  sort: { by: 'name', descending: false },
  view: 'list',
  details: false,
  transfersOpen: true,
  turn: 'list',
  deleted: false,
  filter: '',
  search: '',
  selected: [],
  previewing: null,
  revealing: null,
  picked: null,
};

/** What the query of `trees` may hold. */
const mostExpanded = 5_000;

/** What was chosen and looked for belongs to one directory. */
function forgetChoice(state: Draft<FilesPlace>): void {
  state.selected = [];
  state.filter = '';
  state.deleted = false;
}

function openDirectory(state: Draft<FilesPlace>, roomId: string): void {
  if (state.directoryId !== roomId) forgetChoice(state);
  state.directoryId = roomId;
  state.search = '';
  state.turn = 'content';
  state.revealing = null;
}

const slice = createSlice({
  name: 'files',
  initialState: initialFilesPlace,
  reducers: {
    /** What was remembered; what was opened meanwhile counts more. */
    filesRestored: (state, action: PayloadAction<RememberedFiles>) => {
      if (state.directoryId === null) Object.assign(state, action.payload);
    },
    directoryOpened: (state, action: PayloadAction<string>) => openDirectory(state, action.payload),
    /** After leaving or deleting it, or when it is gone. */
    directoryClosed: (state) => {
      state.directoryId = null;
      forgetChoice(state);
      state.turn = 'list';
    },
    /** Opens the directory of a file and chooses it there. */
    fileRevealed: (state, action: PayloadAction<FileAt>) => {
      state.directoryId = action.payload.roomId;
      state.revealing = action.payload;
      forgetChoice(state);
      state.search = '';
      state.turn = 'content';
    },
    revealDone: (state, action: PayloadAction<string | null>) => {
      state.revealing = null;
      if (action.payload !== null) state.selected = [action.payload];
    },
    expandedSet: (state, action: PayloadAction<{ roomIds: readonly string[]; open: boolean }>) => {
      const { roomIds, open } = action.payload;
      const others = state.expanded.filter((one) => !roomIds.includes(one));
      state.expanded = open ? [...others, ...roomIds].slice(-mostExpanded) : others;
    },
    /** The back button of a narrow window. */
    treeShown: (state) => {
      state.turn = 'list';
    },
    sortChosen: (state, action: PayloadAction<FileSort>) => {
      state.sort = action.payload;
    },
    viewChosen: (state, action: PayloadAction<FilesView>) => {
      state.view = action.payload;
    },
    detailsShown: (state, action: PayloadAction<boolean>) => {
      state.details = action.payload;
    },
    transfersUnfolded: (state, action: PayloadAction<boolean>) => {
      state.transfersOpen = action.payload;
    },
    deletedShown: (state, action: PayloadAction<boolean>) => {
      forgetChoice(state);
      state.deleted = action.payload;
    },
    filesFiltered: (state, action: PayloadAction<string>) => {
      state.filter = action.payload.slice(0, 200);
    },
    filesSearched: (state, action: PayloadAction<string>) => {
      state.search = action.payload.slice(0, 200);
    },
    filesSelected: (state, action: PayloadAction<readonly string[]>) => {
      state.selected = [...action.payload];
    },
    directoryPicked: (state, action: PayloadAction<Picked>) => {
      state.picked = { ...action.payload, expanded: [...action.payload.expanded] };
    },
    previewShown: (state, action: PayloadAction<FileAt | null>) => {
      state.previewing = action.payload;
    },
  },
  extraReducers: (builder) => {
    // Whoever comes back finds the files that are there, not those that were deleted.
    builder.addCase(placeOpened, (state) => {
      state.deleted = false;
    });
    builder.addCase(visitedAgain, (state, { payload: { to } }) => {
      if (to.directoryId !== null) openDirectory(state, to.directoryId);
    });
  },
});

export const filesPlace = slice.reducer;
export const {
  filesRestored,
  directoryOpened,
  directoryClosed,
  fileRevealed,
  revealDone,
  expandedSet,
  treeShown,
  sortChosen,
  viewChosen,
  detailsShown,
  transfersUnfolded,
  deletedShown,
  filesFiltered,
  filesSearched,
  filesSelected,
  directoryPicked,
  previewShown,
} = slice.actions;
