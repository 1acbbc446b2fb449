// Gives one MatrixCall as a snapshot and acts, and reports its changes. Keeps no state of its own, except what the call does not know: when
// media first flowed, and the last failure.
import { unverifiedReason } from '#contract/areas/calls/callNames';
import { toAppError } from '#contract/wire/errors';
import type { CallSession } from '../backend';
import type { CallProblem, CallSnapshot, TransferTarget } from '../callTypes';
import { genCallID } from '../webrtc/call/core';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import type { CallFeed } from '../webrtc/callFeed';
import {
  CallDirection,
  CallErrorCode,
  CallEvent,
  CallParty,
  CallState,
  type CallError,
} from '../webrtc/callStates';
import { createPresses } from '../webrtc/utils';
import { watchLiveness } from './liveness';
import { snapshotOf } from './snapshot';
import { createAnswering } from './answering';
import { createCallShare } from './callShare';
import type { CallClient } from './directHost';
import { feedEvents } from '../media/feeds';
import { measureCall } from '../media/measure';
import { endProblem, errorProblem } from '../media/problems';
import { createTransfer, type CallTransfer } from './transfer';

export interface Session extends CallSession {
  readonly call: MatrixCall;
  answer(video: boolean): Promise<void>;
  setHold(on: boolean): void;
  tone(digit: string): void;
  transfer(target: TransferTarget): Promise<void>;
  declineHandover(): void;
  closeAsked(): void;
  readonly handingOver: Pick<CallTransfer, 'received' | 'ask' | 'setHandover'>;
  /** Ends the call because a transfer has connected another one. */
  leaveForOther(): void;
  /** Ends the call, or stops its ringing, because only verified people may call. */
  leaveOut(): void;
  close(): void;
}

export interface SessionDeps {
  readonly calls: CallClient;
  readonly hasTurn: () => boolean;
  /** Called after each change. */
  readonly onChange: () => void;
  readonly onEnd: () => void;
  readonly onReplaced: (successor: MatrixCall) => void;
  /** The call is about to be taken up again. */
  readonly onResume: () => void;
}

/** Events that change only the snapshot. */
const shownEvents = [
  CallEvent.LocalHoldUnhold,
  CallEvent.RemoteHoldUnhold,
  CallEvent.AssertedIdentityChanged,
  CallEvent.Hangup,
] as const;

/** Streams that came too late for their call: the microphone must not stay open. */
function sweepMedia({ handler, media }: CallClient): void {
  const live = [...handler.calls.values()].filter((one) => !one.callHasEnded());
  // A stream that is being opened may belong to one of these calls; the next call that ends sweeps it.
  if (live.some((one) => one.awaitsMedia)) return;
  const wanted = new Set(
    live.flatMap((one) => one.feeds.local.flatMap(({ stream }) => stream.getTracks())),
  );
  // By tracks: after a change of devices a call has them in a stream of its own.
  for (const stream of [...media.userMediaStreams])
    if (!stream.getTracks().some((track) => wanted.has(track))) media.stopUserMediaStream(stream);
}

interface DeviceActDeps {
  readonly answering: ReturnType<typeof createAnswering>;
  readonly calls: SessionDeps['calls'];
  readonly setNotice: (notice: CallProblem | null) => void;
  readonly changed: () => void;
}

/** Microphone and camera; a press while the device opens replaces the one before. */
function createDeviceActs(
  call: MatrixCall,
  { answering, calls, setNotice, changed }: DeviceActDeps,
): Pick<Session, 'setMicrophone' | 'setCamera'> {
  const pressed = { microphone: createPresses(), camera: createPresses() };
  return {
    async setMicrophone(on) {
      // Without an answer there is no one to send to yet.
      if (answering.unanswered() !== null) return;
      const isLast = pressed.microphone();
      const problem = on ? await answering.stopListening() : null;
      if (!isLast()) return;
      if (on) setNotice(problem);
      if (problem === null) await call.setMicrophoneMuted(!on);
      changed();
    },
    async setCamera(on) {
      setNotice(null);
      const isLast = pressed.camera();
      const isThere = !on || (await calls.media.hasVideoDevice());
      if (!isLast()) return;
      if (isThere) await call.setLocalVideoMuted(!on);
      else setNotice('no_camera');
      changed();
    },
  };
}

