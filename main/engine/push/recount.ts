// Counts again what is unread in one room: encrypted rooms by the local rules, carried numbers of plain ones, and in both what no rule
// tells of. It decides about no notice.
import { getRoom, updateRoom } from '#stores/rooms/rooms';
import type { Changes, Store } from '#stores/sqlite/store';
import { unreadInThreads } from '../threads/unread';
import { lowerCarried } from './carried';
import { quietRooms, type PushRules } from './rules';
import {
  countUnread,
  countUnreadAtOnce,
  none,
  quietOnes,
  type Judges,
  type UnreadCounts,
} from './unread';

export interface Recount {
  /** Within a transaction. `atOnce`: by the newest events alone. False: these were not enough, and the room is to be counted later. */
  room(changes: Changes, roomNo: number, atOnce?: boolean): boolean;
  /** Unread answers in the threads of a room, as far as they are here. */
  inThreads(roomNo: number): UnreadCounts;
  /** Whether messages of the room may go by without a word. */
  isQuiet(roomId: string): boolean;
  rulesChanged(): void;
}

export interface RecountDeps {
  readonly store: Store;
  readonly ownUserId: string;
  readonly outcome: Judges['outcome'];
  readonly rules: () => PushRules;
}

export function createRecount({ store: { db }, ownUserId, outcome, rules }: RecountDeps): Recount {
  /** Asked for each message, so it is made once for the rules as they are. */
  let quiet: ((roomId: string) => boolean) | null = null;
  const isQuiet: Recount['isQuiet'] = (roomId) => (quiet ??= quietRooms(rules()))(roomId);

  return {
    room(changes, roomNo, atOnce = false) {
      const room = getRoom(db, roomNo);
      if (room === null || room.membership !== 'join' || room.isTree) return true;
      const count = (judges: Judges): UnreadCounts | null =>
        (atOnce ? countUnreadAtOnce : countUnread)(db, roomNo, ownUserId, judges);
      const isPlain = room.encryption === null;
      if (isPlain && !lowerCarried(db, room, { ownUserId, outcome, count }, changes)) return false;
      // The server counts in plain rooms.
      const counts = isPlain ? {} : count({ outcome });
      const unheard = isQuiet(room.roomId) ? count({ outcome: quietOnes(outcome) }) : none;
      if (counts === null || unheard === null) return false;
      const fields = { ...counts, quietNews: unheard.unread > 0 };
      if (updateRoom(db, roomNo, fields)) changes.room(roomNo);
      return true;
    },
    inThreads: (roomNo) => unreadInThreads(db, roomNo, ownUserId, outcome),
    isQuiet,
    rulesChanged: () => void (quiet = null),
  };
}
