// Small named values of the account, as JSON: `session`, `nextBatch`, `filterId`, `droppedEvents`, `ui.<name>` and the like.
import { all, get, run, type Database } from '../sqlite/statements';

/** The stored value. `T` is the caller's own word: only its own code writes this name. */
export function getSetting<T>(db: Database, name: string): T | null {
  const row = get<{ value: string }>(db, 'SELECT value FROM settings WHERE name = ?', name);
  return row === null ? null : (JSON.parse(row.value) as T);
}

export function setSetting(db: Database, name: string, value: unknown): void {
  run(
    db,
    'INSERT INTO settings(name, value) VALUES (?,?) ON CONFLICT(name) DO UPDATE SET value = excluded.value',
    name,
    JSON.stringify(value),
  );
}

export function deleteSetting(db: Database, name: string): void {
  run(db, 'DELETE FROM settings WHERE name = ?', name);
}

/** Behind all that begins with `prefix`. */
const behind = (prefix: string): string => `${prefix}\u{10ffff}`;

/** The names that begin with `prefix`, in their order. */
export const settingNames = (db: Database, prefix: string): readonly string[] =>
  all<{ name: string }>(
    db,
    'SELECT name FROM settings WHERE name >= ? AND name < ? ORDER BY name',
    prefix,
    behind(prefix),
  ).map(({ name }) => name);

/** Settings whose name begins with `prefix`, by the rest of their name. */
export function settingsWithPrefix(db: Database, prefix: string): Map<string, unknown> {
  const rows = all<{ name: string; value: string }>(
    db,
    'SELECT name, value FROM settings WHERE name >= ? AND name < ? ORDER BY name',
    prefix,
    behind(prefix),
  );
  return new Map(
    rows.map((row) => [row.name.slice(prefix.length), JSON.parse(row.value) as unknown]),
  );
}
