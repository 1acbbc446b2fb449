// Image packs as they stand in the store. Spec 1.19: `m.room.image_pack` in rooms and `m.image_pack.rooms` in the account's data; MSC2545 wrote
// `im.ponies.*`, and only there is a pack of the account itself.
import { isRecord, type StoredEvent } from '#stores/events/types';
import { account, getAccountData } from '#stores/settings/accountData';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { getState, stateMark, stateOfTypeFrom } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { cleanName, cutText } from '../events/cleanName';
import { parseMxc } from '../media/mxc';
import { isPack, shortcodeOf } from './changes';

type Db = Store['db'];
type Content = Record<string, unknown>;

export interface PackImage {
  /** The name between the colons, without them. */
  readonly shortcode: string;
  readonly mxc: string;
  /** A description of the picture; the shortcode where the pack has none. */
  readonly text: string;
  /** `info` of a sticker event. */
  readonly info: Content;
  readonly emoticon: boolean;
  readonly sticker: boolean;
}

export interface Pack {
  /** Stable, and unique among the packs of a room. */
  readonly key: string;
  /** Null: the account's own. */
  readonly roomId: string | null;
  readonly stateKey: string;
  readonly name: string;
  readonly attribution: string | null;
  readonly images: readonly PackImage[];
}

/** The stable type goes before the one that MSC2545 wrote. */
export const roomTypes = ['m.room.image_pack', 'im.ponies.room_emotes'] as const;
export const enabledTypes = ['m.image_pack.rooms', 'im.ponies.emote_rooms'] as const;
export const ownType = 'im.ponies.user_emotes';

/** A use of packs, such as writing in a room or looking after them, takes so much and reads no further. */
interface Bounds {
  readonly packs: number;
  readonly images: number;
}

/** Limits for one room, whose members could write thousands. All pictures together stay below the number of kept handles. */
const ofRoom: Bounds = { packs: 60, images: 5_000 };
const toUse: Bounds = { packs: 60, images: 10_000 };
export const toManage: Bounds = { packs: 200, images: 10_000 };
/** Events of one type that are looked at in a room; of a pack that was removed an empty one stays. */
const mostEvents = 200;
const eventsAtOnce = 10;

const mostImages = 500;
const longestShortcode = 100;

/** The `usage` of a pack or picture; absent or empty means everything. */
function usesOf(value: unknown): ReadonlySet<unknown> | null {
  return Array.isArray(value) && value.length > 0 ? new Set<unknown>(value) : null;
}

const infoKeys = ['w', 'h', 'size', 'mimetype'] as const;

function infoOf(value: unknown): Content {
  const info = isRecord(value) ? value : {};
  return Object.fromEntries(
    infoKeys.flatMap((key) => {
      const found = info[key];
      return typeof found === 'number' || typeof found === 'string' ? [[key, found]] : [];
    }),
  );
}

function imagesOf(content: Content, uses: ReadonlySet<unknown> | null): PackImage[] {
  const images = isRecord(content['images']) ? Object.entries(content['images']) : [];
  const known = new Set(['']);
  return images.slice(0, mostImages).flatMap(([written, image]): PackImage[] => {
    const shortcode = cutText(shortcodeOf(written), longestShortcode);
    if (!isRecord(image) || known.has(shortcode) || parseMxc(image['url']) === null) return [];
    known.add(shortcode);
    const own = usesOf(image['usage']) ?? uses;
    const text = cutText(cleanName(image['body']) ?? shortcode, 200);
    return [
      {
        ...{ shortcode, text, mxc: String(image['url']), info: infoOf(image['info']) },
        emoticon: own?.has('emoticon') ?? true,
        sticker: own?.has('sticker') ?? true,
      },
    ];
  });
}

function packOf(content: Content, roomId: string | null, stateKey: string, fallback: string): Pack {
  const pack = isRecord(content['pack']) ? content['pack'] : {};
  const images = imagesOf(content, usesOf(pack['usage']));
  return {
    key: roomId === null ? 'own' : `${roomId} ${stateKey}`,
    ...{ roomId, stateKey, images },
    name: cutText(cleanName(pack['display_name']) ?? fallback, 100),
    attribution: cleanName(pack['attribution']),
  };
}

/** The account's own pack, also while nothing is in it. */
export const ownPack = (db: Db): Pack =>
  packOf(getAccountData(db, account, ownType) ?? {}, null, '', '');

/** One pack that one may see: the own, or of a room that one is in. */
export function packAt(db: Db, key: string): Pack | null {
  if (key === 'own') return ownPack(db);
  const roomNo = roomNoOf(db, key.split(' ', 1)[0] ?? '');
  if (roomNo === null || getRoom(db, roomNo)?.membership !== 'join') return null;
  return roomPacks(db, roomNo).find((pack) => pack.key === key) ?? null;
}

