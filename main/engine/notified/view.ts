// The list `notificationHistory`: pages of the server, each drawn as the store shows the message now. What a page brings that is not on the
// disk is put beside the timeline there, so that it is decrypted, edited and removed like any other. Mentions of encrypted rooms come from the disk.
import { appFailure } from '#contract/wire/errors';
import type { NotifiedMessage } from '#contract/areas/notifications';
import type { Departure } from '#contract/areas/rooms/departureModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { newestMentions } from '#stores/ingest/mentions';
import { insertLoose } from '#stores/ingest/timeline';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { ignoredUsers } from '#stores/settings/accountData';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Changes, Store } from '#stores/sqlite/store';
import { unexpected } from '../base/unexpected';
import { amongOthers, withAddresses } from '../rooms/addresses';
import type { ForestSource } from '../files/forest';
import type { Network } from '../network';
import { messageRows, type MessageRow } from '../views/messageRows';
import { differing, reading } from '../views/reading';
import { removalIn } from '../views/room';
import { throttle, type PagedView, type Sink, type ViewDeps } from '../views/view';
import { toEntry, withMentions, type Entry } from './entries';
import { createReadHere } from './readHere';
import { isInvitedFolder } from './folders';
import { hasOwnRow, isGoneFolder, withOwnRows } from './removals';
import { fetchNotified, pageSize, type Notified } from './request';

const minMs = 200;
/** While something comes, or is read, the newest page is asked for again; no more often than this. */
const againMs = 3_000;
/** So many are there again while the server cannot be reached. */
const mostKept = 60;
/** Further back than anybody reads; a server that never ends must not fill the memory. */
const mostEntries = 3_000;

export interface NotifiedDeps extends ViewDeps {
  readonly network: Pick<Network, 'ready'>;
  readonly forest: Pick<ForestSource, 'read'>;
}

/** The facts of an entry's room that decide how it is drawn. */
interface Room {
  readonly invited: boolean;
  readonly direct: boolean;
  readonly folder: boolean;
  /** The person who invited; null for anything but an invitation. */
  readonly inviter: Person | null;
  /** Null unless somebody took this account out of it. */
  readonly departure: Departure | null;
}

/** The message as it is now; what is no message has no words of its own. An invitation that waits is none of a chat that was left. */
function drawn({ facts, act, reason }: Entry, row: MessageRow, room: Room): NotifiedMessage {
  const { direct, folder, departure } = room;
  const gone = row.state === 'room_gone' && departure !== null && { departure };
  const all = { ...row, ...facts, direct, folder, ...gone };
  const sender = row.sender ?? room.inviter;
  if (act === 'invited' && room.invited) {
    const words = reason !== undefined && { reason };
    return { ...all, ...words, sender, preview: null, state: 'invited' };
  }
  if (act !== null)
    return { ...all, sender, preview: null, state: row.state === 'room_gone' ? row.state : act };
  return { ...all, state: row.state === 'missing' ? 'other' : row.state };
}

/** With what tells rooms and people of one name apart. */
function toldApart(db: Store['db'], all: readonly NotifiedMessage[]): NotifiedMessage[] {
  const told = amongOthers(
    db,
    all.map(({ sender }) => sender),
  );
  return withAddresses(db, all).map((one) => ({ ...one, sender: told(one.sender) }));
}

const isIn = (db: Store['db'], roomId: string): boolean => {
  const roomNo = roomNoOf(db, roomId);
  return roomNo !== null && getRoom(db, roomNo)?.membership === 'join';
};

/** Stores the events of joined rooms; claims about other rooms cannot be checked. Returns whether one has to be decrypted. */
function storeFound(
  { store: { db }, clock, ownUserId }: NotifiedDeps,
  found: readonly Notified[],
  changes: Changes,
): boolean {
  let encrypted = false;
  for (const { roomId, event } of found) {
    const roomNo = roomNoOf(db, roomId);
    if (roomNo === null || !isIn(db, roomId)) continue;
    const given = { roomNo, event, receivedMs: clock.now(), ownUserId: ownUserId() };
    const stored = insertLoose(db, given);
    if (stored.type === 'm.room.encrypted' && stored.plain === null) encrypted = true;
    changes.timeline(roomNo);
  }
  return encrypted;
}

