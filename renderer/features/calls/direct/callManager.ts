// Runs the call classes on their host, in a chunk that is loaded with the first call. Places and receives calls, one session each.
import type { CallRoom, CallSignal } from '#contract/areas/calls/callsModels';
import type { TransferTarget } from '../callTypes';
import { createNewMatrixCall } from '../webrtc/call/create';
import { genCallID } from '../webrtc/call/core';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import { CallEventHandlerEvent } from '../webrtc/callEventHandler';
import { CallState, CallType } from '../webrtc/callStates';
import { createCallClient } from './directHost';
import type { CallTransport } from '../media/transport';
import { createSession, type Session } from './session';

export interface CallManagerDeps {
  readonly transport: CallTransport;
  /** Sessions came, changed or went. */
  readonly onChange: () => void;
  /** A call that was announced by a transfer, and accepted, is being answered. */
  readonly onHandedOver: (call: { readonly callId: string; readonly roomId: string }) => void;
  /** A call is taken up again, or takes the place of another one by a transfer: those of other accounts make room. */
  readonly onResume?: () => void;
}

export interface CallManager {
  readonly sessions: ReadonlyMap<string, Session>;
  setRoom(room: CallRoom): void;
  /** Sets the members of a room who are left out of calls, because only verified people may call. A running call with one of them ends. */
  setLeftOut(roomId: string, userIds: readonly string[]): void;
  leavesOut(roomId: string, userId: string | null): boolean;
  deliver(signals: readonly CallSignal[]): void;
  /** Null where the browser cannot call (CALL-8.13). Opens the microphone, and the camera for a video call; `listening`: nothing. */
  place(
    roomId: string,
    invitee: string | null,
    video: boolean,
    callId?: string,
    listening?: boolean,
  ): Session | null;
  /** Both other sides are asked to talk to each other. */
  join(callId: string, otherCallId: string): Promise<void>;
  /** The call that the other side of `callId` announces is answered when it comes; then this one ends. */
  expect(callId: string): void;
  /** Forgets a call that is over. */
  forget(callId: string): void;
  setDevice(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  stop(): void;
}

/** The lifetime of an announced transfer: a call that comes later is not answered by an old consent. */
const followWithinMs = 60_000;

function personOf(session: Session | undefined): TransferTarget | null {
  const { userId, name } = session?.snapshot() ?? { userId: null, name: '' };
  return userId === null ? null : { userId, name };
}

export function createCallManager({
  transport,
  onChange,
  onHandedOver,
  onResume = () => undefined,
}: CallManagerDeps): CallManager {
  const calls = createCallClient(transport);
  const sessions = new Map<string, Session>();

  function adopt(call: MatrixCall): Session {
    const known = sessions.get(call.callId);
    if (known !== undefined) return known;
    const session = createSession(call, {
      calls,
      hasTurn: () => transport.turn().servers.length > 0,
      onChange,
      onEnd: () => {
        onChange();
        closeDevices();
      },
      onReplaced: (successor) => {
        adopt(successor);
        onChange();
      },
      onResume() {
        holdOthers(call.callId);
        onResume();
      },
    });
    sessions.set(call.callId, session);
    onChange();
    return session;
  }

  /** Only one call is spoken in: the person of the other must not hear what is said in this one. */
  function holdOthers(callId: string): void {
    for (const [otherId, other] of sessions) {
      const { state, onHold } = other.snapshot();
      if (otherId !== callId && state === 'connected' && !onHold) other.setHold(true);
    }
  }

  const leftOut = new Map<string, readonly string[]>();
  const leavesOut = (roomId: string, userId: string | null): boolean =>
    userId !== null && leftOut.get(roomId)?.includes(userId) === true;

  function closeDevices(): void {
    const live = [...sessions.values()].some(({ call }) => !call.callHasEnded());
    if (!live && calls.media.userMediaStreams.length === 0) transport.closeDevices();
  }

  function incoming(call: MatrixCall): void {
    const session = adopt(call);
    for (const before of sessions.values()) followExpected(before, session);
  }

  /** Answers only the call that was announced and accepted, from the person who was named. */
  function followExpected(before: Session, session: Session): void {
    const { handover, cameraOff } = before.snapshot();
    const { call, callId } = session;
    if (handover?.accepted !== true || handover.calls || handover.newCallId !== callId) return;
    if (call.state !== CallState.Ringing || call.opponent.member?.userId !== handover.userId)
      return;
    onHandedOver(call);
    holdOthers(before.callId);
    onResume();
    void session.answer(!cameraOff && call.type === CallType.Video).then(before.leaveForOther);
  }

  /** The call that this person has just placed to us: we answer it instead of placing our own, as with crossing invitations (CALL-4.20). */
  const ringing = (roomId: string, userId: string | null): Session | undefined =>
    [...sessions.values()].find(
      ({ call }) =>
        call.roomId === roomId &&
        call.state === CallState.Ringing &&
        (userId === null || call.opponent.member?.userId === userId),
    );

  function deliver(signals: readonly CallSignal[]): void {
    calls.deliver(signals);
    // The call classes do not handle `m.call.replaces`.
    for (const { type, callId, content } of signals)
      if (type === 'm.call.replaces') sessions.get(callId)?.handingOver.received(content);
  }

  calls.handler.on(CallEventHandlerEvent.Incoming, incoming);

  return {
    sessions,
    setRoom: (room) => void calls.setRoom(room),
    setLeftOut(roomId, userIds) {
      leftOut.set(roomId, userIds);
      for (const session of sessions.values()) {
        const { call } = session;
        // A ringing call stays: the attempt to answer it says why it cannot be answered.
        if (call.roomId !== roomId || call.callHasEnded() || call.state === CallState.Ringing)
          continue;
        if (leavesOut(roomId, session.snapshot().userId)) session.leaveOut();
      }
    },
    leavesOut,
    deliver,
    place(roomId, invitee, video, callId, listening = false) {
      const theirs = callId === undefined ? ringing(roomId, invitee) : undefined;
      if (theirs !== undefined) {
        if (listening) void theirs.answerAgain?.(true);
        else void theirs.answer(video && theirs.call.type === CallType.Video);
        return theirs;
      }
      const options = invitee === null ? {} : { invitee };
      const call = createNewMatrixCall(calls.client, roomId, options);
      if (call === null) return null;
      if (callId !== undefined) {
        call.callId = callId;
        onResume();
      }
      const session = adopt(call);
      calls.media.microphoneAllowed = !listening;
      void call.placeCall(true, video).finally(() => {
        if (call.callHasEnded()) session.close();
      });
      return session;
    },
    async join(callId, otherCallId) {
      const [one, other] = [sessions.get(callId), sessions.get(otherCallId)];
      const [person, otherPerson] = [personOf(one), personOf(other)];
      if (one === undefined || other === undefined || person === null || otherPerson === null)
        return;
      const newCallId = genCallID();
      // The side that gets the call is told first, so that it knows the call id when the invite comes.
      await other.handingOver.ask(person, newCallId, 'await_call');
      await one.handingOver.ask(otherPerson, newCallId, 'create_call');
    },
    expect(callId) {
      const before = sessions.get(callId);
      const handover = before?.snapshot().handover ?? null;
      if (before === undefined || handover === null) return;
      const accepted = { ...handover, accepted: true };
      before.handingOver.setHandover(accepted);
      setTimeout(() => {
        if (before.snapshot().handover === accepted) before.handingOver.setHandover(null);
      }, followWithinMs);
      const there = sessions.get(handover.newCallId);
      if (there !== undefined) followExpected(before, there);
    },
    forget(callId) {
      const session = sessions.get(callId);
      if (session === undefined || session.call.state !== CallState.Ended) return;
      session.close();
      sessions.delete(callId);
      closeDevices();
      onChange();
    },
    async setDevice(kind, deviceId) {
      await calls.chooseDevice(kind, deviceId);
      onChange();
    },
    stop() {
      calls.handler.off(CallEventHandlerEvent.Incoming, incoming);
      for (const session of sessions.values()) if (!session.call.callHasEnded()) session.hangUp();
      calls.stop();
    },
  };
}
