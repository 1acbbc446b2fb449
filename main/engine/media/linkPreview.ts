// Previews of pages: the homeserver's, because this computer never loads a page, and those that a message brings along for its links
// (MSC4095). Both are claims of others.
import { isRecord, textOf } from '#stores/events/types';
import { mediaHandle } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import type { LinkPreview } from '#contract/areas/messages/messageModels';
import { cleanLine, cutText } from '../events/cleanName';
import type { Http } from '../http/http';
import { parseMxc } from './mxc';
import { askMedia } from './serverMedia';

type Content = Record<string, unknown>;

const longestTitle = 200;
const longestText = 500;
/** Number of previews of one message. */
const most = 3;

/** The text in one line, without bidi control characters. */
function line(value: unknown, longest: number): string | null {
  const text = cleanLine((textOf(value) ?? '').slice(0, 4 * longest).replace(/\s+/gu, ' '));
  return text === '' ? null : cutText(text, longest);
}

const pixels = (value: unknown): number | null => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && number >= 1 && number <= 20_000 ? Math.round(number) : null;
};

function pictureOf(db: Store['db'], page: Content): LinkPreview['picture'] {
  const mxc = page['og:image'];
  if (typeof mxc !== 'string' || parseMxc(mxc) === null) return null;
  const handle = mediaHandle(db, {
    ...{ mxc, variant: 'thumb:320x240:scale', source: null },
    ...{ fileName: null, mimeType: null, sizeBytes: null },
  });
  const [width, height] = [pixels(page['og:image:width']), pixels(page['og:image:height'])];
  return { handle, width, height };
}

/** Only `http` and `https`; null for any other address. */
function pageOf(url: unknown): URL | null {
  if (typeof url !== 'string' || url.length > 2048 || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return parsed.protocol === 'https:' || parsed.protocol === 'http:' ? parsed : null;
}

/** Null where the page has nothing that could be shown. */
function previewOf(db: Store['db'], url: URL, page: Content): LinkPreview | null {
  const title = line(page['og:title'], longestTitle);
  const text = line(page['og:description'], longestText);
  const picture = pictureOf(db, page);
  if (title === null && text === null && picture === null) return null;
  return { url: url.href, site: url.host, title, text, picture };
}

/**
 * The previews that the sender put into the message, for addresses in its text; empty: the sender wants none. Null: the message has no such
 * field.
 */
export function bundledPreviews(db: Store['db'], content: Content): LinkPreview[] | null {
  const found = content['m.url_previews'] ?? content['com.beeper.linkpreviews'];
  if (!Array.isArray(found)) return null;
  const body = textOf(content['body']) ?? '';
  return (found as unknown[]).slice(0, most).flatMap((page) => {
    if (!isRecord(page)) return [];
    const matched = page['matched_url'];
    const url = pageOf(matched);
    if (url === null || !body.includes(String(matched))) return [];
    return previewOf(db, url, page) ?? [];
  });
}

/**
 * Asks the homeserver for a preview (CHAT-7.24), which then sees the address.
 * @param atMs when the message was sent, so that the server may answer with the page as it was then
 */
export async function askPreview(
  http: Pick<Http, 'request'>,
  db: Store['db'],
  address: string,
  atMs: number,
): Promise<LinkPreview | null> {
  const url = pageOf(address);
  if (url === null) return null;
  const query = { url: url.href, ts: String(Math.max(0, Math.trunc(atMs))) };
  const answer = await askMedia(http, '/preview_url', query);
  return isRecord(answer) ? previewOf(db, url, answer) : null;
}
