// The engines' Electron side: the arguments and the environment of their utility processes. Keys and paths travel over the control channel
// only.
import { join } from 'node:path';
import { app, MessageChannelMain, utilityProcess, type BrowserWindow } from 'electron/main';
import type { Accounts } from './shell/accounts/accounts';
import type { CallState } from './shell/calls/callState';
import type { Dialogs } from './shell/files/dialogs';
import { forkEngine } from './shell/engines/engineProcess';
import { Engines } from './shell/engines/engines';
import { profileKey, type SecretStore } from './shell/accounts/keyStore';
import type { Logs } from './shell/logs';
import type { Notifications } from './shell/surfaces/notifications';
import type { ServerPages } from './shell/windows/serverPage';
import type { TransferBars } from './shell/surfaces/transferProgress';
import type { Passphrases } from './shell/accounts/vault';

export interface StartEnginesDeps {
  readonly accounts: Accounts;
  readonly logs: Logs;
  readonly secrets: SecretStore;
  readonly passphrases: Passphrases;
  readonly notifications: Notifications;
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly bars: TransferBars;
  readonly openBrowser: (url: string) => Promise<boolean>;
  readonly serverPages: Pick<ServerPages, 'open'>;
  readonly windows: { all(): readonly BrowserWindow[] };
  readonly dialogs: Pick<Dialogs, 'confirmAct'>;
  readonly calls: { readonly state: Pick<CallState, 'setRings' | 'setCalls'> };
}

const systems = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' } as const;

function readerEnvironment(): NodeJS.ProcessEnv {
  const root = process.env['SystemRoot'];
  return root === undefined ? {} : { SystemRoot: root };
}

/** All engines of this app, not started yet. */
export function startEngines(deps: StartEnginesDeps): Engines {
  const { accounts, logs, secrets, passphrases, notifications, platform } = deps;
  return new Engines({
    accounts,
    log: logs.log.child('engines'),
    clock: {
      now: () => performance.now(),
      setTimeout: (work, ms) => {
        const timer = setTimeout(work, ms);
        return () => clearTimeout(timer);
      },
    },
    fork: () =>
      forkEngine({
        fork: () =>
          utilityProcess.fork(join(__dirname, 'engine.js'), [], {
            serviceName: 'trellis-engine',
            // Node keeps compiled code there: our own only, no data of the account (D23).
            env: {
              ...process.env,
              NODE_COMPILE_CACHE: join(app.getPath('userData'), 'code-cache'),
            },
            stdio: ['ignore', 'ignore', 'pipe'],
          }),
        onErrorOutput: (text) => logs.line('warn', `engine stderr ${text.trim()}`),
      }),
    init: async (accountId) => ({
      type: 'init',
      accountId,
      profileFolder: accounts.folderOf(accountId),
      storeKey: await profileKey(accounts.folderOf(accountId), secrets, passphrases.of(accountId)),
      appVersion: app.getVersion(),
      deviceName: `Trellis on ${systems[platform]}`,
      logLevel: 'info',
      locale: app.getLocale(),
    }),
    createChannel: () => new MessageChannelMain(),
    onNotify: (accountId, notice, key) => notifications.show(accountId, notice, key),
    onUnnotify: (accountId, key) => notifications.close(accountId, key),
    onRings: (accountId, rings) => deps.calls.state.setRings(accountId, rings),
    onCalls: (accountId, calls) => deps.calls.state.setCalls(accountId, calls),
    onTransferProgress: (accountId, progress) => deps.bars.set(accountId, progress),
    onTransfersDone: (accountId, done) => {
      if (!deps.bars.watched()) notifications.showTransfers(accountId, done);
    },
    // No keys, no paths, no environment; only Windows needs some variables to start a process.
    startReader: () =>
      forkEngine<object>({
        fork: () =>
          utilityProcess.fork(join(__dirname, '..', 'reader', 'process.js'), [], {
            serviceName: 'trellis-reader',
            env: readerEnvironment(),
            stdio: 'ignore',
          }),
        onErrorOutput: () => undefined,
      }),
    openBrowser: deps.openBrowser,
    openPage: deps.serverPages.open,
    confirm: async (windowIds, question) => {
      // A hidden window, and a dialog in front of it, cannot be seen.
      const shown = deps.windows
        .all()
        .filter((window) => windowIds.includes(window.id) && window.isVisible());
      const window = shown.find((one) => one.isFocused()) ?? shown[0];
      // Without a visible window no user could see the question: the answer is no.
      return window !== undefined && (await deps.dialogs.confirmAct(window, question));
    },
    onLogLine: (level, line) => logs.line(level, line),
  });
}
