// What the server knows of a page that a message links to (CHAT-7.24), and the server's limit for uploads (CHAT-7.7). Asks the server
// only; a page itself is never opened from here. In encrypted rooms nobody may ask: it would tell the server what is written.
import { appFailure } from '#contract/wire/errors';
import type { Http } from '../http/http';
import { errcodeOf, statusOf } from '../http/errors';
import { isRecord } from '../base/record';

type Asking = Pick<Http, 'request'>;

const authenticated = '/_matrix/client/v1/media';
const older = '/_matrix/media/v3';
const minuteMs = 60_000;
const mostCached = 200;

/** A server before v1.11 does not know the authenticated path. */
const isUnknownPath = (thrown: unknown): boolean =>
  statusOf(thrown) === 404 && errcodeOf(thrown) !== 'M_NOT_FOUND';

/** GET of a media path: client v1 on servers with v1.11, else media v3. */
async function askMedia(
  http: Asking,
  path: string,
  query: Readonly<Record<string, string>>,
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
  const answer = await askMedia(http, '/config', {});
  const size = isRecord(answer) ? answer['m.upload.size'] : null;
  return typeof size === 'number' && Number.isFinite(size) && size > 0 ? size : null;
}

export interface LinkPreviews {
  /** Open Graph facts of a page as of a moment, to the minute; the same minute and address are asked once (CHAT-9.18). */
  get(url: string, atMs: number): Promise<Readonly<Record<string, unknown>>>;
}

export function createLinkPreviews(http: Asking): LinkPreviews {
  const cached = new Map<string, Promise<Readonly<Record<string, unknown>>>>();
  return {
    get(url, atMs) {
      const ts = Math.floor(atMs / minuteMs) * minuteMs;
      const key = `${ts} ${url}`;
      const known = cached.get(key);
      if (known !== undefined) return known;
      const asked = askMedia(http, '/preview_url', { url, ts: String(ts) }).then((answer) => {
        if (!isRecord(answer)) throw appFailure('not_matrix', 'The answer is not JSON');
        return answer;
      });
      cached.set(key, asked);
      // A failure is no preview: the next one who wants it asks again.
      asked.catch(() => cached.delete(key));
      const oldest = cached.keys().next();
      if (cached.size > mostCached && oldest.done === false) cached.delete(oldest.value);
      return asked;
    },
  };
}
