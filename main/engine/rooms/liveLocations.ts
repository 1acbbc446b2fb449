// Live locations as the state of rooms: who shares now, and this account's own sharing started and stopped (MSC3489).
import { appFailure } from '#contract/wire/errors';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import { getState, roomsWithState, stateOfType } from '#stores/rooms/state';
import { getRoom } from '#stores/rooms/rooms';
import { isRecord } from '../base/record';
import {
  beaconTypes,
  isLiveAt,
  readBeacon,
  readBeaconInfo,
  writtenBeacon,
} from '../events/beacons';
import { isUnheard } from '../events/ignored';
import { beaconInfoContent } from '../events/locationContents';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { powerLevels } from './permissions';
import { changeState } from './stateContent';

type Db = Store['db'];

const live = (event: StoredEvent | null, nowMs: number): event is StoredEvent => {
  const info = event === null ? null : readBeacon(event);
  return info !== null && isLiveAt(info, nowMs);
};

/** Events that started what goes on in a room now; of people who are ignored nothing goes on. */
export const liveIn = (db: Db, roomNo: number, nowMs: number): StoredEvent[] =>
  beaconTypes.info
    .flatMap((type) => stateOfType(db, roomNo, type))
    .filter((event) => live(event, nowMs) && !isUnheard(db, event));

/** The same of one person in all rooms that this account is in. */
export const liveOf = (db: Db, userId: string, nowMs: number): StoredEvent[] =>
  beaconTypes.info.flatMap((type) =>
    roomsWithState(db, type)
      .filter((roomNo) => getRoom(db, roomNo)?.membership === 'join')
      .flatMap((roomNo) => getState(db, roomNo, type, userId) ?? [])
      .filter((event) => live(event, nowMs)),
  );

/** Whether this account may say in the room that it shares where it is: that is state, which many rooms keep to moderators. */
export function mayShareLive(db: Db, roomNo: number, ownUserId: string): boolean {
  const room = getRoom(db, roomNo);
  if (room?.membership !== 'join') return false;
  const levels = powerLevels(db, roomNo, room.version);
  return levels.of(ownUserId) >= levels.forState(writtenBeacon.info);
}

interface Beginning {
  readonly roomId: string;
  readonly userId: string;
  readonly text: string;
  readonly durationMs: number;
  readonly nowMs: number;
}

/** Answers the id of the event that started it. */
export async function startLive(http: Pick<Http, 'request'>, begin: Beginning): Promise<string> {
  const { roomId, userId, text, durationMs, nowMs } = begin;
  const answer = await http.request<unknown>({
    method: 'PUT',
    path: path`/rooms/${roomId}/state/${writtenBeacon.info}/${userId}`,
    body: beaconInfoContent({
      ...{ live: true, startMs: nowMs, timeoutMs: durationMs },
      description: text.trim(),
    }),
    retry: 'limited',
  });
  const eventId = isRecord(answer) ? answer['event_id'] : null;
  if (typeof eventId !== 'string') throw notMatrix();
  return eventId;
}

/** Says of every name of the state that it is over; what is over already stays as it is. */
export async function stopLive(
  http: Pick<Http, 'request'>,
  roomId: string,
  userId: string,
): Promise<void> {
  for (const type of beaconTypes.info)
    await changeState(
      http,
      roomId,
      type,
      (content) => (readBeaconInfo(content)?.live === true ? { ...content, live: false } : null),
      userId,
    );
}

export function assertNoneLive(db: Db, roomNo: number, userId: string, nowMs: number): void {
  if (liveIn(db, roomNo, nowMs).some(({ sender }) => sender === userId))
    throw appFailure('conflict', 'You share a live location here already');
}
