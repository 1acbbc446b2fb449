// Handles of media files and where their encrypted copies lie. A handle is the same for the same input and cannot be guessed; showing
// a list mints many of them, so a row is written only when a file is really used.
import { hash, randomBytes } from 'node:crypto';
import { all, get, ofConnection, run, type Database } from '../sqlite/statements';
import { getSetting, setSetting } from '../settings/settings';

export interface MediaSource {
  readonly mxc: string;
  /** `full` or `thumb:<width>x<height>:<method>`. */
  readonly variant: string;
  /** JSON of the encrypted file (`{url, key, iv, hashes, v}`); null for plain media. */
  readonly source: string | null;
  readonly fileName: string | null;
  readonly mimeType: string | null;
  readonly sizeBytes: number | null;
}

export interface StoredMedia extends MediaSource {
  readonly handle: string;
  /** Name within media/; null while it is not on the disk. */
  readonly cacheFile: string | null;
  readonly cacheKey: Uint8Array | null;
  readonly cacheIv: Uint8Array | null;
  readonly verified: boolean;
  readonly usedMs: number;
}

interface Row {
  handle: string;
  mxc: string;
  variant: string;
  source: string | null;
  file_name: string | null;
  mime_type: string | null;
  size_bytes: number | null;
  cache_file: string | null;
  cache_key: Buffer | null;
  cache_iv: Buffer | null;
  verified: number;
  used_ms: number;
}

/** Handles that were minted but not used yet. About 300 bytes each. */
const maxMinted = 20_000;

interface Mint {
  readonly secret: Buffer;
  readonly sign: (text: string) => string;
  readonly minted: Map<string, MediaSource>;
}

const blockBytes = 64;

/** HMAC-SHA-256 (RFC 2104) as base64url. Of two one-shot hashes: a Node Hmac object costs eight times as much, and a list signs hundreds. */
function signer(secret: Buffer): (text: string) => string {
  const padded = (pad: number): Buffer => {
    const block = Buffer.alloc(blockBytes, pad);
    for (const [at, byte] of secret.entries()) block[at] = byte ^ pad;
    return block;
  };
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  return (text) => {
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer');
    return hash('sha256', Buffer.concat([outer, digest]), 'base64url');
  };
}

const createHeld = () => ({ mint: null as Mint | null });

function mintOf(db: Database): Mint {
  const held = ofConnection(db, createHeld);
  if (held.mint !== null) return held.mint;
  const stored = getSetting<string>(db, 'mediaSecret');
  // Stored with the first row; until then a handle lives as long as this process.
  const secret = stored === null ? randomBytes(32) : Buffer.from(stored, 'base64');
  held.mint = { secret, sign: signer(secret), minted: new Map() };
  return held.mint;
}

/** The handle of a file; 32 characters of base64url. Writes nothing. */
export function mediaHandle(db: Database, source: MediaSource): string {
  const mint = mintOf(db);
  const handle = mint
    .sign(JSON.stringify([source.mxc, source.variant, source.source]))
    .slice(0, 32);
  if (!mint.minted.has(handle)) {
    if (mint.minted.size >= maxMinted) {
      const oldest = mint.minted.keys().next();
      if (oldest.done === false) mint.minted.delete(oldest.value);
    }
    mint.minted.set(handle, source);
  }
  return handle;
}

/** Lets two stores share their media handles: the store on the disk then serves files of an in-memory store. */
export function shareHandles(from: Database, to: Database): void {
  ofConnection(to, createHeld).mint = mintOf(from);
}

const fromRow = (row: Row): StoredMedia => ({
  handle: row.handle,
  mxc: row.mxc,
  variant: row.variant,
  source: row.source,
  fileName: row.file_name,
  mimeType: row.mime_type,
  sizeBytes: row.size_bytes,
  cacheFile: row.cache_file,
  cacheKey: row.cache_key,
  cacheIv: row.cache_iv,
  verified: row.verified !== 0,
  usedMs: row.used_ms,
});

const columns =
  'handle, mxc, variant, source, file_name, mime_type, size_bytes, cache_file, cache_key, cache_iv, verified, used_ms';

