// One MatrixCall as a snapshot and acts. Listens to the call's objects, tells what changed, keeps no truth of its own beside what they do
// not know: when media first flowed and what went wrong.
import type { CallActs, CallProblem, CallSnapshot } from '../callTypes';
import { genCallID } from '../webrtc/call/core';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import type { CallFeed } from '../webrtc/callFeed';
import {
  CallDirection,
  CallErrorCode,
  CallEvent,
  CallParty,
  CallState,
  CallType,
  type CallError,
} from '../webrtc/callStates';
import { createEarlyAnswer } from './earlyAnswer';
import { createCallShare } from './callShare';
import type { CallClient } from './directHost';
import { feedEvents, picture, soundOf } from '../media/feeds';
import { measureCall } from '../media/measure';
import { endProblem, errorProblem } from '../media/problems';
import { createTransfer, type CallTransfer } from './transfer';

export interface Session extends CallActs {
  readonly call: MatrixCall;
  readonly callId: string;
  readonly handingOver: Pick<CallTransfer, 'received' | 'ask' | 'setHandover'>;
  /** Ends it because somebody else is talked to now. */
  leaveForOther(): void;
  snapshot(): CallSnapshot;
  close(): void;
}

export interface SessionDeps {
  readonly calls: CallClient;
  readonly hasTurn: () => boolean;
  /** After each change. */
  readonly onChange: () => void;
  readonly onEnd: () => void;
  readonly onReplaced: (successor: MatrixCall) => void;
}

/** CALL-4.13 restarts ICE for as long as it fails; nobody waits longer than this for a first or a new connection. */
const connectWithinMs = 30_000;

/** What changes nothing but what is shown. */
const shownEvents = [
  CallEvent.LocalHoldUnhold,
  CallEvent.RemoteHoldUnhold,
  CallEvent.AssertedIdentityChanged,
  CallEvent.Hangup,
] as const;

/** What the other side calls itself never stands alone: it could be any name. */
function nameBeside(call: MatrixCall, known: string): string {
  const said = call.incoming.assertedIdentity?.displayName;
  return said === undefined || said === known ? known : `${said} (${known})`;
}

