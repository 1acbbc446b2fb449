// Items 2, 3, 4, 6, 8 to 12: the rights of a page, and the window's remembered place.
import { EventEmitter } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron/main';
import { openSettings } from '../../../main/shell/settings';
import {
  placeOf,
  titleBarOf,
  webPreferencesOf,
  Windows,
} from '../../../main/shell/windows/windows';
import { createZoom } from '../../../main/shell/windows/zoom';
import { keptLog, removeFolders, temporaryFolder, until } from '../fakes';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };
const saved = (x: number, y: number, width = 800, height = 600, maximized = false) => ({
  version: 1,
  bounds: { x, y, width, height },
  maximized,
});

class FakeWindow extends EventEmitter {
  static made = 0;
  readonly id = (FakeWindow.made += 1);
  readonly calls: string[] = [];
  readonly webContents = Object.assign(new EventEmitter(), {
    id: this.id + 100,
    reload: () => void this.calls.push('reload'),
  });
  bounds = { x: 10, y: 20, width: 900, height: 700 };
  constructor(readonly options: BrowserWindowConstructorOptions) {
    super();
  }
  show = (): void => void this.calls.push('show');
  hide = (): void => void this.calls.push('hide');
  focus = (): void => void this.calls.push('focus');
  maximize = (): void => void this.calls.push('maximize');
  restore = (): void => void this.calls.push('restore');
  isMinimized = (): boolean => false;
  isMaximized = (): boolean => false;
  isDestroyed = (): boolean => false;
  getNormalBounds = () => this.bounds;
  loadURL = async (url: string): Promise<void> => void this.calls.push(`load ${url}`);
}

function setUp(userData = temporaryFolder(), hide = false) {
  const made: FakeWindow[] = [];
  const closed: number[] = [];
  const windows = new Windows({
    create: (options) => {
      const window = new FakeWindow(options);
      made.push(window);
      return window as unknown as BrowserWindow;
    },
    workAreas: () => [screen],
    userData,
    preload: '/preload.js',
    icon: '/icon.png',
    packaged: true,
    platform: 'linux',
    isDark: () => false,
    log: keptLog().log,
    hideOnClose: () => hide,
    onOpened: () => undefined,
    onClosed: (id) => closed.push(id),
    onDyingAgain: async () => {
      made.at(-1)?.calls.push('left what was open');
      return Promise.reject(new Error('no engine runs'));
    },
  });
  return { windows, made, closed, userData };
}

afterEach(removeFolders);

test('what a page may do is frozen and exactly this', () => {
  const preferences = webPreferencesOf('/preload.js', true);
  expect(Object.isFrozen(preferences)).toBe(true);
  expect(preferences).toEqual({
    preload: '/preload.js',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    plugins: false,
    safeDialogs: true,
    autoplayPolicy: 'no-user-gesture-required',
    spellcheck: true,
    devTools: false,
  });
  expect(webPreferencesOf('/preload.js', false).devTools).toBe(true);
});

test('every window has these rights, the smallest size, and loads our page', async () => {
  const { windows, made } = setUp();
  await windows.open();
  expect(made[0]?.options).toEqual({
    width: 1280,
    height: 800,
    minWidth: 400,
    minHeight: 500,
    show: false,
    title: 'Trellis',
    icon: '/icon.png',
    backgroundColor: '#fbfcfc',
    autoHideMenuBar: true,
    webPreferences: webPreferencesOf('/preload.js', true),
  });
  expect(made[0]?.calls).toEqual(['load app://bundle/index.html']);
  made[0]?.emit('ready-to-show');
  expect(made[0]?.calls).toEqual(['load app://bundle/index.html', 'show']);
});

test("the title bar: the system's on Linux, inset on macOS, overlay on Windows", () => {
  expect([titleBarOf('linux'), titleBarOf('darwin'), titleBarOf('win32').titleBarStyle]).toEqual([
    {},
    { titleBarStyle: 'hiddenInset' },
    'hidden',
  ]);
});

