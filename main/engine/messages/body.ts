// The body of a message item: text, media, place, or why it cannot be shown. Everything in a content is somebody's claim and is
// checked here. No SDK.
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { mediaHandle } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/peopleModels';
import type { FormattedText, MediaRef, MessageBody } from '#contract/areas/timelineModels';
import { explainUndecryptable } from './undecryptable';
import { parseMxc } from '../media/mxc';
import { cleanName } from '../rooms/names';
import { captionOf, formattedBody, withoutReplyFallback, type Content } from '../events/relations';

type Db = Store['db'];

const longestText = 65_536;

const textTypes: ReadonlyMap<unknown, 'text' | 'notice' | 'emote'> = new Map<
  unknown,
  'text' | 'notice' | 'emote'
>([
  ['m.text', 'text'],
  ['m.notice', 'notice'],
  ['m.emote', 'emote'],
]);

const mediaTypes: ReadonlyMap<unknown, 'image' | 'video' | 'audio' | 'file'> = new Map<
  unknown,
  'image' | 'video' | 'audio' | 'file'
>([
  ['m.image', 'image'],
  ['m.video', 'video'],
  ['m.audio', 'audio'],
  ['m.file', 'file'],
]);

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
const pixels = (value: unknown): number | null => {
  const number = count(value);
  return number === null || number < 1 || number > 100_000 ? null : Math.round(number);
};

