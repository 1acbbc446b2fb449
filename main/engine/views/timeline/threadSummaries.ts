// Composes the summary below a thread root: number of answers, newest answer, senders, unread count. Reads only.
import { pageOfTimeline } from '#stores/events/timeline';
import { answerers, countAnswers, gapOfThread, threadsAmong } from '#stores/events/threads';
import type { StoredEvent } from '#stores/events/types';
import { ignoredUsers } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import type { ThreadSummary } from '#contract/areas/messages/timelineModels';
import { readThreads, unreadInThread, type Judge, type UnreadThread } from '../../threads/unread';
import type { StoredRoom } from '#stores/rooms/rooms';
import type { ViewDeps } from '../view';
import { judgeOf } from './inThread';
import { quotedLine, type MessageContext } from './messages';

/** Number of redacted answers that are skipped in the search for the newest one that remains. */
const mostPassed = 10;
const mostPeople = 3;

export interface FoundThread {
  readonly count: number;
  readonly last: StoredEvent | null;
  /** Newest first. */
  readonly userIds: readonly string[];
  readonly unread: UnreadThread;
}

interface FindArgs {
  readonly roomNo: number;
  readonly roomId: string;
  readonly ownUserId: string;
  readonly judge: Judge;
}

const none: ReadonlySet<string> = new Set();

/**
 * The threads among these messages, by the id of the thread root. A thread with a redacted root and no answers is left out
 * (CHAT-4.23), and so is one whose answers are all from ignored people.
 */
export function findThreads(
  db: Store['db'],
  { roomNo, roomId, ownUserId, judge }: FindArgs,
  roots: readonly Pick<StoredEvent, 'eventId' | 'redactedBy'>[],
): Map<string, FoundThread> {
  const found = new Map<string, FoundThread>();
  const threads = threadsAmong(
    db,
    roomNo,
    roots.map(({ eventId }) => eventId),
  );
  if (threads.size === 0) return found;
  const ignored = ignoredUsers(db);
  const read = readThreads(db, roomNo, ownUserId);
  for (const { eventId, redactedBy } of roots) {
    const thread = threads.get(eventId);
    if (thread === undefined) continue;
    const here = countAnswers(db, roomNo, eventId, ignored);
    const isWhole = gapOfThread(db, roomNo, eventId) === null;
    const count = isWhole ? here : Math.max(here, thread.serverCount);
    if (count === 0 && (redactedBy !== null || countAnswers(db, roomNo, eventId, none) > 0))
      continue;
    const newest = pageOfTimeline(db, { roomNo, rootEventId: eventId, limit: mostPassed });
    const standing = newest.events
      .filter((event) => event.redactedBy === null && !ignored.has(event.sender))
      .toReversed();
    const userIds = new Set(standing.map(({ sender }) => sender));
    for (const userId of answerers(db, roomId, eventId, mostPeople + ignored.size))
      if (!ignored.has(userId)) userIds.add(userId);
    found.set(eventId, {
      count,
      last: standing[0] ?? null,
      userIds: [...userIds].slice(0, mostPeople),
      unread: unreadInThread(db, eventId, read, judge),
    });
  }
  return found;
}

/** The threads of these messages; `named`: events that are quoted in one line, i.e. replied-to messages and the newest answers of threads. */
export function namedThreads(
  deps: ViewDeps,
  { room, ownUserId }: { readonly room: StoredRoom; readonly ownUserId: string },
  messages: readonly StoredEvent[],
  answered: ReadonlyMap<string, StoredEvent>,
) {
  const judge = judgeOf(deps, ownUserId);
  const found = findThreads(deps.store.db, { ...room, ownUserId, judge }, messages);
  const named = new Map(answered);
  for (const { last } of found.values()) if (last !== null) named.set(last.eventId, last);
  return { found, named };
}

/** `context.quoted` must hold the newest answer, `context.people` each person named. */
export function summaryOf(
  context: Pick<MessageContext, 'people' | 'ownUserId' | 'quoted'>,
  { count, last, userIds, unread }: FoundThread,
): ThreadSummary {
  const said = last === null ? undefined : context.quoted.get(last.eventId);
  return {
    count,
    unread: unread.unread,
    mentions: unread.highlights > 0,
    last:
      last === null || said === undefined
        ? null
        : { ...quotedLine(context, said), sentAtMs: Math.min(last.ts, last.receivedTs) },
    people: userIds.map((userId) => context.people.get(userId)),
  };
}
