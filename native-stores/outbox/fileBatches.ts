// Files that were handed over to be sent and are not rows of the outbox yet, by what was sent together. Rows only.
import { deleteSetting, setSetting, settingsWithPrefix } from '../settings/settings';
import type { Database } from '../sqlite/statements';

const prefix = 'fileBatch.';

/** Takes the place of what stands under this request id. */
export const putFileBatch = (db: Database, requestId: string, batch: unknown): void =>
  setSetting(db, prefix + requestId, batch);

export const deleteFileBatch = (db: Database, requestId: string): void =>
  deleteSetting(db, prefix + requestId);

export const fileBatches = (db: Database): unknown[] => [
  ...settingsWithPrefix(db, prefix).values(),
];

/** The copies that their files have already. */
export const stagedOfBatches = (db: Database): string[] =>
  (
    fileBatches(db) as {
      readonly files: readonly { readonly file: { readonly file?: string } }[];
    }[]
  )
    .flatMap(({ files }) => files)
    .flatMap(({ file: { file } }) => (file === undefined ? [] : [file]));
