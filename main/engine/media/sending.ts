// Uploads one file to the server's media store: the request, the fresh key, the answer. All uploads go this way, of attachments and of
// files in directories. Must not know rows.
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { codeOf, isRetryable, retryAfterWithin } from '../http/errors';
import { encryptedFile, newAttachmentKey } from './attachmentCrypto';
import type { AttachmentKey, EncryptedFile } from './attachmentCrypto';
import { changedCode, TransferError } from './worker/exchange';
import type { TransferRunner } from './transferRunner';

const octets = 'application/octet-stream';

export interface MediaAuth {
  readonly baseUrl: () => string | null;
  /** Runs with a valid token, again with a new one when the work fails with M_UNKNOWN_TOKEN. */
  readonly withToken: <T>(work: (accessToken: string) => Promise<T>) => Promise<T>;
  /** `m.upload.size`, bytes; null when the server does not say (CHAT-7.7). */
  readonly uploadLimit: () => Promise<number | null>;
}

/** The bytes of a file on this computer. */
export interface OutgoingFile {
  readonly path: string;
  /** The encryption of the file on the disk; null for an original of the user's. */
  readonly keys: AttachmentKey | null;
  /** Refuses a symbolic link in place of the file. */
  readonly noFollow: boolean;
  /**
   * File name and type for the server, in a room without encryption; null: the file is encrypted, and the server learns neither (CHAT-7.9).
   */
  readonly clear: { readonly fileName: string; readonly mimeType: string | null } | null;
  /** The path to which the ciphertext is written during the upload; after a failure the caller deletes it. Null: no copy. */
  readonly copy: string | null;
}

export interface SentFile {
  /** `mxc://…` */
  readonly url: string;
  /** Null for an unencrypted file. */
  readonly file: EncryptedFile | null;
  /** Number of bytes that were read. */
  readonly sizeBytes: number;
  /** The copy is complete. */
  readonly copied: boolean;
}

function addressOf(answer: unknown): string {
  const uri = isRecord(answer) ? answer['content_uri'] : null;
  if (typeof uri === 'string' && uri.startsWith('mxc://')) return uri;
  // Treated as a failure of the server: the next answer may be complete.
  throw appFailure('server_error', 'The server gave no address for the file', {
    retryable: true,
    data: { status: 502, errcode: null },
  });
}

/** Sends a file, encrypted with a fresh key each time, also after a refreshed token (D4). Rejects with an `AppFailure`. */
export async function sendFile(
  { auth, runner }: { readonly auth: MediaAuth; readonly runner: TransferRunner },
  { path, keys, noFollow, clear, copy }: OutgoingFile,
  signal: AbortSignal,
  onBytes: (done: number, total: number | null) => void,
): Promise<SentFile> {
  const baseUrl = auth.baseUrl();
  if (baseUrl === null) throw appFailure('signed_out', 'Not signed in');
  const query = clear === null ? '' : `?filename=${encodeURIComponent(clear.fileName)}`;
  const url = `${baseUrl.replace(/\/$/, '')}/_matrix/media/v3/upload${query}`;
  return auth.withToken(async (accessToken) => {
    const cipher = clear === null ? newAttachmentKey() : null;
    const contentType = clear?.mimeType ?? octets;
    const job = { kind: 'upload', url, accessToken, contentType, path, staged: keys } as const;
    const {
      answer,
      sha256,
      sizeBytes,
      copied = false,
    } = await runner
      .run({ ...job, noFollow, cipher, copy }, signal, onBytes)
      .catch((thrown: unknown) => {
        throw transferFailure(thrown);
      });
    const address = addressOf(answer);
    const file = cipher === null ? null : encryptedFile(address, cipher, sha256);
    return { url: address, file, sizeBytes, copied };
  });
}

/** @throws AppFailure `too_large` before a byte is sent (CHAT-7.7) */
export async function refuseTooLarge(
  auth: Pick<MediaAuth, 'uploadLimit'>,
  sizeBytes: number,
): Promise<void> {
  const limitBytes = await auth.uploadLimit();
  if (limitBytes !== null && sizeBytes > limitBytes)
    throw appFailure('too_large', 'The file is larger than the server accepts', {
      data: { limitBytes },
    });
}

/** The failure of reading the local file. */
function fileFailure({ status, message, fileCode }: TransferError): Error {
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
  // The file was our own copy: no later attempt would find it.
  return appFailure('not_found', 'The file is no longer there', { data });
}

/**
 * A failed transfer as AppFailure, by the table of `http/errors`. `data.status` is the HTTP status of the server's answer, or null when
 * there was none, as everywhere.
 */
export function transferFailure(thrown: unknown): Error {
  if (!(thrown instanceof TransferError))
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  const { status, errcode, message, retryAfterMs } = thrown;
  if (thrown.fileCode !== null) return fileFailure(thrown);
  const data = { status, errcode, ...(thrown.softLogout ? { soft_logout: true } : {}) };
  if (status === null) {
    const code = message === 'Timeout' ? 'timeout' : 'offline';
    return appFailure(code, message, { retryable: true, data });
  }
  // A success without its content, or a redirect, which is not followed.
  if (status < 400)
    return appFailure('server_error', message, {
      retryable: status >= 200 && status < 300,
      data,
    });
  const code = codeOf(status, errcode);
  return appFailure(code === 'not_found' ? 'media_missing' : code, message, {
    retryable: isRetryable(code),
    retryAfterMs: code === 'rate_limited' ? retryAfterWithin(retryAfterMs) : null,
    data,
  });
}
