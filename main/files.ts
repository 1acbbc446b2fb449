// The wiring of files: tickets for files from the disk, private copies for other programs.
import { join } from 'node:path';
import { shell } from 'electron/common';
import type { Dialogs } from './shell/files/dialogs';
import type { Engines } from './shell/engines/engines';
import type { Log } from './shell/logs';
import { createOpenFiles, type OpenFiles } from './shell/files/openFiles';
import { createPrivateCopies, type PrivateCopies } from './shell/files/privateCopies';
import { createTickets, type Tickets } from './shell/files/tickets';

export interface FilesDeps {
  readonly userData: string;
  readonly icons: string;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly engines: Engines;
  readonly dialogs: Dialogs;
  readonly log: Log;
}

export interface Files {
  readonly tickets: Tickets;
  readonly copies: PrivateCopies;
  readonly openFiles: OpenFiles;
}

export function createFiles(deps: FilesDeps): Files {
  const { userData, engines, dialogs } = deps;
  const log = deps.log.child('files');
  const mayUse = (windowId: number, accountId: string): boolean =>
    engines.isConnected(windowId, accountId);
  const copies = createPrivateCopies({
    folder: join(userData, 'opened'),
    log,
    exportFile: (accountId, handle, path) => engines.exportFile(accountId, handle, path),
  });
  return {
    copies,
    tickets: createTickets({
      userData,
      mayUse,
      hand: (accountId, facts) => engines.acceptFile(accountId, facts),
    }),
    openFiles: createOpenFiles({
      userData,
      dragIcon: join(deps.icons, '32x32.png'),
      copies,
      dialogs,
      shell: {
        openPath: (path) => shell.openPath(path),
        showItemInFolder: (path) => shell.showItemInFolder(path),
      },
      log,
      clock: {
        now: () => performance.now(),
        setTimeout: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
      },
      mayUse,
      savedPath: (accountId, transferId) => engines.savedPath(accountId, transferId),
    }),
  };
}
