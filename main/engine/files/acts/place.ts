// Changes the name of a directory, its place among siblings, and the directory that it lies in. Writes links and names, nothing else.
import { cleanFileName } from '#stores/files/names';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { appFailure } from '#contract/wire/errors';
import { cleanName } from '../../events/cleanName';
import { isRefusal } from '../../http/errors';
import { directoryActions } from '../roles';
import {
  childLinks,
  childType,
  isTreeRoom,
  joinedRoom,
  parentLinks,
  parentType,
  putState,
  viaOf,
  withBelow,
  type ActOptions,
  type ActsDeps,
  type Content,
} from './kit';
import { placeChild } from './order';

export interface Move {
  readonly roomId: string;
  readonly fromId: string;
  readonly toId: string;
}

/** JSON, kept by the caller. */
export interface MoveSteps {
  /** How many of its four requests the server has answered. */
  readonly done?: number;
}

export interface MoveRun {
  readonly steps: MoveSteps;
  /** Durable when it returns. */
  readonly save: (steps: MoveSteps) => void;
}

export interface PlaceActs {
  rename(roomId: string, name: string, options?: ActOptions): Promise<void>;
  /** @throws AppFailure 'Cannot set order of top level spaces currently' (CHAT-5.27) */
  reorder(parentId: string, roomId: string, index: number): Promise<void>;
  /**
   * Takes the entry of a directory that this account is not in out of the one above.
   * @throws AppFailure `not_joined`, `forbidden`, `conflict` when this account is in it: it moves, or is left
   */
  unlink(parentId: string, roomId: string): Promise<void>;
  /** Moves a directory; a move that the server refuses half way is taken back. @throws AppFailure as `assertMayMove` */
  move(move: Move, run: MoveRun, options?: ActOptions): Promise<void>;
}

type Rights = Pick<ActsDeps, 'store' | 'ownUserId'>;

function assertMay(
  deps: Rights,
  roomId: string,
  act: 'rename' | 'move',
  parentId?: string,
): StoredRoom {
  const { db } = deps.store;
  const room = joinedRoom(db, roomId);
  const parentNo = parentId === undefined ? null : roomNoOf(db, parentId);
  if (!directoryActions(db, room.roomNo, parentNo, deps.ownUserId)[act])
    throw appFailure('forbidden', 'You may not change this directory');
  return room;
}

/** @throws AppFailure `not_joined`, `forbidden` */
export const assertMayRename = (deps: Rights, roomId: string): StoredRoom =>
  assertMay(deps, roomId, 'rename');

/**
 * For names that are given here, of files and directories alike: everybody else would be warned of one that is shown otherwise.
 * @throws AppFailure `bad_request` with the reason `name`
 */
export function assertShownAsSent(name: string): void {
  const sent = name.trim();
  if (cleanFileName(sent).name !== sent || cleanName(sent) !== sent)
    throw appFailure('bad_request', 'The name would be shown otherwise', {
      data: { reason: 'name' },
    });
}

/** @throws AppFailure `not_joined`, `forbidden`, `conflict` when it would lie in itself */
export function assertMayMove(deps: Rights, { roomId, fromId, toId }: Move): StoredRoom {
  const room = assertMay(deps, roomId, 'move', fromId);
  mayLink(deps, toId);
  if (withBelow(deps.store.db, room.roomNo, 'all').some((below) => below.roomId === toId))
    throw appFailure('conflict', 'A directory cannot lie in itself', { data: { reason: 'loop' } });
  return room;
}

export function createPlaceActs(deps: ActsDeps): PlaceActs {
  const { store, ownUserId } = deps;
  const { db } = store;

  return {
    async rename(roomId, name, options = {}) {
      assertMayRename(deps, roomId);
      await putState(deps, roomId, 'm.room.name', '', { name }, options);
    },
    async reorder(parentId, roomId, index) {
      const parentNo = roomNoOf(db, parentId);
      const links = parentNo === null ? [] : childLinks(db, parentNo);
      if (!links.some((link) => link.roomId === roomId))
        throw appFailure('bad_request', 'Cannot set order of top level spaces currently');
      mayLink(deps, parentId);
      for (const { roomId: childId, order } of placeChild(links, roomId, index)) {
        const link = links.find((one) => one.roomId === childId);
        await putState(deps, parentId, childType, childId, { ...link?.content, order });
      }
    },
    async unlink(parentId, roomId) {
      mayLink(deps, parentId);
      const roomNo = roomNoOf(db, roomId);
      if (roomNo !== null && isTreeRoom(db, roomNo) && getRoom(db, roomNo)?.membership === 'join')
        throw appFailure('conflict', 'You are in this directory');
      await putState(deps, parentId, childType, roomId, {});
    },
    async move(move, run, options = {}) {
      const { roomId, fromId, toId } = move;
      if (fromId === toId) return;
      // Once begun, what is allowed is the server's to say.
      const room = run.steps.done ? joinedRoom(db, roomId) : assertMayMove(deps, move);
      const via = viaOf(ownUserId);
      const link = (parentId: string, content: Content) => () =>
        putState(deps, parentId, childType, roomId, content, options);
      const name = (parentId: string, content: Content) => () =>
        putState(deps, roomId, parentType, parentId, content, options);
      const named = parentLinks(db, room.roomNo).includes(fromId);
      // The new link first: cut in between, it stands in both places and in none never.
      const steps = [link(toId, { via }), name(toId, { via }), link(fromId, {})];
      if (named) steps.push(name(fromId, {}));
      const undo = [link(toId, {}), name(toId, {})];
      let done = run.steps.done ?? 0;
      try {
        for (const step of steps.slice(done)) {
          await step();
          run.save({ done: (done += 1) });
        }
      } catch (thrown) {
        if (!isRefusal(thrown) || done === 0 || done > undo.length) throw thrown;
        for (const step of undo.slice(0, done).reverse()) await step();
        run.save({ done: 0 });
        throw thrown;
      }
    },
  };
}

/** @throws AppFailure `not_joined`, `forbidden` */
export function mayLink(deps: Rights, parentId: string): void {
  const { db } = deps.store;
  const parent = joinedRoom(db, parentId);
  if (!directoryActions(db, parent.roomNo, null, deps.ownUserId).createDirectory)
    throw appFailure('forbidden', 'You may not change what lies in this directory');
}
