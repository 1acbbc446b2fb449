// The key that is held to talk: in push to talk it is the button, in any other call it opens a closed microphone for as long as it is down.
// Main hears it in whatever program; while this window or the call's own is in front they hear it as well, also where main cannot.
import { useEffect, useMemo, useState } from 'react';
import { rightControl } from '#contract/areas/calls/callNames';
import { useShellValue } from '#app/context';
import { acceleratorOf, isRecorder } from './muteKeys';
import type { CallCenter } from '../center';
import { useCallCenter, useInCall } from '../context';
import { usePopOut } from '../stage/floating/popped';
import { logged } from '../webrtc/log';

/** Held in one of these windows; one that is no longer in front is not told of its end. */
export function useHeldHere(
  accelerator: string | null,
  mac: boolean,
  windows: readonly Window[],
): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (accelerator === null) return;
    let code: string | null = null;
    const hold = (pressed: string | null): void => {
      code = pressed;
      setHeld(pressed !== null);
    };
    const down = (event: KeyboardEvent): void => {
      const keys = event.code === rightControl ? rightControl : acceleratorOf(event, mac);
      if (keys !== accelerator || isRecorder((event.currentTarget as Window).document)) return;
      event.preventDefault();
      hold(event.code);
    };
    const up = (event: KeyboardEvent): void => {
      // Releasing a modifier of the shortcut ends it too.
      const partner = accelerator.includes('+') && acceleratorOf(event, mac) === 'more';
      if (event.code === code || partner) hold(null);
    };
    const release = (): void => hold(null);
    for (const one of windows) {
      one.addEventListener('keydown', down, true);
      one.addEventListener('keyup', up, true);
      one.addEventListener('blur', release);
    }
    return () => {
      release();
      for (const one of windows) {
        one.removeEventListener('keydown', down, true);
        one.removeEventListener('keyup', up, true);
        one.removeEventListener('blur', release);
      }
    };
  }, [accelerator, mac, windows]);
  return held;
}

/** Opens the microphone of the call that is talked in; answers how to close it. Null: it is open, or there is none. */
export function talk(center: Pick<CallCenter, 'get' | 'session'>): (() => void) | null {
  const call = center.get().calls.find(({ state, onHold }) => state === 'connected' && !onHold);
  const session = call === undefined ? null : center.session(call.callId);
  if (call === undefined || session === null || !call.micMuted) return null;
  const opened = session.setMicrophone(true).catch(logged('open the microphone'));
  const close = (): void => void session.setMicrophone(false).catch(logged('close the microphone'));
  // In push to talk `setMicrophone` itself lets a release overtake its press.
  return call.can.pushToTalk ? close : () => void opened.then(close);
}

export function useTalkKey(): void {
  const center = useCallCenter();
  const keys = useShellValue('callKeys');
  const mac = useShellValue('app')?.platform === 'darwin';
  const inCall = useInCall();
  const everywhere = useShellValue('talkKeyHeld') === true;
  const { any } = usePopOut();
  const windows = useMemo(() => (any === null ? [window] : [window, any]), [any]);
  const here = useHeldHere(inCall ? (keys?.talkShortcut ?? null) : null, mac, windows);
  const held = everywhere || here;
  useEffect(() => {
    if (!held || center === null) return;
    // The field that records shortcuts can only be in a window with the focus.
    if (document.hasFocus() && isRecorder(document)) return;
    return talk(center) ?? undefined;
  }, [held, center]);
}
