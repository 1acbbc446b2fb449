// The number on the app's icon: the sum over all rooms, at once after a quiet moment, then at most four times a second. While the disk
// cannot be read it stays as it was.
import { unreadTotals } from '#stores/rooms/totals';
import type { Store } from '#stores/sqlite/store';
import { retried } from '../base/clock';
import type { Clock } from '../base/types';

const pauseMs = 250;

export interface Badge {
  /** To be called when the counts of a room may have changed. */
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
    // A sum that the disk refused is computed again when the disk works.
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
