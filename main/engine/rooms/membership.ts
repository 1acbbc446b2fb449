// Joins, knocks, invites, leaves, kicks, bans and forgets. Members that sync left out are loaded by memberLoader.ts.
// Membership changes arrive through sync; nothing here writes this account's own membership to the store.
import { appFailure } from '#contract/wire/errors';
import type { Uninvited } from '#contract/areas/rooms/peopleModels';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { beginRemoval } from '#stores/ingest/removal';
import type { Store } from '#stores/sqlite/store';
import { notMatrix } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { path } from '../http/url';
import type { Clock, Log } from '../base/types';
import { inviteEach, type OldKeys } from './inviting';
import { createMemberLoader, type MemberLoader } from './memberLoader';
import { powerLevels } from './permissions';
import { clearAwaySoon } from './removal';

export interface RoomsDeps {
  readonly http: Http;
  readonly store: Store;
  readonly ownUserId: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Membership extends MemberLoader {
  /** Resolves with the room id when sync has brought the room, or after 10 s without it. */
  join(roomIdOrAlias: string, via?: readonly string[]): Promise<string>;
  knock(roomIdOrAlias: string, reason?: string, via?: readonly string[]): Promise<string>;
  /** Leaving an invited room declines the invitation. */
  leave(roomId: string): Promise<void>;
  /**
   * Resolves with those whom the server did not invite.
   * @throws AppFailure `forbidden` or `not_joined` before anything is sent; else what concerns all
   */
  invite(roomId: string, userIds: readonly string[], reason?: string): Promise<Uninvited[]>;
  kick(roomId: string, userId: string, reason?: string): Promise<void>;
  ban(roomId: string, userId: string, reason?: string): Promise<void>;
  unban(roomId: string, userId: string): Promise<void>;
  /** Takes the room out of the store too. */
  forget(roomId: string): Promise<void>;
  /** Resolves when the stored room is as wanted, or after `mostMs`. */
  arrived(
    roomId: string,
    look: (room: StoredRoom | null) => boolean,
    mostMs?: number,
  ): Promise<void>;
}

/** Gives the keys of old messages to whom this account invites, and takes them from whoever invited it. */
export interface InviteHistory extends OldKeys {
  accepting(roomId: string, inviter: string): void;
  accepted(roomId: string): Promise<void>;
}

const arrivalMs = 10_000;
const mostVia = 3;

/** `history`: null without encryption. */
export function createMembership(
  deps: RoomsDeps,
  loader: MemberLoader = createMemberLoader(deps),
  history: InviteHistory | null = null,
): Membership {
  const { http, store } = deps;
  // Removes rooms that the previous run of the engine had forgotten but not yet deleted.
  clearAwaySoon(store, deps.log);

  const act = (roomId: string, what: string, body: Record<string, unknown>) =>
    http.request({
      method: 'POST',
      path: path`/rooms/${roomId}/` + what,
      body,
      retry: 'limited',
    });

  async function enter(
    what: 'join' | 'knock',
    roomIdOrAlias: string,
    body: Record<string, unknown>,
    via: readonly string[],
  ): Promise<string> {
    const servers = via.slice(0, mostVia);
    const answer = await http.request<unknown>({
      method: 'POST',
      path: `/${what}` + path`/${roomIdOrAlias}`,
      query: { server_name: servers, via: servers },
      body,
      retry: 'limited',
      // A join of a large room over federation takes long.
      timeoutMs: 180_000,
    });
    const roomId = isRecord(answer) ? answer['room_id'] : null;
    if (typeof roomId !== 'string') throw notMatrix();
    return roomId;
  }

  function arrived(
    roomId: string,
    look: (room: StoredRoom | null) => boolean,
    mostMs = arrivalMs,
  ): Promise<void> {
    const is = () => {
      const roomNo = roomNoOf(store.db, roomId);
      return look(roomNo === null ? null : getRoom(store.db, roomNo));
    };
    return new Promise((resolve) => {
      if (is()) return resolve();
      const end = () => {
        off();
        cancel();
        resolve();
      };
      const off = store.onCommit(() => {
        if (is()) end();
      });
      const cancel = deps.clock.setTimeout(end, mostMs);
    });
  }

  function inviteOf(roomId: string): { roomId: string; inviter: string } | null {
    const roomNo = roomNoOf(store.db, roomId);
    const room = roomNo === null ? null : getRoom(store.db, roomNo);
    if (room === null || room.membership !== 'invite' || room.inviter === null) return null;
    return { roomId, inviter: room.inviter };
  }

  return {
    ...loader,
    async join(roomIdOrAlias, via = []) {
      const invited = inviteOf(roomIdOrAlias);
      if (invited !== null) history?.accepting(invited.roomId, invited.inviter);
      const roomId = await enter('join', roomIdOrAlias, {}, via);
      await arrived(roomId, isJoined);
      if (invited !== null) void history?.accepted(roomId);
      return roomId;
    },
    async knock(roomIdOrAlias, reason, via = []) {
      const body = reason === undefined ? {} : { reason };
      const roomId = await enter('knock', roomIdOrAlias, body, via);
      await arrived(roomId, (room) => room?.membership === 'knock');
      return roomId;
    },
    async leave(roomId) {
      await act(roomId, 'leave', {});
      await arrived(roomId, isGone);
    },
    async invite(roomId, userIds, reason) {
      mayInvite(deps, roomId);
      return inviteEach(deps, roomId, userIds, reason, history);
    },
    kick: async (roomId, user_id, reason) => void (await act(roomId, 'kick', { user_id, reason })),
    ban: async (roomId, user_id, reason) => void (await act(roomId, 'ban', { user_id, reason })),
    unban: async (roomId, user_id) => void (await act(roomId, 'unban', { user_id })),
    async forget(roomId) {
      await act(roomId, 'forget', {});
      removeLocal(store, deps.log, roomId);
    },
    arrived,
  };
}

export const isJoined = (room: StoredRoom | null): boolean => room?.membership === 'join';
const isGone = (room: StoredRoom | null): boolean =>
  room?.membership !== 'join' && room?.membership !== 'invite';

/** From the commit on the room is gone; what is left of it on the disk goes in the background. */
function removeLocal(store: Store, log: Log, roomId: string): void {
  const roomNo = roomNoOf(store.db, roomId);
  if (roomNo === null) return;
  store.write((changes) => {
    beginRemoval(store.db, roomNo);
    changes.room(roomNo);
    changes.timeline(roomNo);
    changes.members(roomNo);
    for (const topic of ['outbox', 'drafts', 'files', 'calls'] as const) changes.topic(topic);
  });
  clearAwaySoon(store, log);
}

/** Joined, and a level of at least `invite`; an absent one permits it (CHAT-5.13). */
function mayInvite(deps: RoomsDeps, roomId: string): void {
  const { db } = deps.store;
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (room === null || room.membership !== 'join') {
    throw appFailure('not_joined', 'You are not in this room');
  }
  const levels = powerLevels(db, room.roomNo, room.version);
  if (levels.of(deps.ownUserId) < levels.forAct('invite')) {
    throw appFailure('forbidden', 'You may not invite people to this room');
  }
}
