// Tries at once all that waits for the network: after the computer slept, and when a person asks for it.
import type { EngineParts } from './parts';

type Parts = Pick<EngineParts, 'network' | 'reminders' | 'scheduled' | 'transfers'>;

/** Ends the pauses of everything that waits for the server. */
export function wakeUp({ network, reminders, scheduled, transfers }: Parts): void {
  network.now()?.wake();
  reminders.wake();
  scheduled.wake();
  transfers.wake();
}

/** Does `wakeUp`, and resolves with whether the server answered. */
export function tryNow(parts: Parts): Promise<boolean> {
  const sync = parts.network.now()?.sync;
  if (sync === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = sync.onStatus(({ phase }) => {
      // The first failure of a poll is no answer yet: the keep-alive follows it.
      if (phase === 'connecting') return;
      end();
      resolve(phase !== 'offline' && phase !== 'signed_out');
    });
    wakeUp(parts);
  });
}
