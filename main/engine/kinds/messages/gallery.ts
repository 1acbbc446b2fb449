// Several files in one message (MSC4274), as other clients send them: each is read like a message of its own. What is none of them is left out.
import { textOf } from '#stores/events/types';
import { galleryItems, galleryTypes } from '#stores/files/galleries';
import type { Store } from '#stores/sqlite/store';
import type { GalleryItem, MediaRef } from '#contract/areas/messages/messageModels';
import { withoutReplyFallback, type Content } from '../../events/relations';
import { messageKind, type Source } from '../kind';
import { mediaBody, mediaTypeOf, type MediaType } from './media';
import { formattedText, lineOf } from '../words';

interface Item {
  readonly type: MediaType;
  readonly content: Content;
}

interface GalleryMedia {
  readonly media: MediaRef;
  readonly content: Content;
}

interface Gallery {
  readonly items: readonly Item[];
  readonly content: Content;
  /** Empty where its sender wrote nothing. */
  readonly text: string;
}

function itemsOf(content: Content): Item[] {
  return galleryItems(content).flatMap(({ type: name, content: item }): Item[] => {
    const type = mediaTypeOf(name);
    return type === null ? [] : [{ type, content: item }];
  });
}

/** One file of a gallery's content, by its place in it; null where there is none. */
export function galleryMedia(db: Store['db'], content: Content, part: number): GalleryMedia | null {
  const item = galleryItems(content).find((one) => one.part === part);
  const type = mediaTypeOf(item?.type);
  if (item === undefined || type === null) return null;
  const body = mediaBody(db, type, item.content, null);
  return 'media' in body ? { media: body.media, content: item.content } : null;
}

function claims({ content }: Source): Gallery | null {
  const body = textOf(content['body']);
  const items = itemsOf(content);
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
  msgtypes: galleryTypes,
  aggregates: ['m.replace', 'm.annotation'],
  claims,
  body: ({ items, content, text }, { db }) => ({
    type: 'gallery',
    items: items.flatMap((item) => itemBody(db, item)),
    caption: text === '' ? null : formattedText(db, text, content),
  }),
  line: ({ text, content }) => ({ kind: 'image', text: text === '' ? '' : lineOf(text, content) }),
});
