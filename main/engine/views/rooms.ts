// The list `rooms`: sections with their rooms, newest activity first, filtered by name. Reads finished columns and composes only the rows
// of the window; a row is made anew when its room changed. No SDK.
import { getEventByNo, relatedTo } from '../../../native-stores/events/timeline';
import { fold } from '../../../native-stores/rooms/fold';
import { toStoredRoom, type RoomDbRow, type StoredRoom } from '../../../native-stores/rooms/rooms';
import { getMembers } from '../../../native-stores/rooms/state';
import type { StoredDraft } from '../../../native-stores/settings/drafts';
import { all } from '../../../native-stores/sqlite/statements';
import type { ChangeSet, Store } from '../../../native-stores/sqlite/store';
import { toAppError } from '../../../preload/contract/errors';
import type { EngineContract } from '../../../preload/contract/engine';
import type { MessagePreview, RoomListItem, RoomSection } from '../../../preload/contract/models';
import type { ListQuery } from '../../../preload/contract/shapes';
import { personName } from '../rooms/names';
import { oneLine, previewOf } from '../rooms/preview';
import { unreadOf } from '../rooms/unread';
import { avatarHandle } from './people';
import { throttle, type PagedView, type Sink, type ViewDeps } from './view';

type Db = Store['db'];
type Section = RoomSection;
type Row = Extract<RoomListItem, { kind: 'room' }>;

const order: readonly Section[] = [
  'invites',
  'favourites',
  'people',
  'rooms',
  'spaces',
  'low_priority',
];
const minMs = 16;
const mostTypingNames = 3;

function totals(db: Db, text: string): Map<string, number> {
  const rows =
    text === ''
      ? all<{ section: string; n: number }>(
          db,
          `SELECT section, count(*) AS n FROM rooms WHERE membership IN ('join', 'invite', 'knock') GROUP BY section`,
        )
      : all<{ section: string; n: number }>(
          db,
          `SELECT section, count(*) AS n FROM rooms WHERE membership IN ('join', 'invite', 'knock')
           AND instr(name_folded, ?) > 0 GROUP BY section`,
          text,
        );
  return new Map(rows.map((row) => [row.section, row.n]));
}

function roomsOf(db: Db, section: Section, text: string, limit: number): StoredRoom[] {
  const rows =
    text === ''
      ? all<RoomDbRow>(
          db,
          `SELECT * FROM rooms WHERE section = ? AND membership IN ('join', 'invite', 'knock')
           ORDER BY activity_ms DESC, room_no DESC LIMIT ?`,
          section,
          limit,
        )
      : all<RoomDbRow>(
          db,
          `SELECT * FROM rooms WHERE section = ? AND membership IN ('join', 'invite', 'knock')
           AND instr(name_folded, ?) > 0 ORDER BY activity_ms DESC, room_no DESC LIMIT ?`,
          section,
          text,
          limit,
        );
  return rows.map(toStoredRoom);
}

const nothing: MessagePreview = { kind: 'none', senderName: null, mine: false, text: '' };

function memberName(db: Db, roomNo: number, userId: string): string {
  const member = getMembers(db, roomNo, [userId]).get(userId);
  return personName(member?.displayName ?? null, userId);
}

function lastMessage(db: Db, room: StoredRoom, ownUserId: string): MessagePreview {
  if (room.membership === 'invite')
    return {
      ...nothing,
      senderName: room.inviter === null ? null : memberName(db, room.roomNo, room.inviter),
    };
  const event = room.lastEventNo === null ? null : getEventByNo(db, room.lastEventNo);
  if (event === null) return nothing;
  const edits = relatedTo(db, room.roomNo, [event.eventId], ['m.replace']).get(event.eventId);
  const mine = event.sender === ownUserId;
  const named = !mine && event.sender !== room.directUserId;
  return {
    ...previewOf(event, edits ?? []),
    mine,
    senderName: named ? memberName(db, room.roomNo, event.sender) : null,
  };
}

function avatarOf(db: Db, room: StoredRoom): string | null {
  if (room.avatarMxc !== null || room.directUserId === null)
    return avatarHandle(db, room.avatarMxc);
  const other = getMembers(db, room.roomNo, [room.directUserId]).get(room.directUserId);
  return avatarHandle(db, other?.avatarMxc ?? null);
}

