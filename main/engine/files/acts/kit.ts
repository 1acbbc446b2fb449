// Shared by all acts on directories: their dependencies, the directory they act on, writing state, reading links. Keeps nothing.
import { serverNameOf } from '#contract/plainNames';
import { isRecord, textOf } from '#stores/events/types';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { StoredRoom } from '#stores/rooms/rooms';
import { getState, stateOfType } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import type { Crypto } from '../../crypto/crypto';
import { notMatrix } from '../../http/errors';
import type { Http } from '../../http/http';
import { path } from '../../http/url';
import type { Clock, Log } from '../../base/types';
import type { Membership } from '../../rooms/membership';

type Db = Store['db'];
export type Content = Record<string, unknown>;

export interface ActsDeps {
  readonly http: Http;
  readonly store: Store;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly membership: Membership;
  readonly crypto: Pick<Crypto, 'encrypt' | 'history'> | null;
}

/** How an act runs: until when the server's limit holds it up (null: it goes on), and what cuts it. */
export interface ActOptions {
  readonly signal?: AbortSignal;
  readonly onWait?: (untilMs: number | null) => void;
}

/** Memberships of those whom a directory concerns. */
export const present = ['join', 'invite', 'knock'] as const;

export const childType = 'm.space.child';
export const parentType = 'm.space.parent';
export const purposeType = 'org.matrix.msc3088.purpose';
export const treeKey = 'org.matrix.msc3089.data_tree';

/** The directory, if this account is in it. @throws AppFailure `not_joined` */
export function joinedRoom(db: Db, roomId: string): StoredRoom {
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (room === null || room.membership !== 'join')
    throw appFailure('not_joined', 'You are not in this directory');
  return room;
}

export const isTreeRoom = (db: Db, roomNo: number): boolean =>
  getRoom(db, roomNo)?.roomType === 'm.space' &&
  getState(db, roomNo, purposeType, treeKey)?.raw.content['org.matrix.msc3088.enabled'] === true;

export async function putState(
  { http }: Pick<ActsDeps, 'http'>,
  roomId: string,
  type: string,
  stateKey: string,
  content: Content,
  options: ActOptions = {},
): Promise<void> {
  await http.request({
    method: 'PUT',
    path: path`/rooms/${roomId}/state/${type}` + (stateKey === '' ? '' : path`/${stateKey}`),
    body: content,
    retry: 'limited',
    ...options,
  });
}

export interface ChildLink {
  readonly roomId: string;
  /** Null: none, or none that the specification allows. */
  readonly order: string | null;
  /** Time of its `m.room.create`; the largest safe integer while that event is not on the disk. */
  readonly createdMs: number;
  /** Its id while the name is not here. */
  readonly name: string;
  /** It names servers to join through; without them it still has a place, but leads nowhere. */
  readonly usable: boolean;
  readonly content: Content;
}

const orderText = /^[\x20-\x7e]{1,50}$/;

/** The links to directories in this one, in no order. */
export function childLinks(db: Db, roomNo: number): ChildLink[] {
  return stateOfType(db, roomNo, childType).flatMap((event): ChildLink[] => {
    const { content } = event.raw;
    const roomId = event.stateKey ?? '';
    if (Object.keys(content).length === 0) return [];
    const order = textOf(content['order']);
    const childNo = roomNoOf(db, roomId);
    const created = childNo === null ? null : getState(db, childNo, 'm.room.create');
    return [
      {
        roomId,
        order: order !== null && orderText.test(order) ? order : null,
        createdMs: created?.ts ?? Number.MAX_SAFE_INTEGER,
        name: (childNo === null ? null : getRoom(db, childNo)?.name) || roomId,
        usable: Array.isArray(content['via']),
        content,
      },
    ];
  });
}

export const isLinked = (db: Db, parentNo: number, roomId: string): boolean =>
  getState(db, parentNo, childType, roomId)?.raw.content['via'] !== undefined;

/** Ids of the directories that a directory names as its parents. */
export const parentLinks = (db: Db, roomNo: number): string[] =>
  stateOfType(db, roomNo, parentType).flatMap((event) =>
    isRecord(event.raw.content) && Array.isArray(event.raw.content['via'])
      ? [event.stateKey ?? '']
      : [],
  );

export interface Below {
  readonly roomNo: number;
  readonly roomId: string;
  /** Names from the first directory down to this one. */
  readonly path: string;
  readonly membership: StoredRoom['membership'];
}

/**
 * The directory and everything below that is known here, parents before children, each once however it is linked. A joined directory
 * belongs there only when it names the one above as well: whoever may write here could otherwise link somebody's own tree, and it would
 * be shared, left or deleted along. `all`: also those.
 */
export function withBelow(db: Db, roomNo: number, which: 'own' | 'all' = 'own'): Below[] {
  const found: Below[] = [];
  const seen = new Set<string>();
  const visit = (no: number, above: string): void => {
    const room = getRoom(db, no);
    if (room === null || seen.has(room.roomId)) return;
    seen.add(room.roomId);
    const here = above === '' ? room.name : `${above} / ${room.name}`;
    found.push({ roomNo: no, roomId: room.roomId, path: here, membership: room.membership });
    for (const { roomId, usable } of childLinks(db, no)) {
      const childNo = usable ? roomNoOf(db, roomId) : null;
      if (childNo !== null && belongs(childNo, room.roomId)) visit(childNo, here);
    }
  };
  const belongs = (childNo: number, parentId: string): boolean => {
    // The state of what this account is not in is not known.
    if (getRoom(db, childNo)?.membership !== 'join') return true;
    return (
      isTreeRoom(db, childNo) && (which === 'all' || parentLinks(db, childNo).includes(parentId))
    );
  };
  visit(roomNo, '');
  return found;
}

/** The other joined and invited members, asked from the server: the stored list may miss the newest ones. */
export async function membersNow(
  { http, ownUserId }: Pick<ActsDeps, 'http' | 'ownUserId'>,
  roomId: string,
  options: ActOptions,
): Promise<string[]> {
  const answer = await http.request<unknown>({
    method: 'GET',
    path: path`/rooms/${roomId}/members`,
    query: { not_membership: 'leave' },
    retry: 'limited',
    ...options,
  });
  const chunk = isRecord(answer) ? answer['chunk'] : null;
  if (!Array.isArray(chunk)) throw notMatrix();
  return chunk.flatMap((event: unknown) => {
    const { state_key: userId, content } = isRecord(event) ? event : {};
    const now = isRecord(content) ? content['membership'] : null;
    const there = present.some((one) => one === now);
    return there && typeof userId === 'string' && userId !== ownUserId ? [userId] : [];
  });
}

/** Servers to join a room through: the own one and that of the link's writer are enough. */
export const viaOf = (userId: string): string[] => [serverNameOf(userId)];

export const idOf = (db: Db, roomNo: number): string => roomIdOf(db, roomNo);
