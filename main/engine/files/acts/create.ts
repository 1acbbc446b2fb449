// Makes trees and directories (CHAT-6.4, 6.5, 6.14). `createRoom` is no idempotent request: what is under way is a durable note, and the
// creation content names the request, so that a repeated call or a restart finds the room that it already made.
import { textOf } from '#stores/events/types';
import { listRooms, ensureRoom, roomNoOf, updateRoom } from '#stores/rooms/rooms';
import { getState, listMembers } from '#stores/rooms/state';
import { findRequest, rememberRequest } from '#stores/outbox/outbox';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import { notMatrix, statusOf } from '../../http/errors';
import { isRecord } from '../../base/record';
import { path } from '../../http/url';
import { isJoined } from '../../rooms/membership';
import { creatorsRule } from '../../rooms/permissions';
import { rolesIn } from '../roles';
import {
  childType,
  joinedRoom,
  membersNow,
  parentType,
  purposeType,
  putState,
  treeKey,
  viaOf,
  type ActOptions,
  type ActsDeps,
  type Content,
} from './kit';
import { mayLink } from './place';

export interface NewDirectory {
  readonly requestId: string;
  readonly name: string;
  /** Null: a tree of its own. */
  readonly parentId: string | null;
}

export interface CreateActs {
  /** Everybody of the parent is invited, each with the role they have there. Resolves when sync has brought it. */
  create(directory: NewDirectory, options?: ActOptions): Promise<string>;
}

/** In the creation content: of which call the room is, and where it lay then, which an invitation shows. */
export const requestMark = 'org.trellis.request';
export const directoryMark = 'org.trellis.directory';

const encryption = { algorithm: 'm.megolm.v1.aes-sha2' };
export const levelOf = { viewer: 0, editor: 50, owner: 100 } as const;
const mostAtOnce = 10;
const notePrefix = 'directoryRequest.';
/** Before the room's id, in the memory of answered requests. */
const madeKey = 'directory:';

interface Note {
  readonly roomId: string | null;
  readonly linked: boolean;
  /** How many of the parent's people the creation invited; absent when that is not known. */
  readonly invited?: number;
}

/** The levels of a new directory (CHAT-6.4, 6.5); creators of version 12 and later stand in no list of users. */
export function treePowerLevels(users: Readonly<Record<string, number>>): Content {
  return {
    invite: 100,
    kick: 100,
    ban: 100,
    redact: 50,
    state_default: 50,
    events_default: 50,
    users_default: 0,
    events: {
      'm.room.power_levels': 100,
      'm.room.history_visibility': 100,
      'm.room.tombstone': 100,
      'm.room.encryption': 100,
      'm.room.name': 50,
      'm.room.message': 50,
      'm.room.encrypted': 50,
      'm.sticker': 50,
    },
    users,
  };
}

/** The state that is kept in memory only. */
interface CreateState {
  /** Request → the directory that it makes. */
  readonly underWay: Map<string, Promise<string>>;
  /** The room version of new rooms, once the server was asked. */
  version: Promise<string> | null;
}

interface Parts extends ActsDeps {
  readonly state: CreateState;
}

function noteOf(parts: Parts, requestId: string): Note | null {
  const { store } = parts;
  return getSetting<Note>(store.db, notePrefix + requestId);
}

function note(parts: Parts, requestId: string, made: Note): void {
  const { store } = parts;
  store.write(() => setSetting(store.db, notePrefix + requestId, made));
}

/** The version that the server gives new rooms decides whether the creator stands in the levels. */
function roomVersion(parts: Parts): Promise<string> {
  const { http, state } = parts;
  state.version ??= http
    .request<unknown>({ method: 'GET', path: '/capabilities', retry: 'limited' })
    .then((answer) => {
      const all = isRecord(answer) && isRecord(answer['capabilities']) ? answer : null;
      const versions = isRecord(all?.['capabilities'])
        ? all['capabilities']['m.room_versions']
        : null;
      const named = isRecord(versions) ? textOf(versions['default']) : null;
      if (named === null) throw notMatrix();
      return named;
    })
    .catch((thrown: unknown) => {
      state.version = null;
      throw thrown;
    });
  return state.version;
}

