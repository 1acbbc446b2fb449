// From an outbox row with a staged file to the final content of its event. A fresh key and IV on every attempt (D4); the staged copy
// then becomes the cached copy, so that a sent picture is never fetched back.
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { appFailure } from '../../../preload/contract/errors';
import { mediaHandle, updateMedia } from '../../../native-stores/media/media';
import type { Store } from '../../../native-stores/sqlite/store';
import type { Log } from '../parts';
import { encryptedFile, newAttachmentKey } from './attachmentCrypto';
import type { EncryptedFile } from './attachmentCrypto';
import { stagedKey } from './staging';
import type { StagedFile, Staging } from './staging';
import { TransferError } from './transfer';
import type { TransferRunner } from './transferRunner';

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

export interface UploadRow {
  readonly localKey: string;
  /** Final but for the address of the file. */
  readonly content: Record<string, unknown>;
  readonly attachment: Attachment;
}

export interface MediaAuth {
  readonly baseUrl: () => string | null;
  readonly accessToken: () => string | null;
  /** Makes the session ask the server, which refreshes an expired token or ends the session. */
  readonly revalidate: () => Promise<void>;
  /** `m.upload.size`, bytes; null when the server does not say (CHAT-7.7). */
  readonly uploadLimit: () => Promise<number | null>;
}

export interface MediaUploads {
  /** Resolves with the final content; rejects with an `AppFailure`. */
  upload(row: UploadRow, onProgress: (fraction: number) => void): Promise<Record<string, unknown>>;
  cancel(localKey: string): void;
  /** 0 to 1 while the row is on its way, else null. */
  progress(localKey: string): number | null;
}

interface UploadsDeps {
  readonly store: Store;
  readonly staging: Staging;
  readonly runner: TransferRunner;
  readonly auth: MediaAuth;
  readonly cacheFolder: string;
  readonly log: Log;
}

export function createUploads({
  store,
  staging,
  runner,
  auth,
  cacheFolder,
  log,
}: UploadsDeps): MediaUploads {
  const running = new Map<string, { controller: AbortController; fraction: number }>();

  async function send(
    staged: StagedFile,
    encrypt: boolean,
    signal: AbortSignal,
    onBytes: (sent: number) => void,
  ): Promise<{ url: string; file: EncryptedFile | null }> {
    const attempt = async (): Promise<{ url: string; file: EncryptedFile | null }> => {
      const [baseUrl, accessToken] = [auth.baseUrl(), auth.accessToken()];
      if (baseUrl === null || accessToken === null) throw appFailure('signed_out', 'Not signed in');
      const cipher = encrypt ? newAttachmentKey() : null;
      // The name of an encrypted file stays in the encrypted event (CHAT-7.9).
      const query = encrypt ? '' : `?filename=${encodeURIComponent(staged.fileName)}`;
      const url = `${baseUrl.replace(/\/$/, '')}/_matrix/media/v3/upload${query}`;
      const contentType = encrypt
        ? 'application/octet-stream'
        : (staged.mimeType ?? 'application/octet-stream');
      const path = staging.path(staged.file);
      const job = {
        kind: 'upload',
        url,
        accessToken,
        contentType,
        path,
        staged: stagedKey(staged),
        cipher,
      } as const;
      const { answer, sha256 } = await runner.run(job, signal, (sent) => onBytes(sent));
      const uri =
        typeof answer === 'object' && answer !== null && 'content_uri' in answer
          ? answer.content_uri
          : null;
      if (typeof uri !== 'string')
        throw appFailure('server_error', 'The server gave no address for the file');
      return { url: uri, file: cipher === null ? null : encryptedFile(uri, cipher, sha256) };
    };
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof TransferError) || thrown.status !== 401) throw thrown;
      await auth.revalidate();
      return attempt();
    }
  }

  /** The staged copy serves as the cache of the sent file; without a link it is simply fetched when it is shown again. */
  async function keepAsCache(
    staged: StagedFile,
    sent: { url: string; file: EncryptedFile | null },
  ): Promise<void> {
    try {
      await link(staging.path(staged.file), join(cacheFolder, staged.file));
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
    row: UploadRow,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<Record<string, unknown>> {
    const { staged, thumbnail, encrypt } = row.attachment;
    await checkSize(row.attachment);
    const total = Math.max(1, staged.sizeBytes + (thumbnail?.staged.sizeBytes ?? 0));
    const info = { ...(row.content['info'] as Record<string, unknown> | undefined) };
    let before = 0;
    if (thumbnail !== null) {
      const sent = await send(thumbnail.staged, encrypt, signal, (bytes) =>
        onProgress(bytes / total),
      );
      await keepAsCache(thumbnail.staged, sent);
      before = thumbnail.staged.sizeBytes;
      const { width: w, height: h, mimeType: mimetype } = thumbnail;
      info['thumbnail_info'] = { w, h, mimetype, size: thumbnail.staged.sizeBytes };
      if (sent.file === null) info['thumbnail_url'] = sent.url;
      else info['thumbnail_file'] = sent.file;
    }
    const sent = await send(staged, encrypt, signal, (bytes) =>
      onProgress((before + bytes) / total),
    );
    await keepAsCache(staged, sent);
    const address = sent.file === null ? { url: sent.url } : { file: sent.file };
    return { ...row.content, ...address, info };
  }

  return {
    async upload(row, onProgress) {
      const controller = new AbortController();
      const entry = { controller, fraction: 0 };
      running.set(row.localKey, entry);
      try {
        return await run(row, controller.signal, (fraction) => {
          entry.fraction = Math.min(1, fraction);
          onProgress(entry.fraction);
        });
      } catch (thrown) {
        if (controller.signal.aborted) throw appFailure('cancelled', 'The upload was cancelled');
        log.warn('upload failed', {
          status: thrown instanceof TransferError ? thrown.status : null,
        });
        throw uploadFailure(thrown);
      } finally {
        running.delete(row.localKey);
      }
    },
    cancel: (localKey) => running.get(localKey)?.controller.abort(),
    progress: (localKey) => running.get(localKey)?.fraction ?? null,
  };
}

/** `data.status` tells an answer of the server (number) from an unreachable one (null), as everywhere. */
export function uploadFailure(thrown: unknown): Error {
  if (!(thrown instanceof TransferError))
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  const { status, errcode, message, retryAfterMs } = thrown;
  const data = { status };
  if (errcode === 'M_TOO_LARGE' || status === 413)
    return appFailure('too_large', message, { data });
  if (status === 429)
    return appFailure('rate_limited', message, {
      retryable: true,
      retryAfterMs: retryAfterMs ?? 5000,
      data,
    });
  if (status === 401) return appFailure('session_expired', message, { data });
  if (status === 403) return appFailure('forbidden', message, { data });
  if (status === 404) return appFailure('media_missing', message, { data });
  if (status !== null)
    return appFailure('server_error', message, { retryable: status >= 500, data });
  const code = message === 'Timeout' ? 'timeout' : 'offline';
  return appFailure(code, message, { retryable: true, data });
}
