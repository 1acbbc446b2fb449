// Answers `/media/<account>/<handle>`: asks the account's engine for a ticket (given for what was verified, and for film and sound that are
// being fetched) and streams the file through AES-256-CTR from the wanted offset on. Knows nothing of Matrix, keeps nothing.
import { createDecipheriv } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { MediaTicket } from '#contract/control';
import { counterBefore } from '#contract/counter';
import { isShown } from '#contract/shownTypes';

export interface MediaDeps {
  /** Null: unknown handle, not allowed, or the engine went away. Waits for a running download; with `at` for what plays from there on. */
  ticketOf(accountId: string, handle: string, at: number | null): Promise<MediaTicket | null>;
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

/** Of the open file, which keeps its bytes when a part that was fetched gets its name. */
function plainStream(file: FileHandle, ticket: MediaTicket, { start, end }: Range): Readable {
  const { counter, skip } = counterBefore(ticket.iv, start);
  const decipher = createDecipheriv('aes-256-ctr', ticket.key, counter);
  // The key stream before `start` within its block is used up unseen.
  decipher.update(new Uint8Array(skip));
  const from = file.createReadStream({ start, end });
  from.on('error', (error) => decipher.destroy(error));
  decipher.on('close', () => from.destroy());
  return from.pipe(decipher);
}

/** Where a player goes on; null for who wants the file whole. Only players leave the end open. */
const placeOf = (request: Request): number | null => {
  const match = /^bytes=(\d{1,15})-$/.exec(request.headers.get('range') ?? '');
  return match === null ? null : Number(match[1]);
};

const nothing = (status: number, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: headersOf(more) });

/** A part gets its name as a file between the ticket and the opening: the next ticket knows it. */
async function openTicket(
  ask: () => Promise<MediaTicket | null>,
): Promise<{ readonly ticket: MediaTicket; readonly file: FileHandle } | null> {
  for (let tries = 0; tries < 2; tries += 1) {
    const ticket = await ask();
    if (ticket === null || contentTypeOf(ticket.mimeType) === null) return null;
    // Renamed, or given up by the cache.
    const file = await open(ticket.path, 'r').catch(() => null);
    if (file !== null) return { ticket, file };
  }
  return null;
}

/** Whether the file has the bytes that its ticket speaks of. */
async function isSound(file: FileHandle, { readyTo, sizeBytes, key }: MediaTicket) {
  const { size } = await file.stat();
  return key.byteLength === 32 && (readyTo < sizeBytes ? size >= readyTo : size === sizeBytes);
}

async function answer(
  request: Request,
  ticket: MediaTicket,
  file: FileHandle,
): Promise<{ readonly response: Response; readonly streams: boolean }> {
  const whole = (response: Response) => ({ response, streams: false });
  if (!(await isSound(file, ticket))) return whole(nothing(404));
  const { sizeBytes: size, readyTo } = ticket;
  const range = rangeOf(request.headers.get('range'), size);
  if (range === 'unsatisfiable') return whole(nothing(416, { 'Content-Range': `bytes */${size}` }));
  const start = range?.start ?? 0;
  // Of a file that is being fetched what is here: a server may send a part of a range (RFC 9110, 15.3.7), and a player asks on.
  const end = Math.min(range?.end ?? size - 1, readyTo - 1);
  if (end < start && size > 0) return whole(nothing(404));
  const partial = range !== null || end < size - 1;
  const headers = headersOf({
    'Content-Type': contentTypeOf(ticket.mimeType) ?? '',
    'Content-Length': String(end - start + 1),
    // A handle names one content for ever; what is decrypted must not reach the disk again.
    'Cache-Control': 'private, no-store',
    ...(partial ? { 'Content-Range': `bytes ${start}-${end}/${size}` } : {}),
  });
  const status = partial ? 206 : 200;
  if (request.method === 'HEAD' || size === 0)
    return whole(new Response(null, { status, headers }));
  const stream = plainStream(file, ticket, { start, end });
  request.signal.addEventListener('abort', () => stream.destroy(), { once: true });
  const body = Readable.toWeb(stream) as NodeStream as ReadableStream;
  return { response: new Response(body, { status, headers }), streams: true };
}

export function createMedia({ ticketOf }: MediaDeps) {
  return async (accountId: string, handle: string, request: Request): Promise<Response> => {
    const opened = await openTicket(() => ticketOf(accountId, handle, placeOf(request)));
    if (opened === null) return nothing(404);
    let streams = false;
    try {
      const given = await answer(request, opened.ticket, opened.file);
      ({ streams } = given);
      return given.response;
    } finally {
      // A stream closes it itself.
      if (!streams) await opened.file.close();
    }
  };
}