/** A known handle, used or only minted; null for any other. */
export function getMedia(db: Database, handle: string): StoredMedia | null {
  const row = get<Row>(db, `SELECT ${columns} FROM media WHERE handle = ?`, handle);
  if (row !== null) return fromRow(row);
  const source = mintOf(db).minted.get(handle);
  if (source === undefined) return null;
  return {
    ...source,
    handle,
    cacheFile: null,
    cacheKey: null,
    cacheIv: null,
    verified: false,
    usedMs: 0,
  };
}

/** After the rows are gone (sign-out): old handles and what they stand for must not outlive them. */
export function forgetHandles(db: Database): void {
  ofConnection(db, createHeld).mint = null;
}

export type MediaFields = Partial<
  Pick<
    StoredMedia,
    | 'fileName'
    | 'mimeType'
    | 'sizeBytes'
    | 'cacheFile'
    | 'cacheKey'
    | 'cacheIv'
    | 'verified'
    | 'usedMs'
  >
>;

const bytes = (value: Uint8Array | null): Buffer | null =>
  value === null ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength);

/** Changes the given fields; a minted handle gets its row now. Answers false for an unknown handle. */
export function updateMedia(db: Database, handle: string, fields: MediaFields): boolean {
  const old = getMedia(db, handle);
  if (old === null) return false;
  if (getSetting<string>(db, 'mediaSecret') === null)
    setSetting(db, 'mediaSecret', mintOf(db).secret.toString('base64'));
  const media: StoredMedia = { ...old, ...fields };
  run(
    db,
    `INSERT INTO media(${columns}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)
     ON CONFLICT(handle) DO UPDATE SET file_name = excluded.file_name, mime_type = excluded.mime_type,
       size_bytes = excluded.size_bytes, cache_file = excluded.cache_file, cache_key = excluded.cache_key,
       cache_iv = excluded.cache_iv, verified = excluded.verified, used_ms = excluded.used_ms`,
    handle,
    media.mxc,
    media.variant,
    media.source,
    media.fileName,
    media.mimeType,
    media.sizeBytes,
    media.cacheFile,
    bytes(media.cacheKey),
    bytes(media.cacheIv),
    media.verified ? 1 : 0,
    media.usedMs,
  );
  return true;
}

/** Bytes that count towards the cache limit, without files kept offline and copies that wait to be sent. Reads the row of every file. */
export function cachedBytes(db: Database): number {
  const sum = get<{ bytes: number }>(
    db,
    `SELECT coalesce(sum(size_bytes), 0) AS bytes FROM media
     WHERE cache_file IS NOT NULL AND kept = 0 AND mxc NOT LIKE 'staged:%'`,
  );
  return sum?.bytes ?? 0;
}

/**
 * Cached files to give up, least used first, until the rest is within `limitBytes`. Staged copies are not cache: messages wait for them.
 * What is kept offline is neither counted nor given up.
 */
export function leastUsedMedia(
  db: Database,
  limitBytes: number,
): { handle: string; cacheFile: string; sizeBytes: number }[] {
  if (cachedBytes(db) <= limitBytes) return [];
  // The running sum goes from the newest: whatever lies beyond the limit is what has to go.
  return all<{ handle: string; cache_file: string; size_bytes: number | null }>(
    db,
    `SELECT handle, cache_file, size_bytes FROM (
       SELECT handle, cache_file, used_ms, size_bytes, sum(coalesce(size_bytes, 0)) OVER (ORDER BY used_ms DESC, handle) AS total
       FROM media WHERE cache_file IS NOT NULL AND kept = 0 AND mxc NOT LIKE 'staged:%')
     WHERE total > ? ORDER BY used_ms`,
    limitBytes,
  ).map((row) => ({
    handle: row.handle,
    cacheFile: row.cache_file,
    sizeBytes: row.size_bytes ?? 0,
  }));
}

