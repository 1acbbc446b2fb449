// Which call stands in a window of its own. One such window for all accounts of this page.
import { useMemo, useSyncExternalStore } from 'react';
import { useAccount, useWindowState } from '#app/context';
import { createCell } from '#app/windowState';

interface Popped {
  readonly accountId: string;
  readonly callId: string;
  readonly window: Window;
}

interface PopOuts {
  /** The call of this account that has the window. */
  readonly popped: Popped | null;
  /** The window, whichever account has it: keys are pressed there too. */
  readonly any: Window | null;
  open(callId: string): void;
  close(): void;
}

/** Main lets this page open a window of this name while a call runs. */
const frameName = 'trellis-call';

function createPopped() {
  const cell = createCell<Popped | null>(null);
  let release = (): void => undefined;
  function set(next: Popped | null): void {
    const before = cell.get();
    release();
    release = next === null ? () => undefined : watch(next);
    cell.set(next);
    if (before !== null && before.window !== next?.window) before.window.close();
  }
  function watch(next: Popped): () => void {
    const { window: child } = next;
    const gone = (): void => set(null);
    const close = (): void => child.close();
    child.addEventListener('pagehide', gone);
    // The window is empty without this page, so it is closed with it.
    window.addEventListener('pagehide', close);
    return () => {
      child.removeEventListener('pagehide', gone);
      window.removeEventListener('pagehide', close);
    };
  }
  return { get: cell.get, subscribe: cell.subscribe, set };
}

export function usePopOut(): PopOuts {
  const { accountId } = useAccount();
  const all = useWindowState(createPopped);
  const now = useSyncExternalStore(all.subscribe, all.get);
  return useMemo<PopOuts>(
    () => ({
      popped: now?.accountId === accountId ? now : null,
      any: now?.window ?? null,
      open(callId) {
        const child = window.open('about:blank', frameName);
        if (child !== null) all.set({ accountId, callId, window: child });
      },
      close() {
        if (all.get()?.accountId === accountId) all.set(null);
      },
    }),
    [all, now, accountId],
  );
}
