// Decides whether the text of a message may still be shown: not after it was redacted, or hidden by a moderator (MSC3531). Reads the store.
import { getEventByNo } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { keptFrom } from '../rooms/visibility';

type Db = Store['db'];

/** True for a message that this account may not see, or not any more. */
export const isWithheld = (
  db: Db,
  ownUserId: string,
  event: Pick<StoredEvent, 'eventNo' | 'roomNo' | 'sender' | 'redactedBy'>,
): boolean => event.redactedBy !== null || keptFrom(db, ownUserId, [event]).size > 0;

/** The message of a notification. */
export interface ToldOf {
  readonly roomNo: number;
  readonly eventNo: number;
}

/** Finds the notifications whose message is gone, among the rooms that changed; answers their keys. */
export function takenAway(
  db: Db,
  ownUserId: string,
  told: ReadonlyMap<string, ToldOf | null>,
  roomNos: ReadonlySet<number>,
): string[] {
  if (roomNos.size === 0) return [];
  return [...told].flatMap(([key, of]) => {
    if (of === null || !roomNos.has(of.roomNo)) return [];
    const event = getEventByNo(db, of.eventNo);
    return event !== null && isWithheld(db, ownUserId, event) ? [key] : [];
  });
}
