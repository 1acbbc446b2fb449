// The walls around every page: scheme, permissions, navigation, downloads; and the menu of text fields. Set before the first window; judges nothing itself.
import { join } from 'node:path';
import { app, Menu, protocol, session } from 'electron/main';
import type { Calls } from './calls';
import { guardCapture } from './shell/pages/capture';
import type { Engines } from './shell/engines/engines';
import type { Log } from './shell/logs';
import { createMedia } from './shell/pages/media';
import { guardNavigation } from './shell/pages/navigation';
import { guardPermissions } from './shell/pages/permissions';
import { popOutOf, type PopOutDeps } from './shell/windows/popOut';
import { createProtocolHandler } from './shell/pages/protocol';
import type { ServerPages } from './shell/windows/serverPage';
import { watchTextMenu } from './shell/windows/textMenu';
import type { Translate } from './shell/surfaces/texts';
import { scheme } from './shell/pages/urlPolicy';

export interface WallsDeps {
  readonly engines: Engines;
  readonly calls: Calls;
  readonly log: Log;
  readonly t: Translate;
  readonly openExternal: (url: string) => Promise<boolean>;
  readonly serverPages: Pick<ServerPages, 'guardOf'>;
  readonly pageOptions: Omit<PopOutDeps, 'inCall'>;
}

export function guardPages(deps: WallsDeps): void {
  const { engines, calls, log, t, openExternal, serverPages } = deps;
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
  const popOuts = { ...deps.pageOptions, inCall: () => calls.state.inCall() };
  app.on('web-contents-created', (_event, contents) => {
    watchTextMenu(contents, t, (template) => Menu.buildFromTemplate(template).popup());
    const guardServerPage = serverPages.guardOf(contents);
    if (guardServerPage !== null) {
      guardServerPage(contents);
      return;
    }
    guardNavigation(contents, {
      log: log.child('navigation'),
      openExternal: (url) => void openExternal(url),
      popOut: (openerUrl, asked) => popOutOf(popOuts, openerUrl, asked),
    });
  });
}
