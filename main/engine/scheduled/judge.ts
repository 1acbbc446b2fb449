// What may be done with a scheduled row, as far as the store and the clock tell. Reads only.
import { newestEvents } from '#stores/events/timeline';
import type { ScheduledRow, ServerHold } from '#stores/outbox/scheduled';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { markKey } from '../base/scheduledMark';
import type { Clock } from '../base/types';

/** What is due sooner this computer sends. */
const soonestMs = 90_000;
/** The clocks of two computers, and a request under way. */
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
  const isClear = (roomId: string): boolean => {
    const roomNo = roomNoOf(db, roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    return room?.membership === 'join' && room.encryption === null;
  };
  /** The server cannot have sent it yet. */
  const isFar = ({ atMs }: ServerHold): boolean => clock.now() < atMs - marginMs;
  /** Its time is near or over, or the server knew it no more: it may stand in the room. */
  const mayBeThere = ({ server, state }: ScheduledRow): boolean =>
    state === 'unsure' || (server !== null && (server.state === 'leaving' || !isFar(server)));
  return {
    isClear,
    isFar,
    /** Among the newest of its conversation. */
    isThere({ roomId, threadId, requestId }: ScheduledRow): boolean {
      const roomNo = roomNoOf(db, roomId);
      if (roomNo === null) return false;
      return newestEvents(db, roomNo, newestLooked, null, threadId).some(
        ({ sender, raw }) => sender === ownUserId && raw.content[markKey] === requestId,
      );
    },
    mayBeThere,
    /** News of a room may matter: what was sent came, or nothing may go there in clear any more. */
    isUrgent: (row: ScheduledRow): boolean =>
      mayBeThere(row) || (row.server?.state === 'held' && !isClear(row.roomId)),
    isInReach({ atMs, roomId }: ScheduledRow, mostMs: number): boolean {
      const aheadMs = atMs - clock.now();
      return aheadMs >= soonestMs && aheadMs <= mostMs && isClear(roomId);
    },
    /** The server's list is needed to know what became of it. */
    isOpen: ({ server, roomId }: ScheduledRow): boolean =>
      server !== null &&
      (server.state !== 'held' || server.again || clock.now() > server.atMs || !isClear(roomId)),
  };
}
