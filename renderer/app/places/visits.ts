// The slice of the places that the user has visited, for back and forward; like a browser's history, for this window only.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Place, SettingsSection } from './navigation';

/** A visited place. Members that the place does not use are null, and all that can be open in it where it was its list alone. */
export interface Visit {
  readonly place: Place;
  readonly roomId: string | null;
  readonly threadId: string | null;
  readonly directoryId: string | null;
  /** The space to which the room list was set. */
  readonly spaceId: string | null;
  readonly section: SettingsSection | null;
}

export interface Visits {
  /** Newest last; the current place is in neither list. */
  readonly back: readonly Visit[];
  readonly forward: readonly Visit[];
}

export const initialVisits: Visits = { back: [], forward: [] };

/** The most visits that are kept. */
const mostVisits = 100;

const slice = createSlice({
  name: 'visits',
  initialState: initialVisits,
  reducers: {
    /** Another place was opened. */
    visitEnded: (state, { payload }: PayloadAction<Visit>) => {
      state.back = [...state.back, payload].slice(-mostVisits);
      state.forward = [];
    },
    /** Goes one step; `from` is the current place. Does nothing if there is no visit on that side. */
    visitedAgain: (state, { payload }: PayloadAction<Step>) => {
      const { way, at, from } = payload;
      state[way].length = at;
      state[way === 'back' ? 'forward' : 'back'].push(from);
    },
    /** Forgets all visits of a room or directory that is gone. */
    visitsForgotten: (state, { payload: id }: PayloadAction<string>) => {
      const others = ({ roomId, directoryId }: Visit) => roomId !== id && directoryId !== id;
      state.back = state.back.filter(others);
      state.forward = state.forward.filter(others);
    },
  },
});

export interface Step {
  readonly way: 'back' | 'forward';
  /** Index of `to` on that side. */
  readonly at: number;
  readonly from: Visit;
  readonly to: Visit;
}

export const visits = slice.reducer;
export const { visitEnded, visitedAgain, visitsForgotten } = slice.actions;
