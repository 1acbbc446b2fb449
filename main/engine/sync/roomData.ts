// The parts of a room in an answer that are not events of the room: account data, receipts, typing.
import { putAccountData } from '#stores/settings/accountData';
import {
  isOfRoom,
  putReceipt,
  receiptsOfUser,
  type StoredReceipt,
} from '#stores/settings/receipts';
import { updateRoom } from '#stores/rooms/rooms';
import type { Changes } from '#stores/sqlite/store';
import { isReadFurther } from '../rooms/unread/readPlace';
import { isRecord } from '../base/record';
import type { RoomAnswer } from './answer';
import type { RoomContext } from './roomContext';
import { vetSmall } from '../events/vet';

const receiptTypes: readonly string[] = ['m.read', 'm.read.private'];

/** Writes tags, read marker, marked-as-unread and other account data of a room (CHAT-3.1, 3.25). */
export function applyRoomAccountData(
  context: RoomContext,
  room: RoomAnswer,
  roomNo: number,
  changes: Changes,
): void {
  const { db } = context;
  for (const span of room.accountData) {
    const result = vetSmall(context.bytes, span, 'accountData');
    if (!('event' in result)) {
      context.drops.add('accountData', result.bad);
      continue;
    }
    const { type, content } = result.event;
    putAccountData(db, roomNo, type, content);
    if (type === 'm.fully_read' && typeof content['event_id'] === 'string') {
      updateRoom(db, roomNo, { fullyReadEventId: content['event_id'] });
      changes.timeline(roomNo);
    }
    if (type === 'm.marked_unread' || type === 'com.famedly.marked_unread') {
      updateRoom(db, roomNo, { markedUnread: content['unread'] === true });
    }
    changes.room(roomNo);
  }
}

export function applyEphemeral(
  context: RoomContext,
  room: RoomAnswer,
  roomNo: number,
  changes: Changes,
): void {
  for (const span of room.ephemeral) {
    const result = vetSmall(context.bytes, span, 'ephemeral');
    if (!('event' in result)) {
      context.drops.add('ephemeral', result.bad);
      continue;
    }
    const { type, content } = result.event;
    if (type === 'm.typing') context.found.typing.set(room.roomId, userIdsOf(content['user_ids']));
    if (type === 'm.receipt') applyReceipts(context, content, roomNo, changes);
  }
}

/** `{eventId: {type: {userId: {ts, thread_id}}}}`; malformed entries are skipped. */
function applyReceipts(
  context: RoomContext,
  content: Record<string, unknown>,
  roomNo: number,
  changes: Changes,
): void {
  for (const [eventId, types] of Object.entries(content)) {
    if (!eventId.startsWith('$') || eventId.length > 255 || !isRecord(types)) continue;
    for (const [type, users] of Object.entries(types)) {
      if (!receiptTypes.includes(type) || !isRecord(users)) continue;
      for (const [userId, data] of Object.entries(users)) {
        if (!userId.startsWith('@') || userId.length > 255 || !isRecord(data)) continue;
        const { ts, thread_id: thread } = data;
        const threadId = typeof thread === 'string' ? thread : '';
        const isOwn = userId === context.ownUserId;
        // A receipt that was sent from here a moment ago stays, while the server still reports the one before.
        if (isOwn && isReadFurther(context.db, roomNo, userId, eventId, threadId)) continue;
        const receipt = {
          ...{ userId, type, threadId, eventId },
          ts: typeof ts === 'number' && Number.isSafeInteger(ts) && ts >= 0 ? ts : 0,
        };
        if (isOwn) {
          context.found.ownReceipts.add(roomNo);
          if (isOfRoom({ threadId })) context.readOn.add(roomNo);
          if (isOfOtherDevice(context, roomNo, receipt)) context.found.readElsewhere.add(roomNo);
        }
        putReceipt(context.db, roomNo, receipt);
      }
    }
  }
  changes.timeline(roomNo, { receipts: true });
  changes.room(roomNo);
}

const justNowMs = 60_000;

/**
 * True for a recent receipt of another device of this account. A receipt of this device is stored before the server reports it; an old one
 * says nothing about now.
 */
function isOfOtherDevice(
  { db, keepLive, receivedMs }: RoomContext,
  roomNo: number,
  { userId, type, threadId, eventId, ts }: StoredReceipt,
): boolean {
  if (!keepLive || Math.abs(receivedMs - ts) > justNowMs) return false;
  return receiptsOfUser(db, roomNo, userId).every(
    (known) => known.eventId !== eventId || known.type !== type || known.threadId !== threadId,
  );
}

const userIdsOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((id): id is string => typeof id === 'string' && id.startsWith('@'))
    : [];
