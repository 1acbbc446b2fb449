// Brings a message that is not on this disk, and waits for its words: decryption looks at it only after it is stored, and its key may come
// later still.
import { getEvent } from '#stores/events/timeline';
import { roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../../base/types';
import { keysToCome, waitsUntil } from '../../files/waiting';
import { untilHere } from './echo';

export interface FetchDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Brings a message that is not on this disk; rejects with 'Failed to find event' (CHAT-8.29). */
  readonly fetchMessage: (roomNo: number, eventId: string) => Promise<unknown>;
}

/** The message can be read afterwards, or is known to have no key. */
export async function fetchReadable(
  { store, clock, fetchMessage }: FetchDeps,
  signal: AbortSignal,
  { roomNo, eventId }: { readonly roomNo: number; readonly eventId: string },
): Promise<void> {
  const { db } = store;
  await fetchMessage(roomNo, eventId);
  await untilHere({ store, clock }, signal, () => {
    const keys = keysToCome(db, roomIdOf(db, roomNo), clock.now());
    return waitsUntil(keys, getEvent(db, roomNo, eventId)) === null;
  });
}
