// Work that waits for a pause in what causes it, and in which such a pause may never come.

export interface AfterPause {
  /** Does the work once nothing has asked for it for a while. */
  ask(): void;
  /** Forgets that it was asked for. */
  cancel(): void;
}

/**
 * @param pauseMs after the last time it was asked for
 * @param mostMs after the first time, however often it was asked for since
 */
export function createAfterPause(work: () => void, pauseMs: number, mostMs: number): AfterPause {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latestMs: number | null = null;
  const cancel = (): void => {
    clearTimeout(timer);
    latestMs = null;
  };
  return {
    ask() {
      const now = performance.now();
      latestMs ??= now + mostMs;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          latestMs = null;
          work();
        },
        Math.max(0, Math.min(pauseMs, latestMs - now)),
      );
    },
    cancel,
  };
}
