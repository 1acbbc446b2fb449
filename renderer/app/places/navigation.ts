// The slice of the user's place in this window: place, open room, side panel, and targets to scroll to. It holds no data of the server.
import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { UndecryptableReason } from '#contract/areas/messages/messageModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { RoomSection } from '#contract/areas/rooms/roomsModels';
import { noSearch, type SearchOf, type SearchState } from './searching';
import type { SettingsSection } from './settingsSection';
import { firstFolds, toSpace, type Folds } from './folds';
import type { DayAt, MessageAt, PersonAt, RoomAt, RoomNamed, ThreadAt } from './targets';
import { visitedAgain } from './visits';

export type Place =
  'chats' | 'files' | 'calls' | 'search' | 'threads' | 'saved' | 'notified' | 'settings';
export type { SettingsSection };
export type NewChatKind = 'direct' | 'room' | 'space' | 'join' | 'explore';
/** The line of the settings to scroll to: the help for messages that cannot be decrypted for this reason, the sign-out, or the blocked people. */
export type SettingsLine = UndecryptableReason | 'signOut' | 'blocked';
export interface SettingsAt {
  readonly section: SettingsSection;
  readonly line: SettingsLine;
}
/** `covering`: a side panel takes the place of its room. `turns`: list and content take each other's, too. */
export type Layout = 'wide' | 'covering' | 'turns';
export type SidePanel = 'members' | 'files' | 'search' | 'threads' | 'thread';

export interface Navigation extends Folds {
  readonly layout: Layout;
  readonly place: Place;
  readonly roomId: string | null;
  /** The room that an act has just opened: where it is a space, its page sets the list to it and forgets this. */
  readonly opened: string | null;
  /** In narrow windows list and content are shown in turn. */
  readonly turn: 'list' | 'content';
  readonly sidePanel: SidePanel | null;
  /** Scrolled to as soon as its timeline is rendered: that of its thread, if it is given, else that of its room. */
  readonly showing: (MessageAt & { readonly threadId?: string }) | null;
  /** The thread in the side panel `thread`. */
  readonly thread: Pick<ThreadAt, 'roomId' | 'threadId'> | null;
  /** Threads that were left with an unfinished reply, by room: each opens again with its room. */
  readonly halfThreads: Readonly<Record<string, string>>;
  /** Like `atBottom` and `sends`, for the open thread. */
  readonly threadAtBottom: boolean;
  readonly threadSends: number;
  /** The person whose profile card is open. */
  readonly person: PersonAt | null;
  /** The timeline of the open room shows its newest message. */
  readonly atBottom: boolean;
  /** Grows with each message that is sent from the open room; its timeline then scrolls to its end. */
  readonly sends: number;
  /** The dialog that asks for a day in the open room, beginning with this day (epoch ms). */
  readonly dayAsked: DayAt | null;
  /** A person: a chat with them. */
  readonly newChatOpen: boolean | NewChatKind | Person;
  /** The list of shortcuts is open. */
  readonly shortcutsOpen: boolean;
  /** The palette is open. */
  readonly paletteOpen: boolean;
  readonly unlockOpen: boolean;
  /** The person signs out here: the account goes, and the form to sign in comes with the next one. */
  readonly signingOut: boolean;
  readonly filter: string;
  /** The room list shows only rooms with unread messages. */
  readonly unreadOnly: boolean;
  /** The room that was opened last by a link or by the upgrade of another room. */
  readonly linked: RoomAt | null;
  readonly calls: {
    /** Key of the selected call; in narrow windows it replaces the list. */
    readonly chosen: string | null;
    readonly missedOnly: boolean;
  };
  readonly settings: {
    readonly section: SettingsSection;
    readonly line: SettingsLine | null;
    readonly turn: 'list' | 'content';
  };
  readonly search: SearchState;
  /** The search in the open room; it is cleared with another room. */
  readonly roomSearch: SearchState;
}

export type RememberedNavigation = Pick<Navigation, 'place' | 'roomId' | 'turn' | keyof Folds>;

export const initialNavigation: Navigation = {
  layout: 'wide',
  place: 'chats',
  roomId: null,
  opened: null,
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
  signingOut: false,
  filter: '',
  unreadOnly: false,
  ...firstFolds,
  linked: null,
  calls: { chosen: null, missedOnly: false },
  settings: { section: 'account', line: null, turn: 'list' },
  search: noSearch,
  roomSearch: noSearch,
};

