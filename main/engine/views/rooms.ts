// The list `rooms`: sections with their rooms, newest activity first, what waits here included, filtered by name. Reads finished columns and composes only the rows
// of the window; a row is made anew when its room changed. No SDK.
import { fold } from '#stores/rooms/fold';
import {
  countSections,
  newsBeside,
  newsOfSections,
  roomsAmong,
  roomsOfSection,
  type ListedRoom,
  type RoomFilter,
  type RoomSet,
} from '#stores/rooms/roomList';
import { roomNoOf, sections as order, type Section } from '#stores/rooms/rooms';
import { innerSpaces, roomsWithin } from '#stores/rooms/spaces';
import { spaceTotals } from '#stores/rooms/totals';
import { newestInOutbox } from '#stores/outbox/outbox';
import { getMembers } from '#stores/rooms/state';
import { draftFileNames } from '#stores/settings/draftFiles';
import { wordsOfDraft, type StoredDraft } from '#stores/settings/drafts';
import { all } from '#stores/sqlite/statements';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import type { EngineContract } from '#contract/engine';
import type { MessagePreview } from '#contract/areas/messages/previewModels';
import type { RoomListItem, SpaceNews } from '#contract/areas/rooms/roomsModels';
import type { ListQuery } from '#contract/wire/shapes';
import { newContentOf } from '../events/relations';
import { silentRooms } from '../push/rules';
import { storedRules } from '../push/storedRules';
import { addressesOf } from '../rooms/addresses';
import { personName } from '../rooms/names';
import { lineOfContent, namedIn, withNames } from '../kinds/preview';
import { messageTypes } from '../kinds/registry';
import { oneLine } from '../kinds/words';
import { foldedInto, sortPending } from './timeline/pending';
import { roomRows, type Row } from './roomRows';
import { growing, reading } from './reading';
import type { PagedView, Sink, ViewDeps } from './view';

type Db = Store['db'];

const minMs = 16;
/** Delay after an own message, in milliseconds: its echo is painted by then, and the list must not take the turn before that frame. */
const behindOwnMs = 40;
const mostTypingNames = 3;
/** A line has room for so many. */
const mostDraftFiles = 5;

interface Leaving {
  readonly preview: MessagePreview;
  /** When it was written here: its room stands by it, as if the server had it already. */
  readonly writtenMs: number;
  /** Null: on its way, and so the newest. What was not sent is that only while nothing came after it. */
  readonly notSentMs: number | null;
}

interface Beside {
  readonly drafts: ReadonlyMap<number, string>;
  readonly unsent: ReadonlySet<number>;
  /** The newest own message of a room that the timeline shows as on its way, or as not sent. */
  readonly leaving: ReadonlyMap<number, Leaving>;
}

/** These are about what this account writes. */
const ownTopics = ['outbox', 'drafts', 'scheduled'] as const;

/** So many rows are looked at: who has more on the way sees the last message of the server in the other rooms. */
const mostLeaving = 200;

function leavingMessages(db: Db): Map<number, Leaving> {
  const rows = newestInOutbox(db, mostLeaving);
  const leaving = new Map<number, Leaving>();
  const { echoes, folded } = sortPending(rows);
  for (const row of echoes) {
    if (!messageTypes.has(row.type)) continue;
    // With the last pending edit, as the timeline shows it.
    const edit = foldedInto(folded.edits, row.eventId, row.localKey).at(-1);
    const edited = edit === undefined ? null : newContentOf(edit.content, row.type);
    const line = lineOfContent(row.type, edited ?? row.content);
    const notSent = row.status === 'not_sent';
    leaving.set(row.roomNo, {
      preview: {
        ...line,
        senderName: null,
        mine: true,
        ...(!notSent && { waiting: row.status !== 'sent' }),
      },
      writtenMs: row.createdMs,
      notSentMs: notSent ? row.createdMs : null,
    });
  }
  return leaving;
}

