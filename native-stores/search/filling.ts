// How far the words of messages that came in bulk are looked through: what an older build stored, and what a first sync brings. They are
// added in short turns afterwards (main/engine/search/fill).
import { deleteSetting, getSetting, setSetting } from '../settings/settings';
import { forget, memo, type Database } from '../sqlite/statements';

const setting = 'searchFill';

/** Events with numbers below `below` are not looked through yet; `of` is the highest number there was, 0 while nobody has looked. */
export interface Filling {
  readonly below: number;
  readonly of: number;
}

/** Null: nothing is left. */
export const fillingOf = (db: Database): Filling | null =>
  memo(db, setting, () => getSetting<Filling>(db, setting));

/** Null: nothing is left. */
export function setFilling(db: Database, filling: Filling | null): void {
  if (filling === null) deleteSetting(db, setting);
  else setSetting(db, setting, filling);
  forget(db, setting);
}

/** Before a first sync: its messages are stored without their words, so that the list of rooms is there sooner. */
export const leaveToFilling = (db: Database): void =>
  setFilling(db, { below: Number.MAX_SAFE_INTEGER, of: 0 });

const neighboursSetting = 'searchNeighbours';

/** Rows of messages from this one on have their neighbouring words in the index, and those before it none; 0: all have. */
export const neighboursFrom = (db: Database): number =>
  memo(db, neighboursSetting, () => getSetting<number>(db, neighboursSetting) ?? 0);

export function setNeighboursFrom(db: Database, doc: number): void {
  if (doc === 0) deleteSetting(db, neighboursSetting);
  else setSetting(db, neighboursSetting, doc);
  forget(db, neighboursSetting);
}