test('a place that is not on any screen is forgotten, a small one grows', () => {
  const two = [screen, { x: 1920, y: 0, width: 1280, height: 1024 }];
  const bounds = (value: unknown, areas = [screen]) => placeOf(value, areas).bounds;
  expect({
    here: bounds(saved(100, 50)),
    second: bounds(saved(2000, 50), two),
    secondGone: bounds(saved(2000, 50)),
    left: bounds(saved(-790, 50)),
    leftEnough: bounds(saved(-600, 50)),
    above: bounds(saved(100, -300)),
    below: bounds(saved(100, 1060)),
    tiny: bounds(saved(0, 0, 10, 10)),
    junk: [null, {}, [], 'x', { version: 2 }, saved(NaN, 0), saved(0.5, 0)].map((value) =>
      bounds(value),
    ),
    maximized: placeOf(saved(0, 0, 800, 600, true), [screen]).maximized,
  }).toEqual({
    here: { x: 100, y: 50, width: 800, height: 600 },
    second: { x: 2000, y: 50, width: 800, height: 600 },
    secondGone: null,
    left: null,
    leftEnough: { x: -600, y: 50, width: 800, height: 600 },
    above: null,
    below: null,
    tiny: { x: 0, y: 0, width: 400, height: 500 },
    junk: [null, null, null, null, null, null, null],
    maximized: true,
  });
});

test('the place is kept when a window closes and used by the next', async () => {
  const { windows, made, closed, userData } = setUp();
  await windows.open();
  const file = join(userData, 'windows.json');
  made[0]?.emit('close', { preventDefault: () => undefined });
  await until(() => {
    try {
      return readFileSync(file, 'utf8').includes('900');
    } catch {
      return false;
    }
  });
  made[0]?.emit('closed');
  expect([windows.all(), closed]).toEqual([[], [made[0]?.id]]);
  await windows.open();
  expect(made[1]?.options).toMatchObject({ x: 10, y: 20, width: 900, height: 700 });
  writeFileSync(file, 'damaged');
  await windows.open();
  expect(made[2]?.options).toMatchObject({ width: 1280, height: 800 });
});

test('closing hides where the tray keeps the app', async () => {
  const { windows, made } = setUp(temporaryFolder(), true);
  await windows.open();
  let prevented = false;
  made[0]?.emit('close', { preventDefault: () => (prevented = true) });
  expect([prevented, made[0]?.calls.includes('hide')]).toEqual([true, true]);
});

test('a page that dies is loaded again, the second time without what was open, and not for ever', async () => {
  const { windows, made } = setUp();
  await windows.open();
  const seen = () => made[0]?.calls.filter((call) => !call.startsWith('load ')) ?? [];
  for (let n = 0; n < 6; n += 1) {
    made[0]?.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    await until(() => seen().at(-1) === 'reload');
  }
  made[0]?.webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
  const again = ['left what was open', 'reload'];
  expect(seen()).toEqual(['reload', ...again, ...again]);
});

test('showing uses the window there is', async () => {
  const { windows, made } = setUp();
  await Promise.all([windows.open(), windows.show(), windows.show()]);
  await windows.show();
  expect([
    made.length,
    windows.byContents((made[0]?.id ?? 0) + 100)?.id,
    windows.byContents(7),
  ]).toEqual([1, made[0]?.id, null]);
});

test('the size that was chosen is kept, and every window is drawn in it, also after its page came again', async () => {
  const userData = temporaryFolder();
  const settings = await openSettings(userData);
  const windowOf = () => {
    const factors: number[] = [];
    const webContents = Object.assign(new EventEmitter(), {
      setZoomFactor: (factor: number) => void factors.push(factor),
    });
    return { webContents, factors };
  };
  const open = [windowOf()];
  let told = 0;
  const zoom = createZoom({ settings, windows: () => open as never, changed: () => (told += 1) });
  await zoom.set(125);
  expect([open[0]?.factors, told]).toEqual([[1.25], 1]);
  const later = windowOf();
  zoom.opened(later as never);
  later.webContents.emit('dom-ready');
  later.webContents.emit('dom-ready');
  expect(later.factors).toEqual([1.25, 1.25]);
  // By the menu's keys: a step, and back to how it was made; no further than the last step.
  const steps = async (...all: (1 | 0 | -1)[]): Promise<number> => {
    for (const by of all) {
      const before = told;
      const at = settings.get().zoom;
      zoom.step(by);
      if (!(by === 1 && at === 200) && !(by === -1 && at === 80)) await until(() => told > before);
    }
    return (await openSettings(userData)).get().zoom;
  };
  expect(await steps(1)).toBe(150);
  expect(await steps(1, 1, 1, 1)).toBe(200);
  expect(await steps(0, -1)).toBe(90);
});
