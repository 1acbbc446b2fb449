// The list `threads` and the value `unreadThreads`: threads of one room or of all, the last active one first.
import { getEvents } from '#stores/events/timeline';
import { relatedToMany } from '#stores/events/relations';
import { listThreads, type StoredThread } from '#stores/events/threads';
import type { StoredEvent } from '#stores/events/types';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { roomsWithin } from '#stores/rooms/spaces';
import { getDraft, wordsOfDraft } from '#stores/settings/drafts';
import type { ChangeSet } from '#stores/sqlite/store';
import type { EngineContract } from '#contract/engine';
import type { ThreadItem } from '#contract/areas/messages/timelineModels';
import type { ThreadFilter } from '#contract/areas/messages/threads';
import type { ListQuery, ValueQuery } from '#contract/wire/shapes';
import { namedIn } from '../../kinds/preview';
import { oneLine } from '../../kinds/words';
import { loadPeople } from '../../rooms/people';
import {
  isOwnThread,
  isThreadRead,
  readThreads,
  unreadInThread,
  type ReadThreads,
} from '../../threads/unread';
import { differing, growing, placesOf, reading } from '../reading';
import type { PagedView, Sink, View, ViewDeps } from '../view';
import { judgeOf } from './inThread';
import { quotedLine } from './messages';
import { findThreads, summaryOf, type FoundThread } from './threadSummaries';
import { quotedLines } from './quotedLines';

const minMs = 200;
/** Threads that are looked at; those that were last active come first. */
const mostLooked = 500;
const mostUnread = 99;

interface Candidate {
  readonly thread: StoredThread;
  readonly room: StoredRoom;
  /** One of the unread answers calls this account; known where the filter asks for unread ones. */
  readonly mentions: boolean;
}

interface Found extends Candidate {
  readonly root: StoredEvent | null;
  readonly found: FoundThread;
}

/** Its row counts something, which may stand in one of its threads. */
const isCounted = ({ unread, muted }: StoredRoom): boolean => unread > 0 && !muted;

/** The threads that the filter lets through, the last active one first. */
function* candidates(
  deps: ViewDeps,
  roomNo: number | null,
  show: ThreadFilter,
  ownUserId: string,
): Generator<Candidate> {
  const { db } = deps.store;
  const rooms = new Map<number, StoredRoom | null>();
  const reads = new Map<number, ReadThreads>();
  const judge = judgeOf(deps, ownUserId);
  for (const thread of listThreads(db, roomNo, mostLooked)) {
    const { roomNo: no, rootEventId } = thread;
    if (!rooms.has(no)) rooms.set(no, getRoom(db, no));
    const room = rooms.get(no) ?? null;
    if (room?.membership !== 'join' || room.isTree) continue;
    if (show !== 'unread') {
      if (show === 'all' || isOwnThread(db, thread, ownUserId))
        yield { thread, room, mentions: false };
      continue;
    }
    const read = reads.get(no) ?? readThreads(db, no, ownUserId);
    reads.set(no, read);
    if (isThreadRead(db, rootEventId, read)) continue;
    const { unread, highlights } = unreadInThread(db, rootEventId, read, judge);
    const isNews =
      highlights > 0 ||
      (unread > 0 && (roomNo !== null || isCounted(room) || isOwnThread(db, thread, ownUserId)));
    if (isNews) yield { thread, room, mentions: highlights > 0 };
  }
}

/** The same with what is shown of them. */
function* findAll(
  deps: ViewDeps,
  roomNo: number | null,
  show: ThreadFilter,
  ownUserId: string,
): Generator<Found> {
  const { db } = deps.store;
  const judge = judgeOf(deps, ownUserId);
  for (const candidate of candidates(deps, roomNo, show, ownUserId)) {
    const { room, thread } = candidate;
    const { rootEventId: eventId } = thread;
    const root = getEvents(db, room.roomNo, [eventId]).get(eventId) ?? null;
    const asked = { eventId, redactedBy: root?.redactedBy ?? null };
    const found = findThreads(db, { ...room, ownUserId, judge }, [asked]).get(eventId);
    if (found !== undefined) yield { ...candidate, root, found };
  }
}

