// Every electron member that the product's sources use exists in the host, and every event they wait for is one that
// the host emits, or one of the few below that no desktop of ours can cause.
import { join } from 'node:path';
import { hostFolder } from '../chromium-host/path.cjs';
import { collectUses, emittedEvents, productSources, type Use } from './electronUses';
import { launchFixture } from './launch';

// why the host never emits them by itself
const silentEvents: Record<string, string> = {
  // tests emit them
  action: 'notification',
  click: 'notification, tray',
  'double-click': 'tray',
  failed: 'notification',
  reply: 'notification',
  'right-click': 'tray',
  resume: 'powerMonitor',
  suspend: 'powerMonitor',
  'lock-screen': 'powerMonitor',
  'unlock-screen': 'powerMonitor',
  shutdown: 'powerMonitor',
  'on-ac': 'powerMonitor',
  'on-battery': 'powerMonitor',
  'display-added': 'screen',
  'display-metrics-changed': 'screen',
  'display-removed': 'screen',
  // macOS or Windows
  activate: 'macOS',
  'open-file': 'macOS',
  'open-url': 'macOS',
  'session-end': 'Windows',
  // cannot happen here: no such object, or Chromium keeps it to itself
  'certificate-error': 'Chromium refuses by itself',
  login: 'Chromium refuses by itself',
  moved: 'no news of moves',
  responsive: 'no hang monitor',
  'select-client-certificate': 'no client certificates',
  'spellcheck-dictionary-initialized': 'no spelling check',
  unresponsive: 'no hang monitor',
  'update-target-url': 'no news of hovering',
  'before-input-event': 'keys go to the page only',
  'will-attach-webview': 'Chromium has no webview element',
};
// their events have the app's own names, or are Node's
const ownChannels = new Set(['IpcMain', 'IpcRenderer', 'Process']);

const shown = ({ owner, member, event, at }: Use) =>
  `${owner}.${member}${event ? `('${event}')` : ''} at ${at}`;

/** Uses in the main process that the running host cannot serve. */
async function missingIn(uses: readonly Use[]): Promise<string[]> {
  const fixture = await launchFixture();
  await fixture.page.evaluate(() => window.api.invoke('echo', null));
  const wanted = uses.map(({ owner, member, isData }): [string, string, boolean] => [
    owner,
    member,
    isData,
  ]);
  const found = await fixture.app.evaluate((electron, list) => {
    const { app, BrowserWindow, Menu, MessageChannelMain, Notification } = electron;
    const { __seen, __utility } = globalThis as unknown as {
      __seen: { event: object; tray: object };
      __utility: object;
    };
    const window = BrowserWindow.getAllWindows()[0];
    const channel = new MessageChannelMain();
    const menu = Menu.buildFromTemplate([{ label: 'x' }]);
    const image = electron.nativeImage.createEmpty();
    const objects: Record<string, object | undefined> = {
      module: electron,
      App: app,
      BaseWindow: window,
      BrowserWindow: window,
      Clipboard: electron.clipboard,
      CommandLine: app.commandLine,
      DesktopCapturer: electron.desktopCapturer,
      Dialog: electron.dialog,
      Event: { defaultPrevented: false, preventDefault: () => undefined },
      GlobalShortcut: electron.globalShortcut,
      IpcMain: electron.ipcMain,
      IpcMainEvent: { ...__seen.event, ports: [] },
      IpcMainInvokeEvent: __seen.event,
      Menu: menu,
      MenuItem: menu.items[0],
      MessageChannelMain: channel,
      MessagePortMain: channel.port1,
      NativeImage: image,
      NativeTheme: electron.nativeTheme,
      NavigationHistory: window?.webContents.navigationHistory,
      Net: electron.net,
      Notification: new Notification({ title: 'x' }),
      Process: process,
      PowerMonitor: electron.powerMonitor,
      PowerSaveBlocker: electron.powerSaveBlocker,
      Protocol: electron.protocol,
      SafeStorage: electron.safeStorage,
      Screen: electron.screen,
      Session: electron.session.defaultSession,
      Shell: electron.shell,
      SystemPreferences: electron.systemPreferences,
      Tray: __seen.tray,
      UtilityProcess: __utility,
      WebContents: window?.webContents,
      WebFrameMain: window?.webContents.mainFrame,
      'static BrowserWindow': BrowserWindow,
      'static Menu': Menu,
      'static MenuItem': electron.MenuItem,
      'static MessageChannelMain': MessageChannelMain,
      'static NativeImage': electron.nativeImage,
      'static Notification': Notification,
      'static Session': electron.session,
      'static Tray': electron.Tray,
      'static UtilityProcess': electron.utilityProcess,
      'static WebContents': electron.webContents,
    };
    return list.map(([owner, member, isData]) => {
      const object = objects[owner];
      return isData || (object !== undefined && member in object);
    });
  }, wanted);
  await fixture.close();
  return uses.filter((_use, i) => !found[i]).map(shown);
}

