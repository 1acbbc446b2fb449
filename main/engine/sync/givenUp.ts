// The stored record of a sync position that was given up: the time, the events that the server lacked then, and the progress since.
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Database } from '#stores/sqlite/statements';

export interface GivenUp {
  readonly atMs: number;
  /** Ids of events that the server lacked, then and earlier. */
  readonly eventIds: readonly string[];
  /**
   * `asking`: the first answer over the stored data is not written yet. `looking`: it is not known yet which events the server has lost.
   */
  readonly stage: 'asking' | 'looking' | 'done';
  /** How many times in a row the position was given up within an hour of the time before; absent: not at all. */
  readonly again?: number;
}

const name = 'positionGivenUp';

export const givenUp = (db: Database): GivenUp | null => getSetting<GivenUp>(db, name);

export const setGivenUp = (db: Database, record: GivenUp): void => setSetting(db, name, record);

/** True when sync starts again over data that an earlier answer of this account left here. */
export const beginsAnew = (db: Database): boolean =>
  getSetting(db, 'nextBatch') === null && givenUp(db)?.stage === 'asking';

/** Moves from one stage to the next; does nothing when the record is in another stage. */
export function pass(db: Database, from: GivenUp['stage'], stage: GivenUp['stage']): void {
  const record = givenUp(db);
  if (record?.stage === from) setGivenUp(db, { ...record, stage });
}
