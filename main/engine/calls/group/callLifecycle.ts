// Owns the beginning and the end of a group call in the state of its room. It must not enter this device into the call (participation.ts).
import { callType, memberType } from '#contract/areas/calls/callNames';
import type { StartGroupCall } from '#contract/areas/calls/groupCallsModels';
import { appFailure } from '#contract/wire/errors';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { isRecord } from '../../base/record';
import type { Clock } from '../../base/types';
import { devicesIn } from '../../events/groupCallDevices';
import { writeCall } from '../../events/groupCallState';
import type { Http } from '../../http/http';
import { path } from '../../http/url';
import { changeState } from '../../rooms/stateContent';
import type { Content } from '../signalSchema';
import { callWith, groupRights, isPrivate, liveCall } from './room';

export interface CallLifecycleDeps {
  readonly store: Store;
  readonly http: Pick<Http, 'request'>;
  readonly ownUserId: string;
  readonly clock: Clock;
}

export interface CallLifecycle {
  /** Resolves with the call that runs already where somebody is in one. The same request again is the same call. */
  start(request: StartGroupCall): Promise<{ groupCallId: string }>;
  /** Ends it for everybody. */
  end(roomId: string, groupCallId: string): Promise<void>;
}

/** Throws `not_joined` for any other room. */
export function joinedRoomNo(db: Store['db'], roomId: string): number {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null || getRoom(db, roomNo)?.membership !== 'join')
    throw appFailure('not_joined', 'You are not in this room');
  return roomNo;
}

export function createCallLifecycle(deps: CallLifecycleDeps): CallLifecycle {
  const { http, ownUserId, clock } = deps;
  const { db } = deps.store;
  const started = new Map<string, Promise<{ groupCallId: string }>>();

  const putState = (roomId: string, type: string, key: string, body: Content): Promise<unknown> =>
    http.request({
      method: 'PUT',
      path: path`/rooms/${roomId}/state/${type}/${key}`,
      body,
      retry: 'limited',
    });

  /**
   * In most rooms only moderators may send state, so everybody must be allowed to before they can join. In a private room with default
   * levels everybody may then also start a call, as in rooms that are made here. Other changes of the levels run before or after this.
   */
  const openRoom = (roomId: string, roomNo: number): Promise<void> =>
    changeState(http, roomId, 'm.room.power_levels', (content) => {
      const events = isRecord(content['events']) ? content['events'] : {};
      const usual = typeof content['users_default'] === 'number' ? content['users_default'] : 0;
      const mayBegin = isPrivate(db, roomNo) && events[callType] === undefined;
      const opened = { [memberType]: usual, ...(mayBegin && { [callType]: usual }) };
      return events[memberType] === usual ? null : { ...content, events: { ...events, ...opened } };
    });

  async function make(request: StartGroupCall): Promise<{ groupCallId: string }> {
    const { roomId, media, intent, ptt, opens = false } = request;
    const roomNo = joinedRoomNo(db, roomId);
    const running = liveCall(db, roomNo);
    const someoneIsIn =
      running !== null && devicesIn(db, roomNo, running.groupCallId, clock.now()).length > 0;
    // One call per room: who starts a second one joins the first.
    if (running !== null && someoneIsIn) return { groupCallId: running.groupCallId };
    const rights = groupRights(db, roomNo, ownUserId);
    if (!rights.canStart) throw appFailure('forbidden', 'You do not have permission to call here');
    if (opens && rights.opens) await openRoom(roomId, roomNo);
    const groupCallId = `${clock.now()}${request.requestId.slice(-12)}`;
    const content = writeCall({
      type: media === 'video' ? 'm.video' : 'm.voice',
      intent,
      isPtt: ptt,
      dataChannelsEnabled: false,
      dataChannelOptions: null,
      livekitServiceUrl: null,
    });
    await putState(roomId, callType, groupCallId, content);
    return { groupCallId };
  }

  return {
    start(request) {
      const known = started.get(request.requestId);
      if (known !== undefined) return known;
      const work = make(request);
      started.set(request.requestId, work);
      // The caller has the failure; the request may be made again.
      work.catch(() => started.delete(request.requestId));
      return work;
    },
    async end(roomId, groupCallId) {
      const roomNo = joinedRoomNo(db, roomId);
      const event = getState(db, roomNo, callType, groupCallId);
      const call = callWith(db, roomNo, groupCallId);
      if (event === null || call === null) return;
      if (!groupRights(db, roomNo, ownUserId).mayEnd(call.startedBy))
        throw appFailure('forbidden', 'You do not have permission to end this call');
      const content = { ...event.raw.content, 'm.terminated': 'call_ended' };
      await putState(roomId, callType, groupCallId, content);
    },
  };
}
