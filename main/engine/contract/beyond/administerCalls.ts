// Administration of a room: its profile, rules, rights, encryption and version.
import { appFailure } from '#contract/wire/errors';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import { roomRights, spaceRights } from '#contract/plainNames';
import { textOf } from '#stores/events/types';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { spacesWith } from '#stores/rooms/spaces';
import { getState } from '#stores/rooms/state';
import { changeRules, joining, roomRules, typeOfRule } from '../../administer/access';
import { encryptRoom } from '../../administer/encrypt';
import { creatorAlone, rightLevel, setRoomRight } from '../../administer/rights';
import { setSpaceRoom, spaceChildType, type TakenOut } from '../../administer/space';
import { inviteLeftBehind, upgradeRoom, type Invited } from '../../administer/upgrade';
import { uploadPicture } from '../../media/pictures';
import { roomTypes } from '../../packs/packs';
import { avatarHandle } from '../../rooms/people';
import { powerLevels, type PowerLevels } from '../../rooms/permissions';
import { reloadRoom } from '../../rooms/reload';
import { storedRoomVersions } from '../../server/capabilities';
import type { CallParts, Calls, EngineParts, Values } from '../parts';

/** Reads the room from the server; crypto gets the new state as after a sync. */
async function reload({ network, store, clock, log, ownUserId }: CallParts, roomId: string) {
  const { http, crypto } = await network.ready();
  const roomNo = roomNoOf(store.db, roomId);
  if (roomNo === null || getRoom(store.db, roomNo)?.membership !== 'join')
    throw appFailure('not_joined', `Not in the room ${roomId}`);
  const deps = { http, store, clock, log, ownUserId: ownUserId() ?? '' };
  const { mended, members } = await reloadRoom(deps, roomNo);
  if (crypto !== null) {
    const event = getState(store.db, roomNo, 'm.room.encryption');
    if (event !== null) await crypto.roomEncryption(roomNo, event.raw);
    crypto.membersChanged(roomNo, members);
  }
  return { mended };
}

export function administerCalls(parts: CallParts) {
  const { network, store, media, sessions, log } = parts;
  const online = () => network.ready();
  /** By room: who asks again while people are being invited gets the same answer. */
  const inviting = new Map<string, Promise<Invited>>();
  const taken: TakenOut = new Map();
  return {
    async setRoomRules({ roomId, change }) {
      await changeRules((await online()).http, roomId, change);
      return {};
    },
    async setRoomRight({ roomId, right, level }) {
      const creator = creatorAlone(store.db, roomNoOf(store.db, roomId));
      await setRoomRight((await online()).http, { roomId, right, level, creator });
      return {};
    },
    async setRoomPicture({ roomId, ticket }) {
      const { rooms } = await online();
      await rooms.setPicture(
        roomId,
        ticket === null ? null : (await uploadPicture(media, ticket)).url,
      );
      return {};
    },
    async setSpaceRoom({ spaceId, roomId, in: isIn }) {
      const { http } = await online();
      const ownServer = sessions.current()?.serverName ?? '';
      await setSpaceRoom(http, store, spaceId, roomId, { isIn, ownServer, taken });
      return {};
    },
    async encryptRoom({ roomId }) {
      await encryptRoom((await online()).http, store, roomId);
      return {};
    },
    async upgradeRoom({ roomId, version }) {
      const { http } = await online();
      const deps = { http, store, log, ownUserId: parts.ownUserId() ?? '' };
      return { roomId: await upgradeRoom(deps, roomId, version) };
    },
    async inviteLeftBehind({ roomId }) {
      const { membership } = await online();
      const run =
        inviting.get(roomId) ??
        inviteLeftBehind({ store, membership }, roomId).finally(() => inviting.delete(roomId));
      inviting.set(roomId, run);
      return run;
    },
    reloadRoom: ({ roomId }) => reload(parts, roomId),
    async versionNeed({ roomId }) {
      const roomNo = roomNoOf(store.db, roomId);
      const room = roomNo === null ? null : getRoom(store.db, roomNo);
      if (room === null) throw appFailure('not_found', `Unknown room ${roomId}`);
      return (await online()).capabilities.need(room.version);
    },
  } satisfies Partial<Calls>;
}

const nothing: RoomAdministration = {
  profile: { name: null, topic: null, avatar: null },
  rules: { joinRule: 'invite', history: 'shared', guests: 'forbidden' },
  ...{ joinRules: [], letsIn: [] },
  rights: [],
  usualLevel: 0,
  ownLevel: 0,
  version: '1',
  encrypted: false,
  may: {
    ...{
      name: false,
      topic: false,
      picture: false,
      spaceRooms: false,
      joinRule: false,
      history: false,
    },
    ...{ guests: false, encrypt: false, upgrade: false, address: false, packs: false },
  },
};

interface RightsAsked {
  readonly mayAny: boolean;
  readonly isSpace: boolean;
}

/** The rights of a room, or those that mean something in a space. The server lets this account change none that needs a higher level than its own. */
const rightsOf = (levels: PowerLevels, mine: number, { mayAny, isSpace }: RightsAsked) =>
  (isSpace ? spaceRights : roomRights.filter((right) => right !== 'spaceRooms')).map((right) => {
    const level = rightLevel(levels, right);
    return { right, level, mayChange: mayAny && level <= mine };
  });

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
  const isSpace = room.roomType === 'm.space';
  const said = (type: string, key: string): string | null =>
    textOf(getState(db, roomNo, type)?.raw.content[key]);
  return {
    profile: {
      name: said('m.room.name', 'name'),
      topic: said('m.room.topic', 'topic'),
      avatar: avatarHandle(db, said('m.room.avatar', 'url')),
    },
    rules: roomRules(db, roomNo),
    ...joining(db, room),
    rights: rightsOf(levels, mine, { mayAny: may('m.room.power_levels'), isSpace }),
    usualLevel: levels.stated.usersDefault ?? 0,
    ownLevel: Number.isFinite(mine) ? mine : null,
    version: room.version,
    encrypted: room.encryption !== null,
    may: {
      name: may('m.room.name'),
      topic: may('m.room.topic'),
      picture: may('m.room.avatar'),
      spaceRooms: may(spaceChildType),
      joinRule: may(typeOfRule('joinRule')),
      history: may(typeOfRule('history')),
      guests: may(typeOfRule('guests')),
      encrypt: !isSpace && room.encryption === null && may('m.room.encryption'),
      upgrade: may('m.room.tombstone'),
      address: may('m.room.canonical_alias'),
      packs: roomTypes.every(may),
    },
  };
}

export const administerValues = (parts: EngineParts) =>
  ({
    roomAdministration: ({ roomId }, sink) => {
      const show = (): void => sink.set(administration(parts, roomId));
      show();
      return parts.store.onCommit(({ rooms, topics }) => {
        const { db } = parts.store;
        // A space that takes the room in tells of it by its own state.
        const around = spacesWith(db, roomId).map(({ roomNo }) => roomNo);
        const isMeant = [roomNoOf(db, roomId), ...around].some(
          (roomNo) => roomNo !== null && rooms.has(roomNo),
        );
        if (isMeant || topics.has('session')) show();
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
