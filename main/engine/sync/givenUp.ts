// What the store knows of a position that was given up: when, what was missing at the server then, and how far one has come since.
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Database } from '#stores/sqlite/statements';

export interface GivenUp {
  readonly atMs: number;
  /** What was missing then and before. */
  readonly eventIds: readonly string[];
  /** `asking`: the first answer over what is here is not written yet. `looking`: what the server lost is not known yet. */
  readonly stage: 'asking' | 'looking' | 'done';
  /** How often within an hour of the time before, in a row; absent: not at all. */
  readonly again?: number;
}

const name = 'positionGivenUp';

export const givenUp = (db: Database): GivenUp | null => getSetting<GivenUp>(db, name);

export const setGivenUp = (db: Database, record: GivenUp): void => setSetting(db, name, record);

/** Sync begins anew over what an earlier answer of this account left here. */
export const beginsAnew = (db: Database): boolean =>
  getSetting(db, 'nextBatch') === null && givenUp(db)?.stage === 'asking';

/** From one stage to the next; nothing where it stands elsewhere. */
export function pass(db: Database, from: GivenUp['stage'], stage: GivenUp['stage']): void {
  const record = givenUp(db);
  if (record?.stage === from) setGivenUp(db, { ...record, stage });
}
