// What the call classes read of matrix-js-sdk's models/room.js.
export const RoomEvent = { Timeline: 'Room.timeline' };