/** Rooms this account is in, here or not yet here, whose creation content names the request. */
async function madeBefore(
  parts: Parts,
  requestId: string,
  options: ActOptions,
): Promise<string | null> {
  const { http, ownUserId, store } = parts;
  const known = new Set<string>();
  for (const room of listRooms(store.db, 'join')) {
    known.add(room.roomId);
    const create = getState(store.db, room.roomNo, 'm.room.create');
    if (create?.sender === ownUserId && create.raw.content[requestMark] === requestId)
      return room.roomId;
  }
  const ask = (of: string) =>
    http.request<unknown>({ method: 'GET', path: of, retry: 'limited', ...options });
  const answer = await ask('/joined_rooms');
  const joined = isRecord(answer) ? answer['joined_rooms'] : null;
  if (!Array.isArray(joined)) throw notMatrix();
  for (const roomId of joined) {
    if (typeof roomId !== 'string' || known.has(roomId)) continue;
    const created = await ask(path`/rooms/${roomId}/state/m.room.create`);
    if (isRecord(created) && created[requestMark] === requestId) return roomId;
  }
  return null;
}

function people(
  parts: Parts,
  parentId: string | null,
): { users: Record<string, number>; others: string[] } {
  const { ownUserId, store } = parts;
  if (parentId === null) return { users: {}, others: [] };
  const { roomNo } = joinedRoom(store.db, parentId);
  const roles = rolesIn(store.db, roomNo);
  const query = { memberships: ['join', 'invite'] as const, limit: 10_000, offset: 0 };
  const others = listMembers(store.db, roomNo, query)
    .map((member) => member.userId)
    .filter((userId) => userId !== ownUserId);
  const users = others.flatMap((userId): [string, number][] => {
    const level = levelOf[roles.of(userId)];
    return level === 0 ? [] : [[userId, level]];
  });
  return { users: Object.fromEntries(users), others };
}

async function makeRoom(
  parts: Parts,
  directory: NewDirectory,
  options: ActOptions,
): Promise<string> {
  const { http, ownUserId, membership, store } = parts;
  const { requestId, name, parentId } = directory;
  if (parentId !== null) await membership.loadMembers(joinedRoom(store.db, parentId).roomNo);
  const { users, others } = people(parts, parentId);
  const room_version = await roomVersion(parts);
  const creator = creatorsRule(room_version) ? {} : { [ownUserId]: levelOf.owner };
  note(parts, requestId, { roomId: null, linked: false });
  const answer = await http.request<unknown>({
    method: 'POST',
    path: '/createRoom',
    body: {
      name,
      room_version,
      preset: 'private_chat',
      visibility: 'private',
      creation_content: {
        type: 'm.space',
        [requestMark]: requestId,
        [directoryMark]: { parent: parentId },
      },
      power_level_content_override: treePowerLevels({ ...users, ...creator }),
      initial_state: [
        {
          type: purposeType,
          state_key: treeKey,
          content: { 'org.matrix.msc3088.enabled': true },
        },
        { type: 'm.room.encryption', state_key: '', content: encryption },
        ...(parentId === null
          ? []
          : [{ type: parentType, state_key: parentId, content: { via: viaOf(ownUserId) } }]),
      ],
      invite: others.slice(0, mostAtOnce),
    },
    retry: 'limited',
    ...options,
  });
  const roomId = isRecord(answer) ? textOf(answer['room_id']) : null;
  if (roomId === null) throw notMatrix();
  return roomId;
}

/**
 * A server makes the room before it invites: when one person cannot be invited (a server that is gone, somebody who takes no
 * invitations), it answers with an error and the room is there all the same.
 */
