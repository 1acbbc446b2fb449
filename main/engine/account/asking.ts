// Polls a server until the user has completed a step elsewhere: a link in a mail, or a page in the browser.
import { AppFailure, type AppError } from '#contract/wire/errors';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';

export const everyMs = 3000;
/** An hour: links in mails do not hold for longer. */
export const mostTimes = 1200;

/** Failures that say nothing of the person's doing: the next turn asks again. */
const passing: ReadonlySet<string> = new Set([
  'email_unconfirmed',
  'step_unfinished',
  'offline',
  'timeout',
  'not_matrix',
  'server_error',
  'rate_limited',
]);

export const passes = (thrown: unknown): boolean =>
  thrown instanceof AppFailure && passing.has(thrown.error.code);

/** @returns what ends it. `ask` that resolves ends it too; `onRefused` hears a failure that does not pass. `firstMs`: until the first time. */
export function keepAsking(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  ask: () => Promise<void>,
  onRefused: (error: AppError) => void,
  firstMs = everyMs,
): () => void {
  let ended = false;
  let cancel: () => void = () => undefined;
  const plan = (times: number, ms: number): void => {
    if (!ended && times < mostTimes) cancel = clock.setTimeout(() => void turn(times), ms);
  };
  const turn = async (times: number): Promise<void> => {
    try {
      await ask();
    } catch (thrown) {
      if (ended) return;
      const error = unexpected(log, 'waiting for a person', thrown);
      if (passes(thrown)) plan(times + 1, Math.max(everyMs, error.retryAfterMs ?? 0));
      else onRefused(error);
    }
  };
  plan(0, firstMs);
  return () => {
    ended = true;
    cancel();
  };
}
