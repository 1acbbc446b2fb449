// One change of a pack, on its content as the server holds it. Pure: what a change does not name stays as it was. Must not write anything.
import { isRecord } from '#stores/events/types';
import { appFailure } from '#contract/wire/errors';
import { cleanLine } from '../events/cleanName';

type Content = Record<string, unknown>;

export interface PackUses {
  readonly emoticon: boolean;
  readonly sticker: boolean;
}

/** A picture of another pack. */
export interface CopiedImage extends PackUses {
  readonly shortcode: string;
  readonly mxc: string;
  readonly text: string;
  readonly info: Content;
}

export type PackChange =
  | { readonly kind: 'name'; readonly name: string }
  | {
      readonly kind: 'add';
      readonly shortcode: string;
      readonly url: string;
      readonly info: Content;
      readonly uses: PackUses;
    }
  | {
      readonly kind: 'copy';
      readonly images: readonly CopiedImage[];
      /** The authors, from the attribution of their pack. */
      readonly attribution: string | null;
    }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'uses'; readonly shortcode: string; readonly uses: PackUses }
  | { readonly kind: 'remove'; readonly shortcode: string };

/** An event holds 65,536 bytes, with what the server puts around its content. */
const mostBytes = 60_000;

/** Some clients write the colons, too. */
export const shortcodeOf = (written: string): string => cleanLine(written.replace(/^:|:$/g, ''));

const usage = ({ emoticon, sticker }: PackUses): string[] => [
  ...(emoticon ? ['emoticon'] : []),
  ...(sticker ? ['sticker'] : []),
];

const imagesIn = (content: Content): Content =>
  isRecord(content['images']) ? content['images'] : {};

/** The key under which the pack has this short name; null where it has none. */
const keyOf = (images: Content, shortcode: string): string | null =>
  Object.keys(images).find((key) => shortcodeOf(key) === shortcode) ?? null;

/** In place, so that the order of the pictures stays. */
const replaced = (images: Content, key: string, by: readonly [string, unknown] | null): Content =>
  Object.fromEntries(
    Object.entries(images).flatMap((entry) =>
      entry[0] !== key ? [entry] : by === null ? [] : [by],
    ),
  );

/** @throws AppFailure `conflict` */
function withCopies(images: Content, copied: readonly CopiedImage[]): Content | null {
  const added = new Map<string, unknown>();
  for (const { shortcode, mxc, text, info, ...uses } of copied) {
    const known = keyOf(images, shortcode);
    const before = known === null ? null : images[known];
    if (added.has(shortcode)) continue;
    if (known === null) added.set(shortcode, { url: mxc, body: text, info, usage: usage(uses) });
    else if (!isRecord(before) || before['url'] !== mxc)
      throw appFailure('conflict', 'The pack has a picture of this name', {
        data: { reason: 'shortcode' },
      });
  }
  return added.size === 0 ? null : { ...images, ...Object.fromEntries(added) };
}

const longestAttribution = 500;

/** The pack with one more source; a pack has one text for all of them. */
function withSource(content: Content, source: string | null): Content {
  const pack = isRecord(content['pack']) ? content['pack'] : {};
  const named = typeof pack['attribution'] === 'string' ? pack['attribution'] : '';
  if (source === null || named.split('; ').includes(source) || named === source) return content;
  const next = named === '' ? source : `${named}; ${source}`;
  return next.length > longestAttribution
    ? content
    : { ...content, pack: { ...pack, attribution: next } };
}

function changedImages(
  images: Content,
  change: Exclude<PackChange, { kind: 'name' | 'copy' }>,
): Content | null {
  switch (change.kind) {
    case 'add': {
      const { shortcode, url, info, uses } = change;
      const known = keyOf(images, shortcode);
      const before = known === null ? null : images[known];
      if (isRecord(before) && before['url'] === url) return null;
      if (known !== null)
        throw appFailure('conflict', 'The pack has a picture of this name', {
          data: { reason: 'shortcode' },
        });
      return { ...images, [shortcode]: { url, body: shortcode, info, usage: usage(uses) } };
    }
    case 'rename': {
      const key = keyOf(images, change.from);
      const taken = keyOf(images, change.to);
      if (key === null || change.from === change.to) return null;
      if (taken !== null)
        throw appFailure('conflict', 'The pack has a picture of this name', {
          data: { reason: 'shortcode' },
        });
      const image = images[key];
      // Words that were only the name follow it.
      const follows = isRecord(image) && image['body'] === change.from;
      return replaced(images, key, [change.to, follows ? { ...image, body: change.to } : image]);
    }
    case 'uses': {
      const key = keyOf(images, change.shortcode);
      const image = key === null ? null : images[key];
      if (key === null || !isRecord(image)) return null;
      return replaced(images, key, [key, { ...image, usage: usage(change.uses) }]);
    }
    case 'remove': {
      const key = keyOf(images, change.shortcode);
      return key === null ? null : replaced(images, key, null);
    }
  }
}

/**
 * The pack's content after the change; null when it has the change already. Repeating a change has no effect.
 * @throws AppFailure `conflict` for a short name that is taken, `too_large` for a pack that no event can hold
 */
export function changedPack(content: Content, change: PackChange): Content | null {
  if (change.kind === 'name') {
    const pack = isRecord(content['pack']) ? content['pack'] : {};
    if (pack['display_name'] === change.name && isRecord(content['images'])) return null;
    return { ...content, images: imagesIn(content), pack: { ...pack, display_name: change.name } };
  }
  const before = imagesIn(content);
  const copies = change.kind === 'copy' ? change : null;
  const images =
    change.kind === 'copy' ? withCopies(before, change.images) : changedImages(before, change);
  if (images === null) return null;
  const next = withSource({ ...content, images }, copies?.attribution ?? null);
  if (
    (change.kind === 'add' || copies !== null) &&
    Buffer.byteLength(JSON.stringify(next)) > mostBytes
  )
    throw appFailure('too_large', 'The pack is full', { data: { reason: 'pack' } });
  return next;
}

/** Whether an event is a pack at all: one that was taken away is empty. */
export const isPack = (content: Content): boolean =>
  isRecord(content['images']) || isRecord(content['pack']);

/** The packs that the account has enabled everywhere, with this one or without it. Null: it is so already. */
export function enabledWith(
  content: Content,
  roomId: string,
  stateKey: string,
  on: boolean,
): Content | null {
  const rooms = isRecord(content['rooms']) ? content['rooms'] : {};
  const ofRoom = Object.hasOwn(rooms, roomId) ? rooms[roomId] : null;
  const keys = isRecord(ofRoom) ? ofRoom : {};
  if (Object.hasOwn(keys, stateKey) === on) return null;
  const { [stateKey]: _, ...others } = keys;
  const next = on ? { ...keys, [stateKey]: {} } : others;
  const { [roomId]: _room, ...rest } = rooms;
  return {
    ...content,
    rooms: Object.keys(next).length === 0 ? rest : { ...rest, [roomId]: next },
  };
}

/** The same where a pack of one room is followed by that of the room that took over. Null: the one of the old room is not used everywhere. */
export function enabledInstead(
  content: Content,
  {
    roomId,
    stateKey,
    to,
  }: { readonly roomId: string; readonly stateKey: string; readonly to: string },
): Content | null {
  const without = enabledWith(content, roomId, stateKey, false);
  return without === null ? null : (enabledWith(without, to, stateKey, true) ?? without);
}
