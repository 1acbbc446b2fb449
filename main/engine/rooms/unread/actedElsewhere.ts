// The server counts on from the last receipt, though this account spoke since on another device or by a bridge: its person had what stands
// above that. Here it is taken off, so that the number is that of the messages below the line of new ones. Must not write.
import { gapAfter } from '#stores/events/chunks';
import { threadOf } from '#stores/events/threads';
import { newestEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import type { StoredRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { mayCount } from './invitation';
import { ownReceipts, readsAbove } from './readPlace';

type Db = Store['db'];

/** Number of newest events that are looked at. */
const mostLooked = 100;

/** The number without what the newest act elsewhere has read in the main timeline; that number where too little is here to say it. */
export function withoutActed(
  db: Db,
  { roomNo, serverUnread }: Pick<StoredRoom, 'roomNo' | 'serverUnread'>,
  ownUserId: string,
): number {
  const newest = newestEvents(db, roomNo, mostLooked);
  const at = newest.findIndex((event) => readsAbove(event, ownUserId));
  const act = newest[at];
  if (act === undefined || gapAfter(db, roomNo, act.eventNo) !== null) return serverUnread;
  const counts = (event: StoredEvent): boolean => event.sender !== ownUserId && mayCount(event);
  const below = newest.slice(0, at).filter(counts).length;
  const receipts = new Set(ownReceipts(db, roomNo, ownUserId));
  const readAt = newest.findIndex(({ eventId }) => receipts.has(eventId));
  if (readAt !== -1 && readAt < at) return serverUnread;
  const readTo = newest[readAt];
  const isWhole = readTo !== undefined && gapAfter(db, roomNo, readTo.eventNo) === null;
  const above = newest
    .slice(at, readAt)
    .filter((event) => counts(event) && threadOf(event) === null).length;
  // In threads nothing was read by that.
  return Math.min(serverUnread, Math.max(below, isWhole ? serverUnread - above : 0));
}
