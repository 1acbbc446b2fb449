// The lists `imagePacks`, of packs that can be used in a room, and `managedPacks`, of packs that this account can edit. Both from the
// store.
import type { ImagePack, ManagedPack } from '#contract/areas/messages/packs';
import type { Store } from '#stores/sqlite/store';
import { getRoom, joinedRoomNos, roomNoOf } from '#stores/rooms/rooms';
import { emoticonHandle } from '../../packs/emoticons';
import {
  enabled,
  ownPack,
  packsFor,
  packsMark,
  roomPacks,
  roomTypes,
  toManage,
  usableMark,
  within,
  type Pack,
} from '../../packs/packs';
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

type PackParts = Pick<EngineParts, 'store' | 'ownUserId'>;

interface Managed {
  /** Changes with the packs. Empty: there are none, or the room is not joined. */
  readonly mark: string;
  readonly packs: () => readonly ManagedPack[];
}

const none: Managed = { mark: '', packs: () => [] };

/** The packs of one joined room, which are read when they are needed. */
function managedIn({ store: { db }, ownUserId }: PackParts, roomNo: number): Managed {
  const room = getRoom(db, roomNo);
  const userId = ownUserId();
  if (room?.membership !== 'join' || userId === null) return none;
  const events = packsMark(db, roomNo);
  if (events === '') return none;
  const levels = powerLevels(db, roomNo, room.version);
  const mayChange = roomTypes.every((type) => levels.of(userId) >= levels.forState(type));
  const everywhere = enabled(db).get(room.roomId) ?? new Set<string>();
  return {
    mark: JSON.stringify([events, room.name, mayChange, [...everywhere]]),
    packs: () =>
      roomPacks(db, roomNo).map((pack) => ({
        ...shown(db, pack),
        ...{ roomName: room.name, mayChange },
        everywhere: everywhere.has(pack.stateKey),
      })),
  };
}

interface Known {
  readonly mark: string;
  readonly packs: readonly ManagedPack[];
}

/** The packs of rooms; each room is read once, until its packs change. */
function knownPacks(parts: PackParts, rooms: () => readonly number[]) {
  const known = new Map<number, Known>();
  function* each(): Iterable<ManagedPack> {
    for (const roomNo of rooms()) {
      let found = known.get(roomNo);
      if (found === undefined) {
        const { mark, packs } = managedIn(parts, roomNo);
        found = { mark, packs: packs() };
        known.set(roomNo, found);
      }
      yield* found.packs;
    }
  }
  return {
    /** Rooms beyond the limits are not read. */
    read: (): readonly ManagedPack[] => within(each(), toManage),
    withPacks: (): number[] =>
      [...known].flatMap(([roomNo, { mark }]) => (mark === '' ? [] : [roomNo])),
    /** Whether the packs of a room differ from those that were read. */
    drop(roomNo: number): boolean {
      if (managedIn(parts, roomNo).mark === (known.get(roomNo)?.mark ?? '')) return false;
      known.delete(roomNo);
      return true;
    },
  };
}

export const packLists = (parts: PackParts) => {
  const { store } = parts;
  return {
    imagePacks: ({ roomId }, sink) => {
      const { db } = store;
      let told: string | null = null;
      const read = (): void => {
        const roomNo = roomNoOf(db, roomId);
        const mark = roomNo === null ? '' : usableMark(db, roomNo);
        if (mark === told) return;
        told = mark;
        sink.set(packsIn(store, roomId));
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
      const rooms = (): readonly number[] => {
        if (roomId === null) return joinedRoomNos(db);
        const one = roomNoOf(db, roomId);
        return one === null ? [] : [one];
      };
      const known = knownPacks(parts, rooms);
      const readOwn = (): ManagedPack => ({
        ...shown(db, ownPack(db)),
        ...{ roomName: null, mayChange: true, everywhere: true },
      });
      let own = readOwn();
      let told: readonly ManagedPack[] | null = null;
      const tell = (): void => {
        const items = roomId === null ? [own, ...known.read()] : known.read();
        // Packs that did not change are the same objects.
        if (items.length === told?.length && items.every((item, at) => item === told?.[at])) return;
        told = items;
        sink.set(items);
      };
      tell();
      const close = store.onCommit(({ rooms: touched, topics }) => {
        const ofAccount = topics.has('accountData');
        const asked = ofAccount ? new Set([...touched, ...known.withPacks()]) : touched;
        const only = roomId === null ? null : roomNoOf(db, roomId);
        let changed = false;
        for (const roomNo of asked)
          if ((roomId === null || roomNo === only) && known.drop(roomNo)) changed = true;
        if (ofAccount && roomId === null) {
          const next = readOwn();
          if (JSON.stringify(next) !== JSON.stringify(own)) {
            own = next;
            changed = true;
          }
        }
        if (changed) tell();
      });
      return { close };
    },
  } satisfies Partial<Lists>;
};
