// app://bundle/: the files of the window's bundle, and `/media/<account>/<handle>`. Nothing else of the disk can be reached.
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { errorCodeOf } from '../files/atomicFile';
import { contentSecurityPolicy, newNonce, noncePlaceholder, workerPolicy } from './csp';
import type { Log } from '../logs';
import { isOwnOrigin } from './urlPolicy';

/** For protocol.registerSchemesAsPrivileged, before `ready`. */
export const privileges = {
  standard: true,
  secure: true,
  supportFetchAPI: true,
  stream: true,
  // Compiled scripts are kept in the profile and taken again as long as the bytes of the script are the same.
  codeCache: true,
} as const;

export interface ProtocolDeps {
  /** Folder of the renderer's bundle. */
  readonly folder: string;
  readonly log: Log;
  /** Answers `/media/…`. */
  media(accountId: string, handle: string, request: Request): Promise<Response>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

/**
 * The file that a path of our scheme names, relative with `/`, or null. The path is not decoded, so that the checked path is the opened
 * one, and every segment starts with a letter, a digit or an underscore.
 */
export function bundlePath(pathname: string): string | null {
  const path = pathname === '/' ? '/index.html' : pathname;
  if (path.length > 512 || !/^(\/[A-Za-z0-9_@][A-Za-z0-9._@~-]*)+$/.test(path)) return null;
  return types[extname(path).toLowerCase()] === undefined ? null : path.slice(1);
}

/** The path of an address as it was written: the URL parser would already have folded `..` and decoded nothing. */
function rawPath(url: string): string | null {
  if (!isOwnOrigin(url)) return null;
  const written = /^app:\/\/bundle(\/[^?#]*)?(?:[?#]|$)/.exec(url);
  return written === null ? null : (written[1] ?? '/');
}

const nothing = (status: number): Response =>
  new Response(null, { status, headers: { 'X-Content-Type-Options': 'nosniff' } });

const isHashed = (path: string): boolean => /-[0-9a-f]{8,}\.[a-z0-9]+$/.test(path);

export function createProtocolHandler({ folder, log, media }: ProtocolDeps) {
  const serveFile = async (path: string, withBody: boolean): Promise<Response> => {
    const full = join(folder, ...path.split('/'));
    if (!full.startsWith(folder + sep)) return nothing(404);
    const headers: Record<string, string> = {
      'Content-Type': types[extname(path).toLowerCase()] ?? 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'Content-Security-Policy': workerPolicy,
      'Cache-Control': isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    let body: string | Uint8Array<ArrayBuffer> = new Uint8Array(await readFile(full));
    if (path.endsWith('.html')) {
      const nonce = newNonce();
      headers['Content-Security-Policy'] = contentSecurityPolicy(nonce);
      headers['Cache-Control'] = 'no-store';
      body = new TextDecoder().decode(body).replaceAll(noncePlaceholder, nonce);
    }
    return new Response(withBody ? body : null, { status: 200, headers });
  };

  return async (request: Request): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return nothing(405);
    const path = rawPath(request.url);
    if (path === null) return nothing(404);
    const asked = /^\/media\/([a-z0-9]{10})\/([A-Za-z0-9_-]{16,64})$/.exec(path);
    try {
      if (asked?.[1] !== undefined && asked[2] !== undefined) {
        return await media(asked[1], asked[2], request);
      }
      const file = bundlePath(path);
      return file === null ? nothing(404) : await serveFile(file, request.method === 'GET');
    } catch (thrown) {
      const code = errorCodeOf(thrown);
      if (code !== 'ENOENT') log.warn('a file could not be served', { code });
      return nothing(404);
    }
  };
}
