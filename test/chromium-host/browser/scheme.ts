// protocol.handle and net.fetch. A scheme is served by a private loopback server as http://<host>.<scheme>.localhost;
// both ways of the translation live here, so that the main process only ever sees app://….
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { fileURLToPath } from 'node:url';
import { debug } from '../environment.ts';
import { namespace } from '../guard.ts';
import { cdp, runtime } from '../runtime.ts';

type Handler = (request: Request) => Response | Promise<Response>;

const COOKIE = 'chromium_host';
const BLANK = '/.chromium-host/blank';
const handlers = new Map<string, Handler>();
const registered = new Set<string>();

export const protocol = namespace('protocol', {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string }[]): void {
    for (const { scheme } of schemes) registered.add(scheme);
  },
  handle(scheme: string, handler: Handler): void {
    if (!registered.has(scheme)) {
      throw new Error(`chromium-host: register '${scheme}' with registerSchemesAsPrivileged first`);
    }
    if (handlers.has(scheme)) throw new Error(`The scheme has been registered: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle(scheme: string): void {
    handlers.delete(scheme);
  },
  isProtocolHandled(scheme: string): boolean {
    return handlers.has(scheme);
  },
});

export function schemes(): string[] {
  return [...registered];
}

/** app://bundle/x → http://bundle.app.localhost/x; other addresses as they are */
export function toWeb(url: string): string {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  const scheme = parts?.[1]?.toLowerCase() ?? '';
  if (!parts || !registered.has(scheme)) return url;
  const rest = parts[3] ?? '';
  return `http://${parts[2] ?? ''}.${scheme}.localhost${rest.startsWith('/') ? rest : `/${rest}`}`;
}

/** The way back. */
export function toApp(url: string): string {
  const parts = /^http:\/\/([^/?#]+)\.([a-z][a-z0-9+-]*)\.localhost(?::80)?(.*)$/i.exec(url);
  const scheme = parts?.[2]?.toLowerCase() ?? '';
  return parts && registered.has(scheme) ? `${scheme}://${parts[1]}${parts[3]}` : url;
}

/** A page without content that carries a window's number, until the app loads something. */
export function blankUrl(id: number): string {
  return `http://w.host.localhost${BLANK}?w=${id}`;
}

export function isBlank(url: string): boolean {
  return url === '' || url.startsWith('about:blank') || url.includes(BLANK);
}

export async function setCookies(): Promise<void> {
  const cookies = schemes().map((scheme) => ({
    name: COOKIE,
    value: runtime.token,
    domain: `.${scheme}.localhost`,
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
  }));
  await cdp().send('Storage.setCookies', { cookies });
}

function toRequest(incoming: http.IncomingMessage, url: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (/^(cookie|host|connection|content-length|transfer-encoding)$/.test(name)) continue;
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '');
    headers.set(name, name === 'referer' || name === 'origin' ? toApp(text) : text);
  }
  const method = incoming.method ?? 'GET';
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
  const body = Readable.toWeb(incoming) as unknown as ReadableStream;
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
}

function answer(response: Response, out: http.ServerResponse, withBody: boolean): void {
  if (response.type === 'error') {
    out.destroy();
    return;
  }
  out.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (!/^(content-encoding|transfer-encoding|connection)$/.test(name))
      out.appendHeader(name, value);
  }
  // as in Electron, what a scheme serves is in no HTTP cache: it would lie on disk in clear
  out.setHeader('cache-control', 'no-store');
  if (!response.body || !withBody) {
    out.end();
    return;
  }
  const body = Readable.fromWeb(response.body as NodeReadableStream);
  body.on('error', () => out.destroy());
  out.on('close', () => body.destroy());
  body.pipe(out);
}

async function serve(incoming: http.IncomingMessage, out: http.ServerResponse): Promise<void> {
  if (incoming.url?.startsWith(BLANK)) {
    out.setHeader('content-type', 'text/html');
    out.end('<!doctype html>');
    return;
  }
  if (incoming.url === '/favicon.ico' && incoming.headers['sec-fetch-dest'] === 'image') {
    out.statusCode = 204; // Chromium's own wish, which Electron does not have
    out.end();
    return;
  }
  if (!(incoming.headers.cookie ?? '').includes(`${COOKIE}=${runtime.token}`)) {
    out.statusCode = 403;
    out.end();
    return;
  }
  const url = toApp(`http://${incoming.headers.host ?? ''}${incoming.url ?? '/'}`);
  const handler = handlers.get(url.split(':')[0] ?? '');
  if (!handler) {
    out.destroy();
    return;
  }
  const abort = new AbortController();
  out.on('close', () => abort.abort());
  answer(await handler(toRequest(incoming, url, abort.signal)), out, incoming.method !== 'HEAD');
}

/** Starts the loopback server. @returns its port */
export async function startServer(): Promise<number> {
  const server = http.createServer((incoming, out) => {
    serve(incoming, out).catch((error: unknown) => {
      debug('protocol handler', error);
      out.destroy(); // as Electron: a network error, not a status
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  server.unref();
  return (server.address() as AddressInfo).port;
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

function fileResponse(file: string, range: string): Response {
  let size: number;
  try {
    size = fs.statSync(file).size;
  } catch {
    throw new Error('net::ERR_FILE_NOT_FOUND');
  }
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range);
  const start = asked ? Number(asked[1]) : 0;
  const end = asked?.[2] ? Math.min(Number(asked[2]), size - 1) : size - 1;
  const headers = new Headers({
    'content-type': types[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
    'content-length': String(Math.max(0, end - start + 1)),
    'accept-ranges': 'bytes',
  });
  if (asked) headers.set('content-range', `bytes ${start}-${end}/${size}`);
  const body = size === 0 || end < start ? null : fs.createReadStream(file, { start, end });
  const stream = body ? (Readable.toWeb(body) as unknown as ReadableStream) : null;
  return new Response(stream, { status: asked ? 206 : 200, headers });
}

async function netFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input);
  if (url.startsWith('file:')) {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
    return fileResponse(fileURLToPath(url), headers.get('range') ?? '');
  }
  const handler = handlers.get(url.split(':')[0] ?? '');
  if (handler) return handler(new Request(input, init));
  return fetch(input, init);
}

export const net = namespace('net', {
  fetch: netFetch,
  isOnline: (): boolean => true,
  online: true,
});
