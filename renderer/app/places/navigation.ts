// The slice of where the user is in this window: place, open room, side panel, and what is in view. Nothing of the server.
import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { UndecryptableReason } from '#contract/areas/messages/messageModels';
import type { RoomSection } from '#contract/areas/rooms/roomsModels';
import { noSearch, type SearchOf, type SearchState } from './searching';
import { visitedAgain } from './visits';

export type Place =
  'chats' | 'files' | 'calls' | 'search' | 'threads' | 'saved' | 'notified' | 'settings';
export type SettingsSection =
  | 'account'
  | 'notifications'
  | 'devices'
  | 'encryption'
  | 'appearance'
  | 'packs'
  | 'calls'
  | 'storage'
  | 'admin'
  | 'about';
export type NewChatKind = 'direct' | 'room' | 'space' | 'join' | 'explore';
/** What is brought into view: messages that cannot be read for this reason, or the way out of the account. */
export type SettingsLine = UndecryptableReason | 'signOut';
export interface SettingsAt {
  readonly section: SettingsSection;
  readonly line: SettingsLine;
}
export type SidePanel = 'members' | 'files' | 'search' | 'threads' | 'thread';

/** A message that was found elsewhere. */
export interface MessageAt {
  readonly roomId: string;
  readonly eventId: string;
}

/** A thread, and the answer in it that is to be brought into view. */
export interface ThreadAt {
  readonly roomId: string;
  readonly threadId: string;
  readonly eventId?: string | null;
}

/** Somebody of a room, as their card shows them. */
export interface PersonAt {
  readonly roomId: string;
  readonly userId: string;
}

/** A day in a room, epoch ms. */
export interface DayAt {
  readonly roomId: string;
  readonly atMs: number;
}

export interface RoomNamed {
  readonly roomId: string;
  readonly name: string;
}

/** A room that something points at, here or not. */
export interface RoomAt {
  readonly roomId: string;
  /** The address that was pressed, where it is a name that people read; else null. */
  readonly alias: string | null;
  /** Servers that know the room. `inside`: it is looked into at once. */
  readonly via: readonly string[];
  readonly inside?: boolean;
}

export interface Navigation {
  readonly place: Place;
  readonly roomId: string | null;
  /** In narrow windows list and content take turns. */
  readonly turn: 'list' | 'content';
  readonly sidePanel: SidePanel | null;
  /** Brought into view as soon as the timeline stands in which it is: of its thread, where that is said, else of its room. */
  readonly showing: (MessageAt & { readonly threadId?: string }) | null;
  /** What the side panel `thread` shows. */
  readonly thread: Pick<ThreadAt, 'roomId' | 'threadId'> | null;
  /** Threads that were left with half an answer, by their rooms: each is open again when its room is. */
  readonly halfThreads: Readonly<Record<string, string>>;
  /** The same as `atBottom` and `sends`, of the open thread. */
  readonly threadAtBottom: boolean;
  readonly threadSends: number;
  /** Whose card is open. */
  readonly person: PersonAt | null;
  /** The timeline of the open room shows its newest message. */
  readonly atBottom: boolean;
  /** Grows with each message that is sent from the open room; its timeline goes to its end. */
  readonly sends: number;
  /** The question for a day to go to: of the open room, beginning with this day (epoch ms). */
  readonly dayAsked: DayAt | null;
  readonly newChatOpen: boolean | NewChatKind;
  /** The list of shortcuts. */
  readonly shortcutsOpen: boolean;
  /** The field that leads to any chat, person, file and act. */
  readonly paletteOpen: boolean;
  readonly unlockOpen: boolean;
  readonly filter: string;
  /** The room list shows what is new only. */
  readonly unreadOnly: boolean;
  /** What was last opened by a link, or because another room moved there. */
  readonly linked: RoomAt | null;
  readonly calls: {
    /** Key of the call that is looked at; in narrow windows it takes the place of the list. */
    readonly chosen: string | null;
    readonly missedOnly: boolean;
  };
  readonly settings: {
    readonly section: SettingsSection;
    readonly line: SettingsLine | null;
    readonly turn: 'list' | 'content';
  };
  readonly collapsed: readonly RoomSection[];
  readonly search: SearchState;
  /** Of the open room alone; another room begins without words. */
  readonly roomSearch: SearchState;
}

export type RememberedNavigation = Pick<Navigation, 'place' | 'roomId' | 'turn' | 'collapsed'>;

export const initialNavigation: Navigation = {
  place: 'chats',
  roomId: null,
  turn: 'list',
  sidePanel: null,
  showing: null,
  thread: null,
  halfThreads: {},
  threadAtBottom: false,
  threadSends: 0,
  person: null,
  atBottom: false,
  sends: 0,
  dayAsked: null,
  newChatOpen: false,
  shortcutsOpen: false,
  paletteOpen: false,
  unlockOpen: false,
  filter: '',
  unreadOnly: false,
  linked: null,
  calls: { chosen: null, missedOnly: false },
  settings: { section: 'account', line: null, turn: 'list' },
  collapsed: ['low_priority'],
  search: noSearch,
  roomSearch: noSearch,
};

