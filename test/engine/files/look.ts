// Reads a directory's state from the store, for tests.
import { roomNoOf } from '#stores/rooms/rooms';
import { getState, stateOfType } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';

export function stateContent(
  { db }: Store,
  roomId: string,
  type: string,
  key: string,
): Record<string, unknown> | null {
  const roomNo = roomNoOf(db, roomId);
  return roomNo === null ? null : (getState(db, roomNo, type, key)?.raw.content ?? null);
}

export function entryIds({ db }: Store, roomId: string): string[] {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) return [];
  return stateOfType(db, roomNo, 'org.matrix.msc3089.branch').map((event) => event.stateKey ?? '');
}
