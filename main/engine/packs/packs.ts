// Image packs as they stand in the store. Spec 1.19: `m.room.image_pack` in rooms and `m.image_pack.rooms` in the account's data; MSC2545 wrote
// `im.ponies.*`, and only there is a pack of the account itself.
import { isRecord, textOf } from '#stores/events/types';
import { account, getAccountData } from '#stores/settings/accountData';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { stateOfType } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { cleanName } from '../events/cleanName';
import { parseMxc } from '../media/mxc';
import { isPack, shortcodeOf } from './changes';

type Db = Store['db'];
type Content = Record<string, unknown>;

export interface PackImage {
  /** What stands between the colons, without them. */
  readonly shortcode: string;
  readonly mxc: string;
  /** What it shows, in words; the short name where its maker says nothing. */
  readonly text: string;
  /** As it goes into a sticker's event. */
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

const mostPacks = 60;
const mostImages = 500;
const longestShortcode = 100;

/** What a pack or picture is for; absent or empty means everything. */
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
  return images.slice(0, mostImages).flatMap(([written, image]): PackImage[] => {
    const shortcode = shortcodeOf(written).slice(0, longestShortcode);
    if (!isRecord(image) || shortcode === '' || parseMxc(image['url']) === null) return [];
    const own = usesOf(image['usage']) ?? uses;
    const text = cleanName(textOf(image['body']) ?? '')?.slice(0, 200) ?? shortcode;
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
    name: cleanName(textOf(pack['display_name']) ?? '')?.slice(0, 100) ?? fallback,
    attribution: cleanName(textOf(pack['attribution']) ?? '')?.slice(0, 500) ?? null,
  };
}

const isUsable = ({ images }: Pack): boolean => images.length > 0;

/** The account's own pack, also while nothing is in it. */
export const ownPack = (db: Db): Pack =>
  packOf(getAccountData(db, account, ownType) ?? {}, null, '', '');

/** Of one room, the stable event before the legacy one of the same state key; empty ones, too. */
export function roomPacks(
  db: Db,
  roomNo: number,
  wanted: (stateKey: string) => boolean = () => true,
): Pack[] {
  const roomId = roomIdOf(db, roomNo);
  const fallback = getRoom(db, roomNo)?.name ?? roomId;
  const seen = new Set<string>();
  return roomTypes
    .flatMap((type) => stateOfType(db, roomNo, type))
    .flatMap(({ stateKey, raw }) => {
      const key = stateKey ?? '';
      if (seen.has(key) || !wanted(key) || !isPack(raw.content)) return [];
      seen.add(key);
      return [packOf(raw.content, roomId, key, fallback)];
    });
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

/** The packs that one may use in a room: the own one, the room's, those that are enabled everywhere; at most 60. */
export function packsFor(db: Db, roomNo: number): readonly Pack[] {
  const packs = [ownPack(db), ...roomPacks(db, roomNo)];
  for (const [roomId, keys] of enabled(db)) {
    const other = roomNoOf(db, roomId);
    if (other === null || other === roomNo || getRoom(db, other)?.membership !== 'join') continue;
    packs.push(...roomPacks(db, other, (key) => keys.has(key)));
  }
  return packs.filter(isUsable).slice(0, mostPacks);
}

/** The picture of a sticker; null when it is not there any more. */
export function stickerIn(
  db: Db,
  roomNo: number,
  key: string,
  shortcode: string,
): PackImage | null {
  const pack = packsFor(db, roomNo).find((one) => one.key === key);
  return pack?.images.find((image) => image.sticker && image.shortcode === shortcode) ?? null;
}
