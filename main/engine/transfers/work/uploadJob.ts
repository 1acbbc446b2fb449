// Uploads: the original's bytes to the server, then the message and its entry. Each step is noted, so that no end of the process does
// one twice; only bytes begin anew, with a fresh key (D4).
import { open } from 'node:fs/promises';
import { isText } from '#contract/textBytes';
import { appFailure, type ErrorCode } from '#contract/wire/errors';
import type { Store } from '#stores/sqlite/store';
import { setTransfer } from '#stores/transfers/transfers';
import { roomIdOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { branchType } from '#stores/files/entries';
import { twinsOf } from '../../files/conflicts';
import { publishFile, type PublishDeps } from '../../files/publish';
import { sniffBytes, sniffType } from '../../media/mediaTypes';
import { stagedKey, type Staging } from '../../media/staging';
import { asTransferError } from '../../media/worker/exchange';
import { refuseTooLarge, transferFailure, type MediaAuth } from '../../media/sending';
import type { OwnFile, SentCopies } from '../../media/sentCopies';
import type { Clock } from '../../base/types';
import { untilHere } from './echo';
import { entriesNamed, giveWay } from './sameName';
import type { Previews } from './previews';
import type { PublishProgress, Task, UploadedFile, UploadSource, Work } from '../types';
import { broken, expected } from '../../base/unexpected';

export interface SendDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly auth: Pick<MediaAuth, 'uploadLimit'>;
  readonly sentCopies: Pick<SentCopies, 'send'>;
  readonly stagedPath: (file: string) => string;
  /** Returns the dependencies of publishing, once the network parts are there. */
  readonly publishing: () => Promise<Pick<PublishDeps, 'http' | 'crypto' | 'ownUserId'>>;
}

export interface UploadJobDeps extends SendDeps {
  readonly previews: Pick<Previews, 'of'>;
  readonly staging: Pick<Staging, 'release' | 'discard'>;
}

type Plain = Omit<OwnFile, 'clear'> & { readonly mimeType: string | null };

/** Per directory. */
const publishedAtOnce = 3;
const refused: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'too_large',
  'forbidden',
  'not_found',
  'server_error',
  'bad_request',
  'conflict',
  'unsupported_server',
]);

export const isUploaded = (progress: unknown): boolean =>
  (progress as PublishProgress).uploaded !== undefined;

/** True from the moment in which others may see something of it. */
export const isPublishing = (progress: unknown): boolean =>
  (progress as PublishProgress).steps !== undefined;

async function firstBytes(path: string): Promise<{ head: Buffer; sizeBytes: number }> {
  try {
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sniffBytes), 0, sniffBytes, 0);
      return { head: buffer.subarray(0, bytesRead), sizeBytes: (await file.stat()).size };
    } finally {
      await file.close();
    }
  } catch (thrown) {
    throw transferFailure(asTransferError(thrown));
  }
}

/** The type by the bytes; text is known by what it does not contain. */
async function typeOf(source: UploadSource, path: string): Promise<[string | null, number]> {
  if ('staged' in source) return [source.staged.mimeType, source.staged.sizeBytes];
  const { head, sizeBytes } = await firstBytes(path);
  const sniffed = await sniffType(head);
  const type = sniffed ?? (head.length > 0 && isText(head) ? 'text/plain' : null);
  return [type, sizeBytes];
}

/** Sends bytes as every file of a directory goes: encrypted, and with its size and type noted. */
export async function sendBytes(
  { sentCopies }: Pick<SendDeps, 'sentCopies'>,
  task: Pick<Task, 'signal' | 'bytes'>,
  { mimeType, ...plain }: Plain,
): Promise<UploadedFile> {
  const { file, sizeBytes } = await sentCopies.send(
    { ...plain, clear: null },
    task.signal,
    (done, total) => task.bytes(done, total),
  );
  if (file === null) throw broken('A file of a directory went out in clear');
  const type = mimeType === null ? {} : { mimetype: mimeType };
  return { file, info: { size: sizeBytes, ...type } };
}

/**
 * Sends the message and the entry of an uploaded file, a few at a time per directory. Skips the steps that `progress` has already.
 */
export async function publishRow(
  deps: Pick<SendDeps, 'store' | 'publishing' | 'clock'>,
  task: Task,
  uploaded: UploadedFile,
  progress: PublishProgress,
): Promise<string> {
  const { db } = deps.store;
  const { roomNo, transferId, name, entryId } = task.row;
  if (roomNo === null) throw appFailure('not_found', 'The directory is gone');
  const target = {
    roomId: roomIdOf(db, roomNo),
    txnId: `trellis-${transferId}-${progress.round ?? 0}`,
  };
  const file = {
    name,
    file: { ...uploaded.file },
    info: { ...uploaded.info },
    versionOf: entryId,
    ...(progress.moved !== undefined && { moved: progress.moved }),
  };
  let kept: PublishProgress = { ...progress, uploaded };
  const here = (eventId: string) =>
    untilHere(deps, task.signal, () => getState(db, roomNo, branchType, eventId) !== null);
  const publishDeps = async () => ({
    ...(await deps.publishing()),
    ...{ store: deps.store, retry: 'none' as const, signal: task.signal },
  });
  const before = entriesNamed(db, roomNo, name);
  const publish = async (): Promise<string> => {
    const steps = await publishDeps();
    const eventId = await task.limited(() =>
      publishFile(steps, target, file, kept.steps ?? {}, (done) => {
        kept = { ...kept, steps: done };
        task.save(kept);
      }),
    );
    // The next version builds on this one.
    if (entryId !== null) await here(eventId);
    return eventId;
  };
  // Versions of a file one after the other; new files have no order among each other, and a server answers several at once.
  const turn =
    entryId === null
      ? `${roomNo} ${task.row.transferNo % publishedAtOnce}`
      : `${roomNo} ${entryId}`;
  task.step('publish');
  const eventId = await task.inOrder(turn, publish);
  if (entryId === null) {
    task.published();
    await here(eventId);
    const sent = await publishDeps();
    await task.limited(() => giveWay(sent, { roomNo, name, eventId }, before));
  }
  const isBeside = entryId !== null && twinsOf(db, roomNo, [eventId]).size > 0;
  if (kept.steps?.overtook === true || isBeside) noteOvertaken(deps.store, task.row.transferId);
  return eventId;
}

