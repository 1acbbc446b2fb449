// Repairs of matrix-js-sdk's GroupCall. Its methods are mostly fields of the object, so each object is repaired right after it is made; the
// private names that this leans on are asserted then.
import {
  CallErrorCode,
  CallEvent,
  CallState,
  type MatrixCall,
} from 'matrix-js-sdk/lib/webrtc/call.js';
import { SPEAKING_THRESHOLD, type CallFeed } from 'matrix-js-sdk/lib/webrtc/callFeed.js';
import {
  GroupCallError,
  GroupCallErrorCode,
  GroupCallEvent,
  GroupCallState,
  GroupCallUnknownDeviceError,
  type GroupCall,
} from 'matrix-js-sdk/lib/webrtc/groupCall.js';

interface Private {
  onActiveSpeakerLoop(): void;
  callExpected(call: MatrixCall): boolean;
  disposeCall(call: MatrixCall, reason: CallErrorCode): void;
  onCallHangup(call: MatrixCall): void;
  readonly calls: Map<string, Map<string, MatrixCall>>;
  readonly callHandlers: Map<string, Map<string, unknown>>;
  readonly retryCallCounts: Map<string, Map<string, number>>;
  forEachCall(work: (call: MatrixCall) => void): void;
}

const privateNames = [
  'onActiveSpeakerLoop',
  'callExpected',
  'disposeCall',
  'onCallHangup',
  'calls',
  'callHandlers',
  'retryCallCounts',
  'forEachCall',
] as const;

/** The loudest of the others on average; whoever is below the threshold counts as silent, also in the oldest sample. */
export function loudest<Feed extends { readonly speakingVolumeSamples: readonly number[] }>(
  feeds: readonly Feed[],
): Feed | null {
  let top = SPEAKING_THRESHOLD;
  let found: Feed | null = null;
  for (const feed of feeds) {
    const { speakingVolumeSamples: samples } = feed;
    if (samples.length === 0) continue;
    const sum = samples.reduce((all, one) => all + Math.max(one, SPEAKING_THRESHOLD), 0);
    const average = sum / samples.length;
    if (average <= top) continue;
    top = average;
    found = feed;
  }
  return found;
}

/** @param isUnknown whether the engine knows no such device, so that a signal to it could not be encrypted */
export function repairGroupCall(
  groupCall: GroupCall,
  isUnknown: (userId: string, deviceId: string) => boolean,
): void {
  const inner = groupCall as unknown as Private;
  for (const name of privateNames)
    if (!(name in groupCall)) throw new Error(`matrix-js-sdk has changed: there is no ${name}`);

  // One moment of digital silence as the oldest sample hid the speaker.
  inner.onActiveSpeakerLoop = () => {
    const { userMediaFeeds } = groupCall;
    const others = userMediaFeeds.filter((feed: CallFeed) => !feed.isLocal());
    const next = loudest(others.length > 0 ? others : userMediaFeeds);
    if (next === null || next === groupCall.activeSpeaker) return;
    groupCall.activeSpeaker = next;
    groupCall.emit(GroupCallEvent.ActiveSpeakerChanged, next);
  };

  // A leg whose device is not listed any more lived on for half a minute with a frozen picture.
  groupCall.on(GroupCallEvent.ParticipantsChanged, () => {
    if (groupCall.state !== GroupCallState.Entered) return;
    inner.forEachCall((call) => {
      if (call.state === CallState.Ended || inner.callExpected(call)) return;
      void call.hangup(CallErrorCode.UserHangup, false);
    });
  });

  sweepSilentEnds(groupCall, isUnknown);

  // Both threw on a leg that has no feed of ours yet.
  const forEachCall = inner.forEachCall.bind(groupCall);
  let skippers = 0;
  inner.forEachCall = (work) =>
    forEachCall((call) => {
      if (skippers === 0 || call.localUsermediaFeed !== undefined) work(call);
    });
  const skipping =
    (real: (muted: boolean) => Promise<boolean>) =>
    async (muted: boolean): Promise<boolean> => {
      skippers += 1;
      try {
        return await real(muted);
      } finally {
        skippers -= 1;
      }
    };
  groupCall.setMicrophoneMuted = skipping(groupCall.setMicrophoneMuted.bind(groupCall));
  groupCall.setLocalVideoMuted = skipping(groupCall.setLocalVideoMuted.bind(groupCall));

  // The handlers of a leg stayed for ever: they were looked for under the person instead of the device.
  const dispose = inner.disposeCall.bind(groupCall);
  inner.disposeCall = (call, reason) => {
    dispose(call, reason);
    const userId = call.getOpponentMember()?.userId ?? call.invitee ?? '';
    const handlers = inner.callHandlers.get(userId);
    handlers?.delete(call.getOpponentDeviceId() ?? '');
    if (handlers?.size === 0) inner.callHandlers.delete(userId);
  };
}

/** A leg whose invitation could not be sent ended without a word, kept its place, and so was never tried again (CALL-9.13). */
function sweepSilentEnds(
  groupCall: GroupCall,
  isUnknown: (userId: string, deviceId: string) => boolean,
): void {
  const inner = groupCall as unknown as Private;
  const watched = new WeakSet<MatrixCall>();
  groupCall.on(GroupCallEvent.CallsChanged, () => {
    inner.forEachCall((leg) => {
      if (watched.has(leg)) return;
      watched.add(leg);
      leg.on(CallEvent.State, (state: CallState) => {
        if (state !== CallState.Ended) return;
        queueMicrotask(() => {
          const userId = leg.getOpponentMember()?.userId ?? leg.invitee ?? '';
          const deviceId = leg.getOpponentDeviceId() ?? '';
          if (inner.calls.get(userId)?.get(deviceId) !== leg) return;
          inner.onCallHangup(leg);
          // CALL-8.2: the SDK says so of incoming signals only.
          const error = isUnknown(userId, deviceId)
            ? new GroupCallUnknownDeviceError(userId)
            : new GroupCallError(
                GroupCallErrorCode.PlaceCallFailed,
                `Failed to place call to ${userId}`,
              );
          groupCall.emit(GroupCallEvent.Error, error);
        });
      });
    });
  });
}

export const retriesOf = (groupCall: GroupCall, userId: string, deviceId: string): number =>
  (groupCall as unknown as Private).retryCallCounts.get(userId)?.get(deviceId) ?? 0;
