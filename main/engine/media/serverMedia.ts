// Media paths of the server, and its limit for uploads (CHAT-7.7). Asks the server only.
import type { Http } from '../http/http';
import { errcodeOf, statusOf } from '../http/errors';
import { isRecord } from '../base/record';

type Asking = Pick<Http, 'request'>;

const authenticated = '/_matrix/client/v1/media';
const older = '/_matrix/media/v3';

/** A server before v1.11 does not know the authenticated path. */
const isUnknownPath = (thrown: unknown): boolean =>
  statusOf(thrown) === 404 && errcodeOf(thrown) !== 'M_NOT_FOUND';

/** GET of a media path: client v1 on servers with v1.11, else media v3. */
export async function askMedia(
  http: Asking,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const ask = (prefix: string): Promise<unknown> =>
    http.request({ method: 'GET', prefix, path, query, retry: 'limited' });
  try {
    return await ask(authenticated);
  } catch (thrown) {
    if (!isUnknownPath(thrown)) throw thrown;
    return ask(older);
  }
}

/** `m.upload.size` in bytes; null when the server does not say. */
export async function askUploadLimit(http: Asking): Promise<number | null> {
  const answer = await askMedia(http, '/config');
  const size = isRecord(answer) ? answer['m.upload.size'] : null;
  return typeof size === 'number' && Number.isFinite(size) && size > 0 ? size : null;
}
