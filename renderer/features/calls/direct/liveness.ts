// When media of a call between two first flowed, whether they flow now, and the end of a call that gets no connection.
import { watchFlow } from '../media/flow';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import { CallErrorCode, CallEvent, CallState } from '../webrtc/callStates';

/** The longest wait for a first or a new connection; CALL-4.13 alone would restart ICE for as long as it fails. */
const connectWithinMs = 30_000;

export interface Liveness {
  /** Epoch, ms; null: nothing has flowed yet. */
  startedMs(): number | null;
  isFlowing(): boolean;
  stop(): void;
}

export function watchLiveness(call: MatrixCall, changed: () => void): Liveness {
  let startedMs: number | null = null;
  let isFlowing = false;
  const flow = watchFlow(call, changed);
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  function stopWaiting(): void {
    clearTimeout(watchdog);
    watchdog = undefined;
  }

  function stop(): void {
    stopWaiting();
    flow.stop();
  }

  function onConnection(): void {
    isFlowing = call.peerConn?.connectionState === 'connected';
    if (isFlowing) {
      startedMs ??= Date.now();
      stopWaiting();
    }
    changed();
  }

  const watch = (connection: RTCPeerConnection): void =>
    connection.addEventListener('connectionstatechange', onConnection);
  if (call.peerConn === undefined) call.on(CallEvent.PeerConnectionCreated, watch);
  else watch(call.peerConn);

  call.on(CallEvent.State, (state) => {
    if (state === CallState.Ended) stop();
    if (state !== CallState.Connecting) return;
    watchdog ??= setTimeout(() => {
      if (!call.callHasEnded()) call.hangup(CallErrorCode.IceFailed, false);
    }, connectWithinMs);
  });

  return { startedMs: () => startedMs, isFlowing: () => isFlowing && !flow.isSilent(), stop };
}
