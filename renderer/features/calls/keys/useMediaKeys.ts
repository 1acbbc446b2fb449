// The media keys of a headset or a keyboard during a call: pause holds the call (in a group call: mutes the microphone), play continues it,
// hang-up ends it.
import { useEffect, useMemo } from 'react';
import { useCallCenter, useCallsState } from '../context';

type Handler = (() => void) | null;

/** The browser knows these actions; not every version of the DOM types does. */
type Action = 'play' | 'pause' | 'stop' | 'hangup';

function setHandler(action: Action, handler: Handler): void {
  try {
    navigator.mediaSession.setActionHandler(action as MediaSessionAction, handler);
  } catch {
    // The browser does not know the action.
  }
}

interface Keys {
  readonly paused: boolean;
  pause(on: boolean): void;
  end(): void;
}

/** A call that cannot be held has its microphone muted instead; push to talk has no media keys. */
function useCallKeys(): Keys | null {
  const center = useCallCenter();
  const { calls } = useCallsState();
  const running = calls.filter(({ state, can }) => state === 'connected' && !can.pushToTalk);
  const call = running.find(({ onHold }) => !onHold) ?? running[0];
  const { callId = null, onHold = false, micMuted = false, can = null } = call ?? {};
  const canHold = can?.hold === true;
  const paused = canHold ? onHold : micMuted;
  return useMemo(() => {
    if (callId === null) return null;
    const session = center?.session(callId) ?? null;
    if (session === null) return null;
    return {
      paused,
      pause(on) {
        if (canHold && !on) void center?.resume(callId);
        else if (canHold) session.setHold?.(true);
        else void session.setMicrophone(!on);
      },
      end: () => session.hangUp(),
    };
  }, [center, callId, canHold, paused]);
}

export function useMediaKeys(): void {
  const keys = useCallKeys();
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
