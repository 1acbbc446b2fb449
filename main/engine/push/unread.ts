// Counts what is unread in a room by local push rules: for encrypted rooms, whose content the server cannot judge. Reads only.
import type { StoredEvent } from '#stores/events/types';
import { pageOfTimeline } from '#stores/events/timeline';
import { isOfRoom, receiptsOfUser } from '#stores/settings/receipts';
import type { Store } from '#stores/sqlite/store';
import { threadRoot } from '../events/relations';
import { latestOf, ownReceipts } from '../rooms/readPlace';
import type { PushOutcome } from './evaluate';

export interface UnreadCounts {
  readonly unread: number;
  readonly highlights: number;
}

const pageSize = 50;
/** Further back nobody counts; a number this high is shown as "many". */
const mostScanned = 500;

/**
 * Events after the own newest receipt and the own newest act, whichever is later; without those of threads that were read further
 * in a client that shows threads on their own.
 */
export function countUnread(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  outcome: (event: StoredEvent) => PushOutcome,
): UnreadCounts {
  const receipts = receiptsOfUser(db, roomNo, ownUserId);
  const readUpTo = latestOf(db, roomNo, ownReceipts(db, roomNo, ownUserId))?.eventId ?? null;
  const threads = receipts.filter((receipt) => !isOfRoom(receipt));
  const readThreads = new Set<string>();
  let unread = 0;
  let highlights = 0;
  let before: number | null = null;
  for (let scanned = 0; scanned < mostScanned;) {
    const page = pageOfTimeline(db, { roomNo, before, limit: pageSize });
    for (const event of page.events.toReversed()) {
      // Whoever writes, reacts or joins has seen what was before.
      if (event.eventId === readUpTo || event.sender === ownUserId) return { unread, highlights };
      for (const { eventId, threadId } of threads)
        if (eventId === event.eventId) readThreads.add(threadId);
      if (event.redactedBy !== null || readThreads.has(threadRoot(event) ?? '')) continue;
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
