// Own messages that a server set back to a backup does not have any more, and what the person is told of that. Ids and times only.
import { getSetting, setSetting } from './settings';
import type { Database } from '../sqlite/statements';

/** Pairs, as what a server names is no key of an object. */
type Lost = readonly (readonly [roomId: string, eventIds: readonly string[]])[];

export interface ServerSetBack {
  readonly atMs: number;
  /** The oldest known that is missing there. */
  readonly sinceMs: number;
}

const lostName = 'lostByServer';
const toldName = 'serverSetBack';

const lost = (db: Database): Lost => getSetting<Lost>(db, lostName) ?? [];

/** Lost messages of one room. */
export const lostIn = (db: Database, roomId: string): ReadonlySet<string> =>
  new Set(lost(db).find(([room]) => room === roomId)?.[1]);

/** Adds, or with `isLost` false takes away. */
export function setLost(
  db: Database,
  roomId: string,
  eventIds: readonly string[],
  isLost: boolean,
): void {
  const ids = new Set(lostIn(db, roomId));
  for (const id of eventIds) {
    if (isLost) ids.add(id);
    else ids.delete(id);
  }
  const others = lost(db).filter(([room]) => room !== roomId);
  setSetting(db, lostName, ids.size === 0 ? others : [...others, [roomId, [...ids]]]);
}

/** The notice that is still to be shown; null when there is none. */
export const serverSetBack = (db: Database): ServerSetBack | null =>
  getSetting<ServerSetBack>(db, toldName);

export const setServerSetBack = (db: Database, told: ServerSetBack | null): void =>
  setSetting(db, toldName, told);
