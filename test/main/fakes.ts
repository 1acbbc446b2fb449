// Shared fakes of the tests of main: a clock that only moves when told, a log that is kept, temporary folders.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../main/shell/logs';

export function fakeClock() {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly work: () => void }>();
  return {
    now: () => now,
    setTimeout: (work: () => void, ms: number) => {
      const timer = { at: now + ms, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Milliseconds until the next timer, or null. */
    next: () => {
      const all = [...timers].map(({ at }) => at - now);
      return all.length === 0 ? null : Math.min(...all);
    },
    /** Time goes by, and no timer fires. */
    pass: (ms: number) => {
      now += ms;
    },
    advance: (ms: number) => {
      now += ms;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at <= now && timers.delete(timer)) timer.work();
      }
    },
  };
}

export function keptLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const write =
    (level: string) =>
    (message: string): void =>
      void lines.push(`${level} ${message}`);
  const log: Log = {
    error: write('error'),
    warn: write('warn'),
    info: write('info'),
    debug: write('debug'),
    child: () => log,
  };
  return { log, lines };
}

const folders: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-main-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Waits for a state, at most as long as the test may run. */
export async function until(state: () => boolean): Promise<void> {
  while (!state()) await new Promise((resolve) => setImmediate(resolve));
}
