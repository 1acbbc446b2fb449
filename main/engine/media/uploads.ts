// From an outbox row with a staged file to the final content of its event. A fresh key and IV on every attempt (D4); the staged copy
// then becomes the cached copy, so that a sent picture is never fetched back.
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { appFailure } from '#contract/wire/errors';
import { mediaHandle, updateMedia } from '#stores/media/media';
import type { OutboxRow } from '#stores/outbox/outbox';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { Clock } from '../base/types';
import { encryptedFile, newAttachmentKey } from './attachmentCrypto';
import type { EncryptedFile } from './attachmentCrypto';
import { stagedKey } from './staging';
import type { StagedFile, Staging } from './staging';
import { changedCode, TransferError } from './transfer';
import type { TransferRunner } from './transferRunner';

const octets = 'application/octet-stream';

/** JSON of the outbox column `attachment`. */
export interface Attachment {
  readonly staged: StagedFile;
  readonly encrypt: boolean;
  /** Shows the picture while it is on its way. */
  readonly handle: string;
  readonly thumbnail: {
    readonly staged: StagedFile;
    readonly width: number;
    readonly height: number;
    readonly mimeType: string;
    readonly handle: string;
  } | null;
}

export interface MediaAuth {
  readonly baseUrl: () => string | null;
  /** Runs with a valid token, again with a new one when the work fails with M_UNKNOWN_TOKEN. */
  readonly withToken: <T>(work: (accessToken: string) => Promise<T>) => Promise<T>;
  /** `m.upload.size`, bytes; null when the server does not say (CHAT-7.7). */
  readonly uploadLimit: () => Promise<number | null>;
}

/** The column as it was written by this version; null for anything else. */
export function readAttachment(column: unknown): Attachment | null {
  const known =
    typeof column === 'object' && column !== null && 'staged' in column && 'handle' in column;
  return known ? (column as Attachment) : null;
}

