// A saved message in account data (MSC4438, "Message bookmarks via account data", unstable names): one event type for each message, and an
// index that orders them for other apps. References only: no text of a message, no names.
import { createHash } from 'node:crypto';
import { account, bookmarkPrefix, bookmarks, getAccountData } from '#stores/settings/accountData';
import { isRecord } from '#stores/events/types';
import type { Database } from '#stores/sqlite/statements';

export type Content = Record<string, unknown>;

/**
 * Shape: `{version: 1, revision, updated_ts, bookmark_ids}`. It has ids of at most {@link mostIndexed} messages, so that the event stays
 * under 64 kB; this app lists by the items, each of which has its own 64 kB, so its list has no limit.
 */
export const indexType = 'org.matrix.msc4438.bookmarks.index';

/** 19 bytes each. */
export const mostIndexed = 3_000;

/**
 * Our own field of an item: `{at_ts, alone?}`. `at_ts`: epoch ms of the reminder. `alone`: the message is listed only because of the
 * reminder, and is removed with it. No MSC has a reminder yet; an app that does not know it shows a saved message.
 */
const reminderField = 'org.trellis.reminder';

export interface KeptItem {
  readonly type: string;
  readonly id: string;
  readonly roomId: string;
  readonly eventId: string;
  /** When the message was sent, according to the device that saved it; epoch ms. */
  readonly eventMs: number | null;
  readonly savedMs: number;
  readonly remindAtMs: number | null;
  /** See {@link reminderField}. */
  readonly alone: boolean;
}

const timeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;

const isId = (value: unknown, sigil: string): value is string =>
  typeof value === 'string' && value.startsWith(sigil) && value.length <= 255;

/** Null for a malformed or deleted item; it is left as it is. */
export function itemOf(type: string, content: Content): KeptItem | null {
  const { room_id: roomId, event_id: eventId, deleted } = content;
  if (deleted === true || !isId(roomId, '!') || !isId(eventId, '$')) return null;
  const reminder = content[reminderField];
  const remindAtMs = isRecord(reminder) ? timeOf(reminder['at_ts']) : null;
  return {
    ...{ type, roomId, eventId, remindAtMs },
    id: type.slice(bookmarkPrefix.length),
    eventMs: timeOf(content['event_ts']),
    savedMs: timeOf(content['bookmarked_ts']) ?? 0,
    alone: remindAtMs !== null && isRecord(reminder) && reminder['alone'] === true,
  };
}

/** Key of a kept message for its notification and its row, distinct from the keys of rooms. */
export const reminderKey = ({ roomId, eventId }: Pick<KeptItem, 'roomId' | 'eventId'>): string =>
  `reminder ${roomId} ${eventId}`;

/** The last saved one first, each message once. */
export function keptItems(db: Database): readonly KeptItem[] {
  const seen = new Set<string>();
  return [...bookmarks(db)]
    .flatMap(([type, content]) => itemOf(type, content) ?? [])
    .sort((a, b) => b.savedMs - a.savedMs || (a.type < b.type ? -1 : 1))
    .filter(({ roomId, eventId }) => {
      const key = `${roomId} ${eventId}`;
      return !seen.has(key) && seen.add(key);
    });
}

export const keptItem = (db: Database, roomId: string, eventId: string): KeptItem | null =>
  keptItems(db).find((item) => item.roomId === roomId && item.eventId === eventId) ?? null;

/**
 * The same for the same message on every device of the account, so that two devices that save it offline save it once. 48 bits of a hash.
 */
function newId(roomId: string, eventId: string): string {
  const hash = createHash('sha256').update(`${roomId}|${eventId}`).digest('hex');
  return `trl_${hash.slice(0, 12)}`;
}

/** The event type of this message's item, existing or new. */
export const typeOf = (db: Database, roomId: string, eventId: string): string =>
  keptItem(db, roomId, eventId)?.type ?? `${bookmarkPrefix}${newId(roomId, eventId)}`;

const encoded = (id: string): string =>
  encodeURIComponent(id).replace(/!/g, '%21').replace(/'/g, '%27');

export interface NewItem extends Pick<KeptItem, 'roomId' | 'eventId' | 'remindAtMs' | 'alone'> {
  readonly eventMs: number;
  readonly savedMs: number;
}

/** `before`: the present content; fields of other apps stay, also text of a message that another app wrote. */
export function contentOf(type: string, item: NewItem, before: Content | null): Content {
  const { roomId, eventId, eventMs, savedMs, remindAtMs, alone } = item;
  const others = Object.fromEntries(
    Object.entries(before ?? {}).filter(([name]) => name !== 'deleted' && name !== reminderField),
  );
  return {
    ...others,
    version: 1,
    bookmark_id: type.slice(bookmarkPrefix.length),
    uri: `matrix:roomid/${encoded(roomId)}/e/${encoded(eventId)}`,
    room_id: roomId,
    event_id: eventId,
    event_ts: eventMs,
    bookmarked_ts: savedMs,
    ...(remindAtMs !== null && {
      [reminderField]: { at_ts: remindAtMs, ...(alone && { alone: true }) },
    }),
  };
}

/** Account data cannot be deleted: the item says that it was (MSC4438). Only its references stay. */
export function deletedContent(content: Content): Content {
  const kept = [
    'version',
    'bookmark_id',
    'uri',
    'room_id',
    'event_id',
    'event_ts',
    'bookmarked_ts',
  ];
  const left = Object.entries(content).filter(([name]) => kept.includes(name));
  return { ...Object.fromEntries(left), deleted: true };
}

const idsOf = (index: Content | null): string[] => {
  const ids = index?.['bookmark_ids'];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
};

/** Tells which ids are of items that were deleted; this device may not know some at all. */
function deletedAmong(db: Database, live: readonly KeptItem[]): (id: string) => boolean {
  const known = bookmarks(db);
  const isLive = new Set(live.map(({ id }) => id));
  return (id) => !isLive.has(id) && known.has(`${bookmarkPrefix}${id}`);
}

/** The ids of an index that names something which was deleted: two devices wrote it at the same time. Null: it names nothing of that kind. */
export function staleIndex(db: Database): string | null {
  const ids = idsOf(getAccountData(db, account, indexType));
  if (ids.length === 0) return null;
  return ids.some(deletedAmong(db, keptItems(db))) ? ids.join(' ') : null;
}

/**
 * The index as it should be, the last saved message first; null when the server's is good. Entries that this device does not know yet stay;
 * entries that were deleted here go.
 */
export function nextIndex(db: Database, server: Content | null, nowMs: number): Content | null {
  const live = keptItems(db);
  const isDeleted = deletedAmong(db, live);
  const before = idsOf(server);
  const named = new Set(before);
  const added = live.flatMap(({ id }) => (named.has(id) ? [] : id));
  const stays = before.filter((id) => !isDeleted(id));
  const ids = [...new Set([...added, ...stays])].slice(0, mostIndexed);
  if (ids.length === before.length && ids.every((id, index) => id === before[index])) return null;
  const revision = timeOf(server?.['revision']) ?? 0;
  return { version: 1, revision: revision + 1, updated_ts: nowMs, bookmark_ids: ids };
}
