// The slice of the line to this account's engine. The thin banner reads it.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface Connection {
  /** `down`: the engine went away and is being started again. */
  readonly state: 'connecting' | 'connected' | 'down';
}

const initialState: Connection = { state: 'connecting' };

const slice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionChanged: (state, action: PayloadAction<Connection['state']>) => {
      state.state = action.payload;
    },
  },
});

export const connection = slice.reducer;
export const { connectionChanged } = slice.actions;
