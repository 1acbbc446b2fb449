// Events that were read lately, as they stand in their rows: a window of a timeline is read again after each commit, and most of it is
// as it was. Whoever changes a row of `events` forgets it here, in the same transaction; a rollback forgets all.
import { forget, memo, type Database } from '../sqlite/statements';
import type { StoredEvent } from './types';

/** More than the longest window holds. */
const most = 3_000;

export const knownEvents = (db: Database): Map<number, StoredEvent> =>
  memo(db, 'events', () => new Map<number, StoredEvent>());

export function rememberEvents(db: Database, events: readonly StoredEvent[]): void {
  const known = knownEvents(db);
  for (const event of events) known.set(event.eventNo, event);
  for (const eventNo of known.keys()) {
    if (known.size <= most) return;
    known.delete(eventNo);
  }
}

export const forgetEvents = (db: Database): void => forget(db, 'events');

export const forgetEvent = (db: Database, eventNo: number): void =>
  void knownEvents(db).delete(eventNo);
