// Fetches the picture of a single sign-on provider from the server that names it: small, and of a type that every window can draw.
import { fetchBytes, type AnonymousDeps } from '../../http/anonymous';
import { cleanUrl } from '../discovery';

/** Image types by their first bytes; any other file, also SVG, is not shown. */
const kinds: readonly (readonly [mimeType: string, start: RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
];

const mostBytes = 256 * 1024;
const waitMs = 10_000;

export interface ProviderPicture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
}

/** Null for a file that is no picture. @throws AppFailure when the server does not give it */
export async function readProviderPicture(
  deps: AnonymousDeps,
  server: string,
  icon: string,
): Promise<ProviderPicture | null> {
  const baseUrl = cleanUrl(server);
  const [, host, id] = /^mxc:\/\/([^/?#]+)\/([\w-]+)$/.exec(icon) ?? [];
  if (baseUrl === null || host === undefined || id === undefined) return null;
  // There is no session yet, so only the unauthenticated media endpoint can be used.
  const media = `${baseUrl}/_matrix/media/v3/thumbnail/${encodeURIComponent(host)}/${id}`;
  const bytes = await fetchBytes(
    deps,
    `${media}?width=48&height=48&method=scale`,
    waitMs,
    mostBytes,
  );
  const start = bytes.subarray(0, 16).toString('hex');
  const mimeType = kinds.find(([, pattern]) => pattern.test(start))?.[0];
  return mimeType === undefined ? null : { bytes: new Uint8Array(bytes), mimeType };
}
