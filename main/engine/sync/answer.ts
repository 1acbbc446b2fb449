// Takes an answer of GET /sync apart into pieces that are parsed when they are applied. Knows the layout of the answer, not the events.
import { JsonCursor, type Pause, type Span } from '../events/cursor';

export type RoomKind = 'join' | 'invite' | 'leave' | 'knock';

export interface RoomAnswer {
  readonly kind: RoomKind;
  readonly roomId: string;
  timeline: Span[];
  limited: boolean;
  prevBatch: string | null;
  /** State before the timeline; null when the server sent the state after it. */
  state: Span[];
  /** State at the end of the timeline (MSC4222); timeline events then do not change the state. */
  stateAfter: Span[] | null;
  /** Stripped state of an invitation or a knock. */
  stripped: Span[];
  accountData: Span[];
  ephemeral: Span[];
  summary: unknown;
  unread: unknown;
}

export interface SyncAnswer {
  readonly bytes: Buffer;
  readonly nextBatch: string;
  readonly rooms: readonly RoomAnswer[];
  readonly accountData: readonly Span[];
  readonly presence: readonly Span[];
  readonly toDevice: readonly Span[];
  readonly deviceLists: unknown;
  readonly oneTimeKeysCount: unknown;
  readonly unusedFallbackKeyTypes: unknown;
  /** Events of all kinds, good or bad. */
  readonly eventCount: number;
  /** Number of rooms whose key is no room id. */
  readonly badRooms: number;
}

export const isRoomId = (key: string): boolean => /^![^\0]{1,254}$/.test(key);
export const roomKinds: readonly string[] = ['join', 'invite', 'leave', 'knock'];

/** One room of an answer that is taken in while it comes; null when its key is no room id. */
export async function readOneRoom(
  kind: RoomKind,
  roomId: string,
  bytes: Buffer,
  pause: Pause,
): Promise<RoomAnswer | null> {
  if (!isRoomId(roomId)) return null;
  const room = emptyRoom(kind, roomId);
  await readRoom(new JsonCursor(bytes, pause), room);
  return room;
}

/** @throws SyntaxError when the bytes are not JSON at all or there is no `next_batch` */
export async function readAnswer(bytes: Buffer, pause: Pause): Promise<SyncAnswer> {
  const cursor = new JsonCursor(bytes, pause);
  const rooms: RoomAnswer[] = [];
  const parts: Record<'account_data' | 'presence' | 'to_device', Span[]> = {
    account_data: [],
    presence: [],
    to_device: [],
  };
  const values = new Map<string, unknown>();
  let badRooms = 0;
  await cursor.object((key) => {
    switch (key) {
      case 'rooms':
        return readRooms(cursor, rooms, () => (badRooms += 1));
      case 'account_data':
      case 'presence':
      case 'to_device':
        return eventsOf(cursor, (spans) => void (parts[key] = spans));
      case 'next_batch':
      case 'device_lists':
      case 'device_one_time_keys_count':
      case 'device_unused_fallback_key_types':
      case 'org.matrix.msc2732.device_unused_fallback_key_types':
        return values.set(key, parse(bytes, cursor.skip()));
      default:
        return cursor.skip();
    }
  });
  const nextBatch = values.get('next_batch');
  if (typeof nextBatch !== 'string' || nextBatch === '') throw new SyntaxError('no next_batch');
  if (!cursor.atEnd()) throw new SyntaxError('text after the answer');
  return {
    bytes,
    nextBatch,
    rooms,
    accountData: parts.account_data,
    presence: parts.presence,
    toDevice: parts.to_device,
    deviceLists: values.get('device_lists'),
    oneTimeKeysCount: values.get('device_one_time_keys_count'),
    unusedFallbackKeyTypes:
      values.get('device_unused_fallback_key_types') ??
      values.get('org.matrix.msc2732.device_unused_fallback_key_types'),
    eventCount:
      rooms.reduce((sum, room) => sum + eventCountOf(room), 0) +
      parts.account_data.length +
      parts.presence.length +
      parts.to_device.length,
    badRooms,
  };
}

async function readRooms(cursor: JsonCursor, rooms: RoomAnswer[], bad: () => void): Promise<void> {
  await cursor.object((kind) => {
    if (!roomKinds.includes(kind)) return cursor.skip();
    return cursor.object((roomId) => {
      if (!isRoomId(roomId)) {
        bad();
        return cursor.skip();
      }
      const room = emptyRoom(kind as RoomKind, roomId);
      rooms.push(room);
      return readRoom(cursor, room);
    });
  });
}

async function readRoom(cursor: JsonCursor, room: RoomAnswer): Promise<void> {
  const { bytes } = cursor;
  await cursor.object((key) => {
    switch (key) {
      case 'timeline':
        return readTimeline(cursor, room);
      case 'state':
        return eventsOf(cursor, (spans) => void (room.state = spans));
      case 'state_after':
      case 'org.matrix.msc4222.state_after':
        room.stateAfter = [];
        return eventsOf(cursor, (spans) => void (room.stateAfter = spans));
      case 'invite_state':
      case 'knock_state':
        return eventsOf(cursor, (spans) => void (room.stripped = spans));
      case 'account_data':
        return eventsOf(cursor, (spans) => void (room.accountData = spans));
      case 'ephemeral':
        return eventsOf(cursor, (spans) => void (room.ephemeral = spans));
      case 'summary':
        return void (room.summary = parse(bytes, cursor.skip()));
      case 'unread_notifications':
        return void (room.unread = parse(bytes, cursor.skip()));
      default:
        return cursor.skip();
    }
  });
}

async function readTimeline(cursor: JsonCursor, room: RoomAnswer): Promise<void> {
  await cursor.object(async (key) => {
    if (key === 'events') room.timeline = await cursor.array();
    else if (key === 'limited') room.limited = parse(cursor.bytes, cursor.skip()) === true;
    else if (key === 'prev_batch') {
      const token = parse(cursor.bytes, cursor.skip());
      room.prevBatch = typeof token === 'string' && token !== '' ? token : null;
    } else cursor.skip();
  });
}

/** `{events: […]}`. */
async function eventsOf(cursor: JsonCursor, take: (spans: Span[]) => void): Promise<void> {
  await cursor.object(async (key) => {
    if (key === 'events') take(await cursor.array());
    else cursor.skip();
  });
}

/** A small value; null when it is broken, too deep or too large. */
export function parse(bytes: Buffer, span: Span): unknown {
  if (span.depth > 100 || span.end - span.start > 1024 * 1024) return null;
  try {
    return JSON.parse(bytes.toString('utf8', span.start, span.end)) as unknown;
  } catch {
    // No JSON.
    return null;
  }
}

export function eventCountOf(room: RoomAnswer): number {
  return (
    room.timeline.length +
    room.state.length +
    (room.stateAfter?.length ?? 0) +
    room.stripped.length +
    room.accountData.length +
    room.ephemeral.length
  );
}

function emptyRoom(kind: RoomKind, roomId: string): RoomAnswer {
  return {
    kind,
    roomId,
    timeline: [],
    limited: false,
    prevBatch: null,
    state: [],
    stateAfter: null,
    stripped: [],
    accountData: [],
    ephemeral: [],
    summary: null,
    unread: null,
  };
}
