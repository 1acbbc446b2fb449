// State that the parts of a running host share: the connection, the moment it is up, all windows and pages.
// It imports no part, so that the parts may import it in any order.
import { randomBytes } from 'node:crypto';
import type { BrowserWindow } from './api/browserWindow.ts';
import type { Cdp } from './browser/cdp.ts';
import type { WebContents } from './api/webContents.ts';

const started = Promise.withResolvers<undefined>();

export const runtime = {
  /** Every request to the loopback server must carry it as a cookie. */
  token: randomBytes(24).toString('hex'),
  quitting: false,
  ready: false,
  /** Resolves when Chromium answers. Not app.whenReady(): a test driver delays that one. */
  started: started.promise,
  contents: new Map<number, WebContents>(),
  windows: new Set<BrowserWindow>(),
  ids: { contents: 0, window: 0 },
};

let connection: Cdp | null = null;

export function connect(cdp: Cdp): void {
  connection = cdp;
}

export function markStarted(): void {
  runtime.ready = true;
  started.resolve(undefined);
}

export function cdp(): Cdp {
  if (!connection) throw new Error('chromium-host: used before the app is ready');
  return connection;
}

/** For acts whose failure only means that the page went away meanwhile. */
export function ignoreGone(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}
