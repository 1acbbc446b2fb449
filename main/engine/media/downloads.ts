// From a handle to verified bytes on the disk, and from there to the window (by ticket, through main) or to a file of the user's. The cache
// holds ciphertext only: Matrix ciphertext as it came, plain media under a fresh key (D1). No byte is given out before the hash of the
// whole file is right, except of film and sound that play while they are fetched (`playing`).
import { mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaTicket } from '#contract/control';
import { appFailure } from '#contract/wire/errors';
import { isShown } from '#contract/shownTypes';
import { cachedBytes, getMedia, leastUsedMedia, updateMedia } from '#stores/media/media';
import type { StoredMedia } from '#stores/media/media';
import { forgetPart, mediaParts } from '#stores/media/parts';
import { getSetting } from '#stores/settings/settings';
import { createListeners } from '../base/listeners';
import { pdfOf, readableType, smallPictureOf, textHeadOf } from './heads';
import {
  load,
  partPath,
  type Cached,
  type LoadingParts,
  type Running,
  type Watch,
} from './loading';
import { copyFailure, exists, moveBeside, placeFailure } from './places';
import { partTicket } from './playing';
import { transferFailure } from './sending';
import { reported, unexpected } from '../base/unexpected';

export interface DownloadState {
  readonly state: 'missing' | 'loading' | 'ready' | 'failed';
  readonly progress: number | null;
  readonly error: string | null;
}

export interface Downloads {
  /**
   * A ticket for showing a file; fetches it first when needed. Null: unknown, refused by the server, damaged, or of a type that is never
   * shown. Text is `text/plain` whatever its source type; a PDF has its own type and is never rendered as a page.
   */
  ticket(handle: string): Promise<MediaTicket | null>;
  /** A ticket for playing from byte `at` on: also for film or sound that is being fetched, and not verified yet. */
  playTicket(handle: string, at: number): Promise<MediaTicket | null>;
  /** Fetches the file if it is not here; it stays until `use` has ended, whatever is evicted. */
  use<T>(handle: string, use: (file: Cached) => Promise<T>, onProgress?: Watch): Promise<T>;
  /** Gives a file of this process a handle, until it is taken back. */
  lend(file: Omit<MediaTicket, 'readyTo'>): { readonly handle: string; takeBack(): void };
  /** Writes the plain file to `path`: complete and verified, or not at all. `partial` is its name until then. */
  save(handle: string, path: string, partial?: string): Promise<void>;
  /** The same, but a file that exists already stays: false then. */
  saveBeside(handle: string, path: string, partial: string): Promise<boolean>;
  /** The text in the first bytes of a file; empty when it is no text, null when it is not on the disk: nothing is fetched. */
  textHead(handle: string, bytes: number): Promise<string | null>;
  /** The whole PDF; empty when it is none or has more bytes, null when it is not on the disk: nothing is fetched. */
  pdf(handle: string, most: number): Promise<Uint8Array<ArrayBuffer> | null>;
  /**
   * The whole still picture (PNG or JPEG), if it is small in bytes and pixels; fetches it first when needed. Null: it is no such picture.
   */
  picture(handle: string, most: number): Promise<Uint8Array | null>;
  /** Deletes all files that can be fetched again and are not kept offline; answers the bytes. */
  freeSpace(): Promise<number>;
  /** Evicts files until the cache is within its limit, after a file was added in another way. */
  trim(): Promise<number>;
  /** Bytes that {@link Downloads.freeSpace} would free now. */
  freeableBytes(): number;
  limitBytes(): number;
  /** Names within the cache folder that running downloads write, or will continue. */
  writing(): string[];
  /** Deletes parts that no download has continued for a month. */
  dropOldParts(): Promise<void>;
  cancel(handle: string): void;
  state(handle: string): DownloadState;
  onChange(listener: (handle: string) => void): () => void;
}