interface Source {
  readonly mxc: string;
  readonly source: string | null;
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const keyText = /^[A-Za-z0-9_-]{43}=?$/;

/** Why an encrypted file cannot be opened at all; null when it can. */
function encryptedFileProblem(file: Content): string | null {
  const key = isRecord(file['key']) ? file['key'] : {};
  const hashes = isRecord(file['hashes']) ? file['hashes'] : {};
  if (file['v'] !== 'v2') return 'unsupported encryption version';
  if (key['alg'] !== 'A256CTR' || key['kty'] !== 'oct') return 'unsupported key type';
  if (typeof key['k'] !== 'string' || !keyText.test(key['k'])) return 'missing key';
  const iv = file['iv'];
  if (typeof iv !== 'string' || !base64.test(iv)) return 'missing initialisation vector';
  const sha256 = hashes['sha256'];
  if (typeof sha256 !== 'string' || !base64.test(sha256)) return 'missing hash';
  return null;
}

function sourceOf(url: unknown, file: unknown): Source | { readonly broken: string } | null {
  if (isRecord(file)) {
    const problem = encryptedFileProblem(file);
    if (problem !== null) return { broken: problem };
    const mxc = textOf(file['url']);
    if (mxc === null || parseMxc(mxc) === null) return { broken: 'bad address' };
    const { key, iv, hashes, v } = file;
    return { mxc, source: JSON.stringify({ url: mxc, key, iv, hashes, v }) };
  }
  if (url === undefined && file === undefined) return null;
  const mxc = textOf(url);
  return mxc === null || parseMxc(mxc) === null ? { broken: 'bad address' } : { mxc, source: null };
}

/** Handles of a file that is not on the server yet. */
export interface Staged {
  readonly handle: string;
  readonly thumbnail: string | null;
}

function mediaRef(db: Db, content: Content, type: string, staged: Staged | null): MediaRef {
  const info = isRecord(content['info']) ? content['info'] : {};
  const fileName = cleanName(textOf(content['filename']) ?? textOf(content['body'])) ?? 'file';
  const mimeType = textOf(info['mimetype']);
  const sizeBytes = count(info['size']);
  const main = sourceOf(content['url'], content['file']);
  const small = sourceOf(info['thumbnail_url'], info['thumbnail_file']);
  const problem = main === null ? 'bad address' : 'broken' in main ? main.broken : null;
  const broken = staged === null ? problem : null;
  const handle =
    main === null || 'broken' in main
      ? (staged?.handle ?? brokenHandle)
      : mediaHandle(db, { ...main, variant: 'full', fileName, mimeType, sizeBytes });
  // A thumbnail of its own, or one that the server makes of a plain picture.
  let thumbnail: string | null = staged?.thumbnail ?? null;
  if (small !== null && !('broken' in small))
    thumbnail = mediaHandle(db, {
      ...small,
      variant: 'full',
      fileName: null,
      mimeType: null,
      sizeBytes: null,
    });
  else if (type === 'image' && main !== null && !('broken' in main) && main.source === null)
    thumbnail = mediaHandle(db, {
      ...main,
      variant: 'thumb:800x600:scale',
      fileName: null,
      mimeType: null,
      sizeBytes: null,
    });
  const blurhash = textOf(info['xyz.amorgan.blurhash']) ?? textOf(info['blurhash']);
  return {
    handle,
    thumbnail,
    fileName,
    mimeType: mimeType === null ? null : mimeType.slice(0, 255),
    sizeBytes,
    width: pixels(info['w']),
    height: pixels(info['h']),
    durationMs: count(info['duration']),
    blurhash: blurhash === null ? null : blurhash.slice(0, 100),
    encrypted: isRecord(content['file']),
    broken,
  };
}

/** A handle that is never given out. */
const brokenHandle = '0000000000000000';

function formattedText(text: string, content: Content): FormattedText {
  const html = formattedBody(content);
  return {
    text: text.slice(0, longestText),
    html: html === null ? null : html.slice(0, longestText),
  };
}

function mediaBody(
  db: Db,
  type: 'image' | 'video' | 'audio' | 'file',
  content: Content,
  staged: Staged | null,
): MessageBody {
  const caption = captionOf(content);
  return {
    type,
    media: mediaRef(db, content, type, staged),
    caption: caption === null ? null : formattedText(caption, content),
  };
}

const invalidBody: MessageBody = {
  type: 'invalid',
  text: 'This message has no text and is not valid',
};

/** Of a content as it is shown, for server events and local echoes alike. */
export function messageBody(
  db: Db,
  type: string,
  content: Content,
  staged: Staged | null = null,
): MessageBody {
  const body = content['body'];
  if (type === 'm.sticker') return mediaBody(db, 'image', content, null);
  if (type !== 'm.room.message')
    return { type: 'unsupported', eventType: type, text: typeof body === 'string' ? body : '' };
  // CHAT-3.16: shown as invalid, never as an empty line.
  if (typeof body !== 'string') return invalidBody;
  const msgtype = content['msgtype'];
  const textType = textTypes.get(msgtype);
  if (textType !== undefined)
    return { type: textType, ...formattedText(withoutReplyFallback(body), content) };
  const mediaType = mediaTypes.get(msgtype);
  if (mediaType !== undefined) return mediaBody(db, mediaType, content, staged);
  const geoUri = textOf(content['geo_uri']);
  if (msgtype === 'm.location' && geoUri !== null && geoUri.startsWith('geo:'))
    return { type: 'location', text: body, geoUri: geoUri.slice(0, 500) };
  return {
    type: 'unsupported',
    eventType: typeof msgtype === 'string' ? msgtype.slice(0, 255) : type,
    text: body.slice(0, longestText),
  };
}

export function undecryptableBody(event: StoredEvent): MessageBody {
  const explained = explainUndecryptable(event.utdCode ?? 'MEGOLM_UNKNOWN_INBOUND_SESSION_ID');
  return { type: 'undecryptable', reason: explained.reason, text: explained.text };
}

export function redactedBody(event: StoredEvent, person: (userId: string) => Person): MessageBody {
  const because = event.raw.unsigned?.['redacted_because'];
  const by = isRecord(because) ? textOf(because['sender']) : null;
  const content = isRecord(because) && isRecord(because['content']) ? because['content'] : {};
  return {
    type: 'redacted',
    by: by === null ? null : person(by),
    reason: cleanName(content['reason']),
  };
}
