// Running a room: its rules and its version.
import { appFailure } from '#contract/wire/errors';
import type { RoomAdministration } from '#contract/areas/administer';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { changeRules, roomRules, typeOfRule } from '../../administer/access';
import { upgradeRoom } from '../../administer/upgrade';
import { powerLevels } from '../../rooms/permissions';
import { storedRoomVersions } from '../../server/capabilities';
import type { CallParts, Calls, EngineParts, Values } from '../parts';

export function administerCalls({ network, store }: CallParts) {
  const online = () => network.ready();
  return {
    async setRoomRules({ roomId, change }) {
      await changeRules((await online()).http, roomId, change);
      return {};
    },
    upgradeRoom: async ({ roomId, version }) => ({
      roomId: await upgradeRoom((await online()).http, roomId, version),
    }),
    async versionNeed({ roomId }) {
      const roomNo = roomNoOf(store.db, roomId);
      const room = roomNo === null ? null : getRoom(store.db, roomNo);
      if (room === null) throw appFailure('not_found', `Unknown room ${roomId}`);
      return (await online()).capabilities.need(room.version);
    },
  } satisfies Partial<Calls>;
}

const nothing: RoomAdministration = {
  rules: { joinRule: 'invite', history: 'shared', guests: 'forbidden' },
  version: '1',
  may: { joinRule: false, history: false, guests: false, upgrade: false, address: false },
};

function administration({ store, ownUserId }: EngineParts, roomId: string): RoomAdministration {
  const { db } = store;
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  const userId = ownUserId();
  if (room === null || roomNo === null || userId === null) return nothing;
  const levels = powerLevels(db, roomNo, room.version);
  const mine = levels.of(userId);
  const may = (type: string): boolean =>
    room.membership === 'join' && mine >= levels.forState(type);
  return {
    rules: roomRules(db, roomNo),
    version: room.version,
    may: {
      joinRule: may(typeOfRule('joinRule')),
      history: may(typeOfRule('history')),
      guests: may(typeOfRule('guests')),
      upgrade: may('m.room.tombstone'),
      address: may('m.room.canonical_alias'),
    },
  };
}

export const administerValues = (parts: EngineParts) =>
  ({
    roomAdministration: ({ roomId }, sink) => {
      const show = (): void => sink.set(administration(parts, roomId));
      show();
      return parts.store.onCommit(({ rooms, topics }) => {
        const roomNo = roomNoOf(parts.store.db, roomId);
        if ((roomNo !== null && rooms.has(roomNo)) || topics.has('session')) show();
      });
    },
    roomVersions: (_query, sink) => {
      const show = (): void => {
        const { default: usual, available } = storedRoomVersions(parts.store.db);
        sink.set({ default: usual, available: [...available] });
      };
      show();
      return parts.store.onCommit(({ topics }) => {
        if (topics.has('capabilities')) show();
      });
    },
  }) satisfies Partial<Values>;