/** Bytes on the disk: all of them, those kept offline, and the copies that wait to be sent. */
export function mediaUse(db: Database): { bytes: number; keptBytes: number; stagedBytes: number } {
  const row = get<{ bytes: number; kept: number; staged: number }>(
    db,
    `SELECT coalesce(sum(size_bytes), 0) AS bytes,
       coalesce(sum(CASE WHEN kept = 1 THEN size_bytes END), 0) AS kept,
       coalesce(sum(CASE WHEN mxc LIKE 'staged:%' THEN size_bytes END), 0) AS staged
     FROM media WHERE cache_file IS NOT NULL`,
  );
  return {
    bytes: row?.bytes ?? 0,
    keptBytes: row?.kept ?? 0,
    stagedBytes: row?.staged ?? 0,
  };
}

/** Exactly these cached files are kept offline. Answers whether anything differs. */
export function markKept(db: Database, handles: readonly string[]): boolean {
  const wanted = JSON.stringify(handles);
  const on = run(
    db,
    'UPDATE media SET kept = 1 WHERE kept = 0 AND handle IN (SELECT value FROM json_each(?))',
    wanted,
  );
  const off = run(
    db,
    'UPDATE media SET kept = 0 WHERE kept = 1 AND handle NOT IN (SELECT value FROM json_each(?))',
    wanted,
  );
  return on.changes + off.changes > 0;
}

/** Which of these are not on the disk. */
export function missingMedia(db: Database, handles: readonly string[]): string[] {
  return all<{ handle: string }>(
    db,
    `SELECT j.value AS handle FROM json_each(?) j
     WHERE NOT EXISTS (SELECT 1 FROM media m WHERE m.handle = j.value AND m.cache_file IS NOT NULL AND m.verified = 1)`,
    JSON.stringify(handles),
  ).map(({ handle }) => handle);
}

/** Takes redacted files out: their rows go at once, their cache files are listed for whoever owns the folder. */
export function forgetMedia(db: Database, addresses: readonly string[]): void {
  const wanted = new Set(addresses);
  for (const mxc of wanted) {
    run(
      db,
      `INSERT INTO media_trash(cache_file) SELECT cache_file FROM media WHERE mxc = ? AND cache_file IS NOT NULL
       ON CONFLICT DO NOTHING`,
      mxc,
    );
    run(db, 'DELETE FROM media WHERE mxc = ?', mxc);
    run(
      db,
      `INSERT INTO media_trash(cache_file) SELECT file || '.part' FROM media_parts WHERE mxc = ? ON CONFLICT DO NOTHING`,
      mxc,
    );
    run(db, 'DELETE FROM media_parts WHERE mxc = ?', mxc);
  }
  const { minted } = mintOf(db);
  for (const [handle, source] of minted) if (wanted.has(source.mxc)) minted.delete(handle);
}

/**
 * Forgets the handles of staged copies that no message waits for any more; `needed` are names within staging/. Answers whether there were
 * any.
 */
export function forgetStaged(db: Database, needed: ReadonlySet<string>): boolean {
  const rows = all<{ handle: string; cache_file: string | null }>(
    db,
    `SELECT handle, cache_file FROM media WHERE mxc LIKE 'staged:%'`,
  );
  const gone = rows.filter(({ cache_file: file }) => file === null || !needed.has(file));
  for (const { handle } of gone) run(db, 'DELETE FROM media WHERE handle = ?', handle);
  return gone.length > 0;
}

/** Names within media/ that have to be deleted; call {@link clearTrash} when they are gone. */
export function mediaTrash(db: Database): string[] {
  return all<{ cache_file: string }>(db, 'SELECT cache_file FROM media_trash').map(
    (row) => row.cache_file,
  );
}

/** Names of all cached files that a row knows. */
export function cachedFiles(db: Database): Set<string> {
  const rows = all<{ cache_file: string }>(
    db,
    'SELECT cache_file FROM media WHERE cache_file IS NOT NULL',
  );
  return new Set(rows.map((row) => row.cache_file));
}

export function clearTrash(db: Database, cacheFile: string): void {
  run(db, 'DELETE FROM media_trash WHERE cache_file = ?', cacheFile);
}
