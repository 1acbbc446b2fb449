// When another device of ours begins to trust the identity, it brings its room keys into the backup. Nobody tells when it has done so, and
// the library asks the backup only for a message that is being decrypted: so what cannot be read is tried again some times.
import type { Clock } from '../base/types';

/** From a change of our own devices to the looks after it. */
const lookAfterMs: readonly number[] = [10_000, 60_000, 300_000];

export interface LaterKeys {
  /** The devices of these people changed. A change begins the looks anew. */
  devicesUpdated(userIds: readonly string[]): void;
  stop(): void;
}

export function createLaterKeys(
  ownUserId: string,
  clock: Pick<Clock, 'setTimeout'>,
  look: () => void,
): LaterKeys {
  let planned: (() => void)[] = [];
  const stop = (): void => {
    planned.forEach((cancel) => cancel());
    planned = [];
  };
  return {
    devicesUpdated(userIds) {
      if (!userIds.includes(ownUserId)) return;
      stop();
      planned = lookAfterMs.map((ms) => clock.setTimeout(look, ms));
    },
    stop,
  };
}
