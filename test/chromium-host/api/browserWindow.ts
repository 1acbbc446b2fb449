// BrowserWindow: a Chromium app window (headed) or a page of its own (headless), with Electron's book-keeping.
import { app } from './app.ts';
import { settings } from '../environment.ts';
import { Guarded, preventable } from '../guard.ts';
import type { NativeImage } from './nativeImage.ts';
import { note } from '../record.ts';
import { cdp, ignoreGone, runtime } from '../runtime.ts';
import type { Attached } from '../browser/target.ts';
import { WebContents, type WebPreferences } from './webContents.ts';

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface WindowOptions extends Partial<Rectangle> {
  title?: string;
  show?: boolean;
  minWidth?: number;
  minHeight?: number;
  fullscreen?: boolean;
  webPreferences?: WebPreferences;
  parent?: BrowserWindow;
  /** A page that Chromium opened itself. */
  hostTarget?: Attached;
}

type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

export class BrowserWindow extends Guarded {
  readonly id = ++runtime.ids.window;
  readonly webContents: WebContents;
  readonly #options: WindowOptions;
  #bounds: Rectangle;
  /** Difference in size between Chromium's window and its page (Electron's bounds have none). */
  #frame = { width: 0, height: 0 };
  #windowId = 0;
  #state: State = 'normal';
  #visible: boolean;
  #focused = false;
  #destroyed = false;
  #shownOnce = false;
  #title: string;
  #minimum: [number, number];
  #menuBarVisible = true;
  #closable = true;
  #progress = -1;

