// Deletes a directory for everybody: what lies below first (CHAT-5.29), in each everybody else removed with 'Room deleted', then left
// (CHAT-6.13), then unlinked. Goes on after a restart from the noted steps. Nothing is touched when one part would have to stay.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { listMembers } from '#stores/rooms/state';
import { all, get } from '#stores/sqlite/statements';
import { countOpenUploads } from '../uploadRows';
import { appFailure } from '#contract/wire/errors';
import { deletedReason } from '../../events/departure';
import { statusOf } from '../../http/errors';
import { path } from '../../http/url';
import { powerLevels } from '../../rooms/permissions';
import { rolesIn } from '../roles';
import {
  childType,
  isLinked,
  isTreeRoom,
  joinedRoom,
  membersNow,
  present,
  putState,
  withBelow,
  type ActOptions,
  type ActsDeps,
  type Below,
} from './kit';

/** JSON, kept by the caller. */
export interface DeleteSteps {
  /** Directories, children first, each with where it is linked; made once. */
  readonly order?: readonly { readonly roomId: string; readonly parents: readonly string[] }[];
  /** How many of them are done. */
  readonly done?: number;
}

export interface DeletePlanned {
  readonly directories: number;
  readonly files: number;
  readonly bytes: number;
  readonly uploads: number;
  readonly people: number;
  readonly refused: string[];
}

export interface DeleteRun {
  readonly steps: DeleteSteps;
  /** Durable when it returns. */
  readonly save: (steps: DeleteSteps) => void;
  readonly progress?: (done: number, total: number) => void;
}

export interface DeleteActs {
  /** `directories` counts this one too. */
  plan(roomId: string): Promise<DeletePlanned>;
  /** @throws AppFailure `forbidden` before anything is touched when a part may not be deleted */
  delete(roomId: string, run: DeleteRun, options?: ActOptions): Promise<void>;
  /** Leaves a tree or directory with everything below. */
  leave(roomId: string, options?: ActOptions): Promise<void>;
}

const everybody = 100_000;

