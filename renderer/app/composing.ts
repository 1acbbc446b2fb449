// The slice of replies and edits, by conversation. It holds the text of an edit, so that the draft is not touched and both survive a look
// into another room; the draft itself belongs to the composer and the engine.
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';
import { subscriptionKey } from './line/serverData';
import type { AccountState } from './store';

/** Element id of the composer of the open chat. */
export const composerFieldId = 'composer-field';
const threadFieldId = 'thread-composer-field';

/** Element id of a conversation's composer; at most one room and one thread are open. */
export const fieldIdOf = ({ threadId }: Pick<ConversationId, 'threadId'>): string =>
  threadId === null ? composerFieldId : threadFieldId;

export interface ReplyTarget {
  readonly eventId: string;
  /** Empty after a restart, until the message is found in a loaded timeline. */
  readonly name: string;
  readonly text: string;
}

export interface EditTarget {
  /** The event id; for a message that is still being sent, its key. */
  readonly eventId: string;
  /** Markdown: first that of the message, then the edited text. */
  readonly text: string;
  readonly mentions: TextMention[];
}

/** A person to be mentioned at the end of the text. */
export interface MentionTarget {
  readonly userId: string;
  readonly name: string;
  /** Another member of the room has the same name. */
  readonly ambiguous: boolean;
}

export interface Composing {
  readonly reply: ReplyTarget | null;
  readonly edit: EditTarget | null;
  /** The edit is no longer the message as it was. Otherwise sending it would put back what another device has changed meanwhile. */
  readonly touched?: boolean | undefined;
  readonly mention: MentionTarget | null;
  /** Text that was typed before the field was there or had the focus. */
  readonly ahead?: string;
  /** Grows with each press of Reply or Edit: the field takes the focus, also where the message is the same as before. */
  readonly asked?: number | undefined;
}

export const nothingComposed: Composing = { reply: null, edit: null, mention: null };

/** The key under which a conversation's state is kept. */
export const conversationKey = ({ roomId, threadId }: ConversationId): string =>
  threadId === null ? roomId : `${roomId} ${threadId}`;

type In<T> = T & { readonly conversation: ConversationId };

interface Pressed {
  /** By the reader, just now. */
  readonly pressed?: boolean;
}

const askedOf = (before: Composing | undefined, pressed = false): number | undefined =>
  pressed ? (before?.asked ?? 0) + 1 : before?.asked;

const slice = createSlice({
  name: 'composing',
  initialState: {} as Record<string, Composing>,
  reducers: {
    replyStarted: (state, { payload }: PayloadAction<In<ReplyTarget & Pressed>>) => {
      const { conversation, pressed, ...reply } = payload;
      const key = conversationKey(conversation);
      state[key] = { reply, edit: null, mention: null, asked: askedOf(state[key], pressed) };
    },
    /** `touched`: it goes on, as it was changed before. */
    editStarted: (
      state,
      { payload }: PayloadAction<In<EditTarget & Pick<Composing, 'touched'> & Pressed>>,
    ) => {
      const { conversation, touched, pressed, ...edit } = payload;
      const key = conversationKey(conversation);
      const before = state[key];
      const asked = askedOf(before, pressed);
      // Changes to it that were made already stay.
      if (pressed === true && before?.edit?.eventId === edit.eventId) before.asked = asked;
      else state[key] = { reply: null, edit, mention: null, touched, asked };
    },
    editChanged: (state, { payload }: PayloadAction<In<Omit<EditTarget, 'eventId'>>>) => {
      const { conversation, text, mentions } = payload;
      const at = state[conversationKey(conversation)];
      if (at?.edit != null)
        Object.assign(at, { touched: true, edit: { ...at.edit, text, mentions } });
    },
    mentionAsked: (
      state,
      { payload: { conversation, ...mention } }: PayloadAction<In<MentionTarget>>,
    ) => {
      const key = conversationKey(conversation);
      state[key] = { ...(state[key] ?? nothingComposed), mention };
    },
    mentionTaken: (state, { payload }: PayloadAction<{ conversation: ConversationId }>) => {
      const key = conversationKey(payload.conversation);
      state[key] = { ...(state[key] ?? nothingComposed), mention: null };
    },
    typedAhead: (
      state,
      { payload: { conversation, text } }: PayloadAction<In<{ readonly text: string }>>,
    ) => {
      const key = conversationKey(conversation);
      const before = state[key] ?? nothingComposed;
      state[key] = { ...before, ahead: (before.ahead ?? '') + text };
    },
    aheadTaken: (state, { payload }: PayloadAction<{ conversation: ConversationId }>) => {
      delete state[conversationKey(payload.conversation)]?.ahead;
    },
    composingEnded: (state, { payload }: PayloadAction<{ conversation: ConversationId }>) => {
      state[conversationKey(payload.conversation)] = nothingComposed;
    },
  },
});

export const composing = slice.reducer;
export const {
  replyStarted,
  editStarted,
  editChanged,
  mentionAsked,
  mentionTaken,
  typedAhead,
  aheadTaken,
  composingEnded,
} = slice.actions;

/** Whether the open room has a field for what is typed, or may have one in a moment. */
export function getsField({ server }: Pick<AccountState, 'server'>, roomId: string): boolean {
  const room = server.values[subscriptionKey('value', 'room', { roomId })];
  if (room === undefined) return true;
  if (room.error !== null) return false;
  return room.value === undefined || document.getElementById(composerFieldId) !== null;
}

/**
 * Whether keys have asked for the focused field together with its place: the composer of this chat, which comes later, leaves it the focus.
 * The shortcut notes the room in `data-asked-in`.
 */
export function leavesFocus(roomId: string): boolean {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return false;
  const { dataset } = activeElement;
  if (dataset['askedIn'] !== roomId) return false;
  activeElement.addEventListener('blur', () => delete dataset['askedIn'], { once: true });
  return true;
}
