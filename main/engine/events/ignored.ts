// Decides which events of ignored users are left out. They stay in the store, but are not shown, counted or notified. This is the
// only module with that rule; it must not read events itself.
import type { StoredEvent } from '#stores/events/types';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { isInfoType } from './beacons';

type Said = Pick<StoredEvent, 'sender' | 'stateKey' | 'type'>;

/** Whether an event is to be left out. State of the room holds for everybody, whoever set it; where somebody is, is what they say. */
export const isUnheard = (db: Store['db'], { sender, stateKey, type }: Said): boolean =>
  (stateKey === null || isInfoType(type)) && ignoredUsers(db).has(sender);

/** Lists of reactions, votes and the like, without those of ignored people. */
export function heardIn<K>(
  db: Store['db'],
  related: ReadonlyMap<K, readonly StoredEvent[]>,
): ReadonlyMap<K, readonly StoredEvent[]> {
  if (ignoredUsers(db).size === 0) return related;
  return new Map(
    [...related].map(([key, events]) => [key, events.filter((event) => !isUnheard(db, event))]),
  );
}
