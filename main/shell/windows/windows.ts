// The app's windows: the one function that makes them, their fixed preferences, and their remembered place.
import { join } from 'node:path';
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
  WebPreferences,
} from 'electron/main';
import { z } from 'zod';
import { readJson, writeJson } from '../files/atomicFile';
import type { Log } from '../logs';
import { pageUrl } from '../pages/urlPolicy';

/** The preferences of the page's process. All are stated, so that no default of any version matters. */
export const webPreferencesOf = (preload: string, packaged: boolean): Readonly<WebPreferences> =>
  Object.freeze({
    preload,
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
    // Calls ring and sound without a click; the page is ours alone.
    autoplayPolicy: 'no-user-gesture-required',
    // `spelling.ts` decides whether anything is checked.
    spellcheck: true,
    devTools: !packaged,
  });

/**
 * The preferences of a page that is not ours: fewer rights than ours, and no way to send to the app. `partition` names its session, in
 * memory.
 */
export const foreignPreferencesOf = (
  partition: string,
  packaged: boolean,
): Readonly<WebPreferences> =>
  Object.freeze({
    partition,
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
    disableDialogs: true,
    autoplayPolicy: 'document-user-activation-required',
    spellcheck: false,
    devTools: !packaged,
  });

const smallest = { width: 400, height: 500 };
const usual = { width: 1280, height: 800 };

const Saved = z.object({
  version: z.literal(1),
  bounds: z.object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int(),
    height: z.number().int(),
  }),
  maximized: z.boolean(),
});

export interface Place {
  readonly bounds: Rectangle | null;
  readonly maximized: boolean;
}

/** The saved place, if enough of the window's top edge is on a screen that exists today. */
export function placeOf(saved: unknown, workAreas: readonly Rectangle[]): Place {
  const parsed = Saved.safeParse(saved);
  if (!parsed.success) return { bounds: null, maximized: false };
  const { bounds, maximized } = parsed.data;
  const width = Math.max(bounds.width, smallest.width);
  const height = Math.max(bounds.height, smallest.height);
  const visible = workAreas.some((area) => {
    const overlap = Math.min(bounds.x + width, area.x + area.width) - Math.max(bounds.x, area.x);
    return overlap >= 100 && bounds.y >= area.y - 8 && bounds.y <= area.y + area.height - 50;
  });
  return { bounds: visible ? { x: bounds.x, y: bounds.y, width, height } : null, maximized };
}

export interface WindowsDeps {
  create(options: BrowserWindowConstructorOptions): BrowserWindow;
  workAreas(): readonly Rectangle[];
  readonly userData: string;
  readonly preload: string;
  readonly icon: string;
  readonly packaged: boolean;
  readonly platform: NodeJS.Platform;
  isDark(): boolean;
  readonly log: Log;
  /** A closing window may hide instead. */
  hideOnClose(): boolean;
  onOpened(window: BrowserWindow): void;
  onClosed(windowId: number): void;
  /** A page crashed twice within a minute: the next one must not open the same place. */
  onDyingAgain(): Promise<void>;
}

export function titleBarOf(platform: NodeJS.Platform): BrowserWindowConstructorOptions {
  if (platform === 'darwin') return { titleBarStyle: 'hiddenInset' };
  if (platform === 'win32') {
    return {
      titleBarStyle: 'hidden',
      titleBarOverlay: { color: '#00000000', symbolColor: '#808080', height: 32 },
    };
  }
  return {};
}

/** How long a page that crashed waits for its engine. */
const leaveMs = 2_000;

/** Resolves when the work is done or failed, and soon in any case, because a page has to come. */
const soon = (work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, leaveMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });

export class Windows {
  readonly #deps: WindowsDeps;
  readonly #windows = new Map<number, BrowserWindow>();
  #saveTimer: NodeJS.Timeout | null = null;
  #crashes: number[] = [];
  #opening: Promise<BrowserWindow> | null = null;

  constructor(deps: WindowsDeps) {
    this.#deps = deps;
  }

  all = (): BrowserWindow[] => [...this.#windows.values()];

  byContents(contentsId: number): BrowserWindow | null {
    return this.all().find((window) => window.webContents.id === contentsId) ?? null;
  }

  /** Brings a window to the front, making one if there is none. */
  async show(): Promise<BrowserWindow> {
    const window = this.all()[0] ?? (await this.open());
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    return window;
  }

  /** Makes a window; a caller during that time gets the same one. */
  open(): Promise<BrowserWindow> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #open(): Promise<BrowserWindow> {
    const deps = this.#deps;
    const found = await readJson(this.#file());
    const place = placeOf(found.state === 'ok' ? found.data : null, deps.workAreas());
    const window = deps.create({
      ...usual,
      ...place.bounds,
      minWidth: smallest.width,
      minHeight: smallest.height,
      show: false,
      title: 'Trellis',
      icon: deps.icon,
      backgroundColor: deps.isDark() ? '#131615' : '#fbfcfc',
      autoHideMenuBar: true,
      ...titleBarOf(deps.platform),
      webPreferences: webPreferencesOf(deps.preload, deps.packaged),
    });
    this.#windows.set(window.id, window);
    this.#listen(window);
    if (place.maximized) window.maximize();
    deps.onOpened(window);
    // Our own page: it is missing only in a broken installation, or when the window is closed already.
    void window.loadURL(pageUrl).catch(() => deps.log.error('the page could not be loaded'));
    return window;
  }

  #file = (): string => join(this.#deps.userData, 'windows.json');

  #listen(window: BrowserWindow): void {
    const { id } = window;
    window.once('ready-to-show', () => window.show());
    window.on('resize', () => this.#saveSoon(window));
    window.on('move', () => this.#saveSoon(window));
    window.on('close', (event) => {
      void this.#save(window);
      if (!this.#deps.hideOnClose()) return;
      event.preventDefault();
      window.hide();
    });
    window.on('closed', () => {
      this.#windows.delete(id);
      this.#deps.onClosed(id);
    });
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      this.#deps.log.warn('page process gone', { reason });
      if (reason !== 'clean-exit') void this.#reload(window);
    });
  }

  /** The page holds no state of its own: a reload loses nothing. The number of reloads is limited. */
  async #reload(window: BrowserWindow): Promise<void> {
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => at > now - 60_000), now];
    if (this.#crashes.length > 3) return;
    if (this.#crashes.length > 1) await soon(this.#deps.onDyingAgain());
    if (!window.isDestroyed()) window.webContents.reload();
  }

  #saveSoon(window: BrowserWindow): void {
    if (this.#saveTimer !== null) clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.#save(window), 500);
  }

  async #save(window: BrowserWindow): Promise<void> {
    if (this.#saveTimer !== null) clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
    if (window.isDestroyed()) return;
    const { x, y, width, height } = window.getNormalBounds();
    const data = {
      version: 1,
      bounds: { x, y, width, height },
      maximized: window.isMaximized(),
    };
    // Without the file the window opens at its default place.
    await writeJson(this.#file(), data).catch(() => undefined);
  }
}