/** A room in which a message waits stands by that; it may have none of the places that it has without it. */
function placed(
  rooms: readonly ListedRoom[],
  waiting: readonly ListedRoom[],
  { leaving }: Beside,
  most: number,
): readonly ListedRoom[] {
  if (waiting.length === 0) return rooms;
  const activityMs = (room: ListedRoom): number =>
    Math.max(room.activityMs, leaving.get(room.roomNo)?.writtenMs ?? 0);
  const byNo = new Map([...rooms, ...waiting].map((room) => [room.roomNo, room]));
  return [...byNo.values()]
    .sort((a, b) => activityMs(b) - activityMs(a) || b.roomNo - a.roomNo)
    .slice(0, most);
}

/** Words that wait to be sent from the rooms themselves, else the names of files; '' for a message that was spoken. */
function draftLines(db: Db): Map<number, string> {
  const drafts = new Map<number, string>();
  for (const row of all<{ room_no: number }>(
    db,
    `SELECT DISTINCT room_no FROM recordings WHERE root_event_id = ''`,
  ))
    drafts.set(row.room_no, '');
  const files = Map.groupBy(draftFileNames(db), ({ roomNo }) => roomNo);
  for (const [roomNo, some] of files)
    drafts.set(
      roomNo,
      oneLine(
        some
          .slice(0, mostDraftFiles)
          .map(({ name }) => name)
          .join(', '),
      ),
    );
  for (const row of all<{ room_no: number; content: string }>(
    db,
    `SELECT room_no, content FROM drafts WHERE root_event_id = ''`,
  )) {
    const text = oneLine(wordsOfDraft(JSON.parse(row.content) as StoredDraft).text);
    if (text !== '') drafts.set(row.room_no, text);
  }
  return drafts;
}

function besideRooms(db: Db): Beside {
  const unsent = all<{ room_no: number }>(
    db,
    `SELECT room_no FROM outbox WHERE status = 'not_sent' UNION
     SELECT r.room_no FROM scheduled_messages s JOIN rooms r ON r.room_id = s.room_id WHERE s.state IN ('failed', 'missed')`,
  );
  return {
    drafts: draftLines(db),
    unsent: new Set(unsent.map((row) => row.room_no)),
    leaving: leavingMessages(db),
  };
}

/**
 * The rooms of the chosen space, and all rooms once it is left. A text or unread messages are looked for in spaces of spaces too. Who invites
 * this account is heard beside every space, and so is a call that is running; the open room has its row there.
 */
function chosenRooms(
  db: Db,
  query: ListQuery<EngineContract, 'rooms'>,
  openNo: number,
  calling: readonly number[],
): RoomSet | null {
  const { spaceId } = query;
  if (spaceId === undefined) return null;
  const deep = query.text.trim() !== '' || query.unreadOnly === true;
  const within = spaceId === null ? null : roomsWithin(db, spaceId, deep);
  if (within !== null) {
    const beside = query.text.trim() === '' ? newsBeside(db, openNo, calling) : [];
    return { are: 'in', roomNos: [...within, ...beside] };
  }
  const inner = deep ? [] : innerSpaces(db);
  return inner.length === 0 ? null : { are: 'out', roomNos: inner };
}

function headOf(
  section: Section,
  total: number,
  collapsed: boolean,
  all: ReadonlyMap<Section, SpaceNews>,
): RoomListItem {
  const news = all.get(section);
  const head = { kind: 'section' as const, key: `section:${section}`, section, total, collapsed };
  return news === undefined ? head : { ...head, news };
}

/** Reads the rules only where a room is muted, and once. */
function silentOnce(db: Db, ownUserId: string): () => ReadonlySet<string> {
  let rooms: ReadonlySet<string> | undefined;
  return () => (rooms ??= silentRooms(storedRules(db, ownUserId)));
}

