// Moves a room to another version: the server makes the room that takes over; its packs, its people and its place in spaces follow.
import { serverNameOf } from '#contract/plainNames';
import { AppFailure } from '#contract/wire/errors';
import { textOf } from '#stores/events/types';
import { ensureRoom, getRoom, roomNoOf } from '#stores/rooms/rooms';
import { spacesWith } from '#stores/rooms/spaces';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { isPack } from '../packs/changes';
import { packStates } from '../packs/packs';
import type { Membership } from '../rooms/membership';
import { powerLevels } from '../rooms/permissions';
import { changeState } from '../rooms/stateContent';
import { carryTo, leftBehind, predecessorOf } from '../rooms/upgrades';
import { serversIn } from '../rooms/via';
import { spaceChildType } from './space';

export interface UpgradeDeps {
  readonly http: Pick<Http, 'request'>;
  readonly store: Store;
  readonly log: Log;
  readonly ownUserId: string;
}

/** POST /rooms/{roomId}/upgrade (CHAT-7.33). Answers the room that took over. @throws AppFailure */
export async function upgradeRoom(
  deps: UpgradeDeps,
  roomId: string,
  version: string,
): Promise<string> {
  const answer = await deps.http.request<unknown>({
    method: 'POST',
    path: path`/rooms/${roomId}/upgrade`,
    body: { new_version: version },
    retry: 'limited',
    // A server copies the state, the bans among it.
    timeoutMs: 180_000,
  });
  const replacement = isRecord(answer) ? textOf(answer['replacement_room']) : null;
  if (replacement?.startsWith('!') !== true) throw notMatrix();
  const { store } = deps;
  // Before anybody opens the new room and writes there.
  store.write((changes) =>
    carryTo(store.db, ensureRoom(store.db, roomId), ensureRoom(store.db, replacement), changes),
  );
  await copyPacks(deps, roomId, replacement);
  await moveInSpaces(deps, roomId, replacement);
  return replacement;
}

/** A step after the room has moved: what the server refuses does not undo the move. */
async function quietly({ log }: UpgradeDeps, failed: string, step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (thrown) {
    if (!(thrown instanceof AppFailure)) throw thrown;
    log.warn(failed, { code: thrown.error.code });
  }
}

/** The server leaves the room's own emoji and stickers behind. A pack that is in the new room already stays as it is. */
async function copyPacks(deps: UpgradeDeps, from: string, to: string): Promise<void> {
  const { db } = deps.store;
  const roomNo = roomNoOf(db, from);
  for (const { type, stateKey, raw } of roomNo === null ? [] : packStates(db, roomNo)) {
    const copy = (there: Record<string, unknown>) => (isPack(there) ? null : raw.content);
    const step = changeState(deps.http, to, type, copy, stateKey ?? '');
    await quietly(deps, 'a pack stays in the room that has moved', step);
  }
}

/**
 * Each joined space that has the old room gets the new one in its place and loses the old one. A space that this account may not change, or
 * that refuses, keeps the old one: the room has moved all the same.
 */
async function moveInSpaces(deps: UpgradeDeps, from: string, to: string): Promise<void> {
  const { http, ownUserId } = deps;
  const { db } = deps.store;
  for (const space of spacesWith(db, from)) {
    const levels = powerLevels(db, space.roomNo, getRoom(db, space.roomNo)?.version ?? '1');
    if (levels.of(ownUserId) < levels.forState(spaceChildType)) continue;
    const old = getState(db, space.roomNo, spaceChildType, from)?.raw.content ?? {};
    // Only the own server has the new room yet.
    const link = { ...old, via: [...new Set([serverNameOf(ownUserId), ...serversIn(old['via'])])] };
    const isLink = (content: Record<string, unknown>) => serversIn(content['via']).length > 0;
    const change = (child: string, made: Record<string, unknown>) =>
      changeState(
        http,
        space.roomId,
        spaceChildType,
        (content) => (isLink(content) === isLink(made) ? null : { ...made }),
        child,
      );
    const step = change(to, link).then(() => change(from, {}));
    await quietly(deps, 'a space keeps a room that has moved', step);
  }
}

const mostAtOnce = 1_000;

export interface Invited {
  readonly invited: number;
  /** So many the server did not let this account invite. */
  readonly refused: number;
}

/**
 * Invites whoever was in the room before this one and never was in this one, one after the other, in any order. Waits until sync has
 * brought both rooms. What was begun and cut off can be done again: it goes on with those who are left.
 * @throws AppFailure of what concerns all: no connection, no right
 */
export async function inviteLeftBehind(
  { store: { db }, membership }: Pick<UpgradeDeps, 'store'> & { readonly membership: Membership },
  roomId: string,
): Promise<Invited> {
  const roomNo = () => roomNoOf(db, roomId) ?? 0;
  const before = () => predecessorOf(db, roomNo());
  await membership.arrived(roomId, (room) => room?.membership === 'join' && before() !== null);
  const beforeNo = roomNoOf(db, before() ?? '');
  if (beforeNo === null) return { invited: 0, refused: 0 };
  // Refuses where this account may invite nobody.
  await membership.invite(roomId, []);
  await membership.loadMembers(beforeNo);
  await membership.loadMembers(roomNo());
  let [invited, refused] = [0, 0];
  for (const userId of leftBehind(db, roomNo(), mostAtOnce)) {
    const uninvited = await membership.invite(roomId, [userId]);
    if (uninvited.length === 0) invited += 1;
    else refused += 1;
  }
  return { invited, refused };
}
