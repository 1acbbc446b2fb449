// The one door to other programs. Judges every address itself and limits how fast links can be opened.
import type { Log } from '../logs';
import { createRateLimit } from './rateLimit';
import { externalUrl } from './urlPolicy';

export interface OpenExternalDeps {
  open(url: string): Promise<void>;
  now(): number;
  readonly log: Log;
  /** Called with each opened address; for tests of the running app. */
  onOpened?(url: string): void;
}

const windowMs = 10_000;
const maxInWindow = 10;

/** Resolves with whether the operating system was asked to open it. */
export function createOpenExternal({ open, now, log, onOpened }: OpenExternalDeps) {
  const within = createRateLimit(now, windowMs, maxInWindow);
  return async (text: string): Promise<boolean> => {
    const url = externalUrl(text);
    if (url === null) {
      log.warn('link refused');
      return false;
    }
    if (!within()) {
      log.warn('too many links at once');
      return false;
    }
    try {
      await open(url);
    } catch {
      // No program for it; the system's text may hold the link.
      log.warn('link could not be opened');
      return false;
    }
    onOpened?.(url);
    return true;
  };
}
