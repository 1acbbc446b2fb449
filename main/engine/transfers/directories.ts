// Directories of a dropped folder: made one after the other in their parent; what lies in them goes on when they are there.
import { appFailure } from '../../../preload/contract/errors';
import { ensureRoom, roomIdOf } from '../../../native-stores/rooms/rooms';
import type { Store } from '../../../native-stores/sqlite/store';
import { placeChildren } from '../../../native-stores/transfers/transfers';
import type { FileActs } from '../files/acts/acts';
import type { Work } from './types';

/** `create` is idempotent by its request id, which is the row's: a restart finds the room that it already made. */
export function makeDirectory(store: Store, create: FileActs['createDirectory']): Work {
  return async (task) => {
    const { db } = store;
    const { roomNo, transferId, name } = task.row;
    if (roomNo === null) throw appFailure('not_found', 'The directory above is gone');
    const parentId = roomIdOf(db, roomNo);
    task.step('publish');
    const made = await task.inTurn(`directory ${roomNo}`, () =>
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
