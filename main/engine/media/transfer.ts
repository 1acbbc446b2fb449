// The two streaming transfers, constant in memory: file → decipher → cipher → hash → socket, and socket → hash → file. Runs in the
// worker thread (or inline in tests). Knows no store, no events and no accounts; a job carries all it needs.
import { createHash } from 'node:crypto';
import type { Cipheriv, Decipheriv } from 'node:crypto';
import { constants } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { attachmentCipher, attachmentDecipher } from './attachmentCrypto';
import type { AttachmentKey } from './attachmentCrypto';
import { createPartWriter } from './partWriter';
import { plainCopy, type PlainCopyJob } from './plainCopy';

/** A transfer without progress for this long has failed with 'Timeout' (CHAT-8.18). */
export const stallMs = 30_000;

export interface UploadJob {
  readonly kind: 'upload';
  readonly url: string;
  readonly accessToken: string;
  readonly contentType: string;
  readonly path: string;
  /** How the file is encrypted on the disk; null for an original of the user's, which is read as it is. */
  readonly staged: AttachmentKey | null;
  /** Refuses a link in place of the file (a folder's files were chosen without following links). */
  readonly noFollow?: boolean;
  /** The attachment's fresh key; null sends the bytes in clear (an unencrypted room). */
  readonly cipher: AttachmentKey | null;
  /** Default {@link stallMs}. */
  readonly stallMs?: number;
  /** How long the server may take for its answer when it has every byte; default minutes, more for large files. */
  readonly answerMs?: number;
}

export interface DownloadJob {
  readonly kind: 'download';
  readonly url: string;
  readonly accessToken: string;
  readonly path: string;
  /** Encrypts plain media on the way to the disk; null keeps the ciphertext as it came. */
  readonly cipher: AttachmentKey | null;
  readonly maxBytes: number;
  /** Default {@link stallMs}. */
  readonly stallMs?: number;
}

export type TransferJob = UploadJob | DownloadJob | PlainCopyJob;

export interface TransferResult {
  /** Of the bytes that crossed the network; empty for a copy on this disk. */
  readonly sha256: Uint8Array;
  readonly sizeBytes: number;
  /** The server's JSON answer to an upload. */
  readonly answer: unknown;
}

/** What the disk says, not the network: trying again would say the same. */
const fileCodes = [
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'EIO',
  'EFBIG',
  'ENOSPC',
  'EDQUOT',
];
/** The file was written to while it was being sent: what went out is not what is there. */
export const changedCode = 'CHANGED';

/** `status` is the HTTP status of the server's answer, null when there was none; `fileCode` the disk's word if it failed. */
export class TransferError extends Error {
  readonly status: number | null;
  readonly errcode: string | null;
  readonly retryAfterMs: number | null;
  readonly fileCode: string | null;
  readonly softLogout: boolean;

  constructor(message: string, status: number | null = null, body: Record<string, unknown> = {}) {
    super(message);
    this.name = 'TransferError';
    this.status = status;
    this.errcode = typeof body['errcode'] === 'string' ? body['errcode'] : null;
    this.retryAfterMs = typeof body['retry_after_ms'] === 'number' ? body['retry_after_ms'] : null;
    this.softLogout = body['soft_logout'] === true;
    this.fileCode = typeof body['file_code'] === 'string' ? body['file_code'] : null;
  }

  /** What crosses to another thread; {@link TransferError.of} makes the same of it there. */
  data(): TransferErrorData {
    const { message, status, errcode, retryAfterMs, fileCode, softLogout } = this;
    return { message, status, errcode, retryAfterMs, fileCode, softLogout };
  }

  static of(data: TransferErrorData): TransferError {
    const { message, status, errcode, retryAfterMs, fileCode, softLogout } = data;
    return new TransferError(message, status, {
      errcode,
      retry_after_ms: retryAfterMs,
      file_code: fileCode,
      soft_logout: softLogout,
    });
  }
}

export type TransferErrorData = Pick<
  TransferError,
  'message' | 'status' | 'errcode' | 'retryAfterMs' | 'fileCode' | 'softLogout'
>;

export type Progress = (transferredBytes: number, totalBytes: number | null) => void;

