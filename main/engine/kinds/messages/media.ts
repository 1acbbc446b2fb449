// Pictures, videos, sounds and files: checks the claims of their content, and gives a handle under which the window loads them. Must not
// load anything itself.
import { isRecord, textOf } from '#stores/events/types';
import { canRun, kindOf, kindsDisagree } from '#stores/files/kinds';
import { cleanFileName } from '#stores/files/names';
import { mediaHandle } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import type { FileLooks } from '#contract/areas/files/fileLooks';
import type { MediaRef, MessageBody } from '#contract/areas/messages/messageModels';
import { cleanName } from '../../events/cleanName';
import { captionOf, formattedBody, type Content } from '../../events/relations';
import { sourceOfFile } from '../../media/attachmentCrypto';
import { parseMxc } from '../../media/mxc';
import { plainLine } from '#contract/plainLine';
import { messageKind, type Source, type Staged } from '../kind';
import { durationOf, isPlainVoice, isVoice, soundOf, voiceName } from './sound';
import { formattedText, oneLine } from '../words';

type Db = Store['db'];

export type MediaType = 'image' | 'video' | 'audio' | 'file';

const mediaTypes: ReadonlyMap<unknown, MediaType> = new Map([
  ['m.image', 'image'],
  ['m.video', 'video'],
  ['m.audio', 'audio'],
  ['m.file', 'file'],
]);

/** Null for any value that is not a msgtype of media, e.g. `m.image`. */
export const mediaTypeOf = (value: unknown): MediaType | null => mediaTypes.get(value) ?? null;

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
const pixels = (value: unknown): number | null => {
  const number = count(value);
  return number === null || number < 1 || number > 100_000 ? null : Math.round(number);
};

interface Stored {
  readonly mxc: string;
  readonly source: string | null;
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const keyText = /^[A-Za-z0-9_-]{43}=?$/;

/** The reason why an encrypted file cannot be opened; null when it can. */
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

function sourceOf(url: unknown, file: unknown): Stored | { readonly broken: string } | null {
  if (isRecord(file)) {
    const problem = encryptedFileProblem(file);
    if (problem !== null) return { broken: problem };
    const mxc = textOf(file['url']);
    if (mxc === null || parseMxc(mxc) === null) return { broken: 'bad address' };
    const { key, iv, hashes, v } = file;
    return { mxc, source: sourceOfFile({ url: mxc, key, iv, hashes, v }) };
  }
  if (url === undefined && file === undefined) return null;
  const mxc = textOf(url);
  return mxc === null || parseMxc(mxc) === null ? { broken: 'bad address' } : { mxc, source: null };
}

function mediaRef(db: Db, content: Content, type: string, staged: Staged | null): MediaRef {
  const info = isRecord(content['info']) ? content['info'] : {};
  const fileName = cleanName(sentName(content)) ?? 'file';
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
  // Either the thumbnail of the content, or one that the server makes of a plain picture.
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
    durationMs: durationOf(content),
    blurhash: blurhash === null ? null : blurhash.slice(0, 100),
    encrypted: isRecord(content['file']),
    broken,
  };
}

/** A handle that is never given out. */
const brokenHandle = '0000000000000000';

const sentName = (content: Content): string | null =>
  textOf(content['filename']) ?? textOf(content['body']);

function looksOf(content: Content): FileLooks {
  const { odd, extension } = cleanFileName(sentName(content));
  const mimeType = isRecord(content['info']) ? textOf(content['info']['mimetype']) : null;
  const warnings: FileLooks['warnings'] = [];
  if (odd) warnings.push('name');
  if (kindsDisagree(extension, mimeType)) warnings.push('type');
  if (canRun(extension)) warnings.push('runs');
  return { extension, fileKind: kindOf(extension, mimeType), warnings };
}

/** The handle of the file that this content names. */
export const fileHandle = (db: Db, content: Content): string =>
  mediaRef(db, content, 'file', null).handle;

/** The body for a file on the server, or for one that is `staged` on this computer until it is uploaded. */
export function mediaBody(
  db: Db,
  type: MediaType,
  content: Content,
  staged: Staged | null,
): MessageBody {
  const caption = type === 'audio' && isPlainVoice(content) ? null : captionOf(content);
  return {
    type,
    media: mediaRef(db, content, type, staged),
    looks: looksOf(content),
    caption: caption === null ? null : formattedText(db, caption, content),
    ...(type === 'audio' && { sound: soundOf(content) }),
  };
}

interface Media {
  readonly type: MediaType;
  readonly content: Content;
}

function claims({ type, content }: Pick<Source, 'type' | 'content'>): Media | null {
  const mediaType = mediaTypes.get(content['msgtype']);
  if (type !== 'm.room.message' || mediaType === undefined) return null;
  return typeof content['body'] === 'string' ? { type: mediaType, content } : null;
}

export const media = messageKind<Media>({
  eventTypes: ['m.room.message'],
  msgtypes: ['m.image', 'm.video', 'm.audio', 'm.file'],
  aggregates: ['m.replace', 'm.annotation'],
  claims,
  body: ({ type, content }, { db, staged }) => mediaBody(db, type, content, staged),
  // Its caption, else its file name.
  line({ type, content }) {
    const voice = type === 'audio' && isVoice(content);
    const caption = voice && isPlainVoice(content) ? null : captionOf(content);
    const name = voice ? voiceName : (sentName(content) ?? '');
    const text = oneLine(caption === null ? name : plainLine(caption, formattedBody(content)));
    if (!voice) return { kind: type, text };
    const durationMs = durationOf(content);
    return { kind: 'voice', text, ...(durationMs !== null && { durationMs }) };
  },
  editText: ({ content }) => captionOf(content),
});

/** The file of a message's content; null when it has none. */
export function mediaIn(db: Db, type: string, content: Content): MediaRef | null {
  const claimed = claims({ type, content });
  return claimed === null ? null : mediaRef(db, content, claimed.type, null);
}