function openRoom(state: Draft<Navigation>, roomId: string): void {
  if (state.roomId !== roomId) {
    state.atBottom = false;
    closeThread(state);
    closeRoomSearch(state);
    const half = state.halfThreads[roomId];
    delete state.halfThreads[roomId];
    if (half !== undefined) showThread(state, roomId, half);
  }
  state.person = null;
  state.roomId = roomId;
  state.place = 'chats';
  state.turn = 'content';
}

function showThread(state: Draft<Navigation>, roomId: string, threadId: string): void {
  if (state.thread?.threadId !== threadId) state.threadAtBottom = false;
  state.thread = { roomId, threadId };
  state.sidePanel = 'thread';
}

function closeThread(state: Draft<Navigation>): void {
  if (state.sidePanel === 'thread') state.sidePanel = null;
  state.thread = null;
  state.threadAtBottom = false;
}

function closeRoomSearch(state: Draft<Navigation>): void {
  if (state.sidePanel === 'search') state.sidePanel = null;
  state.roomSearch = { ...noSearch, conditions: [] };
}

const slice = createSlice({
  name: 'navigation',
  initialState: initialNavigation,
  reducers: {
    /** What was remembered; what the user, or a notification, has opened meanwhile counts more. */
    navigationRestored: (state, action: PayloadAction<RememberedNavigation>) => {
      if (state.roomId === null && state.place === 'chats') Object.assign(state, action.payload);
    },
    placeOpened: (state, action: PayloadAction<Place>) => {
      state.person = null;
      state.place = action.payload;
      if (action.payload === 'chats' && state.roomId === null) state.turn = 'list';
      if (action.payload === 'settings')
        state.settings = { ...state.settings, turn: 'list', line: null };
    },
    /** One section of the settings, from their list or from wherever the app points at it. */
    settingsOpened: (state, action: PayloadAction<SettingsSection>) => {
      state.person = null;
      state.place = 'settings';
      state.settings = { section: action.payload, line: null, turn: 'content' };
    },
    /** A section of the settings, at one line of it. */
    settingsLineOpened: (state, action: PayloadAction<SettingsAt>) => {
      state.person = null;
      state.place = 'settings';
      state.settings = { ...action.payload, turn: 'content' };
    },
    settingsListShown: (state) => {
      state.settings.turn = 'list';
    },
    roomOpened: (state, action: PayloadAction<string>) => {
      state.search.stepping = false;
      state.roomSearch.stepping = false;
      openRoom(state, action.payload);
    },
    /** Opens the room of a message, around that message. */
    messageShown: (state, action: PayloadAction<MessageAt>) => {
      openRoom(state, action.payload.roomId);
      state.showing = action.payload;
    },
    /** The same for one of the messages that a search found. */
    hitOpened: (
      state,
      action: PayloadAction<MessageAt & { readonly key: string; readonly of: SearchOf }>,
    ) => {
      const { key, of, ...at } = action.payload;
      openRoom(state, at.roomId);
      state.showing = at;
      state.search.stepping = false;
      state.roomSearch.stepping = false;
      state[of].opened = key;
      state[of].stepping = true;
    },
    /** Beside its room, which opens with it. */
    threadOpened: (state, action: PayloadAction<ThreadAt>) => {
      const { roomId, threadId, eventId = null } = action.payload;
      openRoom(state, roomId);
      showThread(state, roomId, threadId);
      state.showing = eventId === null ? null : { roomId, threadId, eventId };
    },
    /** Another room was opened while an answer was being written. */
    threadLeft: (state, action: PayloadAction<Pick<ThreadAt, 'roomId' | 'threadId'>>) => {
      state.halfThreads[action.payload.roomId] = action.payload.threadId;
    },
    personOpened: (state, action: PayloadAction<PersonAt | null>) => {
      state.person = action.payload;
    },
    /** Opens what a link means: a room, that may be joined there, or a message in it. */
    roomLinked: (state, action: PayloadAction<RoomAt & { readonly eventId: string | null }>) => {
      const { eventId, ...linked } = action.payload;
      openRoom(state, linked.roomId);
      state.linked = { ...linked, via: [...linked.via] };
      state.showing = eventId === null ? null : { roomId: linked.roomId, eventId };
    },
    messageFound: (state) => {
      state.showing = null;
    },
    /** After leaving, or when the room is gone. */
    roomClosed: (state) => {
      state.person = null;
      state.roomId = null;
      state.turn = 'list';
      state.sidePanel = null;
      state.atBottom = false;
      closeThread(state);
      closeRoomSearch(state);
    },
    /** The back button of a narrow window: the room stays chosen, the list is shown. */
    listShown: (state) => {
      state.turn = 'list';
    },
    sidePanelToggled: (state, action: PayloadAction<SidePanel>) => {
      state.sidePanel = state.sidePanel === action.payload ? null : action.payload;
    },
    sidePanelOpened: (state, action: PayloadAction<SidePanel>) => {
      state.sidePanel = action.payload;
    },
    sidePanelClosed: (state) => {
      state.sidePanel = null;
    },
    /** `threadId` null: of the room itself. */
    atBottomChanged: (state, action: PayloadAction<{ threadId: string | null; at: boolean }>) => {
      const { threadId, at } = action.payload;
      if (threadId === null) state.atBottom = at;
      else state.threadAtBottom = at;
    },
    messageSent: (state, action: PayloadAction<{ threadId: string | null }>) => {
      if (action.payload.threadId === null) state.sends += 1;
      else state.threadSends += 1;
    },
    dayAsked: (state, action: PayloadAction<DayAt | null>) => {
      state.dayAsked = action.payload;
      if (action.payload !== null) openRoom(state, action.payload.roomId);
    },
    newChatOpened: (state, action: PayloadAction<boolean | NewChatKind>) => {
      state.newChatOpen = action.payload;
    },
    shortcutsOpened: (state, action: PayloadAction<boolean>) => {
      state.shortcutsOpen = action.payload;
    },
    paletteOpened: (state, action: PayloadAction<boolean>) => {
      state.paletteOpen = action.payload;
    },
    unlockOpened: (state, action: PayloadAction<boolean>) => {
      state.unlockOpen = action.payload;
    },
    filterChanged: (state, action: PayloadAction<string>) => {
      state.filter = action.payload.slice(0, 200);
    },
    unreadOnlyToggled: (state) => {
      state.unreadOnly = !state.unreadOnly;
    },
    /** Beside the room, without words; while one of its hits is looked at, as it was left. */
    roomSearchOpened: (state, action: PayloadAction<string>) => {
      openRoom(state, action.payload);
      if (state.sidePanel !== 'search' && !state.roomSearch.stepping) closeRoomSearch(state);
      state.sidePanel = 'search';
    },
    roomSearchClosed: (state) => closeRoomSearch(state),
    roomSearchChanged: (state, action: PayloadAction<Partial<SearchState>>) => {
      state.roomSearch = { ...state.roomSearch, ...action.payload } as Draft<SearchState>;
    },
    /** In one room, or where it was left. */
    searchOpened: (state, action: PayloadAction<RoomNamed | null>) => {
      state.person = null;
      state.place = 'search';
      if (action.payload === null) return;
      const others = state.search.conditions.filter(({ kind }) => kind !== 'in');
      state.search.conditions = [...others, { kind: 'in', ...action.payload }];
    },
    searchChanged: (state, action: PayloadAction<Partial<SearchState>>) => {
      state.search = { ...state.search, ...action.payload } as Draft<SearchState>;
    },
    callChosen: (state, action: PayloadAction<string | null>) => {
      state.calls.chosen = action.payload;
    },
    missedCallsOnly: (state, action: PayloadAction<boolean>) => {
      state.calls.missedOnly = action.payload;
    },
    sectionToggled: (state, action: PayloadAction<RoomSection>) => {
      const section = action.payload;
      state.collapsed = state.collapsed.includes(section)
        ? state.collapsed.filter((other) => other !== section)
        : [...state.collapsed, section];
    },
  },
  extraReducers: (builder) => {
    builder.addCase(visitedAgain, (state, { payload: { to } }) => {
      const { roomId, threadId } = to;
      if (roomId !== null) openRoom(state, roomId);
      if (roomId !== null && threadId !== null) showThread(state, roomId, threadId);
      else if (to.place === 'chats') closeThread(state);
      state.person = null;
      state.showing = null;
      state.place = to.place;
      if (to.section !== null)
        state.settings = { section: to.section, turn: 'content', line: null };
    });
  },
});

export const navigation = slice.reducer;
export const {
  navigationRestored,
  placeOpened,
  settingsOpened,
  settingsLineOpened,
  settingsListShown,
  roomOpened,
  messageShown,
  messageFound,
  hitOpened,
  personOpened,
  threadOpened,
  threadLeft,
  roomClosed,
  listShown,
  roomLinked,
  sidePanelToggled,
  sidePanelClosed,
  sidePanelOpened,
  atBottomChanged,
  messageSent,
  dayAsked,
  newChatOpened,
  shortcutsOpened,
  paletteOpened,
  unlockOpened,
  filterChanged,
  unreadOnlyToggled,
  searchOpened,
  searchChanged,
  roomSearchOpened,
  roomSearchClosed,
  roomSearchChanged,
  callChosen,
  missedCallsOnly,
  sectionToggled,
} = slice.actions;