/** Cuts `request` when nothing moved for `afterMs`; `moved()` restarts the timer. */
function stallGuard(request: ClientRequest, afterMs: number): StallGuard {
  const expire = (error: TransferError): void => void request.destroy(error);
  const begin = (ms: number, error: TransferError) => setTimeout(() => expire(error), ms);
  let timer = begin(afterMs, new TransferError('Timeout'));
  return {
    moved: () => {
      clearTimeout(timer);
      timer = begin(afterMs, new TransferError('Timeout'));
    },
    sent: (answerMs) => {
      clearTimeout(timer);
      timer = begin(answerMs, new TransferError('Timeout', gatewayTimeout));
    },
    end: () => clearTimeout(timer),
  };
}

interface StallGuard {
  moved(): void;
  /** Every byte is there. A server that then says nothing is in trouble like a gateway that waits: the next try is a try. */
  sent(answerMs: number): void;
  end(): void;
}

const gatewayTimeout = 504;
const leastAnswerMs = 300_000;
/** A slow store behind the server, or one that looks for viruses. */
const bytesPerMs = 1000;

function open(
  method: string,
  url: string,
  headers: Record<string, string | number>,
  signal: AbortSignal,
): ClientRequest {
  const target = new URL(url);
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return request(target, { method, headers, signal });
}

async function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
}

async function bodyText(response: IncomingMessage, maxBytes = 65_536): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    // No JSON.
    return {};
  }
}

async function refuseUnlessOk(response: IncomingMessage): Promise<void> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return;
  const body = jsonOf(await bodyText(response));
  const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
  if (typeof body['retry_after_ms'] !== 'number' && Number.isFinite(seconds) && seconds >= 0)
    body['retry_after_ms'] = seconds * 1000;
  throw new TransferError(`The server answered ${status}`, status, body);
}

const chunkBytes = 262_144;

const changed = (): TransferError =>
  new TransferError('The file changed while it was being sent', null, { file_code: changedCode });

/** A file of the user's as it lies there; `noFollow` refuses a link in its place. Only regular files. */
export async function openOriginal({
  path,
  noFollow,
}: Pick<UploadJob, 'path' | 'noFollow'>): Promise<FileHandle> {
  const flags = constants.O_RDONLY | (noFollow === true ? (constants.O_NOFOLLOW ?? 0) : 0);
  const handle = await openFile(path, flags);
  const facts = await handle.stat();
  if (facts.isFile()) return handle;
  await handle.close();
  throw new TransferError('Not a file', null, { file_code: 'EISDIR' });
}

/** The first `size` bytes of the file through the ciphers; the next part is read while this one is encrypted. */
async function* chunksOf(
  handle: FileHandle,
  size: number,
  ciphers: readonly (Cipheriv | Decipheriv)[],
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  // What went through a cipher is a copy, so two buffers serve in turn; what did not is the socket's from then on.
  const spare = ciphers.length === 0 ? [] : [1, 2].map(() => Buffer.allocUnsafeSlow(chunkBytes));
  let reads = 0;
  const readAt = (at: number) => {
    const buffer = spare[(reads += 1) % 2] ?? Buffer.allocUnsafe(chunkBytes);
    return handle.read(buffer, 0, Math.min(chunkBytes, size - at), at);
  };
  let next = size === 0 ? null : readAt(0);
  for (let at = 0; next !== null;) {
    const { buffer, bytesRead } = await next;
    if (bytesRead === 0) throw changed();
    at += bytesRead;
    next = at < size ? readAt(at) : null;
    // The generator may be left before this is awaited.
    next?.catch(() => undefined);
    const plain = buffer.subarray(0, bytesRead);
    const chunk = ciphers.reduce<Buffer>((bytes, cipher) => cipher.update(bytes), plain);
    onChunk(chunk);
    yield chunk;
  }
}

/**
 * Sends a file with `POST upload` (CHAT-7.9). Fails with 'Timeout' after 30 s without progress (CHAT-8.18), with 'No response body.' for
 * an empty answer (CHAT-8.19), and with {@link changedCode} when the file was written to meanwhile.
 */
