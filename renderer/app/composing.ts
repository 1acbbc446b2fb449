// The slice of what is being answered or edited, by room. The text itself belongs to the composer and to the engine's draft.
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';

export interface ReplyTarget {
  readonly eventId: string;
  readonly name: string;
  readonly text: string;
}

export interface EditTarget {
  readonly eventId: string;
  /** Markdown to start from. */
  readonly text: string;
}

export interface Composing {
  readonly reply: ReplyTarget | null;
  readonly edit: EditTarget | null;
}

export const nothingComposed: Composing = { reply: null, edit: null };

type InRoom<T> = T & { readonly roomId: string };

const slice = createSlice({
  name: 'composing',
  initialState: {} as Record<string, Composing>,
  reducers: {
    replyStarted: (
      state,
      { payload: { roomId, ...reply } }: PayloadAction<InRoom<ReplyTarget>>,
    ) => {
      state[roomId] = { reply, edit: null };
    },
    editStarted: (state, { payload: { roomId, ...edit } }: PayloadAction<InRoom<EditTarget>>) => {
      state[roomId] = { reply: null, edit };
    },
    composingEnded: (state, { payload: { roomId } }: PayloadAction<{ roomId: string }>) => {
      state[roomId] = nothingComposed;
    },
  },
});

export const composing = slice.reducer;
export const { replyStarted, editStarted, composingEnded } = slice.actions;
