// Entry of the main process: the few things that must happen before `ready`, then the app. No Matrix data, no blocking work.
import { app, protocol } from 'electron/main';
import { startApp } from './app';
import { privileges } from './shell/pages/protocol';
import { scheme } from './shell/pages/urlPolicy';

protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
app.enableSandbox();

if (app.isPackaged && app.commandLine.hasSwitch('no-sandbox')) {
  // A sandboxed page is the foundation of everything else; without it there is no app.
  app.exit(1);
} else if (!app.requestSingleInstanceLock()) {
  app.quit();
} else {
  // `startApp` has logged its failure. Without its folders there is no app to show.
  app
    .whenReady()
    .then(startApp)
    .catch(() => app.exit(1));
}