/** Uses in the preload that the running host cannot serve. */
async function missingInPreload(uses: readonly Use[]): Promise<string[]> {
  const fixture = await launchFixture();
  const owners: Record<string, string> = {
    'renderer module': '',
    IpcRenderer: 'ipcRenderer',
    ContextBridge: 'contextBridge',
    WebUtils: 'webUtils',
  };
  const wanted = uses.map(({ owner, member, isData }): [string, string, boolean] => [
    owners[owner] ?? '-',
    member,
    isData,
  ]);
  const found = await fixture.page.evaluate(
    (list) =>
      list.map(([owner, member, isData]) =>
        owner === '-' ? isData : window.api.has(owner, member),
      ),
    wanted,
  );
  await fixture.close();
  return uses.filter((_use, i) => !found[i]).map(shown);
}

const isPreload = ({ at }: Use) => at.startsWith('preload/');

test('the collector sees members, statics, events, narrowed and injected types', async () => {
  const text = `
    import { app, BrowserWindow, dialog, inAppPurchase } from 'electron/main';
    import type { WebContents, Rectangle } from 'electron/main';
    const { showOpenDialog } = dialog;
    export function use(contents: WebContents, narrow: Pick<typeof dialog, 'showCertificateTrustDialog'>,
      place: Rectangle) {
      app.on('window-all-closed', () => app.quit());
      app.on('gpu-info-update', () => undefined);
      BrowserWindow.getAllWindows()[0]?.webContents.print();
      contents['toggleDevTools']();
      void narrow.showCertificateTrustDialog;
      return [showOpenDialog, inAppPurchase, place.x];
    }`;
  const uses = collectUses([], { [join(__dirname, 'sample.ts')]: text });
  const names = uses.map(({ owner, member, event }) => `${owner}.${member}${event ?? ''}`);
  expect(names).toEqual([
    'module.app',
    'module.BrowserWindow',
    'module.dialog',
    'module.inAppPurchase',
    'Dialog.showOpenDialog',
    'App.onwindow-all-closed',
    'App.quit',
    'App.ongpu-info-update',
    'WebContents.print',
    'BrowserWindow.webContents',
    'static BrowserWindow.getAllWindows',
    'WebContents.toggleDevTools',
    'Dialog.showCertificateTrustDialog',
    'Rectangle.x',
  ]);
  const missing = await missingIn(uses);
  expect(missing.map((line) => line.split(' at ')[0])).toEqual([
    'module.inAppPurchase',
    'WebContents.print',
    'Dialog.showCertificateTrustDialog',
  ]);
}, 60_000);

describe('of the product', () => {
  const sources = productSources();
  const uses = collectUses(sources);

  test('sources that start the app use electron', () => {
    const starts = sources.some((file) => file.endsWith('main/index.ts'));
    if (starts) expect(uses.map(({ owner }) => owner)).toContain('module');
    else expect(sources.filter((file) => file.endsWith('main/index.ts'))).toEqual([]);
  });

  test('every member that main uses is emulated', async () => {
    expect(await missingIn(uses.filter((use) => !isPreload(use)))).toEqual([]);
  }, 60_000);

  test('every member that the preload uses is emulated', async () => {
    expect(await missingInPreload(uses.filter(isPreload))).toEqual([]);
  }, 60_000);

  test('every event that is waited for can come', () => {
    const emitted = emittedEvents(hostFolder());
    const never = uses
      .filter(({ owner, event }) => event !== null && !ownChannels.has(owner))
      .filter(({ event }) => !emitted.has(event ?? '') && !((event ?? '') in silentEvents));
    expect(never.map(shown)).toEqual([]);
  });
});
