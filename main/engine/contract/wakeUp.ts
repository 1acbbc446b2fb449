// Tries at once all that waits for the network: after the computer slept, and when a person asks for it.
import { askOnce } from '../sync/keepAlive';
import type { EngineParts } from './parts';

type Parts = Pick<EngineParts, 'network' | 'reminders' | 'scheduled' | 'transfers'>;

/** Ends the pauses of everything that waits for the server. */
export function wakeUp({ network, reminders, scheduled, transfers }: Parts): void {
  network.now()?.wake();
  reminders.wake();
  scheduled.wake();
  transfers.wake();
}

/**
 * Does `wakeUp`, and resolves when the server has answered or could not be reached. It is asked for itself: what sync says next may be of an
 * answer that came before, and sync may have ended.
 */
export async function tryNow(parts: Parts): Promise<void> {
  const online = parts.network.now();
  if (online === null) return;
  wakeUp(parts);
  await askOnce(online.http);
}
