// Retries failed events after another device of ours has begun to trust the identity, because that device then uploads its room keys to the
// backup. No message announces these keys, and the library asks the backup only for an event that is being decrypted.
import type { Clock } from '../base/types';

/** From a change of our own devices to the looks after it. */
const lookAfterMs: readonly number[] = [10_000, 60_000, 300_000];

export interface LaterKeys {
  /** The devices of these people changed. A change starts the retries again. */
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
