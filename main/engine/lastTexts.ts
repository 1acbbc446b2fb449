// Sends what somebody wrote in the last seconds before they quit: who pressed Send does not think of it again. Waits a moment only; a text
// that has not gone by then is sent at the next start.
import { outboxPending } from '#stores/outbox/outbox';
import type { EngineParts } from './contract/parts';

/** Main ends an engine after three seconds. */
const mostMs = 1_500;

type Parts = Pick<EngineParts, 'store' | 'network' | 'scheduled' | 'clock'>;

/** Files take longer than anybody waits, and what was refused needs its author. */
const hasTexts = ({ db }: Parts['store']): boolean =>
  outboxPending(db).some(({ attachment, status }) => attachment === null && status !== 'not_sent');

function untilSent(store: Parts['store']): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (hasTexts(store)) return;
      stop();
      resolve();
    };
    const stop = store.onCommit(look);
    look();
  });
}

/** Never rejects: the end of the app waits for nothing that fails. */
export async function sendLastTexts({ store, network, scheduled, clock }: Parts): Promise<void> {
  // Without a server they wait as they are: an undo is still possible at the next start.
  if (network.now()?.sync.gate.open() !== true) return;
  let cancel = (): void => undefined;
  const limit = new Promise<void>((end) => (cancel = clock.setTimeout(end, mostMs)));
  await Promise.race([scheduled.sendUndoable().then(() => untilSent(store)), limit]);
  cancel();
}
