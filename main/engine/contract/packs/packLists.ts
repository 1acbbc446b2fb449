// The lists `imagePacks`: what one may use in a room, and `managedPacks`: what one may look after. Both as the store has it.
import type { ImagePack, ManagedPack } from '#contract/areas/packs';
import type { Store } from '#stores/sqlite/store';
import { getRoom, joinedRoomNos, roomNoOf } from '#stores/rooms/rooms';
import { emoticonHandle } from '../../packs/emoticons';
import { enabled, ownPack, packsFor, roomPacks, roomTypes, type Pack } from '../../packs/packs';
import { powerLevels } from '../../rooms/permissions';
import type { EngineParts, Lists } from '../parts';

function packsIn({ db }: Store, roomId: string): ImagePack[] {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) return [];
  return packsFor(db, roomNo).map((pack) => shown(db, pack));
}

const shown = (db: Store['db'], { key, roomId, name, attribution, images }: Pack): ImagePack => ({
  ...{ key, roomId, name, attribution },
  images: images.map(({ shortcode, mxc, text, emoticon, sticker }) => ({
    ...{ shortcode, text, emoticon, sticker },
    handle: emoticonHandle(db, mxc),
  })),
});

/** The packs of one room that one is in. */
function managedIn(
  { store: { db }, ownUserId }: Pick<EngineParts, 'store' | 'ownUserId'>,
  roomNo: number,
): ManagedPack[] {
  const room = getRoom(db, roomNo);
  const userId = ownUserId();
  if (room?.membership !== 'join' || userId === null) return [];
  const found = roomPacks(db, roomNo);
  if (found.length === 0) return [];
  const levels = powerLevels(db, roomNo, room.version);
  const mayChange = roomTypes.every((type) => levels.of(userId) >= levels.forState(type));
  const everywhere = enabled(db);
  return found.map((pack) => ({
    ...shown(db, pack),
    ...{ roomName: room.name, mayChange },
    everywhere: everywhere.get(room.roomId)?.has(pack.stateKey) ?? false,
  }));
}

export const packLists = (parts: Pick<EngineParts, 'store' | 'ownUserId'>) => {
  const { store } = parts;
  return {
    imagePacks: ({ roomId }, sink) => {
      let shown = '';
      const read = (): void => {
        const packs = packsIn(store, roomId);
        const text = JSON.stringify(packs);
        if (text === shown) return;
        shown = text;
        sink.set(packs);
      };
      read();
      // Any room's state may hold a pack that is enabled here.
      const close = store.onCommit(({ rooms, topics }) => {
        if (rooms.size > 0 || topics.has('accountData')) read();
      });
      return { close };
    },
    managedPacks: ({ roomId }, sink) => {
      const { db } = store;
      /** By room: a commit touches few of them. */
      const known = new Map<number, ManagedPack[]>();
      const rooms = (): readonly number[] => {
        if (roomId === null) return joinedRoomNos(db);
        const one = roomNoOf(db, roomId);
        return one === null ? [] : [one];
      };
      let told = '';
      const read = (): void => {
        const found = rooms().flatMap((roomNo) => {
          const packs = known.get(roomNo) ?? managedIn(parts, roomNo);
          known.set(roomNo, packs);
          return packs;
        });
        const own = {
          ...shown(db, ownPack(db)),
          roomName: null,
          mayChange: true,
          everywhere: true,
        };
        const items = roomId === null ? [own, ...found] : found;
        const text = JSON.stringify(items);
        if (text === told) return;
        told = text;
        sink.set(items);
      };
      read();
      const close = store.onCommit(({ rooms: touched, topics }) => {
        if (topics.has('accountData')) known.clear();
        touched.forEach((roomNo) => known.delete(roomNo));
        if (touched.size > 0 || topics.has('accountData')) read();
      });
      return { close };
    },
  } satisfies Partial<Lists>;
};
