// The only place that listens to pages. Every message passes one check of its sender: the main frame of our own page in a window of ours.
// The receiver of a message checks its content.
import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron/main';
import type { Log } from '../logs';
import { isOwnPage } from './urlPolicy';

type Event = Pick<IpcMainEvent | IpcMainInvokeEvent, 'senderFrame'> & {
  readonly sender: { readonly id: number };
};

/** Whether an event comes from the main frame of our page. The frame may be gone, and then it may be null or throw. */
export function isTrusted(event: Pick<Event, 'senderFrame'>): boolean {
  try {
    const frame = event.senderFrame;
    return frame !== null && !frame.detached && frame.parent === null && isOwnPage(frame.url);
  } catch {
    // The frame is gone.
    return false;
  }
}

export interface IpcDeps<W> {
  readonly ipcMain: Pick<IpcMain, 'on' | 'handle'>;
  readonly log: Log;
  /** The window of a web contents, or null when it is none of ours. */
  windowOf(contentsId: number): W | null;
}

export interface Ipc<W> {
  on(channel: string, listener: (window: W, message: unknown) => void): void;
  handle(channel: string, handler: (window: W, message: unknown) => Promise<unknown>): void;
}

export function createIpc<W>({ ipcMain, log, windowOf }: IpcDeps<W>): Ipc<W> {
  const senderOf = (event: Event): W | null => {
    const window = isTrusted(event) ? windowOf(event.sender.id) : null;
    if (window === null) log.warn('message from a stranger refused');
    return window;
  };
  return {
    on: (channel, listener) => {
      ipcMain.on(channel, (event, message: unknown) => {
        const window = senderOf(event);
        if (window === null) return;
        try {
          listener(window, message);
        } catch (thrown) {
          const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
          log.error('message handler failed', { channel, stack });
        }
      });
    },
    handle: (channel, handler) => {
      ipcMain.handle(channel, async (event, message: unknown) => {
        const window = senderOf(event);
        if (window === null) throw new Error('refused');
        return handler(window, message);
      });
    },
  };
}
