// The bridge between the sandboxed page and main: one frozen object of functions and plain data, one hand-over of ports.
// No channel name comes from the page, no Electron object goes to it, and nothing is decided here.
import { contextBridge, ipcRenderer, webUtils } from 'electron/renderer';
import { channels } from '#contract/channels';
import { enginePortType } from '#contract/plainNames';
import type { EnginePortMessage, FileTicket, TrellisBridge } from '#contract/shell';

type FilesAnswer =
  | { readonly ok: true; readonly files: readonly FileTicket[] }
  | { readonly ok: false; readonly code: string };

const listeners = new Set<(message: unknown) => void>();
/** Messages that arrived before the page listened; null once it does. */
let early: (() => void)[] | null = [];

const onceThere = (give: () => void): void => {
  if (early === null) give();
  else early.push(give);
};

ipcRenderer.on(channels.shell, (_event, message: unknown) => {
  onceThere(() => {
    for (const listener of [...listeners]) listener(message);
  });
});

ipcRenderer.on(channels.enginePort, (event, { accountId }: Omit<EnginePortMessage, 'type'>) => {
  const message: EnginePortMessage = { type: enginePortType, accountId };
  // To our own page only; a port cannot cross the context bridge.
  onceThere(() => window.postMessage(message, window.location.origin, [...event.ports]));
});

/** Main accepts at most this many files in one call. */
const batchSize = 1_000;

/** The path of a `File` that came from the disk; empty for one that the page made itself. */
function pathOf(file: unknown): string {
  try {
    return file instanceof File ? webUtils.getPathForFile(file) : '';
  } catch {
    return '';
  }
}

const trellis: TrellisBridge = Object.freeze({
  shell: Object.freeze({
    post: (message: unknown): void => ipcRenderer.send(channels.shell, message),
    onMessage: (listener: (message: unknown) => void): (() => void) => {
      listeners.add(listener);
      // The page listens for ports before it listens for messages.
      const waiting = early ?? [];
      early = null;
      for (const give of waiting) give();
      return () => void listeners.delete(listener);
    },
  }),
  fileTickets: async (accountId: string, files: readonly unknown[]) => {
    const paths = files.map(pathOf);
    if (paths.includes('')) throw new Error('not_found');
    const tickets: FileTicket[] = [];
    for (let from = 0; from < paths.length; from += batchSize) {
      const batch = paths.slice(from, from + batchSize);
      const asked = ipcRenderer.invoke(channels.files, { accountId, paths: batch });
      const answer = (await asked) as FilesAnswer;
      if (!answer.ok) throw new Error(answer.code);
      tickets.push(...answer.files);
    }
    return tickets;
  },
});

// Before the page can send anything: main drops the state of this window's former page.
ipcRenderer.send(channels.open);
contextBridge.exposeInMainWorld('trellis', trellis);
