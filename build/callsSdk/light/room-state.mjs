// What the call classes read of matrix-js-sdk's models/room-state.js.
export const RoomStateEvent = { Events: 'RoomState.events', Update: 'RoomState.update' };
