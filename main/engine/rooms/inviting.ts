// Invites people one by one, and tells who was not invited and why: an answer about one person says nothing of the others. Keeps nothing.
import { serverNameOf } from '#contract/plainNames';
import { AppFailure, appFailure, type ErrorCode } from '#contract/wire/errors';
import type { NotInvited, Uninvited } from '#contract/areas/rooms/peopleModels';
import { mustEncrypt, roomNoOf } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import { unexpected } from '../base/unexpected';
import { errcodeOf, statusOf } from '../http/errors';
import { path } from '../http/url';
import type { RoomsDeps } from './membership';

/** Failures that say nothing of a person: no connection, no session, too many requests. */
const ofAll: ReadonlySet<ErrorCode> = new Set([
  ...(['offline', 'rate_limited', 'cancelled', 'not_joined', 'not_matrix'] as const),
  ...(['session_expired', 'signed_out', 'account_locked', 'account_deactivated'] as const),
]);

const concernsAll = (thrown: unknown): thrown is Error =>
  !(thrown instanceof AppFailure) || ofAll.has(thrown.error.code);

/** The server may have to ask another one, which takes long where nobody answers. */
export const inviteTimeoutMs = 180_000;

/**
 * Why this person was not invited. A server tells of another one that it cannot reach and of one that it may not talk to in many ways,
 * often like a refusal of its own.
 */
export function whyNotInvited(
  { store: { db }, ownUserId }: Pick<RoomsDeps, 'store' | 'ownUserId'>,
  roomId: string,
  userId: string,
  thrown: unknown,
): NotInvited {
  const roomNo = roomNoOf(db, roomId);
  const membership = roomNo === null ? null : getMember(db, roomNo, userId)?.membership;
  if (membership === 'ban') return 'banned';
  if (membership === 'join') return 'here';
  const errcode = errcodeOf(thrown);
  if (errcode === 'M_INCOMPATIBLE_ROOM_VERSION' || errcode === 'M_UNSUPPORTED_ROOM_VERSION')
    return 'version';
  const status = statusOf(thrown);
  if (status === 404) return 'nobody';
  const trouble = status === null || status >= 500;
  if (serverNameOf(userId) !== serverNameOf(ownUserId) && (trouble || status === 403))
    return 'server';
  return trouble ? 'trouble' : 'refused';
}

/** Gives away the keys of what was said in a room. */
export interface OldKeys {
  /** False: it is not possible, or the room keeps its past to itself. */
  share(roomNo: number, userId: string): Promise<boolean>;
}

/**
 * To be called before a person is invited: the keys of the room's past go out first, so that nobody comes in without them.
 * @throws AppFailure where the server did not answer: a second call does the whole step
 */
export async function shareOldKeys(
  { store: { db }, log }: Pick<RoomsDeps, 'store' | 'log'>,
  keys: OldKeys | null,
  roomNo: number,
  userId: string,
): Promise<void> {
  if (keys === null || !mustEncrypt(db, roomNo)) return;
  try {
    if (!(await keys.share(roomNo, userId))) log.info('old keys could not be shared');
  } catch (thrown) {
    const { code, retryable } = unexpected(log, 'sharing old keys', thrown);
    if (retryable) throw thrown;
    // They come without the old keys and see what they cannot read; better than not coming.
    log.warn('old keys could not be shared', { code });
  }
}

/** The server refuses those: they get no keys either. */
const notWaitedFor: ReadonlySet<unknown> = new Set(['join', 'ban']);

/** Resolves with those who were not invited. @throws AppFailure of what concerns all; those before it are invited then */
export async function inviteEach(
  deps: RoomsDeps,
  roomId: string,
  userIds: readonly string[],
  reason?: string,
  keys: OldKeys | null = null,
): Promise<Uninvited[]> {
  const { db } = deps.store;
  const roomNo = roomNoOf(db, roomId);
  const uninvited: Uninvited[] = [];
  for (const userId of userIds) {
    try {
      if (roomNo !== null && !notWaitedFor.has(getMember(db, roomNo, userId)?.membership))
        await shareOldKeys(deps, keys, roomNo, userId);
      await deps.http.request({
        method: 'POST',
        path: path`/rooms/${roomId}/invite`,
        body: { user_id: userId, ...(reason === undefined ? {} : { reason }) },
        retry: 'limited',
        timeoutMs: inviteTimeoutMs,
      });
    } catch (thrown) {
      if (concernsAll(thrown)) throw thrown;
      uninvited.push({ userId, reason: whyNotInvited(deps, roomId, userId, thrown) });
    }
  }
  return uninvited;
}

/** The same as a failure, for who waits for one act. */
export const notInvited = (uninvited: readonly Uninvited[]): AppFailure =>
  appFailure('not_invited', 'Not everybody was invited', { data: { uninvited } });
