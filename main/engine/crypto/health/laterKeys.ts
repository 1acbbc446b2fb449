// Looks again, some times, for keys that another device of ours is still uploading to the backup. No message announces these keys, and the
// library asks the backup only for an event that is being decrypted.
import type { Clock } from '../../base/types';

/** From the reason for the looks to each of them. */
const lookAfterMs: readonly number[] = [10_000, 60_000, 300_000];

export interface LaterKeys {
  /** Plans the looks, in place of those that are planned. */
  begin(): void;
  stop(): void;
}

export function createLaterKeys(clock: Pick<Clock, 'setTimeout'>, look: () => void): LaterKeys {
  let planned: (() => void)[] = [];
  const stop = (): void => {
    planned.forEach((cancel) => cancel());
    planned = [];
  };
  return {
    begin() {
      stop();
      planned = lookAfterMs.map((ms) => clock.setTimeout(look, ms));
    },
    stop,
  };
}
