// Downloads a media file from the server into a file of the cache: from its start, or from where an earlier attempt ended. Redirects are
// refused, because they would carry the token. The caller checks the hash before it counts the file as complete.
import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { attachmentCipher, type AttachmentKey } from '../attachmentCrypto';
import {
  answerOf,
  asTransferError,
  open,
  refuseUnlessOk,
  stallGuard,
  stallMs,
  TransferError,
  type Progress,
  type ServerJob,
  type TransferResult,
} from './exchange';
import { createPartWriter } from './partWriter';

export interface DownloadJob extends ServerJob {
  readonly kind: 'download';
  /** Encrypts plain media while they are written; null keeps the ciphertext as it came. */
  readonly cipher: AttachmentKey | null;
  readonly maxBytes: number;
  /**
   * Number of bytes at `path` from an earlier attempt; the server is asked for the rest, and the download starts again where it has no
   * ranges.
   */
  readonly from?: number;
}

/** Received bytes are on the disk after this time at the latest, for readers of the part. */
const writeEveryMs = 200;

/** The whole length, from the answer; null when it does not say. */
function totalOf({ headers }: IncomingMessage, from: number): number | null {
  const announced = Number(headers['content-length'] ?? Number.NaN);
  return Number.isSafeInteger(announced) && announced >= 0 ? from + announced : null;
}

/** Whether the answer begins at byte `from`, by its `Content-Range` (RFC 9110, 14.4). */
const beginsAt = ({ headers }: IncomingMessage, from: number): boolean =>
  Number(/^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN) === from;

async function hashFront(hash: Hash, path: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  let read = 0;
  for await (const chunk of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    read += chunk.length;
  }
  if (read !== bytes) throw new TransferError('The part on the disk is shorter');
}

/**
 * Downloads the file into `path`. The hash is of the whole file as the server gave it; when the bytes are encrypted on the way, of the
 * bytes of this request. The written bytes stay when it fails.
 */
export async function download(
  job: DownloadJob,
  signal: AbortSignal,
  onProgress: Progress,
): Promise<TransferResult> {
  const wanted = job.from ?? 0;
  const headers: Record<string, string> = { authorization: `Bearer ${job.accessToken}` };
  if (wanted > 0) headers['range'] = `bytes=${wanted}-`;
  const request = open('GET', job.url, headers, signal);
  const answered = answerOf(request);
  const guard = stallGuard(request, job.stallMs ?? stallMs);
  request.end();
  const anew = async (): Promise<TransferResult> => {
    guard.end();
    request.destroy();
    return download({ ...job, from: 0 }, signal, onProgress);
  };
  try {
    const response = await answered;
    const partial = response.statusCode === 206;
    // The server has no ranges, no such range, or sent another one than was asked for: the present part cannot be used.
    if (wanted > 0 && (response.statusCode === 416 || (partial && !beginsAt(response, wanted))))
      return await anew();
    await refuseUnlessOk(response);
    if (wanted === 0 && partial) throw new TransferError('Only a part of the file', 502);
    const from = partial ? wanted : 0;
    const total = totalOf(response, from);
    const hash = createHash('sha256');
    if (job.cipher === null) await hashFront(hash, job.path, from);
    const file = await openFile(job.path, from === 0 ? 'w' : 'r+', 0o600);
    let received = from;
    try {
      const cipher = job.cipher === null ? null : attachmentCipher(job.cipher, from);
      const writer = createPartWriter(file, from);
      let writtenAt = performance.now();
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          hash.update(chunk);
          received += chunk.length;
          guard.moved();
          onProgress(received, total, writer.writtenTo());
          // The part is not kept: another attempt would only fetch more.
          if (received > job.maxBytes)
            throw new TransferError('The file is larger than announced', 413);
          await writer.write(cipher === null ? chunk : cipher.update(chunk));
          const now = performance.now();
          if (now - writtenAt < writeEveryMs) continue;
          writtenAt = now;
          await writer.flush();
        }
      } finally {
        // Also for a broken answer: the next attempt continues from there.
        await writer.end();
      }
      onProgress(received, total, received);
      await file.truncate(received);
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
