// May this account send this event into this room? (CHAT-5.12.) Reads the stored state, changes nothing.
import { appFailure } from '../../../preload/contract/errors';
import { getRoom } from '../../../native-stores/rooms/rooms';
import { getState } from '../../../native-stores/rooms/state';
import type { Store } from '../../../native-stores/sqlite/store';

type Db = Store['db'];
type Content = Record<string, unknown>;

const record = (value: unknown): Content =>
  typeof value === 'object' && value !== null ? (value as Content) : {};

// Power levels may come as strings in old rooms; whatever is no integer counts as absent.
function level(value: unknown, otherwise: number): number {
  const parsed =
    typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
  return typeof parsed === 'number' && Number.isSafeInteger(parsed) ? parsed : otherwise;
}

function isCreator(db: Db, roomNo: number, userId: string): boolean {
  const create = getState(db, roomNo, 'm.room.create', '');
  if (create === null) return false;
  const version = Number(create.raw.content['room_version']);
  if (!Number.isSafeInteger(version) || version < 12) return false;
  const additional = create.raw.content['additional_creators'];
  return create.sender === userId || (Array.isArray(additional) && additional.includes(userId));
}

/** The level of a user; creators of rooms from version 12 on stand above every number. */
export function powerLevelOf(db: Db, roomNo: number, userId: string): number {
  if (isCreator(db, roomNo, userId)) return Number.POSITIVE_INFINITY;
  const stored = getState(db, roomNo, 'm.room.power_levels', '');
  if (stored === null) {
    const create = getState(db, roomNo, 'm.room.create', '');
    return create !== null && create.sender === userId ? 100 : 0;
  }
  const users = record(stored.raw.content['users']);
  const own = Object.hasOwn(users, userId) ? users[userId] : undefined;
  return level(own, level(stored.raw.content['users_default'], 0));
}

/** The level that an event of this type (or an act such as `redact`) asks for. */
export function requiredLevel(db: Db, roomNo: number, type: string): number {
  const content = record(getState(db, roomNo, 'm.room.power_levels', '')?.raw.content);
  const events = record(content['events']);
  const named = Object.hasOwn(events, type) ? events[type] : undefined;
  return level(named, level(content['events_default'], 0));
}

const actLevel = (db: Db, roomNo: number, name: string, otherwise: number): number =>
  level(record(getState(db, roomNo, 'm.room.power_levels', '')?.raw.content)[name], otherwise);

/** True when `@room` of this user calls everybody. */
export function mayNotifyRoom(db: Db, roomNo: number, userId: string): boolean {
  const content = record(getState(db, roomNo, 'm.room.power_levels', '')?.raw.content);
  const needed = level(record(content['notifications'])['room'], 50);
  return powerLevelOf(db, roomNo, userId) >= needed;
}

/**
 * Throws `not_joined` or `forbidden`. In an encrypted room the level of `m.room.encrypted` counts, because that is what the
 * server sees; reactions and redactions travel in clear.
 */
export function assertMaySend(db: Db, roomNo: number, userId: string, type: string): void {
  const room = getRoom(db, roomNo);
  if (room === null || room.membership !== 'join')
    throw appFailure('not_joined', 'You are not in this room');
  const plain = type === 'm.reaction' || type === 'm.room.redaction';
  const checked = room.encryption !== null && !plain ? 'm.room.encrypted' : type;
  if (powerLevelOf(db, roomNo, userId) < requiredLevel(db, roomNo, checked))
    throw appFailure('forbidden', 'You do not have permission to send this here');
}

/** Own messages by the level of `m.room.redaction`, those of others by `redact` as well. */
export function assertMayRedact(db: Db, roomNo: number, userId: string, sender: string): void {
  assertMaySend(db, roomNo, userId, 'm.room.redaction');
  if (sender === userId) return;
  if (powerLevelOf(db, roomNo, userId) < actLevel(db, roomNo, 'redact', 50))
    throw appFailure('forbidden', 'You may not remove messages of others here');
}
