// What the people say whom this account ignores is kept in the store and left out wherever it would be shown, counted or told. The
// one place that says so; must not read events itself.
import type { StoredEvent } from '#stores/events/types';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';

type Said = Pick<StoredEvent, 'sender' | 'stateKey'>;

/** Whether an event is to be left out. State of the room holds for everybody, whoever set it. */
export const isUnheard = (db: Store['db'], { sender, stateKey }: Said): boolean =>
  stateKey === null && ignoredUsers(db).has(sender);

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
