// From a handle to verified bytes on the disk, and from there to the window (by ticket, through main) or to a file of the user's.
// The cache holds ciphertext only: Matrix ciphertext as it came, plain media under a fresh key (D1). Not a byte is given out before
// the hash of the whole file is right.
import { mkdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appFailure } from '#contract/wire/errors';
import { isShown } from '#contract/shownTypes';
import { getMedia, leastUsedMedia, updateMedia } from '#stores/media/media';
import type { StoredMedia } from '#stores/media/media';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { Clock, Log } from '../base/types';
import { newAttachmentKey, readEncryptedFile } from './attachmentCrypto';
import type { AttachmentKey } from './attachmentCrypto';
import { readableType, typeOf } from './heads';
import { mediaUrl } from './mxc';
import { copyFailure, exists, moveBeside, placeFailure } from './places';
import type { TransferRunner } from './transferRunner';
import type { TransferResult } from './transfer';
import { transferFailure, type MediaAuth } from './sending';
import { reported, unexpected } from '../base/unexpected';

export interface MediaTicket {
  readonly path: string;
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
  readonly sizeBytes: number;
  readonly mimeType: string;
}

export interface DownloadState {
  readonly state: 'missing' | 'loading' | 'ready' | 'failed';
  readonly progress: number | null;
  readonly error: string | null;
}

/** A verified file on this disk, as ciphertext. */
export interface Cached extends AttachmentKey {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
}

type Watch = (doneBytes: number, totalBytes: number | null) => void;

export interface Downloads {
  /**
   * For showing; fetches first when needed. Null: unknown, refused by the server, damaged, or of a kind that is never shown. Text is
   * `text/plain` whatever it is the source of; a PDF is named as such and never rendered as a page.
   */
  ticket(handle: string): Promise<MediaTicket | null>;
  /** Fetches it if it is not here; stays until `use` has ended, whatever is evicted. */
  use<T>(handle: string, use: (file: Cached) => Promise<T>, onProgress?: Watch): Promise<T>;
  /** A file of this process' own is shown under a handle until it is taken back. */
  lend(file: MediaTicket): { readonly handle: string; takeBack(): void };
  /** Writes the plain file to `path`: complete and verified, or not at all. `partial` is what it is called until then. */
  save(handle: string, path: string, partial?: string): Promise<void>;
  /** The same, but a file that is there stays: false then. */
  saveBeside(handle: string, path: string, partial: string): Promise<boolean>;
  /** Gives up all that can be fetched again and is not kept offline; answers the bytes. */
  freeSpace(): Promise<number>;
  /** Bytes that {@link Downloads.freeSpace} would free now. */
  freeableBytes(): number;
  limitBytes(): number;
  /** Names within the cache folder that running downloads write. */
  writing(): string[];
  cancel(handle: string): void;
  state(handle: string): DownloadState;
  onChange(listener: (handle: string) => void): () => void;
}

interface DownloadsDeps {
  readonly store: Store;
  readonly runner: TransferRunner;
  readonly auth: MediaAuth;
  readonly cacheFolder: string;
  readonly stagingFolder: string;
  readonly log: Log;
  readonly clock: Clock;
  /** Cached bytes above which the least used files go; default 1 GiB, or what the window has set. */
  readonly cacheLimitBytes?: number;
}

interface Running {
  readonly file: string;
  readonly controller: AbortController;
  readonly done: Promise<Cached>;
  progress: number | null;
  readonly watchers: Set<Watch>;
}

/** Beyond what any server of today accepts; guards the disk against an endless body. */
const maxDownloadBytes = 4 * 1024 * 1024 * 1024;
/** Avatars and small pictures are fetched unasked. */
const maxSmallBytes = 20 * 1024 * 1024;
const useStepMs = 3_600_000;
const defaultLimitBytes = 1_000_000_000;

