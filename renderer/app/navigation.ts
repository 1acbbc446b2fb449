// The slice of where the user is in this window: place, open room, side panel, and what is in view. Nothing of the server.
import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { RoomSection } from '#contract/areas/roomsModels';

export type Place = 'chats' | 'files' | 'calls' | 'settings';
export type SettingsSection =
  'account' | 'encryption' | 'appearance' | 'calls' | 'storage' | 'about';
export type SidePanel = 'members' | 'files';

/** A message that was found elsewhere. */
export interface MessageAt {
  readonly roomId: string;
  readonly eventId: string;
}

/** Somebody of a room, as their card shows them. */
export interface PersonAt {
  readonly roomId: string;
  readonly userId: string;
}

/** A room that something points at, here or not. */
export interface RoomAt {
  readonly roomId: string;
  /** Servers that know the room. */
  readonly via: readonly string[];
}

export interface Navigation {
  readonly place: Place;
  readonly roomId: string | null;
  /** In narrow windows list and content take turns. */
  readonly turn: 'list' | 'content';
  readonly sidePanel: SidePanel | null;
  /** Brought into view as soon as its room's timeline stands. */
  readonly showing: MessageAt | null;
  /** Whose card is open. */
  readonly person: PersonAt | null;
  /** The timeline of the open room shows its newest message. */
  readonly atBottom: boolean;
  /** Grows with each message that is sent from the open room; its timeline goes to its end. */
  readonly sends: number;
  readonly newChatOpen: boolean;
  readonly unlockOpen: boolean;
  readonly filter: string;
  /** What was last opened by a link, or because another room moved there. */
  readonly linked: RoomAt | null;
  readonly calls: {
    /** Key of the call that is looked at; in narrow windows it takes the place of the list. */
    readonly chosen: string | null;
    readonly missedOnly: boolean;
  };
  readonly settings: {
    readonly section: SettingsSection;
    readonly turn: 'list' | 'content';
  };
  readonly collapsed: readonly RoomSection[];
}

export type RememberedNavigation = Pick<Navigation, 'place' | 'roomId' | 'turn' | 'collapsed'>;

export const initialNavigation: Navigation = {
  place: 'chats',
  roomId: null,
  turn: 'list',
  sidePanel: null,
  showing: null,
  person: null,
  atBottom: false,
  sends: 0,
  newChatOpen: false,
  unlockOpen: false,
  filter: '',
  linked: null,
  calls: { chosen: null, missedOnly: false },
  settings: { section: 'account', turn: 'list' },
  collapsed: ['low_priority'],
};

function openRoom(state: Draft<Navigation>, roomId: string): void {
  if (state.roomId !== roomId) state.atBottom = false;
  state.person = null;
  state.roomId = roomId;
  state.place = 'chats';
  state.turn = 'content';
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
      state.place = action.payload;
      if (action.payload === 'chats' && state.roomId === null) state.turn = 'list';
      if (action.payload === 'settings') state.settings.turn = 'list';
    },
    /** One section of the settings, from their list or from wherever the app points at it. */
    settingsOpened: (state, action: PayloadAction<SettingsSection>) => {
      state.place = 'settings';
      state.settings = { section: action.payload, turn: 'content' };
    },
    settingsListShown: (state) => {
      state.settings.turn = 'list';
    },
    roomOpened: (state, action: PayloadAction<string>) => openRoom(state, action.payload),
    /** Opens the room of a message, around that message. */
    messageShown: (state, action: PayloadAction<MessageAt>) => {
      openRoom(state, action.payload.roomId);
      state.showing = action.payload;
    },
    personOpened: (state, action: PayloadAction<PersonAt | null>) => {
      state.person = action.payload;
    },
    /** Opens what a link means: a room, that may be joined there, or a message in it. */
    roomLinked: (state, action: PayloadAction<RoomAt & { readonly eventId: string | null }>) => {
      const { roomId, via, eventId } = action.payload;
      openRoom(state, roomId);
      state.linked = { roomId, via: [...via] };
      state.showing = eventId === null ? null : { roomId, eventId };
    },
    messageFound: (state) => {
      state.showing = null;
    },
    /** After leaving, or when the room is gone. */
    roomClosed: (state) => {
      state.roomId = null;
      state.turn = 'list';
      state.sidePanel = null;
      state.atBottom = false;
    },
    /** The back button of a narrow window: the room stays chosen, the list is shown. */
    listShown: (state) => {
      state.turn = 'list';
    },
    sidePanelToggled: (state, action: PayloadAction<SidePanel>) => {
      state.sidePanel = state.sidePanel === action.payload ? null : action.payload;
    },
    sidePanelClosed: (state) => {
      state.sidePanel = null;
    },
    atBottomChanged: (state, action: PayloadAction<boolean>) => {
      state.atBottom = action.payload;
    },
    messageSent: (state) => {
      state.sends += 1;
    },
    newChatOpened: (state, action: PayloadAction<boolean>) => {
      state.newChatOpen = action.payload;
    },
    unlockOpened: (state, action: PayloadAction<boolean>) => {
      state.unlockOpen = action.payload;
    },
    filterChanged: (state, action: PayloadAction<string>) => {
      state.filter = action.payload.slice(0, 200);
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
});

export const navigation = slice.reducer;
export const {
  navigationRestored,
  placeOpened,
  settingsOpened,
  settingsListShown,
  roomOpened,
  messageShown,
  messageFound,
  personOpened,
  roomClosed,
  listShown,
  roomLinked,
  sidePanelToggled,
  sidePanelClosed,
  atBottomChanged,
  messageSent,
  newChatOpened,
  unlockOpened,
  filterChanged,
  callChosen,
  missedCallsOnly,
  sectionToggled,
} = slice.actions;
