// Whether the words of a message may still be told: not once it was deleted, or hidden by a moderator (MSC3531). Reads the store.
import { getEventByNo } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { keptFrom } from '../rooms/visibility';

type Db = Store['db'];

/** True for a message that this account is not shown, or not any more. */
export const isWithheld = (
  db: Db,
  ownUserId: string,
  event: Pick<StoredEvent, 'eventNo' | 'roomNo' | 'sender' | 'redactedBy'>,
): boolean => event.redactedBy !== null || keptFrom(db, ownUserId, [event]).size > 0;

/** The message of a notice. */
export interface ToldOf {
  readonly roomNo: number;
  readonly eventNo: number;
}

/** Of these notices, by their key, the ones whose message is gone; looked for in the rooms that changed. */
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
