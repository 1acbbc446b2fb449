// Waits until a sent event comes back with sync: only then the store has it and lists show it.
import type { Store } from '#stores/sqlite/store';
import type { Clock } from '../../base/types';

const echoMs = 10_000;

/** Until it is so after a commit: a row of the queue passes into the row of a list without a gap. Gives up quietly. */
export async function untilHere(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  signal: AbortSignal,
  here: () => boolean,
): Promise<void> {
  if (here()) return;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      cancel();
      unwatch();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.setTimeout(end, echoMs);
    const unwatch = store.onCommit(() => {
      if (here()) end();
    });
    signal.addEventListener('abort', end, { once: true });
  });
}