/** Done, and yet something to tell: a version came meanwhile, and is replaced or stands beside this one. */
function noteOvertaken(store: Store, transferId: string): void {
  store.write((changes) => {
    const { error } = appFailure('conflict', 'Another version was replaced unseen', {
      data: { reason: 'overtook' },
    });
    setTransfer(store.db, transferId, { error });
    changes.topic('transfers');
  });
}

/** Uploads the thumbnail after the file. A thumbnail that the server refuses for good is left out. */
async function sendThumbnail(
  deps: SendDeps,
  task: Task,
  thumbnail: NonNullable<PublishProgress['thumbnail']>,
): Promise<Readonly<Record<string, unknown>>> {
  const { staged, width: w, height: h, mimeType } = thumbnail;
  const path = deps.stagedPath(staged.file);
  const { sizeBytes } = staged;
  const own = { path, fileName: null, sizeBytes };
  const plain = { ...own, noFollow: false, keys: stagedKey(staged), mimeType };
  // The row shows the bytes of the file.
  const quiet = { signal: task.signal, bytes: () => undefined };
  try {
    const { file, info } = await task.limited(() => sendBytes(deps, quiet, plain));
    return { thumbnail_file: file, thumbnail_info: { ...info, w, h } };
  } catch (thrown) {
    const error = expected(thrown);
    if (error === null || task.signal.aborted || error.retryable || !refused.has(error.code))
      throw thrown;
    return {};
  }
}

export function createUploadJob(deps: UploadJobDeps): Work {
  async function bytes(task: Task): Promise<Pick<PublishProgress, 'thumbnail' | 'uploaded'>> {
    const source = task.row.source as UploadSource;
    const path = 'staged' in source ? deps.stagedPath(source.staged.file) : source.path;
    const [mimeType, sizeBytes] = await typeOf(source, path);
    noteSize(task, sizeBytes);
    await refuseTooLarge(deps.auth, sizeBytes);
    const own = { path, fileName: task.row.name, sizeBytes, mimeType };
    const plain =
      'staged' in source
        ? { ...own, noFollow: false, keys: stagedKey(source.staged) }
        : { ...own, noFollow: source.noFollow, keys: null };
    const over = new AbortController();
    const signal = AbortSignal.any([task.signal, over.signal]);
    const preview = deps.previews.of(source, { mimeType, sizeBytes }, signal);
    try {
      const uploaded = await task.limited(() => sendBytes(deps, task, plain));
      const made = await preview;
      const info = { ...uploaded.info, ...made?.info };
      return { uploaded: { ...uploaded, info }, thumbnail: made?.thumbnail ?? null };
    } catch (thrown) {
      over.abort();
      const staged = (await preview)?.thumbnail?.staged;
      if (staged !== undefined) await deps.staging.discard(staged.file);
      throw thrown;
    }
  }

  /** Corrects the size of the row: the file may have changed since it was dropped, and its bytes of now are sent. */
  function noteSize(task: Task, sizeBytes: number): void {
    if (sizeBytes === task.row.sizeBytes) return;
    deps.store.write((changes) => {
      setTransfer(deps.store.db, task.row.transferId, { sizeBytes });
      changes.topic('transfers');
    });
    task.bytes(0, sizeBytes);
  }

  return async (task) => {
    let progress = task.row.progress as PublishProgress;
    if (progress.uploaded === undefined) {
      progress = { ...progress, ...(await bytes(task)) };
      task.save(progress);
      if (progress.thumbnail != null) deps.staging.release(progress.thumbnail.staged.file);
      task.freeSlot();
    }
    if (progress.uploaded === undefined) throw broken('Nothing was sent');
    let { uploaded } = progress;
    if (progress.thumbnail != null) {
      const small = await sendThumbnail(deps, task, progress.thumbnail);
      uploaded = { ...uploaded, info: { ...uploaded.info, ...small } };
      const { file } = progress.thumbnail.staged;
      progress = { ...progress, uploaded, thumbnail: null };
      task.save(progress);
      // Staging deletes leftovers at its next sweep.
      await deps.staging.discard(file).catch(() => undefined);
    }
    await publishRow(deps, task, uploaded, progress);
  };
}
