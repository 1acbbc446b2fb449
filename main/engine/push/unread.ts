// Counts what is unread in a room by local push rules: for encrypted rooms, whose content the server cannot judge. Reads only.
import type { StoredEvent } from '#stores/events/types';
import { threadOf } from '#stores/events/threads';
import { pageOfTimeline } from '#stores/events/timeline';
import type { Store } from '#stores/sqlite/store';
import { latestOf, ownReceipts } from '../rooms/readPlace';
import { unreadInThreads } from '../threads/unread';
import type { PushOutcome } from './evaluate';

export interface UnreadCounts {
  readonly unread: number;
  readonly highlights: number;
}

const pageSize = 50;
/** Further back nobody counts; a number this high is shown as "many". */
const mostScanned = 500;

/**
 * Events of the room after the own newest receipt and the own newest act, whichever is later; and of its threads what was not read there.
 */
export function countUnread(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  outcome: (event: StoredEvent) => PushOutcome,
): UnreadCounts {
  const room = countInRoom(db, roomNo, ownUserId, outcome);
  const threads = unreadInThreads(db, roomNo, ownUserId, outcome);
  return {
    unread: room.unread + threads.unread,
    highlights: room.highlights + threads.highlights,
  };
}

function countInRoom(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  outcome: (event: StoredEvent) => PushOutcome,
): UnreadCounts {
  const readUpTo = latestOf(db, roomNo, ownReceipts(db, roomNo, ownUserId))?.eventId ?? null;
  let unread = 0;
  let highlights = 0;
  let before: number | null = null;
  for (let scanned = 0; scanned < mostScanned;) {
    const page = pageOfTimeline(db, { roomNo, before, limit: pageSize });
    for (const event of page.events.toReversed()) {
      if (event.eventId === readUpTo) return { unread, highlights };
      if (threadOf(event) !== null) continue;
      // Whoever writes, reacts or joins has seen what was before.
      if (event.sender === ownUserId) return { unread, highlights };
      if (event.redactedBy !== null) continue;
      const result = outcome(event);
      if (result.notify) unread += 1;
      if (result.highlight) highlights += 1;
    }
    scanned += page.events.length;
    const oldest = page.events[0];
    if (oldest === undefined || !page.hasOlder) break;
    before = oldest.eventNo;
  }
  return { unread, highlights };
}
