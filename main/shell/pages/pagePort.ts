// The shell contract's port to one page, over ipc. A reloaded page says `open` and gets a new one.
import type { WebContents } from 'electron/main';
import { channels } from '#contract/channels';
import type { Port } from '#contract/wire/port';

export interface PagePort extends Port {
  /** Called for each message of the page. */
  deliver(message: unknown): void;
}

export function createPagePort(contents: Pick<WebContents, 'send' | 'isDestroyed'>): PagePort {
  const listeners = new Set<(message: unknown) => void>();
  const closers = new Set<() => void>();
  let open = true;
  return {
    post: (message) => {
      if (open && !contents.isDestroyed()) contents.send(channels.shell, message);
    },
    onMessage: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onClose: (listener) => {
      closers.add(listener);
      return () => closers.delete(listener);
    },
    close: () => {
      if (!open) return;
      open = false;
      listeners.clear();
      for (const listener of [...closers]) listener();
    },
    deliver: (message) => {
      for (const listener of [...listeners]) listener(message);
    },
  };
}