export function createSession(call: MatrixCall, deps: SessionDeps): Session {
  const watched = new Set<CallFeed>();
  let connectedMs: number | null = null;
  let flowing = false;
  let notice: CallProblem | null = null;
  let failed: CallProblem | null = null;
  let watchdog: ReturnType<typeof setTimeout> | null = null;
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

  function stopWatchdog(): void {
    if (watchdog !== null) clearTimeout(watchdog);
    watchdog = null;
  }

  function onConnection(): void {
    flowing = call.peerConn?.connectionState === 'connected';
    if (flowing) {
      connectedMs ??= Date.now();
      stopWatchdog();
    }
    changed();
  }

  const watchConnection = (connection: RTCPeerConnection): void =>
    connection.addEventListener('connectionstatechange', onConnection);

  function onState(state: CallState): void {
    if (state === CallState.Connecting) {
      watchdog ??= setTimeout(() => {
        if (!call.callHasEnded()) call.hangup(CallErrorCode.IceFailed, false);
      }, connectWithinMs);
    }
    if (state === CallState.Ended) {
      stopWatchdog();
      measured.stop();
      // The reason is set by now; listeners of the hang-up itself are not told in every case.
      queueMicrotask(deps.onEnd);
    }
    changed();
  }

  function onError(error: CallError): void {
    const { code, message } = error;
    const problem = errorProblem(code, message);
    if (code === 'send_answer' || (code === 'no_user_media' && /camera/.test(message)))
      notice = problem;
    else failed = problem;
    changed();
  }

  const { sharing, ...shareActs } = createCallShare(call, {
    media: deps.calls.media,
    setNotice: (next) => {
      notice = next;
      changed();
    },
    changed,
  });

  const transfer = createTransfer(call, {
    profile: deps.calls.profile,
    changed,
  });

  const ahead = createEarlyAnswer(call, deps.calls);
  const measured = measureCall(() => call.peerConn, changed);
  call.on(CallEvent.State, onState);
  call.on(CallEvent.Error, onError);
  call.on(CallEvent.FeedsChanged, watchFeeds);
  shownEvents.forEach((name) => call.on(name, changed));
  call.on(CallEvent.Replaced, deps.onReplaced);
  if (call.peerConn === undefined) call.on(CallEvent.PeerConnectionCreated, watchConnection);
  else watchConnection(call.peerConn);
  watchFeeds();

  function endWords(): CallProblem | null {
    if (failed !== null) return failed;
    return endProblem({
      reason: call.hangupReason ?? 'user_hangup',
      byOther: call.hangupParty === CallParty.Remote,
      wasConnected: connectedMs !== null,
      outgoing: call.direction === CallDirection.Outbound,
      hasTurn: deps.hasTurn(),
      askedToLeave: transfer.askedFor() !== null,
    });
  }

  /** ICE says "connected" before anything can be heard: what counts is that the media's own connection stands. */
  function shownState(): CallSnapshot['state'] {
    if (call.state === CallState.Connected && !flowing) return 'connecting';
    return call.state;
  }

  function snapshot(): CallSnapshot {
    const ended = call.callHasEnded();
    const room = deps.calls.room(call.roomId);
    const userId = call.opponent.member?.userId ?? call.invitee ?? room?.directUserId ?? null;
    const member = userId === null ? null : (room?.getMember(userId) ?? null);
    const state = shownState();
    const local = call.localUsermediaFeed;
    const remote = call.remoteUsermediaFeed;
    return {
      callId: call.callId,
      roomId: call.roomId,
      userId,
      name: nameBeside(call, member?.name ?? userId ?? ''),
      avatar: member?.avatar ?? null,
      direction: call.direction === CallDirection.Inbound ? 'in' : 'out',
      state,
      reconnecting: connectedMs !== null && state === 'connecting',
      media: call.type === CallType.Video ? 'video' : 'voice',
      connectedMs,
      micMuted: call.isMicrophoneMuted(),
      cameraOff: call.isLocalVideoMuted() || !call.hasLocalTrack('video'),
      onHold: call.isRemoteOnHold(),
      heldByOther: !ended && call.isLocalOnHold(),
      otherMicMuted: remote?.isAudioMuted() ?? false,
      otherSpeaking: remote?.isSpeaking() ?? false,
      canTone: !ended && connectedMs !== null,
      canTransfer: connectedMs !== null && transfer.canTransfer(),
      askedFor: transfer.askedFor(),
      handover: transfer.handover(),
      ownCamera: picture(local),
      otherCamera: picture(remote),
      otherScreen: picture(call.remoteScreensharingFeed),
      sharing: sharing(),
      ownScreen: picture(call.localScreensharingFeed),
      sound: remote?.stream ?? null,
      screenSound: soundOf(call.remoteScreensharingFeed?.stream),
      connection: ended ? null : (call.peerConn ?? null),
      measured: measured.report(),
      endReason: ended ? (call.hangupReason ?? 'user_hangup') : null,
      problem: ended ? endWords() : null,
      notice,
    };
  }

  /** Streams that came too late for their call: the microphone must not stay open. */
  function sweepMedia(): void {
    const live = [...deps.calls.handler.calls.values()].filter((one) => !one.callHasEnded());
    // What is being opened may be for one of these, and is swept with the next that ends.
    if (live.some((one) => one.awaitsMedia)) return;
    const wanted = new Set(
      live.flatMap((one) => one.feeds.local.flatMap(({ stream }) => stream.getTracks())),
    );
    // By tracks: after a change of devices a call has them in a stream of its own.
    for (const stream of [...deps.calls.media.userMediaStreams])
      if (!stream.getTracks().some((track) => wanted.has(track)))
        deps.calls.media.stopUserMediaStream(stream);
  }

  return {
    call,
    callId: call.callId,
    snapshot,
    async answer(video) {
      notice = null;
      if (call.localUsermediaFeed !== undefined && call.state === CallState.Ringing) {
        return call.sendAnswerAgain();
      }
      await (!video && ahead.can() ? ahead.answer() : call.answer(true, video));
      if (call.callHasEnded()) sweepMedia();
    },
    hangUp() {
      if (call.state === CallState.Ringing) call.reject();
      else call.hangup(CallErrorCode.UserHangup, false);
      sweepMedia();
    },
    async setMicrophone(on) {
      await call.setMicrophoneMuted(!on);
      changed();
    },
    async setCamera(on) {
      notice = null;
      if (on && !(await deps.calls.media.hasVideoDevice())) notice = 'no_camera';
      else await call.setLocalVideoMuted(!on);
      changed();
    },
    setHold(on) {
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
    leaveForOther() {
      call.hangup(CallErrorCode.Transferred, false);
      sweepMedia();
    },
    tone(digit) {
      // What is sent takes the place of what waits: a number typed fast would lose digits.
      const sender = call.peerConn?.getSenders().find(({ track }) => track?.kind === 'audio');
      call.sendDtmfDigit((sender?.dtmf?.toneBuffer ?? '') + digit);
    },
    dismissNotice() {
      notice = null;
      changed();
    },
    close() {
      closed = true;
      stopWatchdog();
      sweepMedia();
    },
  };
}
