// Fills the gaps that a timeline shows, the newest first, and repeats failed requests. Must not compose anything.
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { reported } from '../../base/unexpected';
import type { TimelineWindow } from './timelineWindow';
import type { ViewDeps } from '../view';

/** A gap that could not be filled is tried again so long after, and then each minute. */
const gapAgainMs = [3_000, 15_000];
const gapAgainLastMs = 60_000;

export interface TimelineGaps {
  /** Requests the events of the gaps in the background, while the timeline shows the gaps; a failed request is repeated. */
  fill(window: TimelineWindow, items: readonly TimelineItem[]): void;
  close(): void;
}

/** @param again composes the timeline again, after which it calls `fill` */
export function createTimelineGaps(
  { clock, log }: Pick<ViewDeps, 'clock' | 'log'>,
  again: () => void,
): TimelineGaps {
  const asked = new Set<string>();
  /** Failures in a row, by the key of the gap. */
  const failures = new Map<string, number>();
  let cancel = (): void => undefined;
  let closed = false;

  function tryAgain(key: string): void {
    const count = failures.get(key) ?? 0;
    failures.set(key, count + 1);
    if (closed) return;
    cancel();
    cancel = clock.setTimeout(() => {
      // Also a gap whose turn was taken by a newer one.
      for (const failed of failures.keys()) asked.delete(failed);
      again();
    }, gapAgainMs[count] ?? gapAgainLastMs);
  }

  return {
    fill(window, items) {
      const gap = items.findLast((item) => item.kind === 'gap');
      if (gap === undefined || asked.has(gap.key)) return;
      asked.add(gap.key);
      // Not before the caller listens to commits.
      Promise.resolve()
        .then(() => (closed ? undefined : window.fill()))
        .then(() => failures.delete(gap.key))
        .catch((thrown: unknown) => {
          if (log !== undefined) reported(log, 'gap of a timeline')(thrown);
          tryAgain(gap.key);
        });
    },
    close() {
      closed = true;
      cancel();
    },
  };
}
