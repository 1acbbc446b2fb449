// Makes the modules of shell/ from Electron's objects and wires them: the only file that knows them all.
import { join } from 'node:path';
import { nativeImage, shell } from 'electron/common';
import {
  app,
  BrowserWindow,
  type BrowserWindowConstructorOptions,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  Tray,
} from 'electron/main';
import type { ThemeChoice } from '#contract/shell';
import { createCalls, type Calls } from './calls';
import { startEngines } from './engines';
import { createFiles } from './files';
import { openAccounts } from './shell/accounts';
import { createBadge, sumOf } from './shell/badge';
import { guardCapture } from './shell/capture';
import { createDialogs } from './shell/dialogs';
import type { Engines } from './shell/engines';
import { createIpc } from './shell/ipc';
import { createLogs, type Log, type Logs } from './shell/logs';
import { createMedia } from './shell/media';
import { menuTemplate } from './shell/menu';
import { guardNavigation } from './shell/navigation';
import {
  createNotifications,
  type Notifications,
  type NotificationsDeps,
} from './shell/notifications';
import { createOpenExternal } from './shell/openExternal';
import { servePages } from './shell/pages';
import { guardPermissions } from './shell/permissions';
import { popOutOf } from './shell/popOut';
import { createProtocolHandler } from './shell/protocol';
import { quitInOrder } from './shell/quit';
import { createRequests, type OpenRequest } from './shell/requests';
import { safeStorageSecrets } from './shell/safeStorage';
import { openSettings } from './shell/settings';
import { createShellService, type ShellDeps } from './shell/shellService';
import { createSignal } from './shell/signal';
import { createTaskbar, type Taskbar } from './shell/taskbar';
import { installTestHook } from './shell/testHook';
import { openTexts, type Translate } from './shell/texts';
import { createTransferBars } from './shell/transferProgress';
import { createTray, type AppTray, type TrayDeps } from './shell/tray';
import { scheme } from './shell/urlPolicy';
import { Windows, type WindowsDeps } from './shell/windows';

const platforms = { linux: 'linux', darwin: 'darwin', win32: 'win32' } as const;
const platform = platforms[process.platform as keyof typeof platforms] ?? 'linux';
const icons = (): string => join(app.getAppPath(), 'build', 'icons');

/** What lies in userData and can be read before there is a window. */
async function openFolders() {
  const userData = app.getPath('userData');
  const logs = createLogs({ folder: join(userData, 'logs'), now: () => Date.now() });
  const { log } = logs;
  watchAccidents(logs);
  const [t, settings, accounts] = await Promise.all([
    openTexts(app.getLocale()),
    openSettings(userData),
    openAccounts({ userData, log }),
  ]);
  nativeTheme.themeSource = settings.get().theme;
  log.info('starting', { version: app.getVersion(), host: hostName() });
  return { userData, logs, t, settings, accounts };
}

/** Runs once, at `ready`. */
export async function startApp(): Promise<void> {
  const { userData, logs, t, settings, accounts } = await openFolders();
  const { log } = logs;
  const appChanged = createSignal();
  const openRequests = createRequests<OpenRequest>();
  const quit = (): void => app.quit();

  const windows = createWindows(userData, log, {
    hideOnClose: () => !quitting.begun() && tray.available && settings.get().closeToTray,
    onOpened: (window) => {
      taskbar.opened(window);
      window.on('focus', appChanged.emit);
      window.on('focus', bars.seen);
      window.on('focus', () => calls.focusChanged());
      window.on('blur', appChanged.emit);
      window.on('blur', () => calls.focusChanged());
    },
    onClosed: (windowId) => pages.close(windowId),
  });
  const show = (): void => void windows.show();
  const bars = createTransferBars({ windows: windows.all });
  const taskbar = openTaskbar(windows);

  const open = (request: OpenRequest): void => {
    openRequests.ask(request);
    show();
  };
  const notifications = openNotifications(t, open, (notice) => hook?.notifications.push(notice));
  const secrets = safeStorageSecrets(safeStorage, platform);
  const calls = createCalls({
    ...pageOptions(),
    platform,
    log,
    settings,
    show,
    onClosed: (windowId) => pages.close(windowId),
    onInCall: (inCall) => tray.setInCall(inCall),
    send: (accountId, message) => engines.send(accountId, message),
  });
  const engines = startEngines({ accounts, logs, secrets, notifications, bars, calls, platform });
  const tray = openTray(log, t, { onOpen: show, onQuit: quit, onLook: taskbar.show });
  const hook = installTestHook(process.env, {
    tray: () => ({ available: tray.available, ...tray.state() }),
    badge: () => sumOf(engines.rows()).unread,
    enginePids: () => engines.pids(),
  });
  const openExternal = openLinks(log, (url) => hook?.openedLinks.push(url));
  const dialogs = createDialogs({ dialog, t, downloads: () => app.getPath('downloads') });
  const files = createFiles({ userData, icons: icons(), platform, engines, dialogs, log });
  const { tickets, openFiles, copies } = files;
  // What a crash left behind.
  await copies.empty();
  const own = { accounts, engines, tickets, dialogs, openFiles, logs, settings, calls };
  const news = { appChanged, openRequests };
  const facts = { version: app.getVersion(), host: hostName(), keyStore: secrets.name() };
  const shellDeps = {
    ...own,
    ...news,
    app: { ...facts, platform },
    openExternal,
    applyTheme,
    quit,
  };
  const pages = serveWindows(windows, shellDeps);
  const onLeaving = (): void => {
    if (bars.running() > 0) notifications.showPaused();
  };
  const quitting = quitInOrder({ app, engines, accounts, logs, copies, onLeaving });
  showUnread(engines, tray);
  guard(engines, calls, logs, openExternal);
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(t, platform, app.isPackaged)));
  listenToSystem(engines, show);
  engines.startAll();
  await windows.open();
}