export interface MediaUploads {
  /** Resolves with the content's address and info; rejects with an `AppFailure`. */
  upload(
    row: Pick<OutboxRow, 'localKey' | 'content' | 'attachment'>,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>;
  cancel(localKey: string): void;
  /** 0 to 1 while the row is on its way, else null. */
  progress(localKey: string): number | null;
  onProgress(listener: (localKey: string) => void): () => void;
}

interface UploadsDeps {
  readonly store: Store;
  readonly staging: Staging;
  readonly runner: TransferRunner;
  readonly auth: MediaAuth;
  readonly cacheFolder: string;
  readonly clock: Pick<Clock, 'now'>;
}

export function createUploads({
  store,
  staging,
  runner,
  auth,
  cacheFolder,
  clock,
}: UploadsDeps): MediaUploads {
  const running = new Map<string, { controller: AbortController; fraction: number }>();
  const { tell, add: onProgress } = createListeners<[localKey: string]>();

  async function send(
    staged: StagedFile,
    encrypt: boolean,
    signal: AbortSignal,
    onBytes: (sent: number) => void,
  ): Promise<{ url: string; file: EncryptedFile | null }> {
    const baseUrl = auth.baseUrl();
    if (baseUrl === null) throw appFailure('signed_out', 'Not signed in');
    return auth.withToken(async (accessToken) => {
      // Made anew for each try, also after a refreshed token.
      const cipher = encrypt ? newAttachmentKey() : null;
      // The name of an encrypted file stays in the encrypted event (CHAT-7.9).
      const query = encrypt ? '' : `?filename=${encodeURIComponent(staged.fileName)}`;
      const job = {
        kind: 'upload',
        url: `${baseUrl.replace(/\/$/, '')}/_matrix/media/v3/upload${query}`,
        accessToken,
        contentType: encrypt ? octets : (staged.mimeType ?? octets),
        path: staging.path(staged.file),
        staged: stagedKey(staged),
        cipher,
      } as const;
      const { answer, sha256 } = await runner.run(job, signal, onBytes).catch((thrown: unknown) => {
        throw transferFailure(thrown);
      });
      const uri =
        typeof answer === 'object' && answer !== null && 'content_uri' in answer
          ? answer.content_uri
          : null;
      if (typeof uri !== 'string')
        throw appFailure('server_error', 'The server gave no address for the file');
      return { url: uri, file: cipher === null ? null : encryptedFile(uri, cipher, sha256) };
    });
  }

  /** The staged copy serves as the cache of the sent file; without a link it is simply fetched when it is shown again. */
  function keepAsCache(
    staged: StagedFile,
    sent: { url: string; file: EncryptedFile | null },
  ): void {
    try {
      linkSync(staging.path(staged.file), join(cacheFolder, staged.file));
    } catch {
      return;
    }
    const { key, iv } = stagedKey(staged);
    store.write((changes) => {
      const { fileName, mimeType, sizeBytes } = staged;
      const source = sent.file === null ? null : JSON.stringify(sent.file);
      const handle = mediaHandle(store.db, {
        mxc: sent.url,
        variant: 'full',
        source,
        fileName,
        mimeType,
        sizeBytes,
      });
      updateMedia(store.db, handle, {
        cacheFile: staged.file,
        cacheKey: key,
        cacheIv: iv,
        verified: true,
        mimeType,
        usedMs: clock.now(),
      });
      changes.topic('media');
    });
  }

  async function checkSize(attachment: Attachment): Promise<void> {
    const limit = await auth.uploadLimit();
    if (limit !== null && attachment.staged.sizeBytes > limit)
      throw appFailure('too_large', 'The file is larger than the server accepts', {
        data: { limitBytes: limit },
      });
  }

  async function run(
    content: Record<string, unknown>,
    attachment: Attachment,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<Record<string, unknown>> {
    const { staged, thumbnail, encrypt } = attachment;
    await checkSize(attachment);
    const total = Math.max(1, staged.sizeBytes + (thumbnail?.staged.sizeBytes ?? 0));
    const info = { ...(content['info'] as Record<string, unknown> | undefined) };
    let before = 0;
    if (thumbnail !== null) {
      const sent = await send(thumbnail.staged, encrypt, signal, (bytes) =>
        onProgress(bytes / total),
      );
      keepAsCache(thumbnail.staged, sent);
      before = thumbnail.staged.sizeBytes;
      const { width: w, height: h, mimeType: mimetype } = thumbnail;
      info['thumbnail_info'] = { w, h, mimetype, size: before };
      if (sent.file === null) info['thumbnail_url'] = sent.url;
      else info['thumbnail_file'] = sent.file;
    }
    const sent = await send(staged, encrypt, signal, (bytes) =>
      onProgress((before + bytes) / total),
    );
    keepAsCache(staged, sent);
    const address = sent.file === null ? { url: sent.url } : { file: sent.file };
    return { ...address, info };
  }

  return {
    async upload({ localKey, content, attachment }, signal) {
      const known = readAttachment(attachment);
      if (known === null) throw appFailure('not_found', 'The file is no longer there');
      const entry = { controller: new AbortController(), fraction: 0 };
      running.set(localKey, entry);
      const either = AbortSignal.any([signal, entry.controller.signal]);
      try {
        return await run(content, known, either, (fraction) => {
          entry.fraction = Math.min(1, fraction);
          tell(localKey);
        });
      } catch (thrown) {
        if (either.aborted) throw appFailure('cancelled', 'The upload was cancelled');
        throw thrown;
      } finally {
        running.delete(localKey);
      }
    },
    cancel: (localKey) => running.get(localKey)?.controller.abort(),
    progress: (localKey) => running.get(localKey)?.fraction ?? null,
    onProgress,
  };
}

/** `data.status` tells an answer of the server (number) from an unreachable one (null), as everywhere. */
export function transferFailure(thrown: unknown): Error {
  if (!(thrown instanceof TransferError))
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  const { status, errcode, message, retryAfterMs, fileCode } = thrown;
  const data = { status };
  if (fileCode === 'ENOSPC' || fileCode === 'EDQUOT')
    return appFailure('disk_full', 'The disk is full', { data });
  if (fileCode === changedCode)
    return appFailure('conflict', message, {
      retryable: true,
      data: { status, reason: 'changed' },
    });
  if (fileCode === 'EACCES' || fileCode === 'EPERM' || fileCode === 'EROFS')
    return appFailure('forbidden', 'The file may not be used', {
      data: { ...data, disk: fileCode },
    });
  // Our own copy: no later try would find it.
  if (fileCode !== null) return appFailure('not_found', 'The file is no longer there', { data });
  if (errcode === 'M_TOO_LARGE' || status === 413)
    return appFailure('too_large', message, { data });
  if (status === 429)
    return appFailure('rate_limited', message, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? 5000,
      data,
    });
  if (status === 401) return appFailure('session_expired', message, { data: { status, errcode } });
  if (status === 403) return appFailure('forbidden', message, { data });
  if (status === 404) return appFailure('media_missing', message, { data });
  if (status !== null)
    // An answer without its content is as bad as trouble: the next one may be whole.
    return appFailure('server_error', message, {
      retryable: status >= 500 || (status >= 200 && status < 300),
      data,
    });
  const code = message === 'Timeout' ? 'timeout' : 'offline';
  return appFailure(code, message, { retryable: true, data });
}
