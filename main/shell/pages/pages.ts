// Serves the shell contract and file tickets to the pages. One served port per page load.
import type { BrowserWindow, MessagePortMain } from 'electron/main';
import { z } from 'zod';
import { channels } from '#contract/channels';
import { toAppError } from '#contract/wire/errors';
import { serve, type Implementation } from '#contract/wire/serve';
import { AccountId, shell, type ShellContract } from '#contract/shell';
import type { EngineWindow } from '../engines/engines';
import type { Ipc } from './ipc';
import type { Log } from '../logs';
import { createPagePort, type PagePort } from './pagePort';
import type { ShellWindow } from './shellService';
import { maxTickets, type Tickets } from '../files/tickets';

const FilesRequest = z.object({
  accountId: AccountId,
  paths: z.array(z.string().min(1).max(8_192)).max(maxTickets),
});

export interface PagesDeps {
  readonly ipc: Ipc<BrowserWindow>;
  readonly log: Log;
  readonly tickets: Tickets;
  implement(window: ShellWindow): Implementation<ShellContract>;
  /** A page has begun to load: the answers to its first questions may be sent. */
  onPage(window: EngineWindow): void;
  /** The former page of this window is gone: its engine ports are dead. */
  onPageGone(windowId: number): void;
}

/** The values without which a page cannot draw. */
const ahead = (['accounts', 'app'] as const).map((name) => ({
  t: 'value' as const,
  name,
  query: {},
}));

const engineWindow = (window: BrowserWindow): EngineWindow => ({
  id: window.id,
  sendPort: (accountId, port) => {
    if (window.isDestroyed()) return;
    window.webContents.postMessage(channels.enginePort, { accountId }, [port as MessagePortMain]);
  },
});

export function servePages({ ipc, log, tickets, implement, onPage, onPageGone }: PagesDeps) {
  const pages = new Map<number, PagePort>();

  const close = (windowId: number): void => {
    pages.get(windowId)?.close();
    pages.delete(windowId);
    onPageGone(windowId);
  };

  ipc.on(channels.open, (window) => {
    close(window.id);
    const port = createPagePort(window.webContents);
    pages.set(window.id, port);
    const implementation = implement({ ...engineWindow(window), browserWindow: window });
    serve(shell, implementation, port, { log, ahead });
    onPage(engineWindow(window));
  });
  ipc.on(channels.shell, (window, message) => pages.get(window.id)?.deliver(message));
  ipc.handle(channels.files, async (window, message) => {
    const request = FilesRequest.safeParse(message);
    if (!request.success) return { ok: false, code: 'bad_request' };
    const { accountId, paths } = request.data;
    try {
      return { ok: true, files: await tickets.forReading(window.id, accountId, paths) };
    } catch (thrown) {
      return { ok: false, code: toAppError(thrown).code };
    }
  });
  return { close };
}