function serveWindows(windows: Windows, deps: ShellDeps & { readonly calls: Calls }) {
  const { engines, tickets, calls, logs } = deps;
  const { log } = logs;
  const windowOf = (contentsId: number): BrowserWindow | null =>
    windows.byContents(contentsId) ?? calls.ringWindow.byContents(contentsId);
  return servePages({
    ipc: createIpc({ ipcMain, log, windowOf }),
    log,
    tickets,
    implement: (window) => createShellService(deps, window),
    onPageGone: (windowId) => {
      engines.disconnect(windowId);
      calls.forget(windowId);
    },
  });
}

const applyTheme = (theme: ThemeChoice): void => {
  nativeTheme.themeSource = theme;
};

const openNotifications = (
  t: Translate,
  open: (request: OpenRequest) => void,
  onShown: NonNullable<NotificationsDeps['onShown']>,
): Notifications =>
  createNotifications({
    t,
    isSupported: () => Notification.isSupported(),
    create: (options) => new Notification(options),
    onClick: (accountId, roomId) => open({ accountId, roomId }),
    onShown,
  });

const openLinks = (log: Log, onOpened: (url: string) => void) =>
  createOpenExternal({
    open: (url) => shell.openExternal(url),
    now: () => Date.now(),
    log,
    onOpened,
  });

function showUnread(engines: Engines, tray: AppTray): void {
  const badge = createBadge(({ unread, highlights }) => {
    tray.set(unread, highlights);
    app.setBadgeCount(unread);
  });
  engines.onChange(() => badge(engines.rows()));
}

function listenToSystem(engines: Engines, show: () => void): void {
  powerMonitor.on('resume', () => engines.wake());
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit();
  });
}

/** What every window of ours is made with. */
const pageOptions = () => ({
  create: (options: BrowserWindowConstructorOptions): BrowserWindow => new BrowserWindow(options),
  preload: join(__dirname, '..', 'preload', 'index.js'),
  icon: join(icons(), 'icon.png'),
  packaged: app.isPackaged,
  isDark: (): boolean => nativeTheme.shouldUseDarkColors,
});

type WindowHooks = Pick<WindowsDeps, 'hideOnClose' | 'onOpened' | 'onClosed'>;

const createWindows = (userData: string, log: Log, hooks: WindowHooks): Windows =>
  new Windows({
    workAreas: () => screen.getAllDisplays().map((display) => display.workArea),
    userData,
    ...pageOptions(),
    platform,
    log: log.child('windows'),
    ...hooks,
  });

const openTray = (
  log: Log,
  t: Translate,
  acts: Pick<TrayDeps, 'onOpen' | 'onQuit' | 'onLook'>,
): AppTray =>
  createTray({
    icons: icons(),
    platform,
    log,
    t,
    create: (icon) => new Tray(icon),
    buildMenu: (template) => Menu.buildFromTemplate(template),
    ...acts,
  });

const openTaskbar = (windows: Windows): Taskbar =>
  createTaskbar({
    icons: icons(),
    platform,
    windows: windows.all,
    createImage: (path) => nativeImage.createFromPath(path),
  });

/** Another program in Electron's place says its name where a version has room for it: in the build part. */
function hostName(): string {
  const { electron = 'unknown', chrome = 'unknown' } = process.versions;
  const [version, build] = electron.split('+');
  const name = build === undefined ? `Electron ${version}` : `${build} for Electron ${version}`;
  return `${name}, Chromium ${chrome}`;
}

/** The walls around every page: scheme, permissions, navigation, downloads. Before the first window. */
function guard(
  engines: Engines,
  calls: Calls,
  { log }: Logs,
  openExternal: (url: string) => Promise<boolean>,
): void {
  protocol.handle(
    scheme,
    createProtocolHandler({
      folder: join(__dirname, '..', 'renderer'),
      log: log.child('protocol'),
      media: createMedia({ ticketOf: (accountId, handle) => engines.media(accountId, handle) }),
    }),
  );
  guardPermissions(session.defaultSession, calls.mayUseMedia);
  guardCapture(session.defaultSession, calls.capture, calls.windowOf);
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  const popOuts = { ...pageOptions(), inCall: () => calls.state.inCall() };
  app.on('web-contents-created', (_event, contents) => {
    guardNavigation(contents, {
      log: log.child('navigation'),
      openExternal: (url) => void openExternal(url),
      popOut: (openerUrl, asked) => popOutOf(popOuts, openerUrl, asked),
    });
  });
}

function watchAccidents({ log, flush }: Logs): void {
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', { stack: error.stack ?? error.message });
    // Main holds no data: going on beats a dialog that nobody can answer.
    void flush();
  });
  process.on('unhandledRejection', (reason) => {
    const stack = reason instanceof Error ? (reason.stack ?? reason.message) : typeof reason;
    log.error('unhandled rejection', { stack });
  });
}
