// Finds where to continue reading in a room: the last read event, the number of newer ones, and the mentions. Must not mark anything read.
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { listThreads, threadOf } from '#stores/events/threads';
import { getEvent, newestEvents, positionOf } from '#stores/events/timeline';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import type { Http } from '../../http/http';
import { isMessage } from '../../kinds/displayable';
import { isAfter, latestOf, ownJoin, ownReceipts, readEnd } from './readPlace';
import { unreadOf } from './unread';

type Db = Store['db'];

/** Number of stored events searched for a mention, and of mentions asked for at the server. */
const mostEvents = 500;
/** Number of events searched for an own message, and for any message in the main timeline. */
const mostLooked = 100;
const mostMentions = 100;

/** The newest known event that was read; else the own join event. Null when not even that is known. */
function lastRead(db: Db, room: StoredRoom, ownUserId: string): string | null {
  const { roomNo, fullyReadEventId } = room;
  const newest = newestEvents(db, roomNo, mostLooked).reverse();
  const read = readEnd(db, room, ownUserId, newest).place?.eventId;
  const elsewhere = ownReceipts(db, roomNo, ownUserId)[0] ?? fullyReadEventId;
  return read ?? elsewhere ?? ownJoin(db, roomNo, ownUserId);
}

/** True when a message came in the main timeline since; news of threads is found in the threads. */
function hasNews(db: Db, roomNo: number, after: string | null, ownUserId: string): boolean {
  const read = after === null ? null : latestOf(db, roomNo, [after]);
  if (read === null || listThreads(db, roomNo, 1).length === 0) return true;
  const newest = newestEvents(db, roomNo, mostLooked).find(
    (event) => isMessage(event) && event.sender !== ownUserId && threadOf(event) === null,
  );
  const place = newest === undefined ? null : positionOf(db, newest.eventNo);
  return place === null || isAfter(place, read);
}

/** Null for a room that is not here. */
export function unreadPlace(db: Db, roomId: string, ownUserId: string): UnreadPlace | null {
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (room === null || room.membership !== 'join') return null;
  const after = lastRead(db, room, ownUserId);
  const { unread, highlights } = hasNews(db, room.roomNo, after, ownUserId)
    ? unreadOf(room)
    : { unread: 0, highlights: 0 };
  const sinceMs = after === null ? null : (getEvent(db, room.roomNo, after)?.ts ?? null);
  return { count: unread, mentions: highlights, after, sinceMs };
}

interface MentionDeps {
  readonly db: Db;
  /** Null while the server cannot be reached. */
  readonly http: Pick<Http, 'request'> | null;
  readonly isHighlight: (event: StoredEvent) => boolean;
}

/** Ids of the events that the server notified as mentions, newest first. */
async function atServer(http: Pick<Http, 'request'>, roomId: string): Promise<string[]> {
  const answer = await http.request<unknown>({
    method: 'GET',
    path: '/notifications',
    query: { only: 'highlight', limit: String(mostMentions) },
    retry: 'limited',
  });
  const list = isRecord(answer) ? answer['notifications'] : null;
  return (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap((one) => {
    if (!isRecord(one) || one['room_id'] !== roomId || !isRecord(one['event'])) return [];
    return textOf(one['event']['event_id']) ?? [];
  });
}

/** Ids of the newest `mentions` mentions in a room, oldest first, as far as the disk or the server knows them. */
export async function findMentions(
  { db, http, isHighlight }: MentionDeps,
  roomId: string,
  mentions: number,
): Promise<string[]> {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) return [];
  const here = newestEvents(db, roomNo, mostEvents)
    .filter((event) => event.stateKey === null && isHighlight(event))
    .map((event) => event.eventId);
  const newest = here.slice(0, mentions);
  if (here.length >= mentions || http === null) return newest.reverse();
  // The server knows no mentions of an encrypted room.
  const there = await atServer(http, roomId).catch(() => []);
  return [...new Set([...here, ...there])].slice(0, mentions).reverse();
}
