// From an outbox row with a staged file to the final content of its event. A fresh key and IV on every attempt (D4); the staged copy
// then becomes the cached copy, so that a sent picture is never fetched back.
import { appFailure } from '#contract/wire/errors';
import type { OutboxRow } from '#stores/outbox/outbox';
import { createListeners } from '../base/listeners';
import { refuseTooLarge, type SentFile } from './sending';
import { messageTypeOf } from '../events/fileMessages';
import { isSentInClear } from '../events/forwarded';
import { sendInClear, type InClearDeps } from './inClear';
import { stagedKey } from './staging';
import type { ClaimedFile, StagedFile, Staging } from './staging';

/** JSON of the outbox column `attachment`. */
export interface Attachment {
  readonly staged: StagedFile;
  readonly encrypt: boolean;
  /** Shows the picture while it is being uploaded. */
  readonly handle: string;
  readonly thumbnail: {
    readonly staged: StagedFile;
    readonly width: number;
    readonly height: number;
    readonly mimeType: string;
    readonly handle: string;
  } | null;
}

/** The column as it was written by this version; null for anything else. */
export function readAttachment(column: unknown): Attachment | null {
  const known =
    typeof column === 'object' && column !== null && 'staged' in column && 'handle' in column;
  return known ? (column as Attachment) : null;
}

/** A file that could not be copied when it was handed over: it is read in its place. */
interface Uncopied {
  readonly claimed: ClaimedFile;
  readonly encrypt: boolean;
}

const isUncopied = (column: unknown): column is Uncopied =>
  typeof column === 'object' && column !== null && 'claimed' in column;

type Row = Pick<OutboxRow, 'localKey' | 'content' | 'attachment'>;

export interface MediaUploads {
  /**
   * Resolves with the content's address and info; rejects with an `AppFailure`.
   * @param mustEncrypt asked before and after: a room may have been encrypted since the file was handed over, and what went up in clear
   *   meanwhile goes up again
   */
  upload(
    row: Row,
    signal: AbortSignal,
    mustEncrypt?: () => boolean,
  ): Promise<Record<string, unknown>>;
  cancel(localKey: string): void;
  /** 0 to 1 while the row is being uploaded, else null. */
  progress(localKey: string): number | null;
  onProgress(listener: (localKey: string) => void): () => void;
}

interface UploadsDeps extends InClearDeps {
  readonly staging: Staging;
}

export function createUploads(deps: UploadsDeps): MediaUploads {
  const { staging, auth, sentCopies } = deps;
  const running = new Map<string, { controller: AbortController; fraction: number }>();
  const { tell, add: onProgress } = createListeners<[localKey: string]>();

  const send = (
    staged: StagedFile,
    encrypt: boolean,
    signal: AbortSignal,
    onBytes: (sent: number) => void,
  ): Promise<SentFile> => {
    const { fileName, mimeType, sizeBytes } = staged;
    const clear = encrypt ? null : { fileName, mimeType };
    const file = { path: staging.path(staged.file), keys: stagedKey(staged), noFollow: false };
    return sentCopies.send({ ...file, fileName, sizeBytes, clear }, signal, onBytes);
  };

  async function run(
    content: Record<string, unknown>,
    attachment: Attachment,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<Record<string, unknown>> {
    const { staged, thumbnail, encrypt } = attachment;
    await refuseTooLarge(auth, staged.sizeBytes);
    const total = Math.max(1, staged.sizeBytes + (thumbnail?.staged.sizeBytes ?? 0));
    const info = { ...(content['info'] as Record<string, unknown> | undefined) };
    let before = 0;
    if (thumbnail !== null) {
      const sent = await send(thumbnail.staged, encrypt, signal, (bytes) =>
        onProgress(bytes / total),
      );
      before = thumbnail.staged.sizeBytes;
      const { width: w, height: h, mimeType: mimetype } = thumbnail;
      info['thumbnail_info'] = { w, h, mimetype, size: before };
      if (sent.file === null) info['thumbnail_url'] = sent.url;
      else info['thumbnail_file'] = sent.file;
    }
    const sent = await send(staged, encrypt, signal, (bytes) =>
      onProgress((before + bytes) / total),
    );
    const address = sent.file === null ? { url: sent.url } : { file: sent.file };
    return { ...address, info };
  }

  /** A row with a file that stands in the staging folder. */
  async function sendStaged(
    { localKey, content, attachment }: Row,
    entry: { fraction: number },
    signal: AbortSignal,
    mustEncrypt: () => boolean,
  ): Promise<Record<string, unknown>> {
    const known = readAttachment(attachment);
    if (known === null) throw appFailure('not_found', 'The file is no longer there');
    const sent = (encrypt: boolean) =>
      run(content, { ...known, encrypt }, signal, (fraction) => {
        entry.fraction = Math.min(1, fraction);
        tell(localKey);
      });
    const encrypt = known.encrypt || mustEncrypt();
    const result = await sent(encrypt);
    return !encrypt && mustEncrypt() ? await sent(true) : result;
  }

  /** Copies the file of the row first. */
  async function sendUncopied(
    row: Row & { readonly attachment: Uncopied },
    entry: { fraction: number },
    signal: AbortSignal,
    mustEncrypt: () => boolean,
  ): Promise<Record<string, unknown>> {
    const { claimed, encrypt } = row.attachment;
    const staged = await staging.stageClaimed(claimed, signal);
    try {
      signal.throwIfAborted();
      const { mimeType, sizeBytes: size } = staged;
      const info = mimeType === null ? { size } : { size, mimetype: mimeType };
      const attachment = { staged, encrypt, handle: '', thumbnail: null };
      const copied = { ...row, content: { ...row.content, info }, attachment };
      const sent = await sendStaged(copied, entry, signal, mustEncrypt);
      return { ...sent, msgtype: messageTypeOf(mimeType) };
    } finally {
      // The sweep takes the copy.
      staging.release(staged.file);
    }
  }

  /** A file of another room; nothing is uploaded once this one is encrypted. */
  async function sendDecrypted(
    { localKey, content }: Row,
    entry: { fraction: number },
    signal: AbortSignal,
    mustEncrypt: () => boolean,
  ): Promise<Record<string, unknown>> {
    if (mustEncrypt()) return {};
    const sent = await sendInClear(deps, content, signal, (done, total) => {
      entry.fraction = total === null ? 0 : Math.min(1, done / Math.max(1, total));
      tell(localKey);
    });
    return mustEncrypt() ? {} : sent;
  }

  const upload: MediaUploads['upload'] = async (row, signal, mustEncrypt = () => false) => {
    const { localKey, attachment } = row;
    const entry = { controller: new AbortController(), fraction: 0 };
    // From here on it can be cancelled, also while the file is copied.
    running.set(localKey, entry);
    const either = AbortSignal.any([signal, entry.controller.signal]);
    try {
      if (isSentInClear(attachment)) return await sendDecrypted(row, entry, either, mustEncrypt);
      return isUncopied(attachment)
        ? await sendUncopied({ ...row, attachment }, entry, either, mustEncrypt)
        : await sendStaged(row, entry, either, mustEncrypt);
    } catch (thrown) {
      if (either.aborted) throw appFailure('cancelled', 'The upload was cancelled');
      throw thrown;
    } finally {
      running.delete(localKey);
    }
  };

  return {
    upload,
    cancel: (localKey) => running.get(localKey)?.controller.abort(),
    progress: (localKey) => running.get(localKey)?.fraction ?? null,
    onProgress,
  };
}