/** Takes packs for as long as they keep within the bounds; what comes after is not read. */
export function within<P extends { readonly images: readonly unknown[] }>(
  packs: Iterable<P>,
  bounds: Bounds,
): P[] {
  const taken: P[] = [];
  let images = 0;
  if (bounds.packs <= 0) return taken;
  for (const pack of packs) {
    images += pack.images.length;
    if (images > bounds.images) break;
    taken.push(pack);
    if (taken.length >= bounds.packs) break;
  }
  return taken;
}

function* packEvents(db: Db, roomNo: number): Iterable<StoredEvent> {
  for (const type of roomTypes) {
    for (let from = 0; from < mostEvents; from += eventsAtOnce) {
      const page = stateOfTypeFrom(db, roomNo, type, from, eventsAtOnce);
      yield* page;
      if (page.length < eventsAtOnce) break;
    }
  }
}

/** The events of a room that are packs, as they stand there. */
export const packStates = (db: Db, roomNo: number): StoredEvent[] =>
  [...packEvents(db, roomNo)].filter(({ raw }) => isPack(raw.content));

/** Each as soon as it is asked for. The stable event goes before the legacy one of the same state key. */
function* packsIn(db: Db, roomNo: number, events: Iterable<StoredEvent | null>): Iterable<Pack> {
  const roomId = roomIdOf(db, roomNo);
  const fallback = getRoom(db, roomNo)?.name ?? roomId;
  const seen = new Set<string>();
  for (const event of events) {
    const key = event?.stateKey ?? '';
    if (event === null || seen.has(key) || !isPack(event.raw.content)) continue;
    seen.add(key);
    yield packOf(event.raw.content, roomId, key, fallback);
  }
}

/** The first of one room, by their state keys; empty ones, too. At most 60 with 5,000 pictures. */
export const roomPacks = (db: Db, roomNo: number): Pack[] =>
  within(packsIn(db, roomNo, packEvents(db, roomNo)), ofRoom);

/** Those that the account has enabled, whatever else stands in their room. */
function* enabledIn(db: Db, roomNo: number, keys: ReadonlySet<string>): Iterable<Pack> {
  for (const key of keys)
    yield* packsIn(
      db,
      roomNo,
      roomTypes.map((type) => getState(db, roomNo, type, key)),
    );
}

/** Changes with the packs of a room, or with these of them; read without their content. Empty: there are none. */
export function packsMark(db: Db, roomNo: number, keys: readonly string[] | null = null): string {
  const marks = roomTypes.map((type) => stateMark(db, roomNo, type, mostEvents, keys));
  return marks.some((mark) => mark !== '') ? marks.join(';') : '';
}

/** Room id and state keys that the account has enabled everywhere. */
export function enabled(db: Db): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const type of enabledTypes) {
    const rooms = getAccountData(db, account, type)?.['rooms'];
    for (const [roomId, keys] of Object.entries(isRecord(rooms) ? rooms : {})) {
      if (!isRecord(keys)) continue;
      const known = found.get(roomId) ?? new Set<string>();
      Object.keys(keys).forEach((key) => known.add(key));
      found.set(roomId, known);
    }
  }
  return found;
}

/** Joined rooms, apart from this one, of which the account has enabled packs. */
function enabledElsewhere(db: Db, roomNo: number): [roomNo: number, keys: ReadonlySet<string>][] {
  return [...enabled(db)].flatMap(([roomId, keys]): [number, ReadonlySet<string>][] => {
    const other = roomNoOf(db, roomId);
    if (other === null || other === roomNo || getRoom(db, other)?.membership !== 'join') return [];
    return [[other, keys]];
  });
}

function* usable(db: Db, roomNo: number): Iterable<Pack> {
  const packs = function* (): Iterable<Pack> {
    yield ownPack(db);
    yield* roomPacks(db, roomNo);
    for (const [other, keys] of enabledElsewhere(db, roomNo)) yield* enabledIn(db, other, keys);
  };
  for (const pack of packs()) if (pack.images.length > 0) yield pack;
}

/** The packs that one may use in a room: the own one, the room's, those that are enabled everywhere; at most 60 with 10,000 pictures. */
export const packsFor = (db: Db, roomNo: number): readonly Pack[] =>
  within(usable(db, roomNo), toUse);

/** Changes with what {@link packsFor} answers; read without the content of any room. */
export const usableMark = (db: Db, roomNo: number): string =>
  JSON.stringify([
    getAccountData(db, account, ownType),
    [[roomNo, null] as const, ...enabledElsewhere(db, roomNo)].map(([no, keys]) => [
      getRoom(db, no)?.name,
      packsMark(db, no, keys === null ? null : [...keys]),
      no,
    ]),
  ]);

/** A picture of a pack that can be used in the room; null when it is not there any more. */
export function packImage(
  db: Db,
  roomNo: number,
  key: string,
  shortcode: string,
): PackImage | null {
  const pack = packsFor(db, roomNo).find((one) => one.key === key);
  return pack?.images.find((image) => image.shortcode === shortcode) ?? null;
}
