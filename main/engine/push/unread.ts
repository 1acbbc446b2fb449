// Counts the unread events of a room by local push rules: for encrypted rooms, whose content the server cannot judge. Reads only.
import type { StoredEvent } from '#stores/events/types';
import { threadOf } from '#stores/events/threads';
import { pageOfTimeline } from '#stores/events/timeline';
import type { Store } from '#stores/sqlite/store';
import { hasSeenAbove } from '../events/ownActs';
import { latestOf, ownReceipts } from '../rooms/unread/readPlace';
import { unreadInThreads } from '../threads/unread';
import { effective } from '../events/relations';
import { isMessage } from '../kinds/displayable';
import { quiet, type PushOutcome } from './evaluate';

export interface UnreadCounts {
  readonly unread: number;
  readonly highlights: number;
}

export const none: UnreadCounts = { unread: 0, highlights: 0 };

const pageSize = 50;
/** Events further back are not counted; a number this high is shown as "many". */
const mostScanned = 500;
/** Number of events that are counted at once, while the user waits for the room (CHAT-9.15). */
const mostAtOnce = 20;

/** How the events of one room are counted. */
export interface Judges {
  readonly outcome: (event: StoredEvent) => PushOutcome;
  /** Whether this own event shows that the user has read what is before it; not given: {@link hasSeenAbove}. */
  readonly reads?: (event: StoredEvent) => boolean;
}

/**
 * Counts the events of the room after the own newest receipt or the own newest event that reads, whichever is later; and in its threads the
 * events that were not read there.
 */
export function countUnread(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  judges: Judges,
): UnreadCounts {
  const { outcome } = judges;
  const { counts } = countInRoom(db, { roomNo, ownUserId, ...judges, most: mostScanned });
  return withThreads(db, roomNo, ownUserId, outcome, counts);
}

/** Counts by the newest events alone; null where they do not reach back to the receipt: then the numbers stay. */
export function countUnreadAtOnce(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  judges: Judges,
): UnreadCounts | null {
  const found = countInRoom(db, { roomNo, ownUserId, ...judges, most: mostAtOnce });
  return found.whole ? withThreads(db, roomNo, ownUserId, judges.outcome, found.counts) : null;
}

function withThreads(
  db: Store['db'],
  roomNo: number,
  ownUserId: string,
  outcome: (event: StoredEvent) => PushOutcome,
  room: UnreadCounts,
): UnreadCounts {
  const threads = unreadInThreads(db, roomNo, ownUserId, outcome);
  return {
    unread: room.unread + threads.unread,
    highlights: room.highlights + threads.highlights,
  };
}

interface Scan extends Judges {
  readonly roomNo: number;
  readonly ownUserId: string;
  /** Number of events that are looked at. */
  readonly most: number;
}

/** `whole`: it ended at the place that this account has read, or at the room's first event. */
function countInRoom(
  db: Store['db'],
  { roomNo, ownUserId, outcome, reads = hasSeenAbove, most }: Scan,
): { readonly counts: UnreadCounts; readonly whole: boolean } {
  const readUpTo = latestOf(db, roomNo, ownReceipts(db, roomNo, ownUserId))?.eventId ?? null;
  const counts = { unread: 0, highlights: 0 };
  let before: number | null = null;
  for (let scanned = 0; scanned < most;) {
    const limit = Math.min(pageSize, most - scanned);
    const page = pageOfTimeline(db, { roomNo, before, limit });
    for (const event of page.events.toReversed()) {
      if (event.eventId === readUpTo) return { counts, whole: true };
      if (threadOf(event) !== null) continue;
      // An event of this account (a message, a reaction, a join) shows that the user has seen everything before it; a new name does not, nor
      // what this computer sent, perhaps long after it was written.
      if (event.sender === ownUserId) {
        if (reads(event)) return { counts, whole: true };
        continue;
      }
      if (event.redactedBy !== null) continue;
      const result = outcome(event);
      if (result.notify) counts.unread += 1;
      if (result.highlight) counts.highlights += 1;
    }
    scanned += page.events.length;
    const oldest = page.events[0];
    if (oldest === undefined || !page.hasOlder) return { counts, whole: true };
    before = oldest.eventNo;
  }
  return { counts, whole: false };
}

/** Counts the messages of which no rule tells, as a person would look for them: what a program says for itself is none of them. */
export const quietOnes =
  (outcome: Judges['outcome']): Judges['outcome'] =>
  (event) => ({
    ...quiet,
    notify: isMessage(event) && !isProgramNotice(event) && !outcome(event).notify,
  });

const isProgramNotice = (event: StoredEvent): boolean =>
  effective(event).content['msgtype'] === 'm.notice';
