// Takes the entries of directories that somebody deleted for everybody out of the directories that this account had moved them to: who
// deletes one is often not in those, and nobody else knows that nothing is behind the entry any more.
import { deletedReason, departureOf } from '../../events/departure';
import { unexpected } from '../../base/unexpected';
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import { all } from '#stores/sqlite/statements';
import type { ChangeSet } from '#stores/sqlite/store';
import { directoryRights } from '../roles';
import { childType, putState, type ActsDeps } from './kit';

export interface EndedEntries {
  /** Watches until it is stopped. */
  start(): void;
  stop(): void;
}

interface Entry {
  readonly childNo: number;
  readonly childId: string;
  readonly parentNo: number;
}

export function createEndedEntries(deps: ActsDeps): EndedEntries {
  const { store, ownUserId, log } = deps;
  const { db } = store;
  /** `parent child`: taken out, or refused; not again in this process. */
  const done = new Set<string>();
  let off: (() => void) | null = null;

  /** Written by this account: of what others have put there they are the ones to take it out. */
  function entries(): Entry[] {
    return all<{ child_no: number; child_id: string; parent_no: number }>(
      db,
      `SELECT c.room_no AS child_no, c.room_id AS child_id, p.room_no AS parent_no FROM rooms c
       JOIN space_links l ON l.child_id = c.room_id AND l.has_via = 1
       JOIN rooms p ON p.room_no = l.room_no AND p.membership = 'join' AND p.is_tree = 1
       JOIN events e ON e.event_no = l.event_no AND e.sender = ?
       WHERE c.membership = 'leave' AND c.is_tree = 1`,
      ownUserId,
    ).map((row) => ({ childNo: row.child_no, childId: row.child_id, parentNo: row.parent_no }));
  }

  /** Most commits bring messages: those must not cost a look at every room. */
  function bringsEnd({ rooms }: ChangeSet): boolean {
    for (const roomNo of rooms) {
      const room = getRoom(db, roomNo);
      if (room?.membership === 'leave' && room.isTree) return true;
    }
    return false;
  }

  function isDeleted(roomNo: number): boolean {
    const { reason } = departureOf(getState(db, roomNo, 'm.room.member', ownUserId));
    return reason === deletedReason;
  }

  async function takeOut({ childNo, childId, parentNo }: Entry): Promise<void> {
    const key = `${parentNo} ${childNo}`;
    if (done.has(key) || !isDeleted(childNo)) return;
    if (!directoryRights(db, parentNo, ownUserId).actions.createDirectory) return;
    done.add(key);
    try {
      await putState(deps, roomIdOf(db, parentNo), childType, childId, {});
    } catch (thrown) {
      const { code } = unexpected(log, 'taking out the entry of a deleted directory', thrown);
      log.info('the entry of a deleted directory stays', { code });
    }
  }

  function look(): void {
    for (const entry of entries()) void takeOut(entry);
  }

  return {
    start() {
      off ??= store.onCommit((changes) => {
        if (bringsEnd(changes)) look();
      });
      look();
    },
    stop() {
      off?.();
      off = null;
    },
  };
}
