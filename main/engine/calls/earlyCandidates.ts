// Owns candidates that can be read before the invitation of their call, for a minute at most. It must not grow with what strangers send.
import type { Clock } from '../base/types';

const holdMs = 60_000;
const mostCalls = 32;
const mostSignals = 16;

export interface EarlyCandidates<Signal> {
  /** @returns false: there are too many already */
  hold(callKey: string, signal: Signal): boolean;
  /** In the order in which they came; they are forgotten here. */
  take(callKey: string): readonly Signal[];
}

export function createEarlyCandidates<Signal>(
  clock: Pick<Clock, 'monotonic'>,
): EarlyCandidates<Signal> {
  const held = new Map<string, { readonly until: number; readonly signals: Signal[] }>();
  return {
    hold(callKey, signal) {
      const now = clock.monotonic();
      for (const [key, { until }] of held) if (until < now) held.delete(key);
      const waiting = held.get(callKey) ?? { until: now + holdMs, signals: [] };
      if (held.size >= mostCalls || waiting.signals.length >= mostSignals) return false;
      waiting.signals.push(signal);
      held.set(callKey, waiting);
      return true;
    },
    take(callKey) {
      const waiting = held.get(callKey);
      held.delete(callKey);
      return waiting?.signals ?? [];
    },
  };
}
