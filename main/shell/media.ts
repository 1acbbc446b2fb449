// Answers `/media/<account>/<handle>`: asks the account's engine for a ticket (given only for what was verified) and streams the
// file through AES-256-CTR from the wanted offset on. Knows nothing of Matrix, keeps nothing.
import { createDecipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { MediaTicket } from '#contract/control';
import { isShown } from '#contract/shownTypes';

export interface MediaDeps {
  /** Null: unknown handle, not allowed, or the engine went away. Waits for a running download. */
  ticketOf(accountId: string, handle: string): Promise<MediaTicket | null>;
}

/** Given as plain data for the window's own views: whatever the text is, and a PDF, never become a page or a script of our origin. */
const asData: ReadonlyMap<string, string> = new Map([
  ['text/plain', 'text/plain; charset=utf-8'],
  ['application/pdf', 'application/octet-stream'],
]);

const contentTypeOf = (mimeType: string): string | null =>
  asData.get(mimeType) ?? (isShown(mimeType) ? mimeType : null);

const headersOf = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  'Content-Security-Policy': 'sandbox',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Accept-Ranges': 'bytes',
  ...more,
});

interface Range {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

/** One range of a `Range` header; null when there is none to honour, `unsatisfiable` when it lies outside. */
export function rangeOf(header: string | null, sizeBytes: number): Range | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end || start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

const block = 16;

/** The counter block of AES-CTR at a block number: a 128-bit big-endian addition. */
export function counterAt(iv: Uint8Array, blockNumber: number): Uint8Array {
  const counter = Uint8Array.from(iv);
  let carry = BigInt(blockNumber);
  for (let i = block - 1; i >= 0 && carry > 0n; i -= 1) {
    const sum = BigInt(counter[i] ?? 0) + (carry & 0xffn);
    counter[i] = Number(sum & 0xffn);
    carry = (carry >> 8n) + (sum >> 8n);
  }
  return counter;
}

function plainStream(ticket: MediaTicket, { start, end }: Range): Readable {
  const firstBlock = Math.floor(start / block);
  const decipher = createDecipheriv('aes-256-ctr', ticket.key, counterAt(ticket.iv, firstBlock));
  // The key stream before `start` within its block is used up unseen.
  decipher.update(new Uint8Array(start - firstBlock * block));
  const file = createReadStream(ticket.path, { start, end });
  file.on('error', (error) => decipher.destroy(error));
  decipher.on('close', () => file.destroy());
  return file.pipe(decipher);
}

const nothing = (status: number, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: headersOf(more) });

export function createMedia({ ticketOf }: MediaDeps) {
  return async (accountId: string, handle: string, request: Request): Promise<Response> => {
    const ticket = await ticketOf(accountId, handle);
    const contentType = ticket === null ? null : contentTypeOf(ticket.mimeType);
    if (ticket === null || contentType === null) return nothing(404);
    const { size } = await stat(ticket.path);
    if (size !== ticket.sizeBytes || ticket.key.byteLength !== 32) return nothing(404);
    const range = rangeOf(request.headers.get('range'), size);
    if (range === 'unsatisfiable') return nothing(416, { 'Content-Range': `bytes */${size}` });
    const { start, end } = range ?? { start: 0, end: size - 1 };
    const headers = headersOf({
      'Content-Type': contentType,
      'Content-Length': String(end - start + 1),
      // A handle names one content for ever; what is decrypted must not reach the disk again.
      'Cache-Control': 'private, no-store',
      ...(range === null ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    });
    const status = range === null ? 200 : 206;
    if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers });
    const stream = plainStream(ticket, { start, end });
    request.signal.addEventListener('abort', () => stream.destroy(), { once: true });
    return new Response(Readable.toWeb(stream) as NodeStream as ReadableStream, {
      status,
      headers,
    });
  };
}
