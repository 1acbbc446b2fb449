// The slice of what is being answered or edited, by conversation. The text of an edit stands here, so that the draft underneath is never
// touched by it and both outlive a look into another room; the draft itself belongs to the composer and to the engine.
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import type { ConversationId } from '#contract/areas/ids';
import type { TextMention } from '#contract/areas/messages/messageModels';

/** The field of the open chat, for whoever hands the focus to it. */
export const composerFieldId = 'composer-field';
const threadFieldId = 'thread-composer-field';

/** The field of a conversation; one room and one thread are open at most. */
export const fieldIdOf = ({ threadId }: Pick<ConversationId, 'threadId'>): string =>
  threadId === null ? composerFieldId : threadFieldId;

export interface ReplyTarget {
  readonly eventId: string;
  /** Empty after a restart, until the message is found in what is loaded. */
  readonly name: string;
  readonly text: string;
}

export interface EditTarget {
  /** Of one that is still on its way: its key. */
  readonly eventId: string;
  /** Markdown: at first the message as it is, then what the writer made of it. */
  readonly text: string;
  readonly mentions: TextMention[];
}

/** Somebody whose mention is to be written at the end. */
export interface MentionTarget {
  readonly userId: string;
  readonly name: string;
  /** Somebody else in the room has this name. */
  readonly ambiguous: boolean;
}

export interface Composing {
  readonly reply: ReplyTarget | null;
  readonly edit: EditTarget | null;
  readonly mention: MentionTarget | null;
  /** Typed before the field was there, or had the focus. */
  readonly ahead?: string;
}

export const nothingComposed: Composing = { reply: null, edit: null, mention: null };

/** What is written in a conversation is kept under this name. */
export const conversationKey = ({ roomId, threadId }: ConversationId): string =>
  threadId === null ? roomId : `${roomId} ${threadId}`;

type In<T> = T & { readonly conversation: ConversationId };

const slice = createSlice({
  name: 'composing',
  initialState: {} as Record<string, Composing>,
  reducers: {
    replyStarted: (
      state,
      { payload: { conversation, ...reply } }: PayloadAction<In<ReplyTarget>>,
    ) => {
      state[conversationKey(conversation)] = { reply, edit: null, mention: null };
    },
    editStarted: (state, { payload: { conversation, ...edit } }: PayloadAction<In<EditTarget>>) => {
      state[conversationKey(conversation)] = { reply: null, edit, mention: null };
    },
    editChanged: (state, { payload }: PayloadAction<In<Omit<EditTarget, 'eventId'>>>) => {
      const { conversation, text, mentions } = payload;
      const edit = state[conversationKey(conversation)]?.edit ?? null;
      if (edit !== null) Object.assign(edit, { text, mentions });
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
