// Watches whether the user is at this computer: the system measures the time since the last input, and knows when it is locked.
import type { PowerMonitor } from 'electron/main';

export interface IdleWatchDeps {
  readonly system: Pick<PowerMonitor, 'getSystemIdleState' | 'on'>;
  /** Returns the function that cancels. */
  readonly every: (ms: number, work: () => void) => () => void;
  /** Repeated as long as it lasts, because an engine that has just started does not know it. */
  readonly onIdle: (idle: boolean) => void;
}

const lookEveryMs = 15_000;
/** Seconds without input after which the user counts as away. */
const idleAfterSeconds = 300;

/** Returns the function that ends it. */
export function watchIdle({ system, every, onIdle }: IdleWatchDeps): () => void {
  let locked = false;
  let before = false;
  const look = (): void => {
    const state = system.getSystemIdleState(idleAfterSeconds);
    const idle = locked || state === 'idle' || state === 'locked';
    if (idle || before) onIdle(idle);
    before = idle;
  };
  system.on('lock-screen', () => {
    locked = true;
    look();
  });
  system.on('unlock-screen', () => {
    locked = false;
    look();
  });
  return every(lookEveryMs, look);
}