export function createDeleteActs(deps: ActsDeps): DeleteActs {
  const { http, store, ownUserId, membership } = deps;
  const { db } = store;

  async function joinedBelow(roomId: string): Promise<Below[]> {
    const room = joinedRoom(db, roomId);
    const below = withBelow(db, room.roomNo).filter((one) => one.membership === 'join');
    for (const { roomNo } of below) await membership.loadMembers(roomNo);
    return below;
  }

  const othersIn = (roomNo: number): string[] =>
    listMembers(db, roomNo, { memberships: present, limit: everybody, offset: 0 })
      .map((member) => member.userId)
      .filter((userId) => userId !== ownUserId);

  function mayDelete(roomNo: number): boolean {
    const roles = rolesIn(db, roomNo);
    return othersIn(roomNo).every((userId) => roles.mayRemove(ownUserId, userId));
  }

  function filesIn(roomNo: number): { files: number; bytes: number } {
    const row = get<{ files: number; bytes: number | null }>(
      db,
      `SELECT count(*) AS files, sum(f.size_bytes) AS bytes FROM file_entries e
       LEFT JOIN files f ON f.room_no = e.room_no AND f.event_id = e.event_id WHERE e.room_no = ? AND e.active = 1`,
      roomNo,
    );
    return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 };
  }

  /** Joined directories that link to this one. */
  function parentsOf(roomId: string): string[] {
    const rows = all<{ room_id: string; room_no: number }>(
      db,
      `SELECT r.room_id, r.room_no FROM rooms r JOIN state s ON s.room_no = r.room_no
       WHERE r.membership = 'join' AND r.room_type = 'm.space' AND s.type = 'm.space.child' AND s.state_key = ?`,
      roomId,
    );
    return rows.filter((row) => isLinked(db, row.room_no, roomId)).map((row) => row.room_id);
  }

  async function plan(roomId: string): Promise<DeletePlanned> {
    const below = await joinedBelow(roomId);
    const people = new Set(below.flatMap(({ roomNo }) => othersIn(roomNo)));
    const counts = below.map(({ roomNo }) => filesIn(roomNo));
    return {
      directories: below.length,
      files: counts.reduce((sum, one) => sum + one.files, 0),
      bytes: counts.reduce((sum, one) => sum + one.bytes, 0),
      uploads: below.reduce((sum, { roomNo }) => sum + countOpenUploads(db, roomNo), 0),
      people: people.size,
      refused: below.filter(({ roomNo }) => !mayDelete(roomNo)).map((one) => one.path),
    };
  }

  async function orderOf(roomId: string): Promise<NonNullable<DeleteSteps['order']>> {
    const below = await joinedBelow(roomId);
    const refused = below.filter(({ roomNo }) => !mayDelete(roomNo)).map((one) => one.path);
    if (refused.length > 0)
      throw appFailure('forbidden', 'A part of the directory may not be deleted', {
        data: { refused },
      });
    return below.reverse().map((one) => ({ roomId: one.roomId, parents: parentsOf(one.roomId) }));
  }

  const post = (roomId: string, what: string, body: unknown, options: ActOptions) =>
    http.request({
      method: 'POST',
      path: path`/rooms/${roomId}/` + what,
      body,
      retry: 'limited',
      ...options,
    });

  async function emptyRoom(roomId: string, options: ActOptions): Promise<void> {
    let members: string[];
    try {
      members = await membersNow(deps, roomId, options);
    } catch (thrown) {
      // Left already, before a restart.
      if (statusOf(thrown) === 403) return;
      throw thrown;
    }
    for (const user_id of members)
      await post(roomId, 'kick', { user_id, reason: deletedReason }, options);
    // Other devices of this account read it there.
    await leaveRoom(roomId, options, { reason: deletedReason });
  }

  async function leaveRoom(roomId: string, options: ActOptions, why = {}): Promise<void> {
    await post(roomId, 'leave', why, options);
    await membership.arrived(roomId, (room) => room?.membership !== 'join');
  }

  /** A link that this account may not take out stays: the others see that nothing is behind it. */
  async function unlink(roomId: string, parents: readonly string[], options: ActOptions) {
    for (const parentId of parents) {
      const parentNo = roomNoOf(db, parentId);
      const parent = parentNo === null ? null : getRoom(db, parentNo);
      if (parent === null || parent.membership !== 'join') continue;
      const levels = powerLevels(db, parent.roomNo, parent.version);
      if (levels.of(ownUserId) < levels.forState(childType)) continue;
      await putState(deps, parentId, childType, roomId, {}, options);
    }
  }

  return {
    plan,
    async delete(roomId, run, options = {}) {
      let steps = run.steps;
      const save = (made: DeleteSteps): void => {
        steps = { ...steps, ...made };
        run.save(steps);
      };
      if (steps.order === undefined) save({ order: await orderOf(roomId), done: 0 });
      const order = steps.order ?? [];
      const inside = new Set(order.map((one) => one.roomId));
      for (const [at, { roomId: id, parents }] of order.entries()) {
        run.progress?.(steps.done ?? 0, order.length);
        if (at < (steps.done ?? 0)) continue;
        await emptyRoom(id, options);
        await unlink(
          id,
          parents.filter((parent) => !inside.has(parent)),
          options,
        );
        save({ done: at + 1 });
      }
      run.progress?.(order.length, order.length);
    },
    async leave(roomId, options = {}) {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) throw appFailure('not_found', 'Unknown room');
      const below = withBelow(db, roomNo).filter(
        (one) => one.membership === 'join' && (one.roomId === roomId || isTreeRoom(db, one.roomNo)),
      );
      if (below.length === 0) throw appFailure('not_joined', 'You are not in this directory');
      for (const { roomId: id } of below.reverse()) await leaveRoom(id, options);
    },
  };
}
