// The transfers, constant in memory: file → decipher → cipher → hash → socket here, the way back in `download`. Runs in the worker
// thread (or inline in tests). Knows no store, no events and no accounts; a job carries all it needs.
import { createHash } from 'node:crypto';
import type { Cipheriv, Decipheriv } from 'node:crypto';
import { constants } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { attachmentCipher, attachmentDecipher } from '../attachmentCrypto';
import type { AttachmentKey } from '../attachmentCrypto';
import { download, type DownloadJob } from './download';
import { openCopy, type Copy } from './copy';
import {
  answerOf,
  asTransferError,
  bodyText,
  changedCode,
  jsonOf,
  open,
  refuseUnlessOk,
  stallGuard,
  stallMs,
  TransferError,
  type Progress,
  type ServerJob,
  type TransferResult,
} from './exchange';
import { plainCopy, type PlainCopyJob } from './plainCopy';

export interface UploadJob extends ServerJob {
  readonly kind: 'upload';
  readonly contentType: string;
  /** The encryption of the file on the disk; null for an original of the user's, which is read as it is. */
  readonly staged: AttachmentKey | null;
  /** Refuses a symbolic link in place of the file (a folder's files were chosen without following links). */
  readonly noFollow?: boolean;
  /** The attachment's fresh key; null sends the file unencrypted (an unencrypted room). */
  readonly cipher: AttachmentKey | null;
  /** The path to which the ciphertext is written as well; a disk that refuses it does not hold up the upload. */
  readonly copy?: string | null;
  /** How long the server may take to answer after the last byte; default minutes, more for large files. */
  readonly answerMs?: number;
}

export type TransferJob = UploadJob | DownloadJob | PlainCopyJob;

const leastAnswerMs = 300_000;
/** Slowest server that is waited for: it stores the file slowly, or scans it for viruses. */
const bytesPerMs = 1000;

const chunkBytes = 262_144;

const changed = (): TransferError =>
  new TransferError('The file changed while it was being sent', null, { file_code: changedCode });

/** Opens a file of the user's in its place; `noFollow` refuses a link. Only regular files. */
export async function openOriginal({
  path,
  noFollow,
}: Pick<UploadJob, 'path' | 'noFollow'>): Promise<FileHandle> {
  const follow = noFollow === true ? (constants.O_NOFOLLOW ?? 0) : 0;
  // A pipe would wait for somebody who writes into it.
  const flags = constants.O_RDONLY | follow | (constants.O_NONBLOCK ?? 0);
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
  // A cipher returns a copy, so two buffers are used by turns; without a cipher the socket owns each buffer.
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
  const copy = await openCopy(job.copy ?? null);
  try {
    return await sendFile(job, { handle, copy }, signal, onProgress);
  } finally {
    await copy.close();
    await handle.close();
  }
}

async function sendFile(
  job: UploadJob,
  { handle, copy }: { readonly handle: FileHandle; readonly copy: Copy },
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
  // Awaited after the bytes, unless the sending has failed before.
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
    const chunks = chunksOf(handle, size, ciphers, onChunk);
    const flow = pipeline(() => copy.of(chunks), request);
    // A server may refuse before it has read everything; its answer says more than the broken pipe.
    const early = await Promise.race([flow.then(() => null), answered]);
    const response = early ?? (await answered);
    guard.moved();
    await refuseUnlessOk(response);
    const text = await bodyText(response);
    if (text === '') throw new TransferError('No response body.', response.statusCode ?? null);
    const after = await handle.stat();
    if (sent !== size || after.size !== size || after.mtimeMs !== mtimeMs) throw changed();
    const answer = jsonOf(text);
    return { sha256: hash.digest(), sizeBytes: sent, answer, copied: await copy.end() };
  } catch (thrown) {
    request.destroy();
    throw asTransferError(thrown);
  } finally {
    guard.end();
  }
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