/** The news in the rooms of collapsed sections; rooms that are to be wholly quiet do not count. */
function newsIn(
  db: Db,
  sections: readonly Section[],
  filter: RoomFilter,
  silent: () => ReadonlySet<string>,
): Map<Section, SpaceNews> {
  const news = new Map<Section, SpaceNews>();
  if (sections.length === 0) return news;
  for (const { section, roomId, muted, highlights } of newsOfSections(db, sections, filter)) {
    if (muted !== 0 && silent().has(roomId)) continue;
    const before = news.get(section) ?? { rooms: 0, highlights: 0 };
    news.set(section, {
      rooms: before.rooms + 1,
      highlights: before.highlights + highlights,
    });
  }
  return news;
}

/** Changes the rows of those muted rooms alone whose rules are others now. */
function fillSilent(
  rows: Map<number, Row>,
  rooms: readonly ListedRoom[],
  silent: ReadonlySet<string>,
): void {
  for (const { roomNo, roomId, muted } of rooms) {
    const row = rows.get(roomNo);
    const isSilent = muted && silent.has(roomId);
    if (row === undefined || (row.silent === true) === isSilent) continue;
    const { silent: _, ...rest } = row;
    rows.set(roomNo, isSilent ? { ...rest, silent: true } : rest);
  }
}

