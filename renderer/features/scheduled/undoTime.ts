// How long a text waits before it goes out, so that sending can be taken back: a setting of the account, off at first.
import { useSetting } from '#app/hooks';

export const undoSetting = 'send.undoSeconds';
/** Seconds; 0: it goes out at once. */
export const undoTimes = [0, 5, 10, 20, 30] as const;

export function useUndoSeconds(): number {
  const seconds = useSetting(undoSetting);
  return undoTimes.find((one) => one === seconds) ?? 0;
}
