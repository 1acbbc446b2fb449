// Owns the group calls of one account, wired: the call in the state of the room, its participants, signals from device to device, rings. It
// must not touch media: those are the window's.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getMember, getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { CallRing, OutgoingCallSignal, RunningCall } from '#contract/areas/calls/callsModels';
import { callType } from '#contract/areas/calls/callNames';
import type { SetParticipation, StartGroupCall } from '#contract/areas/calls/groupCallsModels';
import { appFailure } from '#contract/wire/errors';
import type { Http } from '../../http/http';
import type { Clock, Log } from '../../base/types';
import { reported } from '../../base/unexpected';
import type { Found } from '../../sync/roomContext';
import { createCallLifecycle, joinedRoomNo } from './callLifecycle';
import { createDeviceSender, type DeviceSendDeps } from './devices';
import { createGate, type DeviceMessage, type LegSignal } from './gate';
import { createParticipation, type Entered } from './participation';
import { createGroupRinging } from './ringing';
import { devicesIn } from '../../events/groupCallDevices';
import { callWith, groupRights } from './room';
import { mediaOfType } from '../../events/groupCallState';

export interface GroupDeps {
  readonly store: Store;
  readonly http: Pick<Http, 'request'>;
  readonly crypto: DeviceSendDeps['crypto'];
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Passes a signal to the window that has the calls. */
  readonly pass: (signal: LegSignal, roomId: string) => void;
}

export interface GroupCalls {
  start(request: StartGroupCall): Promise<{ groupCallId: string }>;
  end(roomId: string, groupCallId: string): Promise<void>;
  setParticipation(change: SetParticipation): Promise<void>;
  /** To one device, encrypted. */
  send(signal: OutgoingCallSignal): Promise<void>;
  found(found: Found): void;
  /** Takes to-device messages from the crypto library. */
  arrived(messages: readonly DeviceMessage[]): void;
  /** Another session has the calls now, or (null) none has: the other sessions' calls end. */
  windowGone(alive: string | null): Promise<void>;
  rings(busy: boolean): CallRing[];
  running(): RunningCall[];
  /** Calls that an earlier run was in when it did not end well. */
  leftBehind(): RunningCall[];
  dismissRing(roomId: string, groupCallId: string): boolean;
  onChange(listener: () => void): () => void;
  stop(): Promise<void>;
}

export function createGroupCalls(deps: GroupDeps): GroupCalls {
  const { store, ownUserId, clock } = deps;
  const { db } = store;
  const participation = createParticipation(deps);
  const ringing = createGroupRinging(deps);
  const sendToDevice = createDeviceSender(deps);
  const lifecycle = createCallLifecycle(deps);

  const gate = createGate({
    clock,
    log: deps.log,
    ownSession: (groupCallId) => participation.of(groupCallId)?.sessionId ?? null,
    isListed({ groupCallId, userId, deviceId }, sessionId) {
      const entered = participation.of(groupCallId);
      if (entered === null) return false;
      return devicesIn(db, entered.roomNo, groupCallId, clock.now()).some(
        (one) => one.userId === userId && one.deviceId === deviceId && one.sessionId === sessionId,
      );
    },
    pass(signal) {
      const entered = participation.of(signal.groupCallId);
      if (entered !== null) deps.pass(signal, entered.roomId);
    },
  });

  const stopWatching = store.onCommit((changes) => {
    if (changes.rooms.size + changes.members.size === 0) return;
    const rooms = new Set([...changes.rooms, ...changes.members]);
    participation.look(rooms);
    ringing.look(rooms);
    gate.again();
    for (const { roomId, roomNo, groupCallId } of participation.all())
      if (rooms.has(roomNo)) endIfOver(roomId, roomNo, groupCallId);
  });

  /** The call was ended or its event redacted: our device must not stay listed in it. */
  function endIfOver(roomId: string, roomNo: number, groupCallId: string): void {
    const isOver =
      getState(db, roomNo, callType, groupCallId) !== null &&
      callWith(db, roomNo, groupCallId) === null;
    if (isOver || getRoom(db, roomNo)?.membership !== 'join') void leave(roomId, groupCallId);
  }

  function leave(roomId: string, groupCallId: string): Promise<void> {
    gate.left(groupCallId);
    return participation
      .leave(roomId, groupCallId)
      .catch(reported(deps.log, 'leaving a group call'));
  }

  const asRunning = (entered: Omit<Entered, 'feeds'>): RunningCall => {
    const { roomId, roomNo, groupCallId, sessionId, sinceMs } = entered;
    const call = callWith(db, roomNo, groupCallId);
    return {
      callId: groupCallId,
      roomId,
      roomName: getRoom(db, roomNo)?.name ?? '',
      person: null,
      direction: 'out',
      media: call === null ? 'voice' : mediaOfType(call.type),
      state: 'connected',
      connectedMs: sinceMs,
      sessionId,
    };
  };
  const behind = participation.leftBehind().flatMap((one) => {
    const roomNo = roomNoOf(db, one.roomId);
    if (roomNo === null) return [];
    return [asRunning({ ...one, roomNo, sessionId: '', sinceMs: clock.now() })];
  });
  void participation.clean();

  return {
    start: lifecycle.start,
    end: lifecycle.end,
    async setParticipation({ roomId, groupCallId, sessionId, feeds }) {
      if (feeds === null) return leave(roomId, groupCallId);
      const roomNo = joinedRoomNo(db, roomId);
      if (!groupRights(db, roomNo, ownUserId).canJoin)
        throw appFailure('forbidden', 'You do not have permission to join calls here');
      const sinceMs = clock.now();
      const entered = { roomId, roomNo, groupCallId, sessionId, feeds, sinceMs };
      const entering = participation.enter(entered);
      // Only here: a ring that ended while no device of ours was in the call was missed.
      ringing.dismiss(roomId, groupCallId);
      await entering;
    },
    async send({ requestId, to, type, callId, content }) {
      const { device } = to;
      if (device === null) throw appFailure('bad_request', 'A device is missing');
      const { groupCallId, userId, deviceId } = device;
      const entered = participation.of(groupCallId);
      if (entered === null || entered.roomId !== to.roomId)
        throw appFailure('not_joined', 'You are not in this call');
      // Only members of the room may be called into it, whatever the window asks.
      if (getMember(db, entered.roomNo, userId)?.membership !== 'join')
        throw appFailure('not_found', 'Not in the room of the call');
      gate.placed(callId, { groupCallId, userId, deviceId });
      const txnId = `call.${requestId}`;
      await sendToDevice({ roomId: entered.roomId, userId, deviceId, type, content, txnId });
    },
    found(found) {
      for (const event of [...found.live.values()].flat()) ringing.take(event);
    },
    arrived: (messages) => messages.forEach(gate.arrived),
    async windowGone(alive) {
      const gone = participation.all().filter(({ sessionId }) => sessionId !== alive);
      await Promise.all(gone.map(({ roomId, groupCallId }) => leave(roomId, groupCallId)));
    },
    rings: ringing.rings,
    running: () => participation.all().map(asRunning),
    leftBehind: () => behind,
    dismissRing(roomId, groupCallId) {
      const has = ringing.has(roomId, groupCallId);
      ringing.dismiss(roomId, groupCallId);
      return has;
    },
    onChange(listener) {
      const stops = [participation.onChange(listener), ringing.onChange(listener)];
      return () => stops.forEach((stop) => stop());
    },
    async stop() {
      stopWatching();
      ringing.stop();
      await Promise.all(
        participation.all().map(({ roomId, groupCallId }) => leave(roomId, groupCallId)),
      );
      participation.stop();
      gate.stop();
    },
  };
}
