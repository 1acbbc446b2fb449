// The slice of the places that the user was at before this one, for the ways back and forward; a browser's history, of this window only.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Place, SettingsSection } from './navigation';

/** What the ways back and forward lead to. A member that its place does not show is null. */
export interface Visit {
  readonly place: Place;
  readonly roomId: string | null;
  readonly threadId: string | null;
  readonly directoryId: string | null;
  readonly section: SettingsSection | null;
}

export interface Visits {
  /** Newest last; the place that is shown is in neither. */
  readonly back: readonly Visit[];
  readonly forward: readonly Visit[];
}

export const initialVisits: Visits = { back: [], forward: [] };

/** Older ones are forgotten. */
const mostVisits = 100;

const slice = createSlice({
  name: 'visits',
  initialState: initialVisits,
  reducers: {
    /** Something else was opened. */
    visitEnded: (state, { payload }: PayloadAction<Visit>) => {
      state.back = [...state.back, payload].slice(-mostVisits);
      state.forward = [];
    },
    /** One step; `from` is shown now. Without a place on that side nothing changes. */
    visitedAgain: (state, { payload }: PayloadAction<Step>) => {
      const { way, from } = payload;
      state[way].pop();
      state[way === 'back' ? 'forward' : 'back'].push(from);
    },
    /** A room or directory is gone; nothing leads there any more. */
    visitsForgotten: (state, { payload: id }: PayloadAction<string>) => {
      const others = ({ roomId, directoryId }: Visit) => roomId !== id && directoryId !== id;
      state.back = state.back.filter(others);
      state.forward = state.forward.filter(others);
    },
  },
});

export interface Step {
  readonly way: 'back' | 'forward';
  readonly from: Visit;
  readonly to: Visit;
}

export const visits = slice.reducer;
export const { visitEnded, visitedAgain, visitsForgotten } = slice.actions;
