// The keys of calls in whatever window of this page has the focus: this one, or the call's own. They come before every part of the window,
// also before a dialog, since they change nothing of it.
import { useEffect, useEffectEvent } from 'react';
import { callKeyOf, type CallKey } from '#app/callKeys';
import { useShellValue } from '#app/context';
import { usePopOut } from '../stage/floating/popped';
import { acceleratorOf, isRecorder } from './muteKeys';

export type CallPresses = Readonly<Partial<Record<CallKey, () => void>>>;

/** A key that is not among `presses` is left to the rest of the window. */
export function useCallPress(presses: CallPresses): void {
  const { any: own } = usePopOut();
  const keys = useShellValue('callKeys');
  const isMac = useShellValue('app')?.platform === 'darwin';
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.isComposing ? null : callKeyOf(event);
    const press = key === null ? undefined : presses[key];
    if (press === undefined || isRecorder((event.currentTarget as Window).document)) return;
    // The person has given this key to something else: that hears it as well.
    const taken = [keys?.muteShortcut, keys?.talkShortcut];
    if (taken.includes(acceleratorOf(event, isMac))) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) press();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    const windows = own === null ? [window] : [window, own];
    for (const one of windows) one.addEventListener('keydown', listen, true);
    return () => {
      for (const one of windows) one.removeEventListener('keydown', listen, true);
    };
  }, [own]);
}