/** A row but for what lives outside the room: drafts, unsent messages, typing. */
function baseRow(db: Db, room: StoredRoom, ownUserId: string): Row {
  return {
    kind: 'room',
    key: room.roomId,
    roomId: room.roomId,
    section: room.section,
    name: room.name,
    avatar: avatarOf(db, room),
    directUserId: room.directUserId,
    membership: room.membership,
    encrypted: room.encryption !== null,
    muted: room.muted,
    preview: lastMessage(db, room, ownUserId),
    activityMs: room.activityMs,
    ...unreadOf(room),
    unsent: false,
    typing: [],
  };
}

interface Beside {
  readonly drafts: ReadonlyMap<number, string>;
  readonly unsent: ReadonlySet<number>;
}

function besideRooms(db: Db): Beside {
  const drafts = new Map<number, string>();
  for (const row of all<{ room_no: number; content: string }>(
    db,
    'SELECT room_no, content FROM drafts',
  )) {
    const text = oneLine((JSON.parse(row.content) as StoredDraft).text);
    if (text !== '') drafts.set(row.room_no, text);
  }
  const unsent = all<{ room_no: number }>(
    db,
    `SELECT DISTINCT room_no FROM outbox WHERE status = 'not_sent'`,
  );
  return { drafts, unsent: new Set(unsent.map((row) => row.room_no)) };
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
  let { limit } = query;
  let complete = false;
  let closed = false;
  const update = throttle(deps.clock, minMs, work);

  function rowOf(room: StoredRoom, ownUserId: string, beside: Beside): Row {
    let base = rows.get(room.roomNo);
    if (base === undefined) {
      base = baseRow(db, room, ownUserId);
      rows.set(room.roomNo, base);
    }
    const draft = beside.drafts.get(room.roomNo);
    const unsent = beside.unsent.has(room.roomNo);
    const typing = (deps.typing?.of(room.roomId) ?? [])
      .slice(0, mostTypingNames)
      .map((userId) => memberName(db, room.roomNo, userId));
    if (draft === undefined && !unsent && typing.length === 0) return base;
    const preview: MessagePreview =
      draft === undefined
        ? base.preview
        : { kind: 'draft', senderName: null, mine: true, text: draft };
    return { ...base, unsent, typing, preview };
  }

  function compose(): void {
    const ownUserId = deps.ownUserId();
    if (ownUserId === null) {
      sink.set([]);
      return;
    }
    const beside = besideRooms(db);
    const counts = totals(db, text);
    const items: RoomListItem[] = [];
    const inWindow = new Set<number>();
    let left = limit;
    complete = true;
    for (const section of order) {
      const total = counts.get(section) ?? 0;
      if (total === 0) continue;
      const isCollapsed = collapsed.has(section);
      items.push({
        kind: 'section',
        key: `section:${section}`,
        section,
        total,
        collapsed: isCollapsed,
      });
      if (isCollapsed) continue;
      if (total > left) complete = false;
      if (left === 0) continue;
      for (const room of roomsOf(db, section, text, left)) {
        items.push(rowOf(room, ownUserId, beside));
        inWindow.add(room.roomNo);
        left -= 1;
      }
    }
    for (const roomNo of rows.keys()) if (!inWindow.has(roomNo)) rows.delete(roomNo);
    sink.set(items);
  }

  function work(): void {
    if (closed) return;
    try {
      compose();
    } catch (thrown) {
      sink.fail(toAppError(thrown));
    }
  }

  function forget(changes: ChangeSet): boolean {
    for (const set of [changes.rooms, changes.timelines, changes.members])
      for (const roomNo of set) rows.delete(roomNo);
    if (changes.topics.has('session')) rows.clear();
    return (
      changes.rooms.size + changes.timelines.size + changes.members.size > 0 ||
      ['session', 'drafts', 'outbox', 'accountData', 'rooms'].some((topic) =>
        (changes.topics as ReadonlySet<string>).has(topic),
      )
    );
  }

  const stopTyping = deps.typing?.onChange(() => update.ask());
  work();

  return {
    refresh(changes) {
      if (forget(changes)) update.ask();
    },
    async paginate(direction, count) {
      if (direction === 'forward' && !complete) {
        limit += count;
        work();
      }
      return { reachedStart: true, reachedEnd: complete };
    },
    close() {
      closed = true;
      stopTyping?.();
      update.close();
    },
  };
}
