// Image packs made and looked after. A room's pack is written under both names of its event, so that clients of either kind read it
// (`packWrites.ts`).
import { randomUUID } from 'node:crypto';
import { getState } from '#stores/rooms/state';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { appFailure } from '#contract/wire/errors';
import { uploadPicture } from '../../media/pictures';
import { changedPack, isPack, type PackChange } from '../../packs/changes';
import { enabledTypes, ownType, packAt, roomTypes } from '../../packs/packs';
import type { CallParts, Calls } from '../parts';
import { createPackWrites } from './packWrites';

/** Null: the account's own. @throws AppFailure `not_found` */
function placeOf(key: string): { readonly roomId: string; readonly stateKey: string } | null {
  if (key === 'own') return null;
  const at = key.indexOf(' ');
  if (at < 0) throw appFailure('not_found', 'No such pack');
  return { roomId: key.slice(0, at), stateKey: key.slice(at + 1) };
}

export function packCalls(parts: CallParts) {
  const { network, store, media } = parts;
  const { db } = store;
  const writes = createPackWrites(parts);
  /** Made here: both of its events are there, although sync may have brought one of them only. */
  const made = new Set<string>();

  /** The events of this pack that there are; of a new one both. */
  function typesOf(roomId: string, stateKey: string): readonly string[] {
    if (made.has(`${roomId} ${stateKey}`)) return roomTypes;
    const roomNo = roomNoOf(db, roomId);
    const there = roomTypes.filter((type) => {
      const event = roomNo === null ? null : getState(db, roomNo, type, stateKey);
      return event !== null && isPack(event.raw.content);
    });
    return there.length === 0 ? roomTypes : there;
  }

  async function change(key: string, wanted: PackChange): Promise<void> {
    const place = placeOf(key);
    if (place === null) {
      const { accountData } = await network.ready();
      await accountData.change(ownType, (now) => changedPack(now ?? {}, wanted));
      return;
    }
    const steps = typesOf(place.roomId, place.stateKey).map(
      (type) => ({ in: 'room', type, change: wanted }) as const,
    );
    await writes.run({ ...place, steps });
  }

  const everywhere = (on: boolean) =>
    enabledTypes.map((type) => ({ in: 'account', type, on }) as const);

  return {
    async makePack({ roomId, name }) {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null || getRoom(db, roomNo) === null)
        throw appFailure('not_found', 'Unknown room');
      const pack = `${roomId} ${randomUUID()}`;
      await change(pack, { kind: 'name', name });
      made.add(pack);
      return { pack };
    },
    async renamePack({ pack, name }) {
      await change(pack, { kind: 'name', name });
      return {};
    },
    async removePack({ pack }) {
      const place = placeOf(pack);
      if (place === null) {
        const { accountData } = await network.ready();
        await accountData.change(ownType, (now) => (now === null ? null : {}));
        return {};
      }
      const gone = typesOf(place.roomId, place.stateKey).map(
        (type) => ({ in: 'room', type, change: { kind: 'gone' } }) as const,
      );
      await writes.run({ ...place, steps: [...gone, ...everywhere(false)] });
      return {};
    },
    async usePackEverywhere({ pack, on }) {
      const place = placeOf(pack);
      if (place === null) throw appFailure('bad_request', 'The own pack is used everywhere');
      await writes.run({ ...place, steps: everywhere(on) });
      return {};
    },
    async addPackImage({ pack, ticket, shortcode, emoticon, sticker, width, height }) {
      await network.ready();
      const { url, info } = await uploadPicture(media, ticket, { width, height });
      await change(pack, { kind: 'add', shortcode, url, info, uses: { emoticon, sticker } });
      return {};
    },
    async renamePackImage({ pack, shortcode, to }) {
      await change(pack, { kind: 'rename', from: shortcode, to });
      return {};
    },
    async setPackImageUses({ pack, shortcode, emoticon, sticker }) {
      await change(pack, { kind: 'uses', shortcode, uses: { emoticon, sticker } });
      return {};
    },
    async copyPackImages({ from, shortcodes, to }) {
      const source = packAt(db, from);
      if (source === null) throw appFailure('not_found', 'No such pack');
      const wanted = new Set(shortcodes);
      const images = source.images.filter(({ shortcode }) => wanted.has(shortcode));
      if (images.length < wanted.size) throw appFailure('not_found', 'No such picture');
      await change(to, { kind: 'copy', images, attribution: source.attribution });
      return {};
    },
    async removePackImage({ pack, shortcode }) {
      await change(pack, { kind: 'remove', shortcode });
      return {};
    },
  } satisfies Partial<Calls>;
}
