// Makes the modules of shell/ from Electron's objects and wires them: the only file that knows them all.
import { networkInterfaces } from 'node:os';
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
  safeStorage,
  screen,
  session,
  Tray,
} from 'electron/main';
import type { ThemeChoice } from '#contract/shell';
import { createCalls, type Calls } from './calls';
import { startEngines } from './engines';
import { createFiles } from './files';
import { watchAccidents } from './shell/accidents';
import { openAccounts } from './shell/accounts/accounts';
import { createBadge, sumOf } from './shell/surfaces/badge';
import type { CallState } from './shell/calls/callState';
import { createDialogs } from './shell/files/dialogs';
import type { Engines } from './shell/engines/engines';
import { createIpc } from './shell/pages/ipc';
import { createLogs, type Log } from './shell/logs';
import { menuTemplate } from './shell/windows/menu';
import {
  createNotifications,
  type Notifications,
  type NotificationsDeps,
} from './shell/surfaces/notifications';
import { watchIdle } from './shell/engines/idleWatch';
import { watchNetwork } from './shell/engines/networkWatch';
import { createOpenExternal } from './shell/pages/openExternal';
import { servePages } from './shell/pages/pages';
import { createPassphraseChange } from './shell/accounts/passphraseChange';
import { quitInOrder, watchQuit } from './shell/quit';
import { createRequests, type OpenRequest } from './shell/engines/requests';
import { keepsKeys, type SecretStore } from './shell/accounts/keyStore';
import { safeStorageSecrets } from './shell/accounts/safeStorage';
import { createServerPages, type ServerPages } from './shell/windows/serverPage';
import { openSettings } from './shell/settings';
import { createShellService, type ShellDeps } from './shell/pages/shellService';
import { createSignal } from './shell/signal';
import { createSpelling } from './shell/windows/spelling';
import { createTaskbar, type Taskbar } from './shell/surfaces/taskbar';
import { installTestHook, type ShownNotice } from './shell/testHook';
import { openTexts, type Translate } from './shell/surfaces/texts';
import { createTransferBars } from './shell/surfaces/transferProgress';
import { createTray, type AppTray, type TrayDeps, type TrayLook } from './shell/surfaces/tray';
import { createPassphrases } from './shell/accounts/vault';
import { Windows, type WindowsDeps } from './shell/windows/windows';
import { createZoom } from './shell/windows/zoom';
import { guardPages } from './walls';

const platforms = { linux: 'linux', darwin: 'darwin', win32: 'win32' } as const;
const platform = platforms[process.platform as keyof typeof platforms] ?? 'linux';
const icons = (): string => join(app.getAppPath(), 'build', 'icons');

type Folders = Awaited<ReturnType<typeof openFolders>>;

/** Opens the files in userData that are read before there is a window: logs, settings, accounts. */
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

/** The signals between the parts of the app. They are made before the parts, so that no part names one that is declared below it. */
const createNews = () => ({
  windowOpened: createSignal<[window: BrowserWindow]>(),
  windowClosed: createSignal<[windowId: number]>(),
  /** Something that the first page reads has changed. */
  appChanged: createSignal(),
  /** Somebody wants to see the app. */
  wanted: createSignal(),
  roomWanted: createSignal<[request: OpenRequest]>(),
  trayLook: createSignal<[look: TrayLook]>(),
  noticeShown: createSignal<[notice: ShownNotice]>(),
  linkOpened: createSignal<[url: string]>(),
  rings: createSignal<Parameters<CallState['setRings']>>(),
  calls: createSignal<Parameters<CallState['setCalls']>>(),
});
type News = ReturnType<typeof createNews>;

