// Finds the first event of a day in a room: on the disk where it reaches back that far, else at the server. Shows nothing; the timeline is
// opened around that event.
import { firstSince } from '#stores/events/byTime';
import { threadOf } from '#stores/events/threads';
import { getEvent, getEventByNo, pageOfTimeline } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { errcodeOf, notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { onAnyPath } from '../http/alternate';
import { clientUnstable, clientV1, path } from '../http/url';
import { isMessage } from '../kinds/displayable';

export interface DayDeps {
  readonly db: Store['db'];
  /** Asked for only when the disk does not know. @throws AppFailure while the server cannot be reached */
  readonly online: () => Promise<{
    readonly http: Pick<Http, 'request'>;
    readonly wanted: { context(roomNo: number, eventId: string): Promise<void> };
  }>;
}

/** Joins, reactions and answers in threads are passed over, if a message follows within so many events. */
const mostPassedOver = 100;

/** The first message from this event on, as far as nothing is missing between them; else the event itself. */
function messageFrom(db: Store['db'], roomNo: number, event: StoredEvent): string {
  const page = pageOfTimeline(db, { roomNo, from: event.eventNo, limit: mostPassedOver });
  // Beyond a gap stands what was sent much later.
  const gapAt = page.events.findIndex(
    ({ eventNo }, at) => at > 0 && page.gaps.some(({ beforeEventNo }) => beforeEventNo === eventNo),
  );
  const joined = gapAt === -1 ? page.events : page.events.slice(0, gapAt);
  const message = joined.find((one) => isMessage(one) && threadOf(one) === null);
  return (message ?? event).eventId;
}

/** GET /timestamp_to_event (Matrix v1.6); null when nothing was sent at that time or later. */
async function atServer(
  http: Pick<Http, 'request'>,
  roomId: string,
  atMs: number,
): Promise<string | null> {
  const query = { ts: atMs, dir: 'f' };
  const place = path`/rooms/${roomId}/timestamp_to_event`;
  const answer = await onAnyPath(
    (way) => http.request<unknown>({ ...way, method: 'GET', query, retry: 'limited' }),
    { prefix: clientV1, path: place },
    { prefix: `${clientUnstable}/org.matrix.msc3030`, path: place },
  ).catch((thrown: unknown) => {
    if (errcodeOf(thrown) === 'M_NOT_FOUND') return null;
    throw thrown;
  });
  if (answer === null) return null;
  const eventId = isRecord(answer) ? answer['event_id'] : null;
  if (typeof eventId !== 'string' || !eventId.startsWith('$')) throw notMatrix();
  return eventId;
}

/**
 * The first message that was sent at `atMs` (epoch ms) or later; null when there is none.
 * @throws AppFailure `not_found` for a room that is not here, `unsupported_server` where neither the disk nor the server can tell
 */
export async function dayPlace(
  { db, online }: DayDeps,
  roomId: string,
  atMs: number,
): Promise<string | null> {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) throw appFailure('not_found', `Unknown room ${roomId}`);
  const eventNo = firstSince(db, roomNo, atMs);
  if (eventNo === null) return null;
  const here = eventNo === undefined ? null : getEventByNo(db, eventNo);
  if (here !== null) return messageFrom(db, roomNo, here);
  const { http, wanted } = await online();
  const eventId = await atServer(http, roomId, atMs);
  if (eventId === null) return null;
  await wanted.context(roomNo, eventId);
  const event = getEvent(db, roomNo, eventId);
  return event === null ? eventId : messageFrom(db, roomNo, event);
}
