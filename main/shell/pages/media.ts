// Answers `/media/<account>/<handle>`: asks the account's engine for a ticket (of verified files, and of film and sound that are being
// fetched) and streams the file through AES-256-CTR from the wanted offset on. Knows nothing of Matrix, keeps nothing.
import { createDecipheriv } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { MediaTicket } from '#contract/control';
import { counterBefore } from '#contract/counter';
import { isShown } from '#contract/shownTypes';

export interface MediaDeps {
  /** Null: unknown handle, not allowed, or the engine is away. Waits for a running download; with `at` only for the bytes from there on. */
  ticketOf(accountId: string, handle: string, at: number | null): Promise<MediaTicket | null>;
}

/** Types that are served as plain data for the window's own views, so that text and PDF never become a page or a script of our origin. */
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

/** The one range of a `Range` header; null when there is none to serve, `unsatisfiable` when it is outside of the file. */
export function rangeOf(header: string | null, sizeBytes: number): Range | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return start > end || start >= sizeBytes ? 'unsatisfiable' : { start, end };
}

/** Streams from the open file, which keeps its bytes when a fetched part is renamed. */
function plainStream(file: FileHandle, ticket: MediaTicket, { start, end }: Range): Readable {
  const { counter, skip } = counterBefore(ticket.iv, start);
  const decipher = createDecipheriv('aes-256-ctr', ticket.key, counter);
  // The key stream before `start` within its block is skipped.
  decipher.update(new Uint8Array(skip));
  const from = file.createReadStream({ start, end });
  from.on('error', (error) => decipher.destroy(error));
  decipher.on('close', () => from.destroy());
  return from.pipe(decipher);
}

/** The offset at which a player continues; null for a request of the whole file. Only players leave the end open. */
const placeOf = (request: Request): number | null => {
  const match = /^bytes=(\d{1,15})-$/.exec(request.headers.get('range') ?? '');
  return match === null ? null : Number(match[1]);
};

const nothing = (status: number, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(null, { status, headers: headersOf(more) });

/** A part may be renamed to its file between the ticket and the opening: the next ticket has the new name. */
async function openTicket(
  ask: () => Promise<MediaTicket | null>,
): Promise<{ readonly ticket: MediaTicket; readonly file: FileHandle } | null> {
  for (let tries = 0; tries < 2; tries += 1) {
    const ticket = await ask();
    if (ticket === null || contentTypeOf(ticket.mimeType) === null) return null;
    // The file was renamed, or evicted from the cache.
    const file = await open(ticket.path, 'r').catch(() => null);
    if (file !== null) return { ticket, file };
  }
  return null;
}

/** Whether the file has the bytes that its ticket promises. */
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
  // A file that is being fetched is served as far as it is here: a server may send part of a range (RFC 9110, 15.3.7), and a player asks
  // again.
  const end = Math.min(range?.end ?? size - 1, readyTo - 1);
  if (end < start && size > 0) return whole(nothing(404));
  const partial = range !== null || end < size - 1;
  const headers = headersOf({
    'Content-Type': contentTypeOf(ticket.mimeType) ?? '',
    'Content-Length': String(end - start + 1),
    // A handle names one content for ever; decrypted bytes must not be written to the disk again.
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