export function createRoomsView(
  deps: ViewDeps,
  query: ListQuery<EngineContract, 'rooms'>,
  sink: Sink<readonly RoomListItem[]>,
): PagedView {
  const { db } = deps.store;
  const rows = new Map<number, Row>();
  const collapsed = new Set<Section>(query.collapsed);
  const text = fold(query.text).trim();
  const unreadOnly = query.unreadOnly === true;
  const window = { limit: query.limit, complete: false };
  const openRoom = (): string | null => deps.focus?.().conversation?.roomId ?? null;
  /** Id of the open room when the list was last made. */
  let open: string | null = null;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  /** Makes the rows that are missing or out of date, all at once. */
  function fillRows(rooms: readonly ListedRoom[], ownUserId: string): void {
    const addresses = addressesOf(
      db,
      rooms.map(({ roomNo }) => roomNo),
    );
    const missing = rooms.filter(
      ({ roomNo }) => rows.get(roomNo)?.address !== addresses.get(roomNo) || !rows.has(roomNo),
    );
    if (missing.length === 0) return;
    const made = roomRows(db, missing, ownUserId, deps.clock.now(), deps.log);
    for (const [index, room] of missing.entries()) {
      const row = made[index];
      const address = addresses.get(room.roomNo);
      if (row !== undefined)
        rows.set(room.roomNo, address === undefined ? row : { ...row, address });
    }
  }

  /** Changes the rows of those spaces alone whose news are others now. */
  function fillSpaces(rooms: readonly ListedRoom[]): void {
    const spaces = rooms.filter(({ section }) => section === 'spaces').map(({ roomNo }) => roomNo);
    const totals = spaceTotals(db, spaces);
    for (const roomNo of spaces) {
      const row = rows.get(roomNo);
      const inside = totals.get(roomNo);
      if (
        row === undefined ||
        (row.inside?.rooms === inside?.rooms && row.inside?.highlights === inside?.highlights)
      )
        continue;
      const { inside: _, ...rest } = row;
      rows.set(roomNo, inside === undefined ? rest : { ...rest, inside });
    }
  }

  function withBeside(room: ListedRoom, row: Row, beside: Beside): Row {
    // Its one line is who removed this account.
    if (room.section === 'removed') return row;
    // The open room's draft stands in its composer; the list shows it after the room was left.
    const draft = room.roomId === open ? undefined : beside.drafts.get(room.roomNo);
    const unsent = beside.unsent.has(room.roomNo);
    const userIds = (deps.typing?.of(room.roomId) ?? []).slice(0, mostTypingNames);
    const own = beside.leaving.get(room.roomNo);
    const isNewest = own !== undefined && (own.notSentMs ?? Infinity) > (row.activityMs ?? 0);
    const leaving = isNewest ? own.preview : undefined;
    if (draft === undefined && leaving === undefined && !unsent && userIds.length === 0) return row;
    const named = leaving === undefined ? [] : namedIn(leaving);
    const members = getMembers(db, room.roomNo, [...userIds, ...named]);
    const nameOf = (userId: string): string =>
      personName(members.get(userId)?.displayName ?? null, userId);
    const typing = userIds.map(nameOf);
    const preview: MessagePreview =
      draft === undefined
        ? leaving === undefined
          ? row.preview
          : { ...leaving, ...withNames(leaving, nameOf) }
        : { kind: 'draft', senderName: null, mine: true, text: draft };
    const activityMs = Math.max(row.activityMs, own?.writtenMs ?? 0);
    return { ...row, activityMs, unsent, typing, preview };
  }

  /** The filter, with the open room, which stays in the list until another one is opened. */
  function filterNow(): RoomFilter {
    const keep = (open === null ? null : roomNoOf(db, open)) ?? 0;
    const calling = deps.liveCalls?.roomNos() ?? [];
    const among = chosenRooms(db, query, keep, calling);
    return { text, unreadOr: unreadOnly ? keep : null, among };
  }

  function compose(): void {
    const ownUserId = deps.ownUserId();
    if (ownUserId === null) return sink.set([]);
    open = openRoom();
    const beside = besideRooms(db);
    const filter = filterNow();
    const counts = countSections(db, filter);
    const waiting = roomsAmong(db, [...beside.leaving.keys()], filter);
    const silent = silentOnce(db, ownUserId);
    const news = newsIn(db, query.collapsed, filter, silent);
    const sections: { header: RoomListItem; rooms: readonly ListedRoom[] }[] = [];
    let left = window.limit;
    window.complete = true;
    for (const section of order) {
      const total = counts.get(section) ?? 0;
      if (total === 0) continue;
      const isCollapsed = collapsed.has(section);
      const waitingHere = waiting.filter((room) => room.section === section);
      const rooms =
        isCollapsed || left === 0
          ? []
          : placed(roomsOfSection(db, section, filter, left), waitingHere, beside, left);
      if (!isCollapsed && rooms.length < total) window.complete = false;
      left -= rooms.length;
      sections.push({ header: headOf(section, total, isCollapsed, news), rooms });
    }
    const shown = sections.flatMap(({ rooms }) => rooms);
    fillRows(shown, ownUserId);
    fillSpaces(shown);
    const anyMuted = shown.some(({ muted }) => muted);
    fillSilent(rows, shown, anyMuted ? silent() : new Set());
    const items = sections.flatMap(({ header, rooms }) => [
      header,
      ...rooms.flatMap((room) => {
        const row = rows.get(room.roomNo);
        return row === undefined ? [] : [withBeside(room, row, beside)];
      }),
    ]);
    const inWindow = new Set(shown.map((room) => room.roomNo));
    for (const roomNo of rows.keys()) if (!inWindow.has(roomNo)) rows.delete(roomNo);
    sink.set(items);
  }

  function forget(changes: ChangeSet): boolean {
    for (const set of [changes.rooms, changes.timelines.keys(), changes.members])
      for (const roomNo of set) rows.delete(roomNo);
    if (changes.topics.has('session')) rows.clear();
    return (
      changes.rooms.size + changes.timelines.size + changes.members.size > 0 ||
      ['session', ...ownTopics, 'accountData', 'rooms'].some((topic) =>
        (changes.topics as ReadonlySet<string>).has(topic),
      )
    );
  }

  const stopTyping = deps.typing?.onChange(() => update.ask());
  const stopFocus = deps.onFocus?.(() => {
    if (openRoom() !== open) update.ask();
  });
  // Only the list of a space asks which calls are running.
  const stopCalls =
    typeof query.spaceId === 'string' ? deps.liveCalls?.onChange(() => update.ask()) : undefined;
  update.now();

  return {
    refresh(changes) {
      const isOwn = ownTopics.some((topic) => changes.topics.has(topic));
      if (forget(changes)) update.ask(isOwn ? behindOwnMs : 0);
    },
    paginate: growing(window, update.now),
    close() {
      stopTyping?.();
      stopCalls?.();
      stopFocus?.();
      update.close();
    },
  };
}
