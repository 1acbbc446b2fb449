// The keys of a headset or a keyboard while a call runs: pause and play hold it (of many: close the microphone) and take it up again, hang-up
// ends it.
import { useEffect, useMemo } from 'react';
import { useCallCenter, useCallsState } from '../context';
import { useGroupCenter, useGroupState } from '../mesh/context';

type Handler = (() => void) | null;

/** Known to the browser, not to every version of the types. */
type Action = 'play' | 'pause' | 'stop' | 'hangup';

function setHandler(action: Action, handler: Handler): void {
  try {
    navigator.mediaSession.setActionHandler(action as MediaSessionAction, handler);
  } catch {
    // A browser that does not know the action.
  }
}

interface Keys {
  readonly paused: boolean;
  pause(on: boolean): void;
  end(): void;
}

function useCallKeys(): Keys | null {
  const center = useCallCenter();
  const { calls } = useCallsState();
  const call = calls.find(({ state, onHold }) => state === 'connected' && !onHold);
  const held = calls.find(({ state, onHold }) => state === 'connected' && onHold);
  const callId = (call ?? held)?.callId ?? null;
  const paused = call === undefined;
  return useMemo(() => {
    const session = callId === null ? null : (center?.session(callId) ?? null);
    if (session === null) return null;
    return { paused, pause: (on) => session.setHold(on), end: () => session.hangUp() };
  }, [center, callId, paused]);
}

/** A call of many cannot be held: pause and play are the microphone's; never in push to talk. */
function useGroupKeys(): Keys | null {
  const center = useGroupCenter();
  const { call } = useGroupState();
  const inCall = call !== null && !call.isPtt;
  const paused = call?.micMuted ?? false;
  return useMemo(() => {
    if (!inCall || center === null) return null;
    return {
      paused,
      pause: (on) => void center.session()?.setMicrophone(!on),
      end: () => void center.leave(),
    };
  }, [center, inCall, paused]);
}

export function useMediaKeys(): void {
  const ofCall = useCallKeys();
  const ofGroup = useGroupKeys();
  const keys = ofCall ?? ofGroup;
  useEffect(() => {
    if (keys === null) return;
    navigator.mediaSession.playbackState = keys.paused ? 'paused' : 'playing';
    setHandler('pause', () => keys.pause(true));
    setHandler('play', () => keys.pause(false));
    setHandler('stop', () => keys.end());
    setHandler('hangup', () => keys.end());
    return () => {
      for (const action of ['play', 'pause', 'stop', 'hangup'] as const) setHandler(action, null);
      navigator.mediaSession.playbackState = 'none';
    };
  }, [keys]);
}
