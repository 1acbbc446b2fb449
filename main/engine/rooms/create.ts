// Makes rooms and changes their state: name, topic, picture. A repeated request makes no second room.
import type { Uninvited } from '#contract/areas/rooms/peopleModels';
import { ensureRoom, updateRoom, type StoredRoom } from '#stores/rooms/rooms';
import { getMember, getState } from '#stores/rooms/state';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Changes, Store } from '#stores/sqlite/store';
import { createKeyedQueue } from '../base/keyedQueue';
import { path } from '../http/url';
import type { AccountData } from './accountData';
import { openDirectRoomWith } from './direct';
import { ask, inviteRest, madeBefore, withPerson, type MakingDeps } from './making';
import { isJoined } from './membership';
import { directPerson, encryptionContent, type NewRoom } from './newRoom';
import { setPin } from './pins';

export interface Made {
  readonly roomId: string;
  /** Those who could not be invited. */
  readonly uninvited: Uninvited[];
}

export interface RoomActs {
  /**
   * Resolves when sync has brought the room. A direct chat with one person that is there already is answered.
   * @throws AppFailure `not_invited` where the one person of a direct chat could not be invited: no room is left then
   */
  create(room: NewRoom): Promise<Made>;
  rename(roomId: string, name: string): Promise<void>;
  setTopic(roomId: string, topic: string): Promise<void>;
  /** `mxc:` address of a picture in clear; null takes it away. */
  setPicture(roomId: string, url: string | null): Promise<void>;
  /** @throws AppFailure `conflict` when no more can be pinned */
  setPin(roomId: string, eventId: string, on: boolean): Promise<void>;
}

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

export function createRoomActs(
  deps: MakingDeps & { readonly accountData: Pick<AccountData, 'addDirect'> },
): RoomActs {
  const { http, store } = deps;
  const underWay = new Map<string, Promise<Made>>();
  const pinning = createKeyedQueue();

  async function make(room: NewRoom): Promise<Made> {
    const known = () => getSetting<[string, string][]>(store.db, 'createdRooms') ?? [];
    const before = new Map(known()).get(room.requestId);
    if (before !== undefined) return { roomId: before, uninvited: [] };
    const person = directPerson(room);
    const there = person === null ? null : openDirectRoomWith(store.db, person, deps.ownUserId);
    if (there !== null) return { roomId: there, uninvited: [] };
    const asked = getSetting<string[]>(store.db, 'askedRooms') ?? [];
    const made = asked.includes(room.requestId) ? await madeBefore(deps, room.requestId) : null;
    // Noted before the request is sent: a retry after a crash first looks whether the server made the room.
    store.write(() =>
      setSetting(
        store.db,
        'askedRooms',
        [...asked.filter((id) => id !== room.requestId), room.requestId].slice(-remembered),
      ),
    );
    const roomId =
      person === null
        ? (made ?? (await ask(deps, room, null)))
        : await withPerson(deps, room, person, made);
    if (room.encrypted)
      store.write((changes) => encryptedFromNow(store.db, roomId, encryptionContent, changes));
    const uninvited = person === null ? await inviteRest(deps, room, roomId, made !== null) : [];
    // From here on a repeated request has nothing left to do.
    store.write(() => {
      const rooms = [...known(), [room.requestId, roomId]].slice(-remembered);
      setSetting(store.db, 'createdRooms', rooms);
    });
    if (person !== null) await deps.accountData.addDirect(person, roomId);
    await deps.membership.arrived(roomId, (stored) => isComplete(room, stored));
    return { roomId, uninvited };
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
