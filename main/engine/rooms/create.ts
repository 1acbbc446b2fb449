// Makes rooms and changes their state: name, topic, picture. A repeated request makes no second room.
import { callType, memberType } from '#contract/areas/calls/callNames';
import { ensureRoom, listRooms, updateRoom, type StoredRoom } from '#stores/rooms/rooms';
import { getMember, getState } from '#stores/rooms/state';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Changes, Store } from '#stores/sqlite/store';
import { notMatrix } from '../http/errors';
import { createKeyedQueue } from '../base/keyedQueue';
import { isRecord } from '../base/record';
import { beaconTypes } from '../events/beacons';
import { path } from '../http/url';
import type { AccountData } from './accountData';
import { openDirectRoomWith } from './direct';
import { isJoined, type Membership, type RoomsDeps } from './membership';
import { creatorsRule } from './permissions';
import { setPin } from './pins';

export interface NewRoom {
  readonly requestId: string;
  readonly name: string | null;
  readonly topic: string | null;
  readonly direct: boolean;
  readonly encrypted: boolean;
  readonly public: boolean;
  /** Room type `m.space`: ordinary members send no messages in it. */
  readonly space?: boolean | undefined;
  /** The space of those who may join. */
  readonly forSpace?: string | undefined;
  readonly invite: readonly string[];
}

export interface RoomActs {
  /** Resolves with the room id when sync has brought the room. A direct chat with one person that is there already is answered. */
  create(room: NewRoom): Promise<string>;
  rename(roomId: string, name: string): Promise<void>;
  setTopic(roomId: string, topic: string): Promise<void>;
  /** `mxc:` address of a picture in clear; null takes it away. */
  setPicture(roomId: string, url: string | null): Promise<void>;
  /** @throws AppFailure `conflict` when no more can be pinned */
  setPin(roomId: string, eventId: string, on: boolean): Promise<void>;
}

/** Content of the `m.room.encryption` event that turns encryption on. */
export const encryptionContent = { algorithm: 'm.megolm.v1.aes-sha2' };
const encryption = { type: 'm.room.encryption', state_key: '', content: encryptionContent };
const noGuests = {
  type: 'm.room.guest_access',
  state_key: '',
  content: { guest_access: 'forbidden' },
};

/** Marks the room as encrypted before sync says so, so that no message is sent in clear in between. */
export function encryptedFromNow(
  db: Store['db'],
  roomId: string,
  encryption: Record<string, unknown>,
  changes: Changes,
): void {
  const roomNo = ensureRoom(db, roomId);
  updateRoom(db, roomNo, { encryption });
  changes.room(roomNo);
}

const remembered = 50;
/** Key in the content of `m.room.create` that holds the id of the request. */
const requestMark = 'org.trellis.request';

