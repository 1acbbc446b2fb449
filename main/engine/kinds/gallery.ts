// Several files in one message (MSC4274), as other clients send them: each is read like a message of its own. What is none of them is left out.
import { isRecord, textOf } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { GalleryItem } from '#contract/areas/messageModels';
import { withoutReplyFallback, type Content } from '../events/relations';
import { messageKind, type Source } from './kind';
import { mediaBody, mediaTypeOf, type MediaType } from './media';
import { formattedText, lineOf } from './words';

interface Item {
  readonly type: MediaType;
  readonly content: Content;
}

interface Gallery {
  readonly items: readonly Item[];
  readonly content: Content;
  /** Empty where its sender wrote nothing. */
  readonly text: string;
}

const mostItems = 60;

function itemsOf(value: unknown): Item[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly unknown[]).slice(0, mostItems).flatMap((item): Item[] => {
    const type = isRecord(item) ? mediaTypeOf(item['itemtype']) : null;
    return isRecord(item) && type !== null ? [{ type, content: item }] : [];
  });
}

function claims({ content }: Source): Gallery | null {
  const body = textOf(content['body']);
  const items = itemsOf(content['itemtypes']);
  if (body === null || items.length === 0) return null;
  return { items, content, text: withoutReplyFallback(body).trim() };
}

function itemBody(db: Store['db'], { type, content }: Item): GalleryItem[] {
  const body = mediaBody(db, type, content, null);
  if (!('media' in body)) return [];
  const { media, looks, caption, sound } = body;
  const text = caption?.text ?? null;
  return [{ type, media, looks, text, ...(sound !== undefined && { sound }) }];
}

export const gallery = messageKind<Gallery>({
  eventTypes: ['m.room.message'],
  msgtypes: ['m.gallery', 'dm.filament.gallery'],
  aggregates: ['m.replace', 'm.annotation'],
  claims,
  body: ({ items, content, text }, { db }) => ({
    type: 'gallery',
    items: items.flatMap((item) => itemBody(db, item)),
    caption: text === '' ? null : formattedText(db, text, content),
  }),
  line: ({ text, content }) => ({ kind: 'image', text: text === '' ? '' : lineOf(text, content) }),
});
