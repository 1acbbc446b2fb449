// Owns the timers of ringing calls: each ring ends by itself as a missed call, and a call that came too late is announced once it is sure
// that no other device took it. It must not send anything.
import { retried, type Retried } from '../base/clock';
import type { Clock } from '../base/types';
import type { Crypto } from '../crypto/crypto';
import type { Call, CallRegistry } from './callRegistry';
import type { SignalQueue } from './signalQueue';

/** An invitation that came late waits so long, because the events that follow it say whether another device answered. */
const lateMs = 3_000;
/** An older missed call is in the history, but is not announced. */
const mostLateMs = 24 * 3_600_000;

export interface RingTimersDeps {
  readonly registry: CallRegistry;
  readonly queue: Pick<SignalQueue, 'settle' | 'keep'>;
  readonly crypto: Pick<Crypto, 'prepareToEncrypt'> | null;
  readonly clock: Clock;
  readonly missed: (call: Call) => void;
}

export interface RingTimers {
  /** The caller has given up. */
  missed(call: Call): void;
  /** @param ageMs age of the invitation */
  announceLate(call: Call, ageMs: number): void;
  stop(): void;
}

const keyOf = ({ roomId, callId }: Pick<Call, 'roomId' | 'callId'>): string =>
  `${roomId} ${callId}`;

export function createRingTimers(deps: RingTimersDeps): RingTimers {
  const { registry, queue, clock } = deps;
  const timers = new Map<string, () => void>();
  const late = new Map<Call, () => void>();
  const untold = new Set<Retried>();

  function cancel(key: string): void {
    timers.get(key)?.();
    timers.delete(key);
  }

  /** Announces a missed call. It reads the disk, and is repeated until that works. */
  function tellMissed(call: Call): void {
    const telling = retried(clock, () => {
      deps.missed(call);
      untold.delete(telling);
    });
    untold.add(telling);
    telling.now();
  }

  function ring(call: Call): void {
    queue.keep(call.callId);
    // The room key is shared now, so that an answer does not wait for that.
    void deps.crypto?.prepareToEncrypt(call.roomNo);
    const expire = (): void => {
      if (call.state !== 'ringing') return;
      registry.end(call, 'missed');
      tellMissed(call);
    };
    timers.set(keyOf(call), clock.setTimeout(expire, call.ringsUntil - clock.monotonic()));
  }

  /** Gives every ring a timer of its own; a call that is over leaves no signals. */
  function follow(): void {
    const live = new Map(registry.all().map((call) => [keyOf(call), call]));
    for (const key of [...timers.keys()]) {
      const call = live.get(key);
      if (call?.state === 'ringing') continue;
      cancel(key);
      queue.settle(call?.callId ?? key.slice(key.indexOf(' ') + 1));
    }
    for (const [key, call] of live) if (call.state === 'ringing' && !timers.has(key)) ring(call);
  }
  registry.onChange(follow);

  return {
    missed(call) {
      cancel(keyOf(call));
      tellMissed(call);
    },
    announceLate(call, ageMs) {
      if (ageMs > mostLateMs) return;
      const announce = (): void => {
        late.delete(call);
        if (call.outcome === 'missed') tellMissed(call);
      };
      late.set(call, clock.setTimeout(announce, lateMs));
    },
    stop() {
      timers.forEach((one) => one());
      late.forEach((one) => one());
      untold.forEach((one) => one.end());
    },
  };
}