/** The parts without a window. */
function openBackground({ logs, t, accounts }: Folders, news: News, engines: () => Engines) {
  const quit = (): void => app.quit();
  const tray = openTray(logs.log, t, {
    onOpen: news.wanted.emit,
    onQuit: quit,
    onLook: news.trayLook.emit,
  });
  const { roomWanted, noticeShown } = news;
  const notifications = openNotifications(t, engines, roomWanted.emit, noticeShown.emit);
  const secrets = safeStorageSecrets(safeStorage, platform);
  const passphrases = createPassphrases();
  const changePassphrase = createPassphraseChange({ accounts, passphrases });
  const vault = { passphrases, changePassphrase };
  return { accounts, logs, tray, notifications, secrets, vault, quit };
}

/** The facts about the app that a window shows: version, host, key store, platform. */
const aboutApp = async (secrets: SecretStore): Promise<ShellDeps['app']> => ({
  version: app.getVersion(),
  host: hostName(),
  keyStore: (await keepsKeys(secrets)) ? secrets.name() : 'vault',
  platform,
});

/** Runs once, at `ready`. Each part is made after those that it names. */
export async function startApp(): Promise<void> {
  const folders = await openFolders();
  const { userData, logs, t, settings, accounts } = folders;
  const { log } = logs;
  const news = createNews();
  const { appChanged } = news;
  const openRequests = createRequests<OpenRequest>();
  const quitting = watchQuit(app);
  const { tray, notifications, secrets, vault, quit } = openBackground(
    folders,
    news,
    () => engines,
  );

  const windows = createWindows(userData, log, {
    hideOnClose: () => !quitting.begun() && tray.available && settings.get().closeToTray,
    onOpened: news.windowOpened.emit,
    onClosed: news.windowClosed.emit,
    onDyingAgain: () => engines.leavePlace(),
  });
  const show = (): void => void windows.show();
  news.wanted.subscribe(show);
  news.roomWanted.subscribe(openRequests.ask);
  news.roomWanted.subscribe(show);
  const pageSettings = openPageSettings(folders, windows, appChanged.emit);
  const { zoom } = pageSettings;
  const bars = createTransferBars({ windows: windows.all });
  const taskbar = openTaskbar(windows);
  news.trayLook.subscribe(taskbar.show);

  const ringing = { state: { setRings: news.rings.emit, setCalls: news.calls.emit } };
  const openExternal = openLinks(log, news.linkOpened.emit);
  const dialogs = createDialogs({ dialog, t, downloads: () => app.getPath('downloads') });
  const serverPages = openServerPages(windows, t, log, openExternal);
  const asked = { windows, dialogs, serverPages, openBrowser: openExternal };
  const shown = { notifications, bars, calls: ringing, ...asked };
  const engines = startEngines({ accounts, logs, secrets, ...vault, platform, ...shown });
  const calls = openCalls(folders, news, tray, engines, show);
  news.windowOpened.subscribe((window) => {
    taskbar.opened(window);
    zoom.opened(window);
    watchFocus(window, appChanged.emit, bars.seen, calls.focusChanged);
  });
  hookForTests(news, tray, engines);
  const files = createFiles({ userData, icons: icons(), platform, engines, dialogs, log });
  // A crash leaves plain copies of files behind.
  await files.copies.empty();
  const own = { accounts, engines, ...files, dialogs, logs, settings, calls, tray, notifications };
  const pages = serveWindows(windows, {
    ...{ ...own, ...vault, ...pageSettings },
    ...{ appChanged, openRequests, openExternal, applyTheme, quit },
    app: await aboutApp(secrets),
  });
  news.windowClosed.subscribe(pages.close);
  const onLeaving = (): void => void (bars.running() > 0 && notifications.showPaused());
  quitInOrder({ app, engines, accounts, logs, copies: files.copies, onLeaving });
  showUnread(engines, tray);
  const walls = { openExternal, serverPages, pageOptions: pageOptions() };
  guardPages({ engines, calls, log, t, ...walls });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(menuTemplate(t, platform, app.isPackaged, zoom.step)),
  );
  listenToSystem(engines, show);
  engines.startAll();
  await windows.open();
}

