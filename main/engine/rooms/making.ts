// Makes a room at the server, or finds the one that an earlier try of the same request left there.
import { AppFailure } from '#contract/wire/errors';
import type { Uninvited } from '#contract/areas/rooms/peopleModels';
import { listRooms } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { notMatrix, retryAfterWithin, statusOf } from '../http/errors';
import { wait } from '../http/retry';
import { isRecord } from '../base/record';
import { unexpected } from '../base/unexpected';
import { path } from '../http/url';
import { inviteEach, inviteTimeoutMs, notInvited, whyNotInvited } from './inviting';
import { isJoined, type Membership, type RoomsDeps } from './membership';
import { createContent, requestMark, type NewRoom } from './newRoom';

export interface MakingDeps extends RoomsDeps {
  readonly membership: Pick<Membership, 'arrived' | 'leave' | 'forget'>;
  /** The server's default room version. */
  readonly newVersion: () => string;
}

const mostLimited = 10;

/**
 * The chat with this person, who is invited by the request that makes it: only so the invitation says that it is a chat of two. The
 * server makes the room first, so its error leaves one behind.
 */
export async function withPerson(
  deps: MakingDeps,
  room: NewRoom,
  person: string,
  made: string | null,
): Promise<string> {
  if (made !== null) {
    if ((await peopleIn(deps, made)).has(person)) return made;
    await discard(deps, made);
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(deps, room, person);
    } catch (thrown) {
      if (!(thrown instanceof AppFailure) || statusOf(thrown) === null) throw thrown;
      const left = await madeBefore(deps, room.requestId);
      if (left !== null) {
        if ((await peopleIn(deps, left)).has(person)) return left;
        await discard(deps, left).catch((failed: unknown) => {
          // The next try clears it away.
          const { code } = unexpected(deps.log, 'leaving', failed);
          deps.log.warn('a room without its person is left', { code });
        });
      }
      const { code, retryAfterMs } = thrown.error;
      const limited = code === 'rate_limited' && attempt < mostLimited;
      if (!limited && left === null) throw thrown;
      if (!limited)
        throw notInvited([
          { userId: person, reason: whyNotInvited(deps, left ?? '', person, thrown) },
        ]);
      await wait(deps.clock, retryAfterWithin(retryAfterMs));
    }
  }
}

/** Out of the list, and out of the server's for this account. */
async function discard({ membership }: MakingDeps, roomId: string): Promise<void> {
  // A room that sync brings after the leaving would stand in the list again.
  await membership.arrived(roomId, isJoined);
  await membership.leave(roomId);
  await membership.forget(roomId);
}

/** Invites everybody whom the room is made for. `isOld`: an earlier try made it, and may have invited some. */
export async function inviteRest(
  deps: MakingDeps,
  room: NewRoom,
  roomId: string,
  isOld: boolean,
): Promise<Uninvited[]> {
  const there = isOld ? await peopleIn(deps, roomId) : new Set<string>();
  return inviteEach(
    deps,
    roomId,
    room.invite.filter((userId) => !there.has(userId)),
  );
}

/** Those who are in the room or invited, as the server has it. */
async function peopleIn(deps: MakingDeps, roomId: string): Promise<ReadonlySet<string>> {
  const answer = await deps.http.request<unknown>({
    method: 'GET',
    path: path`/rooms/${roomId}/members`,
    query: { not_membership: 'leave' },
    retry: 'limited',
  });
  const chunk = isRecord(answer) ? answer['chunk'] : null;
  if (!Array.isArray(chunk)) throw notMatrix();
  return new Set(chunk.map((event: unknown) => String(isRecord(event) && event['state_key'])));
}

/** `person`: who is invited by the same request. @throws AppFailure; the room may be there all the same */
export async function ask(deps: MakingDeps, room: NewRoom, person: string | null): Promise<string> {
  const answer = await deps.http.request<unknown>({
    method: 'POST',
    path: '/createRoom',
    body: createContent(room, deps.newVersion(), person),
    // A limit that the invitation met leaves a room as well.
    retry: person === null ? 'limited' : 'none',
    timeoutMs: inviteTimeoutMs,
  });
  const roomId = isRecord(answer) ? answer['room_id'] : null;
  if (typeof roomId !== 'string') throw notMatrix();
  return roomId;
}

/** The room whose `m.room.create` names the request, in the store or only at the server; else null. */
export async function madeBefore(deps: MakingDeps, requestId: string): Promise<string | null> {
  const known = new Set<string>();
  for (const { roomId, roomNo } of listRooms(deps.store.db, 'join')) {
    known.add(roomId);
    const created = getState(deps.store.db, roomNo, 'm.room.create');
    const isOwn = created?.sender === deps.ownUserId;
    if (isOwn && created.raw.content[requestMark] === requestId) return roomId;
  }
  const get = (of: string) =>
    deps.http.request<unknown>({ method: 'GET', path: of, retry: 'limited' });
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
