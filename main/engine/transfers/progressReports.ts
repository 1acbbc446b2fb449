// Reports progress to main: a fraction for the taskbar while something runs, and one notice (`transfersDone`) when the queue is empty.
import type { AppError } from '#contract/wire/errors';
import type { Store } from '#stores/sqlite/store';
import type { StoredTransfer } from '#stores/transfers/transfers';
import type { Desktop } from '../desktop';
import type { Clock } from '../base/types';
import { throttle } from '../views/view';
import { fractionOf, readSummary, type TransferViewDeps } from './view';

export type ProgressTarget = Pick<Desktop, 'transferProgress' | 'transfersDone'>;

const reportEveryMs = 250;

export function createProgressReports({
  store,
  clock,
  target,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly target: ProgressTarget;
}) {
  /** Since the queue last ran empty. */
  let count = { uploaded: 0, downloaded: 0, failed: 0 };
  let finishedBytes = 0;
  let view: TransferViewDeps | null = null;
  let shown = false;
  const disposers: (() => void)[] = [];

  const work = (): void => {
    if (view === null) return;
    const summary = readSummary(view);
    const { running, waiting, failed } = summary;
    if (running + waiting > 0) {
      shown = true;
      target.transferProgress.set({
        fraction: fractionOf(summary, finishedBytes),
        running,
        failed,
      });
      return;
    }
    if (shown) target.transferProgress.set({ fraction: null, running: 0, failed });
    shown = false;
    const { uploaded, downloaded } = count;
    // A pause is no end.
    if (summary.paused === 0 && uploaded + downloaded + count.failed > 0) {
      target.transfersDone.set({ ...count, run: (target.transfersDone.now()?.run ?? 0) + 1 });
      count = { uploaded: 0, downloaded: 0, failed: 0 };
      finishedBytes = 0;
    }
  };
  let paced = throttle(clock, reportEveryMs, work);

  return {
    finished({ kind, sizeBytes }: StoredTransfer, error: AppError | null): void {
      if (error !== null) count.failed += 1;
      else if (kind === 'upload' || kind === 'copy') count.uploaded += 1;
      else if (kind === 'download' || kind === 'zip') count.downloaded += 1;
      if (error === null) finishedBytes += sizeBytes ?? 0;
    },
    start(deps: TransferViewDeps): void {
      view = deps;
      paced = throttle(clock, reportEveryMs, work);
      disposers.push(
        deps.queue.onProgress(() => paced.ask()),
        store.onCommit((changes) => {
          if (changes.topics.has('transfers')) paced.ask();
        }),
      );
    },
    stop(): void {
      disposers.splice(0).forEach((dispose) => dispose());
      paced.close();
    },
  };
}
