// Takes what waits in a room that was replaced along into the room that took over, once this account is in that one: the old room is read
// by nobody. What the server keeps is taken back first (`atServer.ts`), and what answers or belongs to a thread goes into the room itself.
import { carryScheduled, scheduledMessages } from '#stores/outbox/scheduled';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { replacementOf } from '../rooms/upgrades';

/** Whether another room took over, which this account may have to join first. */
export function hasMoved(db: Store['db'], roomId: string): boolean {
  const roomNo = roomNoOf(db, roomId);
  return roomNo !== null && replacementOf(db, roomNo) !== null;
}

/** Number of the room that took over; null: there is none, or this account is not in it. */
function nextOf(db: Store['db'], roomId: string): number | null {
  const roomNo = roomNoOf(db, roomId);
  const next = roomNo === null ? null : replacementOf(db, roomNo);
  const nextNo = next === null ? null : roomNoOf(db, next);
  return nextNo !== null && getRoom(db, nextNo)?.membership === 'join' ? nextNo : null;
}

function followRooms(store: Store, isLeaving: (key: string) => boolean): void {
  const { db } = store;
  const moves = scheduledMessages(db).flatMap(({ requestId, roomId, server }) => {
    const nextNo = server !== null || isLeaving(requestId) ? null : nextOf(db, roomId);
    return nextNo === null ? [] : [{ requestId, roomId, nextNo }];
  });
  if (moves.length === 0) return;
  store.write((changes) => {
    for (const { requestId, roomId, nextNo } of moves) {
      carryScheduled(db, requestId, roomIdOf(db, nextNo));
      const roomNo = roomNoOf(db, roomId);
      if (roomNo !== null) changes.room(roomNo);
      changes.room(nextNo);
    }
    changes.topic('scheduled');
  });
}

/** At once, and with each commit that may matter. @param isLeaving of a row that is being written to the outbox just now @returns what ends it */
export function watchRooms(store: Store, isLeaving: (key: string) => boolean): () => void {
  followRooms(store, isLeaving);
  return store.onCommit(({ topics, rooms }) => {
    if (topics.has('scheduled') || rooms.size > 0) followRooms(store, isLeaving);
  }, 'inside');
}
