// One request of a transfer: sends it, watches for stalls, reads its answer, and reports any failure as one error.
import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** A transfer without progress for this long has failed with 'Timeout' (CHAT-8.18). */
export const stallMs = 30_000;

/** The fields of every job that talks to the server. */
export interface ServerJob {
  readonly url: string;
  readonly accessToken: string;
  readonly path: string;
  /** Default {@link stallMs}. */
  readonly stallMs?: number;
}

/** Errors of the disk, not of the network: a retry would fail again. */
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
/** The file was changed while it was being sent: the upload differs from the file. */
export const changedCode = 'CHANGED';

/** `status` is the HTTP status of the server's answer, null when there was none; `fileCode` the error code of the disk if that failed. */
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

  /** The error as plain data for another thread; {@link TransferError.of} makes the error of it there. */
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

/** `writtenBytes` are in the file: of a download, which receives more bytes than it has written. */
export type Progress = (
  transferredBytes: number,
  totalBytes: number | null,
  writtenBytes?: number,
) => void;

/** Destroys `request` when no byte moved for `afterMs`; `moved()` restarts the timer. */
export function stallGuard(request: ClientRequest, afterMs: number): StallGuard {
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
  /** Every byte was sent. No answer then counts as a failure of the server, like a gateway time-out, and may be retried. */
  sent(answerMs: number): void;
  end(): void;
}

const gatewayTimeout = 504;
export function open(
  method: string,
  url: string,
  headers: Record<string, string | number>,
  signal: AbortSignal,
): ClientRequest {
  const target = new URL(url);
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return request(target, { method, headers, signal });
}

export async function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
}

export async function bodyText(response: IncomingMessage, maxBytes = 65_536): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function jsonOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    // The body is no JSON.
    return {};
  }
}

export async function refuseUnlessOk(response: IncomingMessage): Promise<void> {
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) return;
  const body = jsonOf(await bodyText(response));
  const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
  if (typeof body['retry_after_ms'] !== 'number' && Number.isFinite(seconds) && seconds >= 0)
    body['retry_after_ms'] = seconds * 1000;
  throw new TransferError(`The server answered ${status}`, status, body);
}

export function asTransferError(thrown: unknown): TransferError {
  if (thrown instanceof TransferError) return thrown;
  // Fields, not `instanceof`: errors may be of another realm.
  const { code, message } = Object(thrown) as { code?: unknown; message?: unknown };
  return typeof code === 'string' && fileCodes.includes(code)
    ? new TransferError('The file cannot be used', null, { file_code: code })
    : new TransferError(typeof message === 'string' ? message : String(thrown));
}

export interface TransferResult {
  /** Hash of the bytes that crossed the network; empty for a copy on this disk. */
  readonly sha256: Uint8Array;
  readonly sizeBytes: number;
  /** For an upload: the ciphertext is complete at `copy`. */
  readonly copied?: boolean;
  /** The server's JSON answer to an upload. */
  readonly answer: unknown;
}
