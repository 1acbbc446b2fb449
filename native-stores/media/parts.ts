// Downloads that ended before their file was whole. Nothing here is verified; only the download that goes on uses it.
import { all, get, run, type Database } from '../sqlite/statements';

export interface MediaPart {
  readonly handle: string;
  readonly mxc: string;
  /** Name within media/, without its ending `.part`. */
  readonly file: string;
  readonly key: Uint8Array;
  /** 16 bytes. */
  readonly iv: Uint8Array;
}

interface Row {
  readonly handle: string;
  readonly mxc: string;
  readonly file: string;
  readonly cache_key: Buffer;
  readonly cache_iv: Buffer;
}

const fromRow = ({ handle, mxc, file, cache_key, cache_iv }: Row): MediaPart => ({
  ...{ handle, mxc, file },
  key: cache_key,
  iv: cache_iv,
});

const columns = 'handle, mxc, file, cache_key, cache_iv';

export function mediaPart(db: Database, handle: string): MediaPart | null {
  const row = get<Row>(db, `SELECT ${columns} FROM media_parts WHERE handle = ?`, handle);
  return row === null ? null : fromRow(row);
}

export function notePart(db: Database, part: MediaPart, nowMs: number): void {
  const { handle, mxc, file, key, iv } = part;
  run(
    db,
    `INSERT INTO media_parts(${columns}, begun_ms) VALUES (?,?,?,?,?,?) ON CONFLICT(handle) DO UPDATE SET
       file = excluded.file, cache_key = excluded.cache_key, cache_iv = excluded.cache_iv, begun_ms = excluded.begun_ms`,
    ...[handle, mxc, file, Buffer.from(key), Buffer.from(iv), nowMs],
  );
}

export function forgetPart(db: Database, handle: string): void {
  run(db, 'DELETE FROM media_parts WHERE handle = ?', handle);
}

/** All of them, or those that began before a time. */
export function mediaParts(db: Database, beforeMs = Number.MAX_SAFE_INTEGER): MediaPart[] {
  return all<Row>(db, `SELECT ${columns} FROM media_parts WHERE begun_ms < ?`, beforeMs).map(
    fromRow,
  );
}