function openRoom(state: Draft<Navigation>, roomId: string): void {
  if (state.roomId !== roomId) {
    state.atBottom = false;
    closeThread(state);
    closeRoomSearch(state);
  }
  // A panel would cover the room that is gone to.
  if (state.layout !== 'wide') state.sidePanel = null;
  else if (state.roomId !== roomId) {
    const half = state.halfThreads[roomId];
    delete state.halfThreads[roomId];
    if (half !== undefined) showThread(state, roomId, half);
  }
  state.person = null;
  state.roomId = roomId;
  state.opened = roomId;
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
    layoutChanged: (state, action: PayloadAction<Layout>) => {
      state.layout = action.payload;
    },
    /** Restores the remembered place, unless the user or a notification has opened another one meanwhile. */
    navigationRestored: (state, action: PayloadAction<RememberedNavigation>) => {
      if (state.roomId === null && state.place === 'chats') Object.assign(state, action.payload);
    },
    placeOpened: (state, action: PayloadAction<Place>) => {
      state.person = null;
      // From the list of a space this leads back to all chats.
      if (action.payload === 'chats' && state.place === 'chats') toSpace(state, null);
      state.place = action.payload;
      if (action.payload === 'chats' && state.roomId === null) state.turn = 'list';
      // A thread is read like a room; the other panels would only cover it.
      if (state.layout !== 'wide' && state.sidePanel !== 'thread') state.sidePanel = null;
      if (action.payload === 'settings')
        state.settings = { ...state.settings, turn: 'list', line: null };
    },
    /** Opens one section of the settings. */
    settingsOpened: (state, action: PayloadAction<SettingsSection>) => {
      state.person = null;
      state.place = 'settings';
      state.settings = { section: action.payload, line: null, turn: 'content' };
    },
    /** Opens a section of the settings at one line. */
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
    /** Opens the room of a search result, around that message. */
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
    /** Opens a thread beside its room, and the room with it. */
    threadOpened: (state, action: PayloadAction<ThreadAt>) => {
      const { roomId, threadId, eventId = null } = action.payload;
      openRoom(state, roomId);
      showThread(state, roomId, threadId);
      state.showing = eventId === null ? null : { roomId, threadId, eventId };
    },
    /** Another room was opened while a reply in a thread was being written. */
    threadLeft: (state, action: PayloadAction<Pick<ThreadAt, 'roomId' | 'threadId'>>) => {
      state.halfThreads[action.payload.roomId] = action.payload.threadId;
    },
    personOpened: (state, action: PayloadAction<PersonAt | null>) => {
      state.person = action.payload;
    },
    /** Opens the target of a link: a room, which can be joined there, or a message in it. */
    roomLinked: (state, action: PayloadAction<RoomAt & { readonly eventId: string | null }>) => {
      const { eventId, ...linked } = action.payload;
      openRoom(state, linked.roomId);
      state.linked = { ...linked, via: [...linked.via] };
      state.showing = eventId === null ? null : { roomId: linked.roomId, eventId };
    },
    messageFound: (state) => {
      state.showing = null;
    },
    /** The room was left, or is gone. */
    roomClosed: (state) => {
      state.person = null;
      state.roomId = null;
      state.turn = 'list';
      state.sidePanel = null;
      state.atBottom = false;
      closeThread(state);
      closeRoomSearch(state);
    },
    /** The back button of a narrow window: the room stays open, and the list is shown. */
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
    /** `threadId` null: the room's own timeline. */
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
    newChatOpened: (state, action: PayloadAction<boolean | NewChatKind | Person>) => {
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
    signOutBegan: (state, action: PayloadAction<boolean>) => {
      state.signingOut = action.payload;
    },
    filterChanged: (state, action: PayloadAction<string>) => {
      state.filter = action.payload.slice(0, 200);
    },
    unreadOnlyToggled: (state) => {
      state.unreadOnly = !state.unreadOnly;
    },
    /** Null: all rooms. */
    spaceChosen: (state, action: PayloadAction<string | null>) => {
      toSpace(state, action.payload);
      state.opened = null;
      state.filter = '';
    },
    /** Opens the search beside the room, without a text; while one of its results is shown, as it was left. */
    roomSearchOpened: (state, action: PayloadAction<string>) => {
      const isOpen = state.sidePanel === 'search';
      openRoom(state, action.payload);
      if (!isOpen && !state.roomSearch.stepping) closeRoomSearch(state);
      state.sidePanel = 'search';
    },
    roomSearchClosed: (state) => closeRoomSearch(state),
    roomSearchChanged: (state, action: PayloadAction<Partial<SearchState>>) => {
      state.roomSearch = { ...state.roomSearch, ...action.payload } as Draft<SearchState>;
    },
    /** Opens the place Search: in one room, or as it was left. */
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
      else if (to.place === 'chats') state.turn = 'list';
      if (to.place === 'chats') toSpace(state, to.spaceId);
      state.opened = null;
      if (roomId !== null && threadId !== null) showThread(state, roomId, threadId);
      else if (to.place === 'chats') closeThread(state);
      state.person = null;
      state.showing = null;
      state.place = to.place;
      if (to.section !== null)
        state.settings = { section: to.section, turn: 'content', line: null };
      else if (to.place === 'settings') state.settings.turn = 'list';
    });
  },
});

export const navigation = slice.reducer;
export const {
  layoutChanged,
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
  signOutBegan,
  filterChanged,
  unreadOnlyToggled,
  spaceChosen,
  searchOpened,
  searchChanged,
  roomSearchOpened,
  roomSearchClosed,
  roomSearchChanged,
  callChosen,
  missedCallsOnly,
  sectionToggled,
} = slice.actions;