export function createSession(call: MatrixCall, deps: SessionDeps): Session {
  const watched = new Set<CallFeed>();
  let notice: CallProblem | null = null;
  let failed: CallProblem | null = null;
  let closed = false;

  const changed = (): void => {
    if (!closed) deps.onChange();
  };

  function watchFeeds(): void {
    const feeds = call.feeds.all;
    for (const feed of feeds) {
      if (watched.has(feed)) continue;
      watched.add(feed);
      feedEvents.forEach((name) => feed.on(name, changed));
      if (!feed.isLocal()) feed.measureVolumeActivity(true);
    }
    for (const feed of watched) if (!feeds.includes(feed)) watched.delete(feed);
    changed();
  }

  function onState(state: CallState): void {
    if (state === CallState.Ended) {
      measured.stop();
      // The reason is set by now; listeners of the hang-up itself are not told in every case.
      queueMicrotask(deps.onEnd);
    }
    changed();
  }

  function onError(error: CallError): void {
    const { code, message } = error;
    const problem = errorProblem(code, message, toAppError(error.cause).code);
    const isMedia = code === 'no_user_media';
    const waits = isMedia && !/camera/.test(message) && answering.waitsFor(problem);
    if (code === 'send_answer' || (isMedia && /camera/.test(message)) || waits === 'nothing')
      notice = problem;
    else if (waits === false) failed = problem;
    changed();
  }

  async function answer(how: () => Promise<void>): Promise<void> {
    notice = null;
    await how();
    if (call.callHasEnded() || answering.unanswered() !== null) sweepMedia(deps.calls);
  }

  const setNotice = (next: CallProblem | null): void => {
    notice = next;
    changed();
  };
  const { media } = deps.calls;
  const { sharing, ...shareActs } = createCallShare(call, { media, setNotice, changed });

  const transfer = createTransfer(call, {
    profile: deps.calls.profile,
    changed,
  });

  const answering = createAnswering(call, deps.calls);
  const live = watchLiveness(call, changed);
  const measured = measureCall(() => call.peerConn, changed);
  call.on(CallEvent.State, onState);
  call.on(CallEvent.Error, onError);
  call.on(CallEvent.FeedsChanged, watchFeeds);
  shownEvents.forEach((name) => call.on(name, changed));
  call.on(CallEvent.Replaced, deps.onReplaced);
  watchFeeds();

  function endWords(): CallProblem | null {
    if (failed !== null) return failed;
    // The person has read already why the call could not be answered.
    if (answering.unanswered() !== null) return null;
    return endProblem({
      reason: call.hangupReason ?? 'user_hangup',
      byOther: call.hangupParty === CallParty.Remote,
      wasConnected: live.startedMs() !== null,
      outgoing: call.direction === CallDirection.Outbound,
      hasTurn: deps.hasTurn(),
      askedToLeave: transfer.lastAsked() !== null && !transfer.hasLapsed(),
    });
  }

  const snapshot = (): CallSnapshot =>
    snapshotOf(call, {
      calls: deps.calls,
      startedMs: live.startedMs(),
      isFlowing: live.isFlowing(),
      sharing: sharing(),
      transfer,
      measured: measured.report(),
      problem: call.callHasEnded() ? endWords() : null,
      notice,
      unanswered: answering.unanswered(),
    });

  return {
    call,
    callId: call.callId,
    snapshot,
    answer: (video) => answer(() => answering.answer(video, false)),
    answerAgain: (listening) => answer(() => answering.again(listening)),
    hangUp() {
      if (call.state === CallState.Ringing)
        call.reject(answering.unanswered() === null ? undefined : CallErrorCode.NoUserMedia);
      else call.hangup(CallErrorCode.UserHangup, false);
      sweepMedia(deps.calls);
    },
    ...createDeviceActs(call, { answering, calls: deps.calls, setNotice, changed }),
    setHold(on) {
      if (!on) deps.onResume();
      call.setRemoteOnHold(on);
    },
    ...shareActs,
    handingOver: transfer,
    async transfer(target) {
      await transfer.ask(target, genCallID(), 'create_call').catch(() => {
        notice = 'transfer_failed';
      });
      changed();
    },
    declineHandover: () => transfer.setHandover(null),
    closeAsked: transfer.closeAsked,
    leaveForOther() {
      call.hangup(CallErrorCode.Transferred, false);
      sweepMedia(deps.calls);
    },
    leaveOut() {
      if (call.state === CallState.Ringing) call.reject(unverifiedReason);
      else call.hangup(unverifiedReason, false);
      sweepMedia(deps.calls);
    },
    tone(digit) {
      // `insertDTMF` replaces the tones that still wait, so they are sent again with the new one: fast typing would lose digits otherwise.
      const sender = call.peerConn?.getSenders().find(({ track }) => track?.kind === 'audio');
      call.sendDtmfDigit((sender?.dtmf?.toneBuffer ?? '') + digit);
    },
    dismissNotice() {
      notice = null;
      changed();
    },
    close() {
      closed = true;
      live.stop();
      sweepMedia(deps.calls);
    },
  };
}