  constructor(options: WindowOptions = {}) {
    super();
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.#options = options;
    this.#bounds = { x, y, width, height };
    this.#title = options.title ?? app.name;
    this.#minimum = [options.minWidth ?? 0, options.minHeight ?? 0];
    this.#visible = options.show !== false;
    if (!runtime.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    const size = { width, height };
    const found = options.hostTarget ?? null;
    this.webContents = new WebContents(this, options.webPreferences ?? {}, size, found);
    runtime.windows.add(this);
    app.emit('browser-window-created', preventable({}), this);
    app.emit('web-contents-created', preventable({}), this.webContents);
    if (this.#visible) setImmediate(() => this.focus());
    if (options.fullscreen) this.setFullScreen(true);
    // A child goes with its parent.
    options.parent?.once('closed', () => this.destroy());
  }

  // --- for the other parts of the host

  hostSibling(options: object): BrowserWindow {
    return new BrowserWindow({ webPreferences: this.#options.webPreferences, ...options });
  }
  /** Gives the new Chromium window the asked size. */
  async hostPlace(): Promise<void> {
    const found = await cdp().send<{ windowId: number }>('Browser.getWindowForTarget', {
      targetId: this.webContents.hostTargetId,
    });
    this.#windowId = found.windowId;
    if (settings.headless) {
      const size = { expression: '[outerWidth - innerWidth, outerHeight - innerHeight]' };
      const { result } = await this.webContents.command<{ result: { value?: number[] } }>(
        'Runtime.evaluate',
        { ...size, returnByValue: true },
      );
      const [width = 0, height = 0] = result.value ?? [];
      this.#frame = { width, height };
    }
    await this.#sendBounds();
    if (!this.#visible) await this.#sendState('minimized');
  }
  hostReadyToShow(): void {
    if (this.#shownOnce) return;
    this.#shownOnce = true;
    this.emit('ready-to-show');
  }
  /** The person changed the window. */
  hostResized({ x, y, width, height }: Rectangle): void {
    const next = {
      x,
      y,
      width: width - this.#frame.width,
      height: height - this.#frame.height,
    };
    const same = next.width === this.#bounds.width && next.height === this.#bounds.height;
    if (same || this.#destroyed || this.#state !== 'normal') return;
    this.#bounds = next;
    this.emit('resize');
    this.emit('resized');
  }
  /** Asks the `close` listeners. @returns true where the window is closed now */
  hostTryClose(): boolean {
    if (this.#destroyed) return true;
    const event = preventable({ sender: this });
    this.emit('close', event);
    if (event.defaultPrevented) return false;
    this.destroy();
    return true;
  }

  // --- life

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  loadFile(file: string): Promise<void> {
    return this.webContents.loadFile(file);
  }
  reload(): void {
    this.webContents.reload();
  }
  close(): void {
    this.hostTryClose();
  }
  destroy(): void {
    if (this.#destroyed) return;
    const hadFocus = this.#focused;
    this.#destroyed = true;
    this.#focused = false;
    runtime.windows.delete(this);
    this.webContents.hostDestroy();
    this.emit('closed');
    // Focuses another window, like a window manager.
    if (hadFocus) [...runtime.windows].find((other) => other.isVisible())?.focus();
    if (runtime.windows.size > 0 || runtime.quitting) return;
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed');
    else app.quit();
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }

  // --- visibility and state

  show(): void {
    this.showInactive();
    this.focus();
  }
  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    this.#apply(this.#state === 'minimized' ? 'normal' : this.#state);
    this.emit('show');
  }
  hide(): void {
    if (!this.#visible) return;
    this.#visible = false;
    ignoreGone(this.#sendState('minimized')); // Chromium cannot hide a window
    this.emit('hide');
    this.blur();
  }
  focus(): void {
    if (this.#focused || this.#destroyed) return;
    for (const other of runtime.windows) if (other !== this) other.blur();
    this.#focused = true;
    const { webContents } = this;
    ignoreGone(webContents.hostPage.then(() => webContents.command('Page.bringToFront')));
    this.emit('focus');
    app.emit('browser-window-focus', preventable({}), this);
  }
  blur(): void {
    if (!this.#focused) return;
    this.#focused = false;
    this.emit('blur');
    app.emit('browser-window-blur', preventable({}), this);
  }
  minimize(): void {
    this.#apply('minimized');
    this.emit('minimize');
    this.blur();
  }
  restore(): void {
    if (this.#state !== 'minimized') return;
    this.#apply('normal');
    this.emit('restore');
  }
  maximize(): void {
    this.#apply('maximized');
    this.emit('maximize');
  }
  unmaximize(): void {
    if (this.#state !== 'maximized') return;
    this.#apply('normal');
    this.emit('unmaximize');
  }
  setFullScreen(full: boolean): void {
    this.#apply(full ? 'fullscreen' : 'normal');
    if (full) this.emit('enter-full-screen');
    else this.emit('leave-full-screen');
  }
  isVisible = (): boolean => this.#visible;
  isFocused = (): boolean => this.#focused;
  isMinimized = (): boolean => this.#state === 'minimized';
  isMaximized = (): boolean => this.#state === 'maximized';
  isFullScreen = (): boolean => this.#state === 'fullscreen';
  isNormal = (): boolean => this.#state === 'normal';
  isEnabled = (): boolean => true;
  isModal = (): boolean => false;

  // --- size and place

  getBounds(): Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Rectangle {
    return this.getBounds();
  }
  getContentBounds(): Rectangle {
    return this.getBounds();
  }
  setBounds(bounds: Partial<Rectangle>): void {
    const before = this.#bounds;
    this.#bounds = { ...before, ...bounds };
    const { x, y, width, height } = this.#bounds;
    ignoreGone(this.webContents.hostPage.then(() => this.#sendBounds()));
    if (width !== before.width || height !== before.height) this.emit('resize');
    if (x !== before.x || y !== before.y) this.emit('move');
  }
  setContentBounds(bounds: Partial<Rectangle>): void {
    this.setBounds(bounds);
  }
  getSize(): [number, number] {
    return [this.#bounds.width, this.#bounds.height];
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  getContentSize(): [number, number] {
    return this.getSize();
  }
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  getPosition(): [number, number] {
    return [this.#bounds.x, this.#bounds.y];
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }
  center(): void {
    // the window manager places windows
  }
  setMinimumSize(width: number, height: number): void {
    this.#minimum = [width, height];
  }
  getMinimumSize(): [number, number] {
    return this.#minimum;
  }

  // --- looks, mostly recorded

  getTitle(): string {
    return this.#title;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  capturePage(rect?: Rectangle): Promise<NativeImage> {
    return this.webContents.capturePage(rect);
  }
  getMediaSourceId(): string {
    return `window:${this.id}:1`;
  }
  flashFrame(flag: boolean): void {
    note('browserWindow.flashFrame', flag);
  }
  setProgressBar(progress: number, options?: unknown): void {
    this.#progress = progress;
    note('browserWindow.setProgressBar', { progress, options });
  }
  hostProgress(): number {
    return this.#progress;
  }
  setOverlayIcon(icon: unknown, description: string): void {
    note('browserWindow.setOverlayIcon', description);
  }
  setContentProtection(enable: boolean): void {
    note('browserWindow.setContentProtection', enable);
  }
  setAlwaysOnTop(flag: boolean): void {
    note('browserWindow.setAlwaysOnTop', flag);
  }
  setSkipTaskbar(skip: boolean): void {
    note('browserWindow.setSkipTaskbar', skip);
  }
  setTitleBarOverlay(options: unknown): void {
    note('browserWindow.setTitleBarOverlay', options);
  }
  setBackgroundColor(colour: string): void {
    note('browserWindow.setBackgroundColor', colour);
  }
  setIcon(): void {
    note('browserWindow.setIcon');
  }
  setMenu(): void {
    note('browserWindow.setMenu');
  }
  removeMenu(): void {
    note('browserWindow.removeMenu');
  }
  setMenuBarVisibility(visible: boolean): void {
    this.#menuBarVisible = visible;
  }
  isMenuBarVisible(): boolean {
    return this.#menuBarVisible;
  }
  setAutoHideMenuBar(hide: boolean): void {
    this.#menuBarVisible = !hide;
  }
  setClosable(closable: boolean): void {
    this.#closable = closable;
  }
  isClosable(): boolean {
    return this.#closable;
  }
  moveTop(): void {
    this.focus();
  }
  setVisibleOnAllWorkspaces(visible: boolean): void {
    note('browserWindow.setVisibleOnAllWorkspaces', visible);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...runtime.windows];
  }
  static getFocusedWindow(): BrowserWindow | null {
    return [...runtime.windows].find((each) => each.isFocused()) ?? null;
  }
  static fromId(id: number): BrowserWindow | null {
    return [...runtime.windows].find((each) => each.id === id) ?? null;
  }
  static fromWebContents(contents: WebContents | undefined): BrowserWindow | null {
    return contents?.hostWindow ?? null;
  }

  #apply(state: State): void {
    this.#state = state;
    ignoreGone(this.webContents.hostPage.then(() => this.#sendState(state)));
  }
  async #sendState(windowState: State): Promise<void> {
    // a headless page has no window state: a minimised one would stop drawing
    if (settings.headless || this.#destroyed || !this.#windowId) return;
    await cdp().send('Browser.setWindowBounds', {
      windowId: this.#windowId,
      bounds: { windowState },
    });
  }
  async #sendBounds(): Promise<void> {
    if (this.#destroyed || !this.#windowId) return;
    const { x, y, width, height } = this.#bounds;
    const placed = this.#options.x !== undefined || x !== 0 || y !== 0;
    await cdp().send('Browser.setWindowBounds', {
      windowId: this.#windowId,
      bounds: {
        ...(placed ? { left: x, top: y } : {}),
        width: width + this.#frame.width,
        height: height + this.#frame.height,
      },
    });
    this.webContents.hostZoom.resized();
  }
}