/** Whether a room changed whose rows are listed, or one that may have a row from no page now. */
const touches = (
  db: Store['db'],
  { rooms, timelines, members }: Parameters<PagedView['refresh']>[0],
  shownRooms: ReadonlySet<number>,
): boolean =>
  [...rooms, ...timelines.keys(), ...members].some(
    (roomNo) => shownRooms.has(roomNo) || hasOwnRow(getRoom(db, roomNo)),
  );

export function createNotifiedView(
  deps: NotifiedDeps,
  { mentions }: { readonly mentions: boolean },
  sink: Sink<readonly NotifiedMessage[]>,
): PagedView {
  const { store, clock, log } = deps;
  const { db } = store;
  const keptName = `notified.${mentions ? 'mentions' : 'all'}`;
  /** The entries are those of an earlier start, until the first page comes. */
  let isFromBefore = true;
  const entries = new Map<string, Entry>(
    (getSetting<readonly Entry[]>(db, keptName) ?? []).map((entry) => [entry.facts.key, entry]),
  );
  const shownRooms = new Set<number>();
  const set = differing(sink);
  const update = reading(clock, minMs, sink, compose, log);
  let next: string | null = null;
  let reachedStart = false;
  /** Number of mentions of encrypted rooms that are looked at, and whether there are more. */
  let wanted = mostKept;
  let isMoreHere = false;
  /** One page after the other: two presses ask for two pages. */
  let asking: Promise<unknown> = Promise.resolve();
  /** The running commit stores events that a page brought. */
  let keeping = false;
  const failed =
    (area: string) =>
    (thrown: unknown): void =>
      void unexpected(log, area, thrown);
  const again = throttle(clock, againMs, () => {
    if (!isFromBefore) void inTurn(newest).catch(failed('newest notifications'));
  });

  const putOnce = (entry: Entry): void =>
    void (entries.has(entry.facts.key) || entries.set(entry.facts.key, entry));

  function listedNow(): Entry[] {
    const found = newestMentions(db, wanted + 1);
    isMoreHere = found.length > wanted && wanted < mostEntries;
    const here = { entries: found.slice(0, wanted), whole: found.length <= wanted };
    return withMentions({ entries: [...entries.values()], whole: reachedStart }, here);
  }

  function compose(): void {
    shownRooms.clear();
    const made = new Map<string, NotifiedMessage>();
    const listed = listedNow();
    const ignored = ignoredUsers(db);
    const isReadHere = createReadHere(db, deps.ownUserId() ?? '');
    for (const [roomId, ofRoom] of Map.groupBy(listed, ({ facts }) => facts.roomId)) {
      const rows = messageRows(
        deps,
        roomId,
        ofRoom.map(({ facts }) => facts.eventId),
      );
      if (rows.roomNo !== null) shownRooms.add(rows.roomNo);
      const room = rows.roomNo === null ? null : getRoom(db, rows.roomNo);
      if (isGoneFolder(room) || isInvitedFolder(room)) continue;
      const departure = room === null ? null : removalIn(deps, room, deps.ownUserId() ?? '');
      for (const entry of ofRoom) {
        const { facts, act, by } = entry;
        if (act === null && rows.isSilent(facts.eventId)) continue;
        if (ignored.has(by)) continue;
        const row = rows.row(facts.eventId);
        // An invitation that was answered since is left out.
        const isTaken = row.state !== 'room_gone' || (room !== null && departure === null);
        if (act === 'invited' && !rows.invited && isTaken) continue;
        const inviter = act === 'invited' ? rows.person(by) : null;
        const read = room === null ? facts.read : isReadHere(entry, room);
        made.set(facts.key, { ...drawn(entry, row, { ...rows, inviter, departure }), read });
      }
    }
    const isHeard = ({ sender }: NotifiedMessage): boolean => !ignored.has(sender?.userId ?? '');
    const heard = listed.flatMap(({ facts }) => made.get(facts.key) ?? []).filter(isHeard);
    const own = { isHeard, whole: reachedStart, shownRooms };
    set(toldApart(db, mentions ? heard : withOwnRows(deps, heard, own)));
  }

  /** Stores what was found, and what is listed for the next start. Returns whether an event has to be decrypted. */
  function keep(found: readonly Notified[]): boolean {
    let encrypted = false;
    keeping = true;
    try {
      store.write((changes) => {
        const kept = [...entries.values()].filter(({ facts }) => isIn(db, facts.roomId));
        setSetting(db, keptName, kept.slice(0, mostKept));
        encrypted = storeFound(deps, found, changes);
      });
    } finally {
      keeping = false;
    }
    return encrypted;
  }

  async function inTurn(work: () => Promise<void>): Promise<void> {
    const before = asking;
    const mine = (async () => {
      await Promise.allSettled([before]);
      await work();
    })();
    asking = mine;
    await mine;
  }

  /** Asks for the newest page: new entries come first, known ones take over what the server says of them now. */
  async function newest(): Promise<void> {
    const { http, crypto } = await deps.network.ready();
    const page = await fetchNotified(http, { from: null, mentions, limit: pageSize });
    const first = page.entries.map((one) => toEntry(one, deps.ownUserId()));
    const isJoined = first.some(({ facts }) => entries.has(facts.key));
    const fresh = page.entries.filter((_, at) => !entries.has(first[at]?.facts.key ?? ''));
    const rest = [...entries.values()];
    entries.clear();
    for (const entry of isJoined ? [...first, ...rest] : first)
      if (entries.size < mostEntries) putOnce(entry);
    // Between the two lies what nobody has asked for: the list begins anew.
    if (!isJoined) {
      ({ next } = page);
      reachedStart = next === null;
    } else reachedStart ||= entries.size >= mostEntries;
    if (fresh.length > 0 && keep(fresh))
      void crypto?.decryptQueue().catch(failed('notified messages'));
    update.now();
  }

  async function older(count: number): Promise<void> {
    wanted = Math.min(wanted + Math.max(count, 1), mostEntries);
    // The server may fail, or take its time: what is on the disk waits for neither.
    if (isMoreHere || reachedStart) update.now();
    if (reachedStart) return;
    await olderOfServer(count);
    update.now();
  }

  async function olderOfServer(count: number): Promise<void> {
    const { http, crypto } = await deps.network.ready();
    const limit = Math.min(Math.max(count, 1), pageSize);
    const page = await fetchNotified(http, { from: next, mentions, limit });
    if (isFromBefore) entries.clear();
    isFromBefore = false;
    const known = entries.size;
    for (const one of page.entries) putOnce(toEntry(one, deps.ownUserId()));
    if (keep(page.entries)) void crypto?.decryptQueue().catch(failed('notified messages'));
    ({ next } = page);
    // A token that leads to what is known already leads nowhere.
    const isStuck = entries.size === known && page.entries.length > 0;
    reachedStart = next === null || isStuck || entries.size >= mostEntries;
  }

  update.now();
  return {
    refresh(changes) {
      const isTouched = touches(db, changes, shownRooms);
      const asks = !mentions && changes.members.size > 0;
      if (isTouched || asks || changes.topics.has('mentions')) update.ask();
      if (changes.timelines.size > 0 && !keeping) again.ask(againMs);
    },
    async paginate(direction, count) {
      if (direction === 'forward')
        throw appFailure('bad_request', 'paginateNotifTimeline can only paginate backwards');
      await inTurn(() => older(count));
      return { reachedStart: reachedStart && !isMoreHere };
    },
    close() {
      update.close();
      again.close();
    },
  };
}
