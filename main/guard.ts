// The walls around every page: scheme, permissions, navigation, downloads; and the menu of its text fields. Before the first window.
import { join } from 'node:path';
import { app, Menu, protocol, session } from 'electron/main';
import type { Calls } from './calls';
import { guardCapture } from './shell/capture';
import type { Engines } from './shell/engines';
import type { Log } from './shell/logs';
import { createMedia } from './shell/media';
import { guardNavigation } from './shell/navigation';
import { guardPermissions } from './shell/permissions';
import { popOutOf, type PopOutDeps } from './shell/popOut';
import { createProtocolHandler } from './shell/protocol';
import { watchTextMenu } from './shell/textMenu';
import type { Translate } from './shell/texts';
import { scheme } from './shell/urlPolicy';

export interface GuardDeps {
  readonly engines: Engines;
  readonly calls: Calls;
  readonly log: Log;
  readonly t: Translate;
  /** What every window of ours is made with. */
  readonly page: Omit<PopOutDeps, 'inCall'>;
  openExternal(url: string): Promise<boolean>;
}

export function guard({ engines, calls, log, t, page, openExternal }: GuardDeps): void {
  protocol.handle(
    scheme,
    createProtocolHandler({
      folder: join(__dirname, '..', 'renderer'),
      log: log.child('protocol'),
      media: createMedia({
        ticketOf: (accountId, handle, at) => engines.media(accountId, handle, at),
      }),
    }),
  );
  guardPermissions(session.defaultSession, calls.mayUseMedia);
  guardCapture(session.defaultSession, calls.capture, calls.windowOf);
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  const popOuts = { ...page, inCall: () => calls.state.inCall() };
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, {
      log: log.child('navigation'),
      openExternal: (url) => void openExternal(url),
      popOut: (openerUrl, asked) => popOutOf(popOuts, openerUrl, asked),
    });
    watchTextMenu(contents, t, (template) => Menu.buildFromTemplate(template).popup());
  });
}
