// One download, from its request to a verified file of the cache. A part that a broken connection or a kill left is continued later; a file
// with a wrong hash is deleted.
import { randomBytes } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { appFailure } from '#contract/wire/errors';
import { updateMedia, type StoredMedia } from '#stores/media/media';
import { forgetPart, mediaPart, notePart, type MediaPart } from '#stores/media/parts';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { newAttachmentKey, readEncryptedFile, type AttachmentKey } from './attachmentCrypto';
import type { TransferResult } from './worker/exchange';
import { typeOf } from './heads';
import { mediaUrl } from './mxc';
import { transferFailure, type MediaAuth } from './sending';
import type { TransferRunner } from './transferRunner';

/** A verified file on this disk, as ciphertext. */
export interface Cached extends AttachmentKey {
  readonly path: string;
  readonly sizeBytes: number;
  readonly mimeType: string | null;
}

export interface LoadingParts {
  readonly store: Store;
  readonly runner: TransferRunner;
  readonly auth: MediaAuth;
  readonly cacheFolder: string;
  readonly log: Log;
  readonly clock: Clock;
}

export type Watch = (doneBytes: number, totalBytes: number | null) => void;

/** A running download. */
export interface Running {
  readonly controller: AbortController;
  readonly done: Promise<Cached>;
  readonly watchers: Set<Watch>;
  /** Name of the file within the cache folder; with `.part` appended until it is complete. */
  file: string;
  keys: AttachmentKey | null;
  /** 0 to 1; null while the length is not known. */
  progress: number | null;
  totalBytes: number | null;
  /** Number of bytes of the part that can be read. */
  writtenBytes: number;
}

/** More than any server of today accepts; protects the disk against an endless body. */
const maxDownloadBytes = 4 * 1024 * 1024 * 1024;
/** Avatars and small pictures are fetched unasked. */
const maxSmallBytes = 20 * 1024 * 1024;
/** A smaller part is fetched again instead of stored. */
const leastPartBytes = 1_000_000;

export const partPath = (cacheFolder: string, file: string): string =>
  join(cacheFolder, `${file}.part`);

async function fetchFile(
  { auth, runner }: LoadingParts,
  media: StoredMedia,
  place: { readonly path: string; readonly cipher: AttachmentKey | null; readonly from: number },
  entry: Running,
  onProgress: () => void,
): Promise<TransferResult> {
  const baseUrl = auth.baseUrl();
  if (baseUrl === null) throw appFailure('signed_out', 'Not signed in');
  const url = mediaUrl(baseUrl, media.mxc, media.variant);
  if (url === null) throw appFailure('media_damaged', 'The file has no valid address');
  const maxBytes = media.variant === 'full' ? maxDownloadBytes : maxSmallBytes;
  return auth.withToken(async (accessToken) =>
    runner
      .run(
        { kind: 'download', url, accessToken, ...place, maxBytes },
        entry.controller.signal,
        (done, total, written = 0) => {
          entry.progress = total === null || total === 0 ? null : Math.min(1, done / total);
          entry.totalBytes = total;
          entry.writtenBytes = written;
          entry.watchers.forEach((watch) => watch(done, total));
          onProgress();
        },
      )
      .catch((thrown: unknown) => {
        throw transferFailure(thrown);
      }),
  );
}

const bytesAt = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    // There is no such file.
    () => 0,
  );

/** The part that an earlier attempt left, with its length; a fresh file and key where there is none. */
async function begun(
  { store, cacheFolder }: LoadingParts,
  { handle, mxc }: StoredMedia,
  source: AttachmentKey | null,
): Promise<{ readonly part: MediaPart; readonly from: number }> {
  const found = mediaPart(store.db, handle);
  const from = found === null ? 0 : await bytesAt(partPath(cacheFolder, found.file));
  if (found !== null && from > 0) return { part: found, from };
  const { key, iv } = source ?? newAttachmentKey();
  return { part: { handle, mxc, file: randomBytes(16).toString('hex'), key, iv }, from: 0 };
}

/** Whether another attempt may get the rest. */
const mayGoOn = (thrown: unknown): boolean => {
  const { error } = Object(thrown) as { error?: { retryable?: boolean } };
  return error?.retryable === true;
};

/** Fetches, verifies and keeps the file. Rejects with an `AppFailure`. */
export async function load(
  parts: LoadingParts,
  media: StoredMedia,
  entry: Running,
  onProgress: () => void,
): Promise<Cached> {
  const { store, cacheFolder, clock } = parts;
  const { handle } = media;
  const source = media.source === null ? null : readEncryptedFile(JSON.parse(media.source));
  if (media.source !== null && source === null)
    throw appFailure('media_damaged', 'The file has no key or no hash');
  const { part, from } = await begun(parts, media, source);
  const { file, key, iv } = part;
  entry.file = file;
  entry.keys = { key, iv };
  const path = partPath(cacheFolder, file);
  // Stored once, so that a download can be continued after a kill.
  let noted = from > 0;
  const note = (): void => {
    if (noted || entry.writtenBytes < leastPartBytes) return;
    noted = true;
    store.write(() => notePart(store.db, part, clock.now()));
  };
  try {
    const place = { path, cipher: source === null ? { key, iv } : null, from };
    const { sha256, sizeBytes } = await fetchFile(parts, media, place, entry, () => {
      note();
      onProgress();
    });
    if (source !== null && Buffer.compare(Buffer.from(sha256), Buffer.from(source.sha256)) !== 0)
      throw appFailure('media_damaged', 'The file is not the one that was sent');
    const mimeType = await typeOf(path, { key, iv });
    const cached = { path: join(cacheFolder, file), key, iv, sizeBytes, mimeType };
    await rename(path, cached.path);
    if (!keep(parts, media, file, cached, noted)) {
      await rm(cached.path, { force: true });
      throw appFailure('media_missing', 'The message was removed meanwhile');
    }
    return cached;
  } catch (thrown) {
    // Also when the reader cancelled: the next download continues the part.
    const goesOn = mayGoOn(thrown) || entry.controller.signal.aborted;
    entry.writtenBytes = goesOn ? await bytesAt(path) : 0;
    note();
    if (noted && goesOn) throw thrown;
    if (noted) store.write(() => forgetPart(store.db, handle));
    await rm(path, { force: true });
    throw thrown;
  }
}

/** Writes the file's row; false when its message is gone. */
function keep(
  { store, clock }: LoadingParts,
  { handle }: StoredMedia,
  cacheFile: string,
  { key, iv, sizeBytes, mimeType }: Cached,
  noted: boolean,
): boolean {
  return store.write((changes) => {
    changes.topic('media');
    if (noted) forgetPart(store.db, handle);
    return updateMedia(store.db, handle, {
      ...{ cacheFile, cacheKey: key, cacheIv: iv, sizeBytes },
      // The sender's claim never replaces a type that could not be detected.
      mimeType,
      verified: true,
      usedMs: clock.now(),
    });
  });
}
