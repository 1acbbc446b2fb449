// The slice of the user's place in Files: open directory, expanded nodes, sorting and view, selected and previewed files. It holds ids
// only, no data of the server.
import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { FileSort } from '#contract/areas/files/filesModels';
import { placeOpened } from './navigation';
import { visitedAgain } from './visits';

export type FilesView = 'list' | 'grid';

/** A file: its directory, and the message that its entry names. */
export interface FileAt {
  readonly roomId: string;
  readonly entryId: string;
}

/** Files that were copied: a chat can take them. */
export interface CopiedFiles {
  /** Their names, as they stand in the system's clipboard. */
  readonly text: string;
  readonly files: readonly FileAt[];
}

export interface FilesPlace {
  readonly directoryId: string | null;
  readonly expanded: readonly string[];
  readonly sort: FileSort;
  readonly view: FilesView;
  /** Whether the details of the selected file are shown beside the list. */
  readonly details: boolean;
  /** Whether the rows of the transfers are shown, not only their summary. */
  readonly transfersOpen: boolean;
  /** In narrow windows tree and content are shown in turn. */
  readonly turn: 'list' | 'content';
  /** Whether the deleted files of the open directory are shown instead of the present ones. */
  readonly deleted: boolean;
  /** Part of a name, in the open directory. */
  readonly filter: string;
  /** Part of a name, in all directories and rooms; the results replace the content. */
  readonly search: string;
  /** Keys of the chosen rows of the open directory. */
  readonly selected: readonly string[];
  readonly previewing: FileAt | null;
  /** A file that was found elsewhere: it is selected and scrolled into view as soon as its directory lists it. */
  readonly revealing: FileAt | null;
  /** The directory that was picked last in a dialog, with the nodes that were expanded; the next dialog begins there. */
  readonly picked: Picked | null;
  /** The files that were copied last here, until something is cut. */
  readonly copied: CopiedFiles | null;
  /** The directory that was just opened: what lies above it is to be unfolded, once. */
  readonly unfolding: string | null;
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
  unfolding: null,
  copied: null,
};

/** The most ids that the query of `trees` may hold. */
const mostExpanded = 5_000;

/** Clears the selection and the filter, which belong to one directory. */
function forgetChoice(state: Draft<FilesPlace>): void {
  state.selected = [];
  state.filter = '';
  state.deleted = false;
}

function openDirectory(state: Draft<FilesPlace>, roomId: string): void {
  if (state.directoryId !== roomId || state.deleted) forgetChoice(state);
  if (state.directoryId !== roomId) state.unfolding = roomId;
  state.directoryId = roomId;
  state.search = '';
  state.turn = 'content';
  state.revealing = null;
}

const slice = createSlice({
  name: 'files',
  initialState: initialFilesPlace,
  reducers: {
    /** Restores the remembered place, unless the user has opened a directory meanwhile. */
    filesRestored: (state, action: PayloadAction<RememberedFiles>) => {
      if (state.directoryId === null) Object.assign(state, action.payload);
    },
    /** From another place: before that place is left, so that no other directory is visited on the way. */
    directoryOpened: (state, action: PayloadAction<string>) => openDirectory(state, action.payload),
    /** The open directory was left or deleted. */
    directoryClosed: (state) => {
      state.directoryId = null;
      forgetChoice(state);
      state.turn = 'list';
    },
    /** Opens the directory of a file and selects it there. */
    fileRevealed: (state, action: PayloadAction<FileAt>) => {
      openDirectory(state, action.payload.roomId);
      forgetChoice(state);
      state.revealing = action.payload;
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
    /** These lie above the directory that was opened. */
    unfolded: (state, action: PayloadAction<readonly string[]>) => {
      state.unfolding = null;
      const folded = action.payload.filter((one) => !state.expanded.includes(one));
      if (folded.length > 0) state.expanded = [...state.expanded, ...folded].slice(-mostExpanded);
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
    filesCopied: (state, action: PayloadAction<CopiedFiles | null>) => {
      state.copied =
        action.payload === null ? null : { ...action.payload, files: [...action.payload.files] };
    },
    previewShown: (state, action: PayloadAction<FileAt | null>) => {
      state.previewing = action.payload;
    },
  },
  extraReducers: (builder) => {
    // On return the present files are shown, not the deleted ones.
    builder.addCase(placeOpened, (state) => {
      state.deleted = false;
    });
    builder.addCase(visitedAgain, (state, { payload: { to } }) => {
      if (to.directoryId !== null) openDirectory(state, to.directoryId);
      else if (to.place === 'files') state.turn = 'list';
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
  unfolded,
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
  filesCopied,
  previewShown,
} = slice.actions;
