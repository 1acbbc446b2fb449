// Custom emoji in texts: short names that somebody writes, and addresses in a text that came.
import type { Reaction } from '#contract/areas/messages/timelineModels';
import { relationsOf } from '#stores/events/relations';
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { mediaHandle } from '#stores/media/media';
import type { Store } from '#stores/sqlite/store';
import { cleanName, cutText } from '../events/cleanName';
import { parseMxc } from '../media/mxc';
import { packsFor } from './packs';

type Db = Store['db'];

/** A short name in a text that becomes a picture. */
export interface Emoticon {
  readonly start: number;
  readonly end: number;
  readonly mxc: string;
  readonly shortcode: string;
}

const written = /:([A-Za-z0-9_-]{1,100}):/g;
const mostInText = 200;

/** The short names of packs that stand in `text`, in order. */
export function emoticonsIn(db: Db, roomNo: number, text: string): readonly Emoticon[] {
  const found = [...text.matchAll(written)].slice(0, mostInText);
  if (found.length === 0) return [];
  const known = new Map<string, string>();
  for (const { images } of packsFor(db, roomNo))
    for (const { emoticon, shortcode, mxc } of images)
      if (emoticon && !known.has(shortcode)) known.set(shortcode, mxc);
  const emoticons: Emoticon[] = [];
  for (const match of found) {
    const [whole, shortcode = ''] = match;
    const mxc = known.get(shortcode);
    if (mxc === undefined || match.index < (emoticons.at(-1)?.end ?? 0)) continue;
    emoticons.push({ start: match.index, end: match.index + whole.length, mxc, shortcode });
  }
  return emoticons;
}

const address = /mxc:\/\/[A-Za-z0-9.:[\]-]{1,255}\/[A-Za-z0-9_-]{1,255}/g;
const mostPictures = 100;

/** The handle under which the window shows an emoji or a sticker in a list: a small picture, whatever its file is. */
export const emoticonHandle = (db: Db, mxc: string): string =>
  mediaHandle(db, {
    ...{ mxc, variant: 'thumb:128x128:scale', source: null },
    ...{ fileName: null, mimeType: null, sizeBytes: null },
  });

/** The name that whoever reacted with this picture gave it, without colons; empty when nobody did (spec 1.19, MSC4027). */
function shortcodeOf(key: string, reactions: readonly StoredEvent[]): string {
  const named = reactions
    .map((event) => (event.plain ?? event.raw).content)
    .filter(
      (content) => isRecord(content['m.relates_to']) && content['m.relates_to']['key'] === key,
    )
    .map(
      (content) => textOf(content['shortcode']) ?? textOf(content['com.beeper.reaction.shortcode']),
    )
    .find((name) => name !== null);
  return cutText(cleanName((named ?? '').replaceAll(':', '')) ?? '', 100);
}

/** The picture of a reaction whose key is an address; nothing for a plain emoji. `reactions`: those to the message. */
export const reactionPicture = (
  db: Db,
  key: string,
  reactions: readonly StoredEvent[],
): Pick<Reaction, 'picture'> =>
  parseMxc(key) === null
    ? {}
    : { picture: { handle: emoticonHandle(db, key), shortcode: shortcodeOf(key, reactions) } };

/** The name that others who reacted to the message gave the picture; null for a plain emoji, and when there is none. */
export function reactedShortcode(
  db: Db,
  roomNo: number,
  eventId: string,
  key: string,
): string | null {
  if (parseMxc(key) === null) return null;
  const name = shortcodeOf(key, relationsOf(db, roomNo, eventId, 'm.annotation'));
  return name === '' ? null : name;
}

/** Handles for the addresses in a formatted text. The window draws those of emoji. */
export function picturesIn(
  db: Db,
  html: string | null,
): { readonly mxc: string; readonly handle: string }[] {
  if (html === null || !html.includes('data-mx-emoticon')) return [];
  const found = new Set([...html.matchAll(address)].map(([mxc]) => mxc));
  return [...found]
    .slice(0, mostPictures)
    .flatMap((mxc) => (parseMxc(mxc) === null ? [] : { mxc, handle: emoticonHandle(db, mxc) }));
}
