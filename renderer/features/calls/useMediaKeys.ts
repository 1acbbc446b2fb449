// The keys of a headset or a keyboard while a call runs: pause and play hold it and take it up again, hang-up ends it.
import { useEffect } from 'react';
import { useCallCenter, useCallsState } from './context';

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

export function useMediaKeys(): void {
  const center = useCallCenter();
  const { calls } = useCallsState();
  const call = calls.find(({ state, onHold }) => state === 'connected' && !onHold);
  const held = calls.find(({ state, onHold }) => state === 'connected' && onHold);
  const callId = (call ?? held)?.callId ?? null;
  const onHold = call === undefined;
  useEffect(() => {
    const session = callId === null ? null : (center?.session(callId) ?? null);
    if (session === null) return;
    navigator.mediaSession.playbackState = onHold ? 'paused' : 'playing';
    setHandler('pause', () => session.setHold(true));
    setHandler('play', () => session.setHold(false));
    setHandler('stop', () => session.hangUp());
    setHandler('hangup', () => session.hangUp());
    return () => {
      for (const action of ['play', 'pause', 'stop', 'hangup'] as const) setHandler(action, null);
      navigator.mediaSession.playbackState = 'none';
    };
  }, [center, callId, onHold]);
}