async function makeOrFind(
  parts: Parts,
  directory: NewDirectory,
  options: ActOptions,
): Promise<Note> {
  try {
    const roomId = await makeRoom(parts, directory, options);
    return { roomId, linked: false, invited: mostAtOnce };
  } catch (thrown) {
    const status = statusOf(thrown);
    if (directory.parentId === null || status === null || status === 401 || status === 429)
      throw thrown;
    const roomId = await madeBefore(parts, directory.requestId, options);
    if (roomId === null) throw thrown;
    return { roomId, linked: false };
  }
}

/** Those whom the creation did not invite, as far as they are not there yet. */
async function inviteRest(
  parts: Parts,
  roomId: string,
  parentId: string,
  invited: number | undefined,
  options: ActOptions,
): Promise<void> {
  const { http } = parts;
  const { others } = people(parts, parentId);
  const there = new Set(
    invited === undefined ? await membersNow(parts, roomId, options) : others.slice(0, invited),
  );
  for (const user_id of others.filter((userId) => !there.has(userId))) {
    const body = { user_id };
    await http
      .request({
        method: 'POST',
        path: path`/rooms/${roomId}/invite`,
        body,
        retry: 'limited',
        ...options,
      })
      .catch((thrown: unknown) => {
        // Already there, or somebody who cannot be invited: sharing tells of them.
        if (statusOf(thrown) === null) throw thrown;
      });
  }
}

async function make(parts: Parts, directory: NewDirectory, options: ActOptions): Promise<string> {
  const { store, ownUserId, clock } = parts;
  const { requestId, parentId } = directory;
  const answered = findRequest(store.db, requestId)?.localKey ?? '';
  if (answered.startsWith(madeKey)) return answered.slice(madeKey.length);
  const before = noteOf(parts, requestId);
  if (parentId !== null && before?.linked !== true) mayLink(parts, parentId);
  let known = before;
  if (before?.roomId === null)
    known = { roomId: await madeBefore(parts, requestId, options), linked: false };
  if (known === null || known.roomId === null) known = await makeOrFind(parts, directory, options);
  const { roomId: made, linked, invited } = known;
  if (made === null) throw notMatrix();
  store.write((changes) => {
    note(parts, requestId, { ...known, roomId: made });
    // Sync may bring the room before its encryption event: nothing must go out in clear in between.
    const roomNo = ensureRoom(store.db, made);
    updateRoom(store.db, roomNo, { encryption });
    changes.room(roomNo);
  });
  if (!linked) {
    if (parentId !== null) {
      await putState(parts, parentId, childType, made, { via: viaOf(ownUserId) }, options);
      await inviteRest(parts, made, parentId, invited, options);
    }
    note(parts, requestId, { roomId: made, linked: true });
  }
  await arrives(parts, made, parentId);
  // From now on the request is only remembered, like all that are answered.
  store.write(() => {
    deleteSetting(store.db, notePrefix + requestId);
    rememberRequest(store.db, requestId, madeKey + made, clock.now());
  });
  return made;
}

async function arrives(parts: Parts, made: string, parentId: string | null): Promise<void> {
  const { membership, store } = parts;
  await membership.arrived(made, (stored) => isJoined(stored) && isWhole(parts, made));
  if (parentId !== null)
    await membership.arrived(parentId, (parent) => {
      const link = parent && getState(store.db, parent.roomNo, childType, made);
      return link?.raw.content['via'] !== undefined;
    });
}

/** A server may tell of a new room before all of its first events are in it. */
function isWhole(parts: Parts, roomId: string): boolean {
  const { store } = parts;
  const roomNo = roomNoOf(store.db, roomId);
  const has = (type: string, key = '') =>
    roomNo !== null && getState(store.db, roomNo, type, key) !== null;
  return has('m.room.encryption') && has('m.room.name') && has(purposeType, treeKey);
}

export function createCreateActs(deps: ActsDeps): CreateActs {
  const state: CreateState = { underWay: new Map(), version: null };
  const parts: Parts = { ...deps, state };
  return {
    create(directory, options = {}) {
      const { requestId } = directory;
      const running = state.underWay.get(requestId);
      if (running) return running;
      const work = make(parts, directory, options).finally(() => state.underWay.delete(requestId));
      state.underWay.set(requestId, work);
      return work;
    },
  };
}
