// The slice of what is being answered or edited, by room. The text of an edit stands here, so that the draft underneath is never
// touched by it and both outlive a look into another room; the draft itself belongs to the composer and to the engine.
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

export interface ReplyTarget {
  readonly eventId: string;
  /** Empty after a restart, until the message is found in what is loaded. */
  readonly name: string;
  readonly text: string;
}

export interface EditTarget {
  readonly eventId: string;
  /** Markdown: at first the message as it is, then what the writer made of it. */
  readonly text: string;
}

/** Somebody whose mention is to be written at the end. */
export interface MentionTarget {
  readonly userId: string;
  readonly name: string;
}

export interface Composing {
  readonly reply: ReplyTarget | null;
  readonly edit: EditTarget | null;
  readonly mention: MentionTarget | null;
}

export const nothingComposed: Composing = { reply: null, edit: null, mention: null };

type InRoom<T> = T & { readonly roomId: string };

const slice = createSlice({
  name: 'composing',
  initialState: {} as Record<string, Composing>,
  reducers: {
    replyStarted: (
      state,
      { payload: { roomId, ...reply } }: PayloadAction<InRoom<ReplyTarget>>,
    ) => {
      state[roomId] = { reply, edit: null, mention: null };
    },
    editStarted: (state, { payload: { roomId, ...edit } }: PayloadAction<InRoom<EditTarget>>) => {
      state[roomId] = { reply: null, edit, mention: null };
    },
    editChanged: (state, { payload }: PayloadAction<InRoom<{ readonly text: string }>>) => {
      const edit = state[payload.roomId]?.edit ?? null;
      if (edit !== null)
        state[payload.roomId] = {
          reply: null,
          edit: { ...edit, text: payload.text },
          mention: null,
        };
    },
    mentionAsked: (
      state,
      { payload: { roomId, ...mention } }: PayloadAction<InRoom<MentionTarget>>,
    ) => {
      state[roomId] = { ...(state[roomId] ?? nothingComposed), mention };
    },
    mentionTaken: (state, { payload: { roomId } }: PayloadAction<{ roomId: string }>) => {
      state[roomId] = { ...(state[roomId] ?? nothingComposed), mention: null };
    },
    composingEnded: (state, { payload: { roomId } }: PayloadAction<{ roomId: string }>) => {
      state[roomId] = nothingComposed;
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
  composingEnded,
} = slice.actions;