export async function upload(
  job: UploadJob,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<TransferResult> {
  const handle = await openOriginal(job);
  try {
    return await sendFile(job, handle, signal, onProgress);
  } finally {
    await handle.close();
  }
}

async function sendFile(
  job: UploadJob,
  handle: FileHandle,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<TransferResult> {
  const { size, mtimeMs } = await handle.stat();
  const headers = {
    authorization: `Bearer ${job.accessToken}`,
    'content-type': job.contentType,
    'content-length': size,
  };
  const request = open('POST', job.url, headers, signal);
  const answered = answerOf(request);
  // Awaited after the bytes, or the sending has failed before.
  answered.catch(() => undefined);
  const guard = stallGuard(request, job.stallMs ?? stallMs);
  const hash = createHash('sha256');
  let sent = 0;
  const onChunk = (chunk: Buffer): void => {
    hash.update(chunk);
    sent += chunk.length;
    if (sent < size) guard.moved();
    else guard.sent(job.answerMs ?? Math.max(leastAnswerMs, size / bytesPerMs));
    onProgress(sent, size);
  };
  const ciphers = [
    ...(job.staged === null ? [] : [attachmentDecipher(job.staged)]),
    ...(job.cipher === null ? [] : [attachmentCipher(job.cipher)]),
  ];
  try {
    const flow = pipeline(() => chunksOf(handle, size, ciphers, onChunk), request);
    // A server may refuse before it has read everything; its answer says more than the broken pipe.
    const early = await Promise.race([flow.then(() => null), answered]);
    const response = early ?? (await answered);
    guard.moved();
    await refuseUnlessOk(response);
    const text = await bodyText(response);
    if (text === '') throw new TransferError('No response body.', response.statusCode ?? null);
    const after = await handle.stat();
    if (sent !== size || after.size !== size || after.mtimeMs !== mtimeMs) throw changed();
    return { sha256: hash.digest(), sizeBytes: sent, answer: jsonOf(text) };
  } catch (thrown) {
    request.destroy();
    throw asTransferError(thrown);
  } finally {
    guard.end();
  }
}

/** Fetches a media file into `path`. The caller checks the hash before it uses a byte. Redirects are refused: they would carry the token. */
export async function download(
  job: DownloadJob,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<TransferResult> {
  const request = open('GET', job.url, { authorization: `Bearer ${job.accessToken}` }, signal);
  const answered = answerOf(request);
  const guard = stallGuard(request, job.stallMs ?? stallMs);
  request.end();
  const hash = createHash('sha256');
  let received = 0;
  try {
    const response = await answered;
    await refuseUnlessOk(response);
    const announced = Number(response.headers['content-length'] ?? Number.NaN);
    const total = Number.isFinite(announced) ? announced : null;
    const file = await openFile(job.path, 'w', 0o600);
    try {
      const cipher = job.cipher === null ? null : attachmentCipher(job.cipher);
      const writer = createPartWriter(file);
      for await (const chunk of response as AsyncIterable<Buffer>) {
        hash.update(chunk);
        received += chunk.length;
        guard.moved();
        onProgress(received, total);
        if (received > job.maxBytes) throw new TransferError('The file is larger than announced');
        await writer.write(cipher === null ? chunk : cipher.update(chunk));
      }
      await writer.end();
    } finally {
      await file.close();
    }
    return { sha256: hash.digest(), sizeBytes: received, answer: null };
  } catch (thrown) {
    request.destroy();
    throw asTransferError(thrown);
  } finally {
    guard.end();
  }
}

export function asTransferError(thrown: unknown): TransferError {
  if (thrown instanceof TransferError) return thrown;
  // Fields, not `instanceof`: errors may be of another realm.
  const { code, message } = Object(thrown) as { code?: unknown; message?: unknown };
  return typeof code === 'string' && fileCodes.includes(code)
    ? new TransferError('The file cannot be used', null, { file_code: code })
    : new TransferError(typeof message === 'string' ? message : String(thrown));
}

export async function runTransfer(
  job: TransferJob,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<TransferResult> {
  try {
    if (job.kind === 'upload') return await upload(job, signal, onProgress);
    if (job.kind === 'download') return await download(job, signal, onProgress);
    const sizeBytes = await plainCopy(job, signal, (done) => onProgress(done, null));
    return { sha256: new Uint8Array(), sizeBytes, answer: null };
  } catch (thrown) {
    throw asTransferError(thrown);
  }
}