export function createRoomActs(
  deps: RoomsDeps & {
    readonly membership: Pick<Membership, 'arrived'>;
    readonly accountData: Pick<AccountData, 'addDirect'>;
    /** The server's default room version. */
    readonly newVersion: () => string;
  },
): RoomActs {
  const { http, store } = deps;
  const underWay = new Map<string, Promise<string>>();
  const pinning = createKeyedQueue();

  async function make(room: NewRoom): Promise<string> {
    const known = new Map(getSetting<[string, string][]>(store.db, 'createdRooms') ?? []);
    const before = known.get(room.requestId);
    if (before !== undefined) return before;
    const person = directPerson(room);
    const there = person === null ? null : openDirectRoomWith(store.db, person, deps.ownUserId);
    if (there !== null) return there;
    const asked = getSetting<string[]>(store.db, 'askedRooms') ?? [];
    const made = asked.includes(room.requestId) ? await madeBefore(room.requestId) : null;
    // Noted before the request is sent: a retry after a crash first looks whether the server made the room.
    store.write(() =>
      setSetting(
        store.db,
        'askedRooms',
        [...asked.filter((id) => id !== room.requestId), room.requestId].slice(-remembered),
      ),
    );
    const roomId = made ?? (await ask(room));
    store.write((changes) => {
      const rooms = [...known, [room.requestId, roomId]].slice(-remembered);
      setSetting(store.db, 'createdRooms', rooms);
      if (!room.encrypted) return;
      encryptedFromNow(store.db, roomId, encryptionContent, changes);
    });
    if (person !== null) await deps.accountData.addDirect(person, roomId);
    await deps.membership.arrived(roomId, (stored) => isComplete(room, stored));
    return roomId;
  }

  async function ask(room: NewRoom): Promise<string> {
    const answer = await http.request<unknown>({
      method: 'POST',
      path: '/createRoom',
      body: createContent(room, deps.newVersion()),
      retry: 'limited',
      // Each invitation may ask another server.
      timeoutMs: 180_000,
    });
    const roomId = isRecord(answer) ? answer['room_id'] : null;
    if (typeof roomId !== 'string') throw notMatrix();
    return roomId;
  }

  /** The room whose `m.room.create` names the request, in the store or only at the server; else null. */
  async function madeBefore(requestId: string): Promise<string | null> {
    const known = new Set<string>();
    for (const { roomId, roomNo } of listRooms(store.db, 'join')) {
      known.add(roomId);
      const created = getState(store.db, roomNo, 'm.room.create');
      const isOwn = created?.sender === deps.ownUserId;
      if (isOwn && created.raw.content[requestMark] === requestId) return roomId;
    }
    const get = (of: string) =>
      http.request<unknown>({ method: 'GET', path: of, retry: 'limited' });
    const answer = await get('/joined_rooms');
    const joined = isRecord(answer) ? answer['joined_rooms'] : null;
    if (!Array.isArray(joined)) throw notMatrix();
    for (const roomId of joined) {
      if (typeof roomId !== 'string' || known.has(roomId)) continue;
      const created = await get(path`/rooms/${roomId}/state/m.room.create`);
      if (isRecord(created) && created[requestMark] === requestId) return roomId;
    }
    return null;
  }

  /** A server may tell of a new room before all of its first events are in it. */
  function isComplete(room: NewRoom, stored: StoredRoom | null): boolean {
    if (stored === null || !isJoined(stored)) return false;
    const has = (type: string) => getState(store.db, stored.roomNo, type) !== null;
    const person = directPerson(room);
    return (
      (!room.encrypted || has('m.room.encryption')) &&
      (room.name === null || has('m.room.name')) &&
      (room.topic === null || has('m.room.topic')) &&
      // The invited person must be stored too, so that a second request for a chat with them finds this room.
      (person === null || getMember(store.db, stored.roomNo, person) !== null)
    );
  }

  /** PUT of a state event whose state key is empty (CHAT-7.17). */
  async function setState(roomId: string, type: string, content: object): Promise<void> {
    await http.request({
      method: 'PUT',
      path: path`/rooms/${roomId}/state/${type}`,
      body: content,
      retry: 'limited',
    });
  }

  return {
    create(room) {
      // Two windows that start a chat with the same person at once share it.
      const key = directPerson(room) ?? room.requestId;
      const running = underWay.get(key);
      if (running) return running;
      const work = make(room).finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
    rename: (roomId, name) => setState(roomId, 'm.room.name', { name }),
    setTopic: (roomId, topic) => setState(roomId, 'm.room.topic', { topic }),
    setPicture: (roomId, url) => setState(roomId, 'm.room.avatar', url === null ? {} : { url }),
    // One after the other: each begins with what the one before wrote.
    setPin: (roomId, eventId, on) => pinning(roomId, () => setPin(http, roomId, eventId, on)),
  };
}

/** The other person of a direct chat of two; null for any other room. */
function directPerson({ direct, invite }: NewRoom): string | null {
  return direct && invite.length === 1 ? (invite[0] ?? null) : null;
}

/**
 * Levels of state events in a new room: everybody may share a live location (an event of their own, which nobody else can write), join a
 * call, and begin one where only invited people come in. A server takes the
 * whole map, so what it gives a new room by itself stands here too.
 */
function levelsOf(room: NewRoom, version: string): Record<string, number> {
  return {
    'm.room.avatar': 50,
    'm.room.canonical_alias': 50,
    'm.room.encryption': 100,
    'm.room.history_visibility': 100,
    'm.room.name': 50,
    'm.room.power_levels': 100,
    'm.room.server_acl': 100,
    // From version 12 on it takes a creator (MSC4289).
    'm.room.tombstone': creatorsRule(version) ? 150 : 100,
    [memberType]: 0,
    ...Object.fromEntries(beaconTypes.info.map((type) => [type, 0])),
    ...(!room.public && { [callType]: 0 }),
  };
}

/** In a space only admins may send messages, because nobody reads them. */
const powerOf = (room: NewRoom, version: string) => ({
  events: levelsOf(room, version),
  ...(room.space === true ? { events_default: 100 } : {}),
});

/** The first version of rooms that let in the people of another room (MSC3083); names of versions that are no number are newer ones. */
const isRestrictable = (version: string): boolean => !(Number(version) < 8);

/** Lets the people of the space in. A public room needs nothing, and in an old version only those come who are invited. */
function ofSpace(room: NewRoom, spaceId: string, version: string): object[] {
  if (room.public || !isRestrictable(version)) return [];
  const allow = [{ type: 'm.room_membership', room_id: spaceId }];
  return [
    { type: 'm.room.join_rules', state_key: '', content: { join_rule: 'restricted', allow } },
  ];
}

function createContent(room: NewRoom, version: string): Record<string, unknown> {
  const preset = room.public
    ? 'public_chat'
    : room.direct
      ? 'trusted_private_chat'
      : 'private_chat';
  return {
    preset,
    visibility: room.public ? 'public' : 'private',
    ...(room.name === null ? {} : { name: room.name }),
    ...(room.topic === null ? {} : { topic: room.topic }),
    ...(room.direct ? { is_direct: true } : {}),
    // In a chat of two both have all rights.
    ...(room.direct ? {} : { power_level_content_override: powerOf(room, version) }),
    invite: room.invite,
    creation_content: {
      [requestMark]: room.requestId,
      ...(room.space === true ? { type: 'm.space' } : {}),
    },
    initial_state: [
      ...(room.encrypted ? [encryption] : []),
      // The presets of rooms that are not public let guests in.
      ...(room.public ? [] : [noGuests]),
      ...(room.forSpace === undefined ? [] : ofSpace(room, room.forSpace, version)),
    ],
  };
}
