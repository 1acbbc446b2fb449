// Takes off the carried numbers of a plain room (sync/unreadNumbers.ts) what was read since, in its threads also, or deleted: the server
// counts these messages no longer, and says nothing of it.
import type { StoredEvent } from '#stores/events/types';
import { updateRoom, type StoredRoom } from '#stores/rooms/rooms';
import type { Changes, Store } from '#stores/sqlite/store';
import { tellsReading } from '../events/ownActs';
import { isMessage } from '../kinds/displayable';
import { isCountOpen, recomputeRoom } from '../rooms/derive';
import type { PushOutcome } from './evaluate';
import type { Judges, UnreadCounts } from './unread';

/** False: `count` could not say what is unread, and nothing changed. */
export function lowerCarried(
  db: Store['db'],
  room: StoredRoom,
  {
    ownUserId,
    outcome,
    count,
  }: {
    readonly ownUserId: string;
    readonly outcome: (event: StoredEvent) => PushOutcome;
    readonly count: (judges: Judges) => UnreadCounts | null;
  },
  changes: Changes,
): boolean {
  const { roomNo, carriedUnread: before, serverUnread, serverHighlights } = room;
  if (before === 0 || isCountOpen(db, room, ownUserId)) return true;
  // A rule may have gone since, e.g. with the name before: every message counts, so that none of those that were counted is lost.
  // Own messages read nothing here: the server counted what is above them, and a later one would have ended the carrying.
  const counts = count({
    outcome: (event) => ({ ...outcome(event), ...(isMessage(event) && { notify: true }) }),
    reads: (event) => event.type === 'm.room.member' && tellsReading(event),
  });
  if (counts === null) return false;
  const atServer = serverUnread - before;
  const carriedUnread = Math.min(before, Math.max(0, counts.unread - atServer));
  if (carriedUnread === before) return true;
  const carriedHighlights = Math.min(room.carriedHighlights, carriedUnread);
  updateRoom(db, roomNo, {
    ...{ serverUnread: atServer + carriedUnread, carriedUnread, carriedHighlights },
    serverHighlights: serverHighlights - room.carriedHighlights + carriedHighlights,
  });
  recomputeRoom(db, roomNo, ownUserId, changes);
  changes.room(roomNo);
  return true;
}