/** Runs `work`, and cancels the download when the row is cancelled; `Downloads.cancel` lets others who wait for it go on. */
export async function whileWanted<T>(
  signal: AbortSignal,
  downloads: Pick<Downloads, 'cancel'>,
  handle: string,
  work: () => Promise<T>,
): Promise<T> {
  const cut = (): void => downloads.cancel(handle);
  signal.throwIfAborted();
  signal.addEventListener('abort', cut, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

interface DownloadsDeps extends LoadingParts {
  readonly stagingFolder: string;
  /** Cached bytes above which the least used files are evicted; default 1 GB, or the window's setting. */
  readonly cacheLimitBytes?: number;
}

/** A month. */
const oldPartMs = 30 * 86_400_000;
const useStepMs = 3_600_000;
/** More failures than a user looks at; an older one is forgotten, and its file is asked for again when it is shown. */
const mostFailures = 2_000;
const defaultLimitBytes = 1_000_000_000;
/** The cache is summed up again after this many downloads. */
const mostUnsummed = 64;

/** State that is only in memory. */
interface DownloadsState {
  readonly running: Map<string, Running>;
  /** Handle → the error code of its last failure. */
  readonly failures: Map<string, string>;
  /** Handles whose files are being read right now, and how often. */
  readonly held: Map<string, number>;
  readonly lent: Map<string, MediaTicket>;
  /** Bytes left below the limit when the cache was last summed up, less those downloaded since. */
  roomBytes: number;
  /** Number of downloads since then. */
  unsummed: number;
}

interface Parts extends DownloadsDeps {
  readonly state: DownloadsState;
  readonly announce: (handle: string) => void;
}

function limitBytesOf({ store, cacheLimitBytes }: DownloadsDeps): number {
  const chosen = getSetting<unknown>(store.db, 'ui.files.cacheLimitBytes');
  const valid = typeof chosen === 'number' && Number.isFinite(chosen) && chosen >= 0;
  return cacheLimitBytes ?? (valid ? chosen : defaultLimitBytes);
}

function cachedOf({ stagingFolder, cacheFolder }: Parts, media: StoredMedia): Cached | null {
  const { cacheFile, cacheKey, cacheIv, verified } = media;
  if (cacheFile === null || cacheKey === null || cacheIv === null || !verified) return null;
  const folder = media.mxc.startsWith('staged:') ? stagingFolder : cacheFolder;
  return {
    path: join(folder, cacheFile),
    key: cacheKey,
    iv: cacheIv,
    sizeBytes: media.sizeBytes ?? 0,
    mimeType: media.mimeType,
  };
}

/** The file, if it is on this disk. */
async function hereOf(parts: Parts, handle: string): Promise<Cached | null> {
  const media = getMedia(parts.store.db, handle);
  const cached = media === null ? null : cachedOf(parts, media);
  return cached !== null && (await exists(cached.path)) ? cached : null;
}

function stateOf(parts: Parts, handle: string): DownloadState {
  const { state, store } = parts;
  const active = state.running.get(handle);
  if (active !== undefined) return { state: 'loading', progress: active.progress, error: null };
  const failed = state.failures.get(handle);
  if (failed !== undefined) return { state: 'failed', progress: null, error: failed };
  const media = getMedia(store.db, handle);
  const ready = media !== null && cachedOf(parts, media) !== null;
  return { state: ready ? 'ready' : 'missing', progress: null, error: null };
}

function noteFailure({ failures }: DownloadsState, handle: string, code: string): void {
  failures.delete(handle);
  failures.set(handle, code);
  for (const oldest of failures.keys()) {
    if (failures.size <= mostFailures) break;
    failures.delete(oldest);
  }
}

/** Rounded to the hour, so that viewing pictures costs no transactions. */
function noteUse({ store, clock }: Parts, { handle, usedMs }: StoredMedia): void {
  if (clock.now() - usedMs < useStepMs) return;
  try {
    store.write(() => updateMedia(store.db, handle, { usedMs: clock.now() }));
  } catch {
    // A full disk is no reason not to show what is here.
  }
}

/** Returns the file, joins its running download, or starts one. */
async function obtain(parts: Parts, handle: string, watch?: Watch): Promise<Cached> {
  const { state, store, log } = parts;
  const join = (active: Running): Promise<Cached> => {
    if (watch !== undefined) active.watchers.add(watch);
    return active.done;
  };
  const active = state.running.get(handle);
  if (active !== undefined) return join(active);
  const media = getMedia(store.db, handle);
  if (media === null) throw appFailure('not_found', 'Unknown media handle');
  const cached = cachedOf(parts, media);
  if (cached !== null && (await exists(cached.path))) {
    noteUse(parts, media);
    return cached;
  }
  const begun = state.running.get(handle);
  if (begun !== undefined) return join(begun);
  const loaded = await begin(parts, media, watch).done;
  if (mayBeFull(parts, loaded.sizeBytes))
    evict(parts).catch(reported(log, 'cutting the cache down'));
  return loaded;
}

function begin(parts: Parts, media: StoredMedia, watch: Watch | undefined): Running {
  const { state, announce, log } = parts;
  const { handle } = media;
  state.failures.delete(handle);
  const controller = new AbortController();
  const watchers = new Set(watch === undefined ? [] : [watch]);
  const entry: Omit<Running, 'done'> & { done?: Promise<Cached> } = {
    ...{ file: '', keys: null, controller, watchers },
    ...{ progress: null, totalBytes: null, writtenBytes: 0 },
  };
  entry.done = load(parts, media, entry as Running, () => announce(handle))
    .catch((thrown: unknown) => {
      const failure = controller.signal.aborted
        ? appFailure('cancelled', 'The download was cancelled')
        : transferFailure(thrown);
      const { code } = unexpected(log, 'download', failure);
      noteFailure(state, handle, code);
      log.warn('download failed', { code });
      throw failure;
    })
    .finally(() => {
      state.running.delete(handle);
      announce(handle);
    });
  state.running.set(handle, entry as Running);
  announce(handle);
  return entry as Running;
}

/** Summing up the cache reads the row of every file, so it is not done for each picture. */
function mayBeFull(parts: Parts, addedBytes: number): boolean {
  const { state, store } = parts;
  state.roomBytes -= addedBytes;
  state.unsummed += 1;
  if (state.roomBytes > 0 && state.unsummed < mostUnsummed) return false;
  state.roomBytes = limitBytesOf(parts) - cachedBytes(store.db);
  state.unsummed = 0;
  return state.roomBytes < 0;
}

/** Evicts the longest unused files first, until the cache is within its limit; never a file that is being read. Answers the bytes. */
async function evict(parts: Parts, limit = limitBytesOf(parts)): Promise<number> {
  const { state, store, cacheFolder } = parts;
  const gone = leastUsedMedia(store.db, limit).filter(({ handle }) => !state.held.has(handle));
  if (gone.length === 0) return 0;
  const nothing = { cacheFile: null, cacheKey: null, cacheIv: null, verified: false };
  store.write((changes) => {
    for (const { handle } of gone) updateMedia(store.db, handle, nothing);
    changes.topic('media');
  });
  await Promise.all(gone.map(({ cacheFile }) => rm(join(cacheFolder, cacheFile), { force: true })));
  return gone.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

async function use<T>(
  parts: Parts,
  handle: string,
  work: (file: Cached) => Promise<T>,
  onProgress?: Watch,
): Promise<T> {
  const { held } = parts.state;
  held.set(handle, (held.get(handle) ?? 0) + 1);
  try {
    return await work(await obtain(parts, handle, onProgress));
  } finally {
    const left = (held.get(handle) ?? 1) - 1;
    if (left > 0) held.set(handle, left);
    else held.delete(handle);
  }
}

/** @param beside a file that exists already stays: false then */
async function savePlain(
  { runner }: Parts,
  { path: from, key, iv }: Cached,
  path: string,
  partial: string,
  beside: boolean,
): Promise<boolean> {
  const job = { kind: 'plainCopy', path: from, keys: { key, iv }, target: partial } as const;
  try {
    await runner
      .run(job, new AbortController().signal, () => undefined)
      .catch((thrown: unknown) => {
        throw copyFailure(thrown);
      });
    if (beside) return await moveBeside(partial, path);
    await rename(partial, path);
    return true;
  } catch (thrown) {
    // The partial file stays when it cannot be deleted; the first failure is reported.
    await rm(partial, { force: true }).catch(() => undefined);
    throw placeFailure(thrown);
  }
}

/** Deletes parts of downloads that do not run: all of them, or those from before a time. */
async function dropParts({ store, cacheFolder, state }: Parts, beforeMs?: number): Promise<void> {
  const left = mediaParts(store.db, beforeMs).filter(({ handle }) => !state.running.has(handle));
  if (left.length === 0) return;
  store.write(() => left.forEach(({ handle }) => forgetPart(store.db, handle)));
  await Promise.all(left.map(({ file }) => rm(partPath(cacheFolder, file), { force: true })));
}

/** A failed file is fetched again only from its start, so that a player that goes on asking fetches nothing twice. */
async function playTicketOf(
  parts: Parts & { readonly onChange: Downloads['onChange'] },
  handle: string,
  at: number,
): Promise<MediaTicket | null> {
  const { state, log, store } = parts;
  const media = getMedia(store.db, handle);
  if (state.lent.has(handle) || media === null || cachedOf(parts, media) !== null)
    return ticketOf(parts, handle);
  if (!state.running.has(handle)) {
    if (at > 0 && state.failures.has(handle)) return null;
    // A failure of the download is stored in `failures`.
    obtain(parts, handle).catch(reported(log, 'fetching to play'));
  }
  const running = state.running.get(handle);
  const found = running === undefined ? null : await partTicket(parts, handle, at, running);
  if (found !== null) return found;
  return state.failures.has(handle) ? null : ticketOf(parts, handle);
}

async function ticketOf(parts: Parts, handle: string): Promise<MediaTicket | null> {
  const own = parts.state.lent.get(handle);
  if (own !== undefined) return own;
  try {
    const { mimeType, ...cached } = await obtain(parts, handle);
    const shown = isShown(mimeType) ? mimeType : await readableType(cached);
    return shown === null ? null : { ...cached, mimeType: shown, readyTo: cached.sizeBytes };
  } catch (thrown) {
    unexpected(parts.log, 'showing a file', thrown);
    return null;
  }
}

export function createDownloads(deps: DownloadsDeps): Downloads {
  mkdirSync(deps.cacheFolder, { recursive: true, mode: 0o700 });
  const state: DownloadsState = {
    running: new Map(),
    failures: new Map(),
    held: new Map(),
    lent: new Map(),
    roomBytes: 0,
    unsummed: 0,
  };
  const { tell: announce, add: onChange } = createListeners<[handle: string]>();
  const parts: Parts = { ...deps, state, announce };
  return {
    ticket: (handle) => ticketOf(parts, handle),
    playTicket: (handle, at) => playTicketOf({ ...parts, onChange }, handle, at),
    use: (handle, work, onProgress) => use(parts, handle, work, onProgress),
    lend(file) {
      const handle = randomBytes(24).toString('base64url');
      state.lent.set(handle, { ...file, readyTo: file.sizeBytes });
      return { handle, takeBack: () => void state.lent.delete(handle) };
    },
    async save(handle, path, partial = `${path}.trellis-${randomBytes(4).toString('hex')}`) {
      await use(parts, handle, (cached) => savePlain(parts, cached, path, partial, false));
    },
    saveBeside: (handle, path, partial) =>
      use(parts, handle, (cached) => savePlain(parts, cached, path, partial, true)),
    async textHead(handle, bytes) {
      const cached = await hereOf(parts, handle);
      return cached === null ? null : textHeadOf(cached, bytes);
    },
    async pdf(handle, most) {
      const cached = await hereOf(parts, handle);
      return cached === null ? null : pdfOf(cached, most);
    },
    picture: (handle, most) => use(parts, handle, (cached) => smallPictureOf(cached, most)),
    async freeSpace() {
      await dropParts(parts);
      return evict(parts, 0);
    },
    trim: () => evict(parts),
    freeableBytes: () =>
      leastUsedMedia(deps.store.db, 0).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    limitBytes: () => limitBytesOf(deps),
    writing: () => [
      ...[...state.running.values()].map(({ file }) => file),
      ...mediaParts(deps.store.db).map(({ file }) => file),
    ],
    dropOldParts: () => dropParts(parts, deps.clock.now() - oldPartMs),
    cancel: (handle) => state.running.get(handle)?.controller.abort(),
    state: (handle) => stateOf(parts, handle),
    onChange,
  };
}
