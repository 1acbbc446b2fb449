// How far the words of messages that came in bulk are looked through: what an older build stored, and what a first sync brings. They are
// added in short turns afterwards (main/engine/search/fill).
import { getSetting, setSetting } from '../settings/settings';
import type { Database } from '../sqlite/statements';

const setting = 'searchFill';

/** Events with numbers below `below` are not looked through yet; `of` is the highest number there was, 0 while nobody has looked. */
export interface Filling {
  readonly below: number;
  readonly of: number;
}

/** Null: nothing is left. */
export const fillingOf = (db: Database): Filling | null => getSetting<Filling>(db, setting);

export const setFilling = (db: Database, filling: Filling): void =>
  setSetting(db, setting, filling);

/** Before a first sync: its messages are stored without their words, so that the list of rooms is there sooner. */
export const leaveToFilling = (db: Database): void =>
  setFilling(db, { below: Number.MAX_SAFE_INTEGER, of: 0 });