function itemOf(
  deps: ViewDeps,
  { thread, room, root, found }: Found,
  ownUserId: string,
): ThreadItem {
  const { db } = deps.store;
  const { rootEventId: threadId } = thread;
  const events = new Map([root, found.last].flatMap((one) => (one ? [[one.eventId, one]] : [])));
  const edits = relatedToMany(db, [...events.values()], 'm.replace');
  const quoted = quotedLines(db, events, edits, ({ eventId, type }, thrown) =>
    deps.log?.error('thread failed', { eventId, type, stack: placesOf(thrown) }),
  );
  const named = [...quoted.values()].flatMap(({ sender, line }) => [sender, ...namedIn(line)]);
  const people = loadPeople(db, room.roomNo, [...named, ...found.userIds]);
  if (!people.complete && !room.membersLoaded) deps.wantMembers?.(room.roomNo);
  const about = { people, ownUserId, quoted };
  const said = quoted.get(threadId);
  const written = getDraft(db, room.roomNo, threadId);
  const draft = written === null ? '' : oneLine(wordsOfDraft(written).text);
  return {
    key: `${room.roomId} ${threadId}`,
    roomId: room.roomId,
    roomName: room.name,
    threadId,
    ...(said === undefined ? { sender: null, preview: null } : quotedLine(about, said)),
    sentAtMs: root === null ? null : Math.min(root.ts, root.receivedTs),
    summary: summaryOf(about, found),
    ...(draft !== '' && { draft }),
  };
}

const concerns = ({ timelines, rooms, members }: ChangeSet, roomNo: number | null): boolean =>
  roomNo === null
    ? timelines.size > 0 || rooms.size > 0
    : timelines.has(roomNo) || rooms.has(roomNo) || members.has(roomNo);

export function createThreadsView(
  deps: ViewDeps,
  query: ListQuery<EngineContract, 'threads'>,
  sink: Sink<readonly ThreadItem[]>,
): PagedView {
  const { db } = deps.store;
  const window = { limit: query.limit, complete: false };
  const asked = new Set<string>();
  const update = reading(deps.clock, minMs, sink, compose, deps.log);
  const set = differing(sink);

  function compose(): void {
    const ownUserId = deps.ownUserId();
    const roomNo = query.roomId === null ? null : roomNoOf(db, query.roomId);
    if (ownUserId === null || (query.roomId !== null && roomNo === null)) return set([]);
    const items: ThreadItem[] = [];
    window.complete = true;
    for (const one of findAll(deps, roomNo, query.show, ownUserId)) {
      if (items.length >= window.limit) {
        window.complete = false;
        break;
      }
      items.push(itemOf(deps, one, ownUserId));
      const { roomNo: no, rootEventId } = one.thread;
      if (one.root !== null || asked.has(rootEventId)) continue;
      asked.add(rootEventId);
      deps.wantEvent?.(no, rootEventId);
    }
    set(items);
  }

  update.now();
  return {
    refresh(changes) {
      const roomNo = query.roomId === null ? null : roomNoOf(db, query.roomId);
      if (concerns(changes, roomNo) || changes.topics.has('drafts')) update.ask();
    },
    paginate: growing(window, () => update.now()),
    close: () => update.close(),
  };
}

export function createUnreadThreadsView(
  deps: ViewDeps,
  { spaceId }: ValueQuery<EngineContract, 'unreadThreads'>,
  sink: Sink<{ count: number; mentions: boolean }>,
): View {
  const set = differing(sink);
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  function compose(): void {
    const ownUserId = deps.ownUserId();
    let count = 0;
    let mentions = false;
    const within = spaceId === undefined ? null : roomsWithin(deps.store.db, spaceId, true);
    const inside = within === null ? null : new Set(within);
    if (ownUserId !== null)
      for (const one of candidates(deps, null, 'unread', ownUserId)) {
        if (inside?.has(one.room.roomNo) === false) continue;
        mentions ||= one.mentions;
        if ((count += 1) >= mostUnread) break;
      }
    set({ count, mentions });
  }

  update.now();
  return {
    refresh(changes) {
      if (concerns(changes, null) || changes.topics.has('session')) update.ask();
    },
    close: () => update.close(),
  };
}