/** What only memory knows, as one record. */
interface DownloadsState {
  readonly running: Map<string, Running>;
  /** Handle → the code of its last failure. */
  readonly failures: Map<string, string>;
  /** Handles whose files are being read right now, and how often. */
  readonly held: Map<string, number>;
  readonly lent: Map<string, MediaTicket>;
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

async function fetchFile(
  { auth, runner, announce }: Parts,
  media: StoredMedia,
  cipher: AttachmentKey | null,
  path: string,
  entry: Running,
): Promise<TransferResult> {
  const baseUrl = auth.baseUrl();
  if (baseUrl === null) throw appFailure('signed_out', 'Not signed in');
  const url = mediaUrl(baseUrl, media.mxc, media.variant);
  if (url === null) throw appFailure('media_damaged', 'The file has no valid address');
  const onProgress = (done: number, total: number | null): void => {
    entry.progress = total === null || total === 0 ? null : done / total;
    entry.watchers.forEach((watch) => watch(done, total));
    announce(media.handle);
  };
  return auth.withToken(async (accessToken) => {
    const place = {
      path,
      cipher,
      maxBytes: media.variant === 'full' ? maxDownloadBytes : maxSmallBytes,
    };
    const job = { kind: 'download', url, accessToken, ...place } as const;
    return runner.run(job, entry.controller.signal, onProgress).catch((thrown: unknown) => {
      throw transferFailure(thrown);
    });
  });
}

async function load(parts: Parts, media: StoredMedia, entry: Running): Promise<Cached> {
  const { cacheFolder } = parts;
  const { file } = entry;
  const partial = join(cacheFolder, `${file}.part`);
  const source = media.source === null ? null : readEncryptedFile(JSON.parse(media.source));
  if (media.source !== null && source === null)
    throw appFailure('media_damaged', 'The file has no key or no hash');
  const { key, iv } = source ?? newAttachmentKey();
  try {
    const cipher = source === null ? { key, iv } : null;
    const { sha256, sizeBytes } = await fetchFile(parts, media, cipher, partial, entry);
    if (source !== null && Buffer.compare(Buffer.from(sha256), Buffer.from(source.sha256)) !== 0)
      throw appFailure('media_damaged', 'The file is not the one that was sent');
    const mimeType = await typeOf(partial, { key, iv });
    await rename(partial, join(cacheFolder, file));
    const cached = { path: join(cacheFolder, file), key, iv, sizeBytes, mimeType };
    if (!keep(parts, media, file, cached)) {
      await rm(cached.path, { force: true });
      throw appFailure('media_missing', 'The message was removed meanwhile');
    }
    return cached;
  } catch (thrown) {
    await rm(partial, { force: true });
    throw thrown;
  }
}

/** Notes where the file lies; false when its message is gone. */
function keep({ store, clock }: Parts, media: StoredMedia, file: string, cached: Cached): boolean {
  const { key, iv, sizeBytes, mimeType } = cached;
  return store.write((changes) => {
    changes.topic('media');
    return updateMedia(store.db, media.handle, {
      cacheFile: file,
      cacheKey: key,
      cacheIv: iv,
      sizeBytes,
      // A claim never stands in for bytes that nobody knows.
      mimeType,
      verified: true,
      usedMs: clock.now(),
    });
  });
}

/** To the hour, so that looking at pictures costs no transactions. */
function noteUse({ store, clock }: Parts, { handle, usedMs }: StoredMedia): void {
  if (clock.now() - usedMs < useStepMs) return;
  try {
    store.write(() => updateMedia(store.db, handle, { usedMs: clock.now() }));
  } catch {
    // A full disk is no reason not to show what is here.
  }
}

/** The file as it is here, or joins its download, or begins one. */
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
    file: randomBytes(16).toString('hex'),
    controller,
    progress: null,
    watchers,
  };
  entry.done = load(parts, media, entry as Running)
    .catch((thrown: unknown) => {
      const failure = controller.signal.aborted
        ? appFailure('cancelled', 'The download was cancelled')
        : transferFailure(thrown);
      const { code } = unexpected(log, 'download', failure);
      state.failures.set(handle, code);
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

/** Longest unused first, until the cache is within its limit again; never what is being read. Answers the bytes. */
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

/** @param beside a file that is there stays: false then */
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
    // A rest stays when it cannot be deleted; the failure told is the first.
    await rm(partial, { force: true }).catch(() => undefined);
    throw placeFailure(thrown);
  }
}

async function ticketOf(parts: Parts, handle: string): Promise<MediaTicket | null> {
  const own = parts.state.lent.get(handle);
  if (own !== undefined) return own;
  try {
    const { mimeType, ...cached } = await obtain(parts, handle);
    const shown = isShown(mimeType) ? mimeType : await readableType(cached);
    return shown === null ? null : { ...cached, mimeType: shown };
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
  };
  const { tell: announce, add: onChange } = createListeners<[handle: string]>();
  const parts: Parts = { ...deps, state, announce };
  return {
    ticket: (handle) => ticketOf(parts, handle),
    use: (handle, work, onProgress) => use(parts, handle, work, onProgress),
    lend(file) {
      const handle = randomBytes(24).toString('base64url');
      state.lent.set(handle, file);
      return { handle, takeBack: () => void state.lent.delete(handle) };
    },
    async save(handle, path, partial = `${path}.trellis-${randomBytes(4).toString('hex')}`) {
      await use(parts, handle, (cached) => savePlain(parts, cached, path, partial, false));
    },
    saveBeside: (handle, path, partial) =>
      use(parts, handle, (cached) => savePlain(parts, cached, path, partial, true)),
    freeSpace: () => evict(parts, 0),
    freeableBytes: () =>
      leastUsedMedia(deps.store.db, 0).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    limitBytes: () => limitBytesOf(deps),
    writing: () => [...state.running.values()].map(({ file }) => file),
    cancel: (handle) => state.running.get(handle)?.controller.abort(),
    state: (handle) => stateOf(parts, handle),
    onChange,
  };
}
