// Addresses of requests: encoding of path parts and queries. Nothing here parses an id (D21).

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;
export type Query = Readonly<Record<string, QueryValue>>;

export const clientV3 = '/_matrix/client/v3';
export const clientV1 = '/_matrix/client/v1';
export const clientUnstable = '/_matrix/client/unstable';

/** Tag for paths: `` path`/rooms/${roomId}/leave` `` encodes each part. */
export function path(fixed: TemplateStringsArray, ...parts: readonly string[]): string {
  return fixed.reduce(
    (text, piece, i) => text + piece + (i < parts.length ? encodeURIComponent(parts[i] ?? '') : ''),
    '',
  );
}

export function urlOf(baseUrl: string, prefix: string, requestPath: string, query?: Query): string {
  const url = new URL(baseUrl.replace(/\/+$/, '') + prefix + requestPath);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined) continue;
    if (Array.isArray(value)) value.forEach((one: string) => url.searchParams.append(name, one));
    else url.searchParams.set(name, String(value));
  }
  return url.toString();
}
