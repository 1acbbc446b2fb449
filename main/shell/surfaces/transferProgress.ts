// The progress bar of transfers in the taskbar: one bar, the sum over accounts, on every window. Red after a failure of a running or just
// ended transfer, until the user looks at a window.
import type { BrowserWindow } from 'electron/main';
import type { TransferProgress } from '#contract/control';

export interface ProgressBar {
  /** Less than 0: none; more than 1: of unknown length. */
  readonly value: number;
  readonly mode: 'none' | 'normal' | 'indeterminate' | 'error';
}

const none: ProgressBar = { value: -1, mode: 'none' };

/** `unseen`: failures that came while no window had the focus. */
export function barOf(all: readonly TransferProgress[], unseen: boolean): ProgressBar {
  const running = all.filter((one) => one.running > 0);
  const count = running.reduce((sum, one) => sum + one.running, 0);
  if (count === 0) return unseen ? { value: 1, mode: 'error' } : none;
  const known = running.filter((one) => one.fraction !== null);
  const mode = all.some((one) => one.failed > 0) ? 'error' : 'normal';
  if (known.length === 0) return { value: 2, mode: mode === 'error' ? 'error' : 'indeterminate' };
  const weight = known.reduce((sum, one) => sum + one.running, 0);
  const sum = known.reduce((total, one) => total + (one.fraction ?? 0) * one.running, 0);
  return { value: Math.min(1, Math.max(0, sum / weight)), mode };
}

export interface TransferBars {
  /** Null: this account's engine is away. */
  set(accountId: string, progress: TransferProgress | null): void;
  /** A window got the focus or was opened: failures count as seen. */
  seen(): void;
  /** Whether the user looks at a window of ours. */
  watched(): boolean;
  /** Number of transfers that would continue at the next start. */
  running(): number;
}

export interface TransferBarsDeps {
  windows(): readonly Pick<BrowserWindow, 'isDestroyed' | 'isFocused' | 'setProgressBar'>[];
}

export function createTransferBars({ windows }: TransferBarsDeps): TransferBars {
  const accounts = new Map<string, TransferProgress>();
  // Kept while an engine is away: the first value of its next run is no news.
  const failures = new Map<string, number>();
  let unseen = false;
  let shown = none;

  const watched = (): boolean =>
    windows().some((window) => !window.isDestroyed() && window.isFocused());

  const show = (again: boolean): void => {
    const bar = barOf([...accounts.values()], unseen);
    if (!again && bar.value === shown.value && bar.mode === shown.mode) return;
    shown = bar;
    for (const window of windows()) {
      if (!window.isDestroyed()) window.setProgressBar(bar.value, { mode: bar.mode });
    }
  };

  return {
    set: (accountId, progress) => {
      if (progress === null) {
        accounts.delete(accountId);
      } else {
        const before = failures.get(accountId) ?? progress.failed;
        if (progress.failed > before && !watched()) unseen = true;
        if (progress.failed === 0) unseen = false;
        failures.set(accountId, progress.failed);
        accounts.set(accountId, progress);
      }
      show(false);
    },
    seen: () => {
      unseen = false;
      show(true);
    },
    watched,
    running: () => [...accounts.values()].reduce((sum, one) => sum + one.running, 0),
  };
}
