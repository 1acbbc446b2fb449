// Brings the host up after the app's main module has run, and takes it down.
import path from 'node:path';
import { app, onAppExit } from './api/app.ts';
import { onChromiumExit, startChromium, stopChromium } from './browser/chromium.ts';
import { debug } from './environment.ts';
import { preventable } from './guard.ts';
import { record } from './record.ts';
import { cdp, connect, markStarted, runtime } from './runtime.ts';
import { schemes, startServer } from './browser/scheme.ts';
import { watchTargets } from './browser/target.ts';
import { watchDownloads } from './api/downloads.ts';
import { onUtilityGone } from './api/utilityProcess.ts';

async function launch(): Promise<void> {
  if (runtime.quitting) return;
  const port = await startServer();
  record.port = port;
  const profile = path.join(app.getPath('sessionData'), 'Chromium');
  const connection = await startChromium(profile, schemes(), port);
  connect(connection);
  onAppExit(() => stopChromium(connection));
  onChromiumExit((how) => {
    if (runtime.quitting) return;
    process.stderr.write(`chromium-host: Chromium ended unexpectedly (${how})\n`);
    process.exit(1);
  });
  const version = await cdp().send<{ product: string }>('Browser.getVersion');
  const number = version.product.split('/')[1] ?? '';
  Object.defineProperty(process.versions, 'chrome', { value: number, enumerable: true });
  await Promise.all([watchTargets(), watchDownloads()]);
  markStarted();
  debug('ready', version.product);
  app.emit('will-finish-launching');
  app.emit('ready', preventable({}), {});
}

/** Called once, in the turn after the app's main module: its switches and schemes are then known. */
export function start(): void {
  onUtilityGone((details) => app.emit('child-process-gone', preventable({}), details));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => app.quit());
  }
  launch().catch((error: unknown) => {
    if (runtime.quitting) return;
    process.stderr.write(`chromium-host: cannot start Chromium: ${String(error)}\n`);
    process.exit(1);
  });
}