/** The settings of pages that main keeps: zoom and spelling. */
function openPageSettings({ settings }: Folders, windows: Windows, changed: () => void) {
  const kept = { settings, changed };
  const spelling = createSpelling({
    ...{ ...kept, session: session.defaultSession, platform },
    systemLanguages: () => app.getPreferredSystemLanguages(),
  });
  return { zoom: createZoom({ ...kept, windows: windows.all }), spelling };
}

function openCalls(
  { logs, settings }: Folders,
  news: News,
  tray: AppTray,
  engines: Engines,
  show: () => void,
): Calls {
  const calls = createCalls({
    ...pageOptions(),
    platform,
    log: logs.log,
    settings,
    show,
    onClosed: news.windowClosed.emit,
    onInCall: tray.setInCall,
    decline: (accountId, call) => engines.declineCall(accountId, call),
  });
  news.rings.subscribe(calls.state.setRings);
  news.calls.subscribe(calls.state.setCalls);
  return calls;
}

function watchFocus(
  window: BrowserWindow,
  appChanged: () => void,
  seen: () => void,
  focusChanged: () => void,
): void {
  window.on('focus', appChanged);
  window.on('focus', seen);
  window.on('focus', () => focusChanged());
  window.on('blur', appChanged);
  window.on('blur', () => focusChanged());
}

function hookForTests(news: News, tray: AppTray, engines: Engines): void {
  const hook = installTestHook(process.env, app.isPackaged, {
    tray: () => ({ available: tray.available, ...tray.state() }),
    badge: () => sumOf(engines.rows()).unread,
    enginePids: () => engines.pids(),
  });
  if (hook === null) return;
  news.noticeShown.subscribe((notice) => void hook.notifications.push(notice));
  news.linkOpened.subscribe((url) => void hook.openedLinks.push(url));
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
    onPage: (window) => {
      // The window of a ring shows no account.
      if (windows.all().some(({ id }) => id === window.id)) engines.connectFirst(window);
    },
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
  acts: () => Engines,
  open: (request: OpenRequest) => void,
  onShown: NonNullable<NotificationsDeps['onShown']>,
): Notifications =>
  createNotifications({
    t,
    isSupported: () => Notification.isSupported(),
    platform,
    acts,
    create: (options) => new Notification(options),
    picture: async (accountId, handle) => {
      const bytes = await acts().noticePicture(accountId, handle);
      return bytes === null ? null : nativeImage.createFromBuffer(Buffer.from(bytes));
    },
    onClick: (accountId, roomId, thread) => open({ accountId, roomId, thread }),
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
  const every = (ms: number, work: () => void): (() => void) => {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  };
  watchNetwork({ interfaces: networkInterfaces, every, onChange: () => engines.wake() });
  watchIdle({ system: powerMonitor, every, onIdle: (idle) => engines.setIdle(idle) });
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit();
  });
}

/** The options that all our windows share: preload script, icon. */
const pageOptions = () => ({
  create: (options: BrowserWindowConstructorOptions): BrowserWindow => new BrowserWindow(options),
  preload: join(__dirname, '..', 'preload', 'index.js'),
  icon: join(icons(), 'icon.png'),
  packaged: app.isPackaged,
  isDark: (): boolean => nativeTheme.shouldUseDarkColors,
});

const openServerPages = (
  windows: Windows,
  t: Translate,
  log: Log,
  openExternal: (url: string) => Promise<boolean>,
): ServerPages =>
  createServerPages({
    ...pageOptions(),
    sessionOf: (partition) => session.fromPartition(partition),
    openExternal: (url) => void openExternal(url),
    parent: () => {
      const shown = windows.all().filter((window) => window.isVisible());
      return shown.find((window) => window.isFocused()) ?? shown[0] ?? null;
    },
    now: () => performance.now(),
    t,
    log: log.child('server page'),
  });

type WindowHooks = Pick<WindowsDeps, 'hideOnClose' | 'onOpened' | 'onClosed' | 'onDyingAgain'>;

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
