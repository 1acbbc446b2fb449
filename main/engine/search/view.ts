// The list `search` and the value `searchCoverage`. A search is asked again when messages change, and works in short turns: of several
// that overlap only the last answers.
import { getMembers } from '#stores/rooms/state';
import { fold } from '#stores/rooms/fold';
import { roomNoOf } from '#stores/rooms/rooms';
import { newestGap, savedRooms, type JoinedRoom } from '#stores/search/coverage';
import { hasBits } from '#stores/search/texts';
import { FileKind } from '#contract/areas/files/fileLooks';
import type { FoundMessage, SearchCoverage, SearchQuery } from '#contract/areas/messages/search';
import { unexpected } from '../base/unexpected';
import { trustOfMessage } from '../kinds/trust';
import { addressesOf } from '../rooms/addresses';
import { personName } from '../rooms/names';
import { loadPeople } from '../rooms/people';
import { keptFrom } from '../rooms/visibility';
import { differing, guarded } from '../views/reading';
import { throttle, type PagedView, type Sink, type View, type ViewDeps } from '../views/view';
import { filledShare } from './fill';
import { findMessages, type Hit, type SearchScope } from './find';
import { excerptOf, shownLine, termsOf } from './terms';

const minMs = 300;

type SearchDeps = Pick<ViewDeps, 'store' | 'ownUserId' | 'clock' | 'log'>;

interface MessageSearchDeps extends SearchDeps {
  /** Names of the directories above one. */
  readonly pathOf: (roomId: string) => readonly string[];
}

function scopeOf(
  { store: { db } }: SearchDeps,
  query: SearchQuery,
  rooms: readonly JoinedRoom[],
): SearchScope {
  const ofName = fold(query.room ?? '').trim();
  const wanted = fold(query.sender ?? '').trim();
  const terms = termsOf(query.text);
  const has = query.has.reduce((bits, kind) => bits | hasBits[kind], 0);
  const named = rooms.filter(({ nameFolded }) => nameFolded.includes(ofName));
  const nosOf = (isTree: boolean): ReadonlySet<number> =>
    new Set(named.filter((room) => room.isTree === isTree).map(({ roomNo }) => roomNo));
  return {
    terms,
    roomNo: query.roomId === null ? null : roomNoOf(db, query.roomId),
    rooms: nosOf(false),
    // A search by sender or time alone finds messages and no files of directories.
    trees: terms.length > 0 || (has & hasBits.file) !== 0 ? nosOf(true) : new Set(),
    isSender(roomNo, userIds) {
      if (wanted === '') return () => true;
      const members = getMembers(db, roomNo, [...new Set(userIds)]);
      return (userId) =>
        fold(userId).includes(wanted) ||
        fold(personName(members.get(userId)?.displayName ?? null, userId)).includes(wanted);
    },
    has,
    fromMs: query.fromMs,
    toMs: query.toMs,
  };
}

const isEmpty = ({ text, room, sender, has, fromMs, toMs }: SearchQuery): boolean =>
  termsOf(text).length === 0 &&
  [room, sender].every((part) => (part ?? '').trim() === '') &&
  has.length === 0 &&
  fromMs === null &&
  toMs === null;

const kindShown = (kind: unknown): FileKind => FileKind.safeParse(kind).data ?? 'other';

function toFound(
  { store: { db }, pathOf, ownUserId }: MessageSearchDeps,
  hits: readonly Hit[],
  terms: readonly string[],
  rooms: readonly JoinedRoom[],
): FoundMessage[] {
  const byNo = new Map(rooms.map((room) => [room.roomNo, room]));
  const senders = new Map<number, Set<string>>();
  for (const { event } of hits)
    senders.set(event.roomNo, (senders.get(event.roomNo) ?? new Set()).add(event.sender));
  const people = new Map(
    [...senders].map(([roomNo, ids]) => [roomNo, loadPeople(db, roomNo, ids)]),
  );
  const kept = keptFrom(
    db,
    ownUserId() ?? '',
    hits.map(({ event }) => event),
  );
  const chats = hits.filter(({ event }) => byNo.get(event.roomNo)?.isTree === false);
  const addresses = addressesOf(db, [...new Set(chats.map(({ event }) => event.roomNo))]);
  return hits.flatMap(({ event, edits, text, content, has, inFile, kind }) => {
    const room = byNo.get(event.roomNo);
    const person = people.get(event.roomNo)?.get(event.sender);
    if (room === undefined || person === undefined || kept.has(event.eventNo)) return [];
    const { eventNo, eventId, ts } = event;
    const address = addresses.get(event.roomNo);
    return {
      key: `${eventNo}`,
      roomId: room.roomId,
      eventId,
      roomName: room.name,
      ...(address !== undefined && { address }),
      sender: person,
      sentAtMs: ts,
      ...excerptOf(inFile?.text ?? (room.isTree ? text : shownLine(text, content, terms)), terms),
      isFile: (has & hasBits.file) !== 0,
      inFile: inFile?.name ?? null,
      folder: room.isTree
        ? { path: [...pathOf(room.roomId), room.name].join(' / '), fileKind: kindShown(kind) }
        : null,
      trust: trustOfMessage(db, event, edits),
    };
  });
}

export function createSearchView(
  deps: MessageSearchDeps,
  query: SearchQuery,
  sink: Sink<readonly FoundMessage[]>,
): PagedView {
  const { store, clock, log } = deps;
  const { db } = store;
  let limit = query.limit;
  let complete = false;
  /** Number of the newest search; answers of earlier ones are dropped. */
  let number = 0;

  async function search(): Promise<void> {
    const mine = (number += 1);
    const running = (): boolean => mine === number;
    const rooms = savedRooms(db);
    const scope = scopeOf(deps, query, rooms);
    if (
      isEmpty(query) ||
      deps.ownUserId() === null ||
      (query.roomId !== null && scope.roomNo === null)
    ) {
      complete = true;
      return sink.set([]);
    }
    const found = await findMessages(db, scope, limit, running);
    if (found === null || !running()) return;
    complete = found.complete;
    sink.set(toFound(deps, found.hits, scope.terms, rooms));
  }

  const ask = (): Promise<void> =>
    search().catch((thrown: unknown) => sink.fail(unexpected(log, 'search', thrown)));
  const again = throttle(clock, minMs, () => void ask());
  void ask();

  return {
    refresh({ timelines, rooms, topics }) {
      if (timelines.size + rooms.size > 0 || topics.has('search')) again.ask();
    },
    async paginate(direction, count) {
      if (direction === 'forward' && !complete) {
        limit += count;
        await ask();
      }
      return { reachedStart: true, reachedEnd: complete };
    },
    close() {
      number += 1;
      again.close();
    },
  };
}

export function createCoverageView(
  { store: { db }, clock, log }: SearchDeps,
  roomId: string | null,
  sink: Sink<SearchCoverage>,
): View {
  const set = differing(sink);
  const update = guarded(
    clock,
    sink,
    () => {
      const roomNo = roomId === null ? null : roomNoOf(db, roomId);
      const gap = roomNo === null ? null : newestGap(db, roomNo);
      const room =
        roomNo === null ? null : { complete: gap === null, sinceMs: gap?.sinceMs ?? null };
      set({ filling: filledShare(db), room });
    },
    log,
  );
  update.now();
  return {
    refresh({ topics, timelines }) {
      if (topics.has('search') || timelines.size > 0) update.now();
    },
    close: () => update.close(),
  };
}
