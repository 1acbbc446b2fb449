// Plans and makes changes of who may see and change a directory and all below it. Keys of old files go out before roles, roles before
// invitations, so that a new member can read and do what was promised; each step that failed is told.
import { getMember } from '#stores/rooms/state';
import type { NotInvited } from '#contract/areas/rooms/peopleModels';
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import { errcodeOf, isRefusal, statusOf } from '../../http/errors';
import { pauseMs, wait } from '../../http/retry';
import { path } from '../../http/url';
import { shareOldKeys, whyNotInvited } from '../../rooms/inviting';
import { powerLevels } from '../../rooms/permissions';
import { createLevelActs } from '../../rooms/levels';
import { roleNamed, rolesIn, type Roles } from '../roles';
import { joinedRoom, withBelow, type ActsDeps, type Below } from './kit';
import { getRoom } from '#stores/rooms/rooms';

export type Refusal = 'not_allowed' | 'not_joined' | 'cannot_lower' | NotInvited;

export interface SharingStep {
  readonly roomId: string;
  readonly userId: string;
  readonly path: string;
  readonly from: AccessRole | null;
  readonly to: AccessRole | null;
  readonly refused: Refusal | null;
}

export interface SharingChange {
  readonly roomId: string;
  readonly userIds: readonly string[];
  /** Null: no access any more. */
  readonly role: AccessRole | null;
  readonly below: boolean;
}

export interface SharingActs {
  plan(change: SharingChange): Promise<SharingStep[]>;
  /** @throws AppFailure 'Invalid role: {role}'. Answers what was done; `refused` where it was not. Stops with an error only when the server cannot be reached. */
  set(change: SharingChange): Promise<SharingStep[]>;
}

interface Planned extends SharingStep {
  readonly roomNo: number;
  readonly invite: boolean;
}

/** An invitation that another server does not take is tried so often. */
const mostFar = 2;

const powerLevelsType = 'm.room.power_levels';

export function createSharingActs(deps: ActsDeps): SharingActs {
  const { http, store, ownUserId, membership, crypto, log } = deps;
  const { db } = store;
  const levels = createLevelActs(http);

  function stepFor(below: Below, userId: string, to: AccessRole | null): Planned | null {
    const { roomNo, roomId } = below;
    const member = getMember(db, roomNo, userId)?.membership ?? 'leave';
    const there = member === 'join' || member === 'invite';
    const roles = rolesIn(db, roomNo);
    const from = there || member === 'knock' ? roles.of(userId) : null;
    if (from === to && (there || to === null)) return null;
    const refused =
      below.membership === 'join' ? refusal(roles, roomNo, userId, from, to, there) : 'not_joined';
    const invite = to !== null && !there;
    return { roomNo, roomId, path: below.path, userId, from, to, refused, invite };
  }

  function refusal(
    roles: Roles,
    roomNo: number,
    userId: string,
    from: AccessRole | null,
    to: AccessRole | null,
    there: boolean,
  ): Refusal | null {
    const needed = powerLevels(db, roomNo, getRoom(db, roomNo)?.version ?? '1');
    const mine = needed.of(ownUserId);
    const peer = from !== null && needed.of(userId) >= mine;
    if (to === null) {
      if (roles.mayRemove(ownUserId, userId)) return null;
      return peer && mine >= needed.forAct('kick') ? 'cannot_lower' : 'not_allowed';
    }
    if (!there && mine < needed.forAct('invite')) return 'not_allowed';
    if (roles.of(userId) === to || roles.mayGive(ownUserId, userId).includes(to)) return null;
    return peer && mine >= needed.forState(powerLevelsType) ? 'cannot_lower' : 'not_allowed';
  }

  async function planned({ roomId, userIds, role, below }: SharingChange): Promise<Planned[]> {
    if (role !== null) roleNamed(role);
    const room = joinedRoom(db, roomId);
    const all = withBelow(db, room.roomNo);
    const rooms = below ? all : all.slice(0, 1);
    for (const one of rooms) {
      if (one.membership === 'join') await membership.loadMembers(one.roomNo);
    }
    return rooms.flatMap((one) =>
      [...new Set(userIds)].flatMap((userId) => {
        const step = stepFor(one, userId, role);
        return step === null ? [] : [step];
      }),
    );
  }

  /** Retried unless the server says that it may not be (CALL-6.1). */
  async function invite(roomId: string, user_id: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await http.request({
          method: 'POST',
          path: path`/rooms/${roomId}/invite`,
          body: { user_id },
          retry: 'limited',
        });
        return;
      } catch (thrown) {
        const delayMs = pauseMs('patient', attempt);
        // The owner is told of another server that is not there, rather than kept waiting for it.
        const isFar =
          attempt === mostFar &&
          statusOf(thrown) !== null &&
          whyNotInvited(deps, roomId, user_id, thrown) === 'server';
        if (errcodeOf(thrown) === 'M_FORBIDDEN' || isFar || delayMs === null) throw thrown;
        log.info('inviting again', { attempt, status: statusOf(thrown) ?? 0 });
        await wait(deps.clock, delayMs);
      }
    }
  }

  async function writeRole(step: Planned, role: AccessRole): Promise<void> {
    const roles = rolesIn(db, step.roomNo);
    if (roles.of(step.userId) === role) return;
    await levels.set(step.roomId, step.userId, roles.levelFor(role));
    await membership.arrived(step.roomId, () => rolesIn(db, step.roomNo).of(step.userId) === role);
  }

  /** Resolves with the reason where the last thing, the invitation, was refused. */
  async function perform(step: Planned): Promise<Refusal | null> {
    const { roomId, userId, to } = step;
    if (to === null) await membership.kick(roomId, userId);
    else await writeRole(step, to);
    if (!step.invite) return null;
    await shareOldKeys(deps, crypto?.history ?? null, step.roomNo, userId);
    try {
      await invite(roomId, userId);
      return null;
    } catch (thrown) {
      const reason = whyNotInvited(deps, roomId, userId, thrown);
      if (isRefusal(thrown) || (reason === 'server' && statusOf(thrown) !== null)) return reason;
      throw thrown;
    }
  }

  async function performed(step: Planned): Promise<SharingStep> {
    if (step.refused !== null) return told(step);
    try {
      return { ...told(step), refused: await perform(step) };
    } catch (thrown) {
      const status = statusOf(thrown);
      if (status === null || status >= 500 || status === 429 || status === 401) throw thrown;
      return { ...told(step), refused: 'not_allowed' };
    }
  }

  /** Until the store knows them: who takes access away again at once takes it away everywhere. */
  const invitesArrived = (steps: readonly Planned[]): Promise<unknown> =>
    Promise.all(
      steps.map(({ roomId, roomNo, userId }) =>
        membership.arrived(roomId, () => {
          const member = getMember(db, roomNo, userId)?.membership;
          return member === 'invite' || member === 'join';
        }),
      ),
    );

  return {
    plan: async (change) => (await planned(change)).map(told),
    async set(change) {
      const done: SharingStep[] = [];
      const steps = await planned(change);
      for (const step of steps) done.push(await performed(step));
      await invitesArrived(steps.filter((step, at) => step.invite && done[at]?.refused === null));
      return done;
    },
  };
}

const told = ({ roomId, userId, path: where, from, to, refused }: Planned): SharingStep => ({
  roomId,
  userId,
  path: where,
  from,
  to,
  refused,
});
