// Judges a scheduled row by the store and the clock. Reads only.
import { newestEvents } from '#stores/events/timeline';
import type { ScheduledRow, ServerHold } from '#stores/outbox/scheduled';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { markKey } from '../base/scheduledMark';
import type { Clock } from '../base/types';
import { isBlockedChat } from '../rooms/direct';
import { hasMoved } from './follow';

/** Messages that are due sooner are sent by this computer. */
const soonestMs = 90_000;
/** Tolerance for the difference of two clocks, and for a running request. */
const marginMs = 30_000;
const newestLooked = 200;

export function createJudge({
  store: { db },
  clock,
  ownUserId,
}: {
  readonly store: Pick<Store, 'db'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ownUserId: string;
}) {
  /** The server may send it there: it reads the text, and somebody reads the room, who is not blocked. */
  const isClear = (roomId: string): boolean => {
    const roomNo = roomNoOf(db, roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    const isOpen = room?.membership === 'join' && room.encryption === null;
    return isOpen && !hasMoved(db, roomId) && !isBlockedChat(db, room, ownUserId);
  };
  /** The server cannot have sent the message yet. */
  const isFar = ({ atMs }: ServerHold): boolean => clock.now() < atMs - marginMs;
  /** Its time is near or over, or the server no longer knew it: it may be in the room. */
  const mayBeThere = ({ server, state }: ScheduledRow): boolean =>
    state === 'unsure' || (server !== null && (server.state === 'leaving' || !isFar(server)));
  return {
    isClear,
    isFar,
    /** Whether it is among the newest events of its conversation. */
    isThere({ roomId, threadId, requestId }: ScheduledRow): boolean {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) return false;
      return newestEvents(db, roomNo, newestLooked, null, threadId).some(
        ({ sender, raw }) => sender === ownUserId && raw.content[markKey] === requestId,
      );
    },
    mayBeThere,
    /** A change of the room may matter: the message has come, or unencrypted messages are no longer allowed. */
    isUrgent: (row: ScheduledRow): boolean =>
      mayBeThere(row) || (row.server?.state === 'held' && !isClear(row.roomId)),
    isInReach({ atMs, roomId }: ScheduledRow, mostMs: number): boolean {
      const aheadMs = atMs - clock.now();
      return aheadMs >= soonestMs && aheadMs <= mostMs && isClear(roomId);
    },
    /** The server's list is needed to know its state. */
    isOpen: ({ server, roomId }: ScheduledRow): boolean =>
      server !== null &&
      (server.state !== 'held' || server.again || clock.now() > server.atMs || !isClear(roomId)),
  };
}
