// The number on the app's icon: all rooms added up, at once after a quiet moment, then four times a second. While the disk does not read it stays
// as it was.
import { unreadTotals } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { retried } from '../base/clock';
import type { Clock } from '../base/types';

const pauseMs = 250;

export interface Badge {
  /** A room may count otherwise. */
  look(): void;
  stop(): void;
}

export function createBadge(
  store: Store,
  clock: Clock,
  show: (unread: number, highlights: number) => void,
): Badge {
  let shown = '';
  let cancelPause: (() => void) | null = null;
  let again = false;

  const adding = retried(clock, () => {
    const { unread, highlights } = unreadTotals(store.db);
    const now = `${unread} ${highlights}`;
    if (now === shown) return;
    shown = now;
    show(unread, highlights);
  });

  function look(): void {
    if (cancelPause !== null) {
      again = true;
      return;
    }
    // What the disk kept from being added up is read anew when it works.
    if (adding.waits()) return;
    again = false;
    cancelPause = clock.setTimeout(() => {
      cancelPause = null;
      if (again) look();
    }, pauseMs);
    adding.now();
  }

  return {
    look,
    stop() {
      cancelPause?.();
      adding.end();
    },
  };
}
