// From an answer to the first sound: whatever else the engine does then stands in its way (R12).
import type { Clock } from '../base/types';

/** Where it takes long. */
const mostMs = 200;

export interface QuietTime {
  /** An answer came or goes out. Once per call: whoever answers again and again holds nothing up. */
  answered(callId: string): void;
  connected(): void;
  /** Monotonic, ms. */
  until(): number;
}

export function createQuietTime(clock: Pick<Clock, 'monotonic'>): QuietTime {
  let lastCallId = '';
  let until = 0;
  return {
    answered(callId) {
      if (callId === lastCallId) return;
      lastCallId = callId;
      until = clock.monotonic() + mostMs;
    },
    connected: () => void (until = 0),
    until: () => until,
  };
}
