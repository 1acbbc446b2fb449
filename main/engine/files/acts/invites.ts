// Asks the server which directories lie in the trees that this account is invited to, because an invitation's state does not say it. They
// are stored as links, so that a whole tree shows as one invitation; joining replaces them by the real links.
import { applyFilesState } from '#stores/files/trees';
import { getRoom, listRooms, roomNoOf } from '#stores/rooms/rooms';
import { fetchHierarchy, type HierarchyRoom } from '../../rooms/hierarchy';
import { childType, type ActsDeps } from './kit';
import { unexpected } from '../../base/unexpected';

export interface Invites {
  /** Asks about invitations that are new since the start, one after the other. */
  look(): Promise<void>;
}

const mostDepth = 20;

export function createInvites({ http, store, clock, log }: ActsDeps): Invites {
  const { db } = store;
  const asked = new Set<string>();
  let busy: Promise<void> | null = null;

  function next(): string | null {
    const trees = listRooms(db, 'invite').filter((room) => room.isTree);
    const one = trees.find((room) => !asked.has(room.roomId));
    return one?.roomId ?? null;
  }

  function write(rooms: readonly HierarchyRoom[]): void {
    store.write((changes) => {
      for (const { roomId, children } of rooms) {
        asked.add(roomId);
        const roomNo = roomNoOf(db, roomId);
        // A joined directory has its links in its own state.
        if (roomNo === null || getRoom(db, roomNo)?.membership !== 'invite') continue;
        for (const child of children) {
          applyFilesState(db, roomNo, {
            type: childType,
            stateKey: child.roomId,
            sender: child.sender,
            content: child.content,
            previous: null,
            ts: clock.now(),
            eventNo: 0,
          });
        }
        changes.room(roomNo);
      }
      changes.topic('files');
    });
  }

  async function run(): Promise<void> {
    for (let roomId = next(); roomId !== null; roomId = next()) {
      asked.add(roomId);
      try {
        write((await fetchHierarchy(http, roomId, { maxDepth: mostDepth, limit: 50 })).rooms);
      } catch (thrown) {
        // Each directory shows as an invitation of its own then.
        const { code } = unexpected(log, 'invited tree', thrown);
        log.info('an invited tree could not be looked into', { code });
      }
    }
  }

  return {
    look: () =>
      (busy ??= run().finally(() => {
        busy = null;
      })),
  };
}
