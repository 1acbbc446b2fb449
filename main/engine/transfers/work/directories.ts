// Directories as rows: those of a dropped folder are made one after the other in their parent, and what lies in them goes on when they
// are there; others are linked elsewhere.
import { appFailure } from '#contract/wire/errors';
import { ensureRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { placeChildren } from '#stores/transfers/transfers';
import type { FileActs } from '../../files/acts/acts';
import { isLinked } from '../../files/acts/kit';
import type { MoveSteps, PlaceActs } from '../../files/acts/place';
import type { Clock } from '../../base/types';
import { untilHere } from './echo';
import type { MoveSource, Work } from '../types';

/** `create` is idempotent by its request id, which is the row's: a restart finds the room that it already made. */
export function makeDirectory(store: Store, create: FileActs['createDirectory']): Work {
  return async (task) => {
    const { db } = store;
    const { roomNo, transferId, name } = task.row;
    if (roomNo === null) throw appFailure('not_found', 'The directory above is gone');
    const parentId = roomIdOf(db, roomNo);
    task.step('publish');
    const made = await task.inOrder(`directory ${roomNo}`, () =>
      task.limited(() =>
        create(
          { requestId: transferId, parentId, name },
          { signal: task.signal, onWait: (untilMs) => task.waits(untilMs) },
        ),
      ),
    );
    store.write((changes) => {
      task.save({ roomId: made });
      placeChildren(db, transferId, ensureRoom(db, made));
      changes.topic('transfers');
    });
  };
}

/** One after the other, each seen here before the next is allowed: two at a time could put directories into each other. */
export function moveDirectory(
  deps: { readonly store: Store; readonly clock: Clock },
  move: PlaceActs['move'],
): Work {
  return async (task) => {
    const { db } = deps.store;
    const { roomNo, source, progress } = task.row;
    if (roomNo === null) throw appFailure('not_found', 'The directory is gone');
    const { moveRoomId: roomId, fromId } = source as MoveSource;
    const fromNo = roomNoOf(db, fromId);
    const isThere = (): boolean =>
      isLinked(db, roomNo, roomId) && (fromNo === null || !isLinked(db, fromNo, roomId));
    await task.inOrder('move', async () => {
      const begun = Object.keys(progress as MoveSteps).length > 0;
      if (!begun && fromNo !== null && !isLinked(db, fromNo, roomId))
        throw appFailure('not_found', 'The directory is no longer there');
      task.step('publish');
      const run = { steps: progress as MoveSteps, save: (steps: MoveSteps) => task.save(steps) };
      const options = { signal: task.signal, onWait: (ms: number | null) => task.waits(ms) };
      await move({ roomId, fromId, toId: roomIdOf(db, roomNo) }, run, options);
      await untilHere(deps, task.signal, isThere);
    });
  };
}
