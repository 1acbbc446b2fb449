// The longest delay that a server takes for an event of later (MSC4140), as its refusal says it. Keeps nothing.
import { AppFailure } from '#contract/wire/errors';

/** Null: the refusal is about something else. CHAT-8.16 */
export function mostDelayIn(thrown: unknown): number | null {
  if (!(thrown instanceof AppFailure)) return null;
  const { data, message } = thrown.error;
  const said = data?.['org.matrix.msc4140.max_delay'] ?? data?.['max_delay'];
  if (typeof said === 'number' && said > 0) return said;
  // Synapse says it in words.
  const found = data?.['status'] === 403 ? /delay .*maximum \((\d{1,12})ms\)/.exec(message) : null;
  return found === null ? null : Number(found[1]);
}
