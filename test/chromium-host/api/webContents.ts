// WebContents: one page of a window. Loading, ipc, scripts and pictures; what it does by itself is in pageEvents.ts.
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { app } from './app.ts';
import { Bridge, type BridgeOwner } from '../browser/bridge.ts';
import type { BrowserWindow } from './browserWindow.ts';
import { WebFrameMain } from '../browser/frameMain.ts';
import { Guarded, namespace } from '../guard.ts';
import { IpcMain } from './ipcMain.ts';
import { createImage, type NativeImage } from './nativeImage.ts';
import { PageLoads } from '../browser/pageLoads.ts';
import { watchPage } from '../browser/pageEvents.ts';
import { answerAsk } from '../browser/pageAsks.ts';
import type { MessagePortMain } from '../ports.ts';
import { note } from '../record.ts';
import { cdp, ignoreGone, runtime } from '../runtime.ts';
import { session as sessions, type Session } from './session.ts';
import { isBlank, toApp, toWeb } from '../browser/scheme.ts';
import { openPage, preparePage, type Attached, type Size } from '../browser/target.ts';
import { applyTheme } from './theme.ts';
import { PageZoom } from './zoom.ts';

export interface WebPreferences {
  preload?: string;
  partition?: string;
  additionalArguments?: readonly string[];
}

export interface OpenedWindow {
  url: string;
  frameName: string;
  features: string;
}

interface OpenAnswer {
  action: 'allow' | 'deny';
  overrideBrowserWindowOptions?: object;
}

type OpenHandler = (details: object) => OpenAnswer;

export class WebContents extends Guarded implements BridgeOwner {
  readonly id = ++runtime.ids.contents;
  readonly ipc = new IpcMain();
  readonly mainFrame: WebFrameMain;
  readonly session: Session;
  readonly hostWindow: BrowserWindow;
  readonly hostBridge: Bridge;
  readonly hostLoads: PageLoads;
  readonly hostZoom = new PageZoom(this);
  /** Resolves when the page exists and is ours. */
  readonly hostPage: Promise<void>;
  hostTargetId = '';
  hostSessionId = '';
  hostContextId = 0;
  hostBinding = '';
  hostUrl = '';
  hostTitle = '';
  hostCrashed = false;
  #destroyed = false;
  #muted = false;
  #openHandler: OpenHandler | null = null;

  /** @param found a page that Chromium opened itself */
  constructor(
    window: BrowserWindow,
    preferences: WebPreferences,
    size: Size,
    found: Attached | null,
  ) {
    super();
    this.hostWindow = window;
    this.session = sessions.fromPartition(preferences.partition ?? '');
    this.mainFrame = new WebFrameMain(this);
    this.hostBridge = new Bridge(this);
    this.hostLoads = new PageLoads(this);
    runtime.contents.set(this.id, this);
    this.hostPage = this.#open(preferences, size, found);
    ignoreGone(this.hostPage);
  }

  async #open(preferences: WebPreferences, size: Size, found: Attached | null): Promise<void> {
    await runtime.started;
    const { sessionId, targetId } =
      found ?? (await openPage(this.id, size, await this.session.hostContext()));
    this.hostSessionId = sessionId;
    this.hostTargetId = targetId;
    watchPage(this);
    this.hostBinding = await preparePage(sessionId, {
      contentsId: this.id,
      preload: preferences.preload ?? '',
      additionalArguments: preferences.additionalArguments ?? [],
    });
    await applyTheme(this);
    await this.hostWindow.hostPlace();
  }

  // --- for the other parts of the host

  command<T>(method: string, params: object = {}): Promise<T> {
    return cdp().send<T>(method, params, this.hostSessionId);
  }
  async hostCall(values: readonly string[]): Promise<unknown> {
    return this.command('Runtime.callFunctionOn', {
      functionDeclaration: `function (...values) { ${this.hostBinding}Receive(...values) }`,
      executionContextId: this.hostContextId,
      arguments: values.map((value) => ({ value })),
      silent: true,
    });
  }
  hostEvent(): object {
    return {
      sender: this,
      senderFrame: this.mainFrame,
      processId: 1,
      frameId: 1,
      type: 'frame',
      returnValue: undefined,
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    };
  }
  hostAsk(kind: string, details: unknown): Promise<unknown> {
    return answerAsk(this, kind, details as never);
  }
  async hostFilePaths(id: number, count: number): Promise<string[]> {
    const paths: string[] = [];
    for (let i = 0; i < count; i++) {
      const { result } = await this.command<{ result: { objectId: string } }>('Runtime.evaluate', {
        expression: `${this.hostBinding}Files[${id}][${i}]`,
        contextId: this.hostContextId,
      });
      const info = this.command<{ path: string }>('DOM.getFileInfo', { objectId: result.objectId });
      paths.push(
        await info.then(
          ({ path: found }) => found,
          () => '',
        ),
      );
    }
    return paths;
  }
  hostAskOpen(details: OpenedWindow): OpenAnswer {
    return (
      this.#openHandler?.({
        ...details,
        url: toApp(details.url),
        disposition: 'foreground-tab',
        referrer: { url: this.getURL(), policy: '' },
      }) ?? { action: 'allow' }
    );
  }
  hostOpened(details: OpenedWindow): void {
    const answer = this.hostAskOpen(details);
    if (answer.action !== 'allow') return;
    const window = this.hostWindow.hostSibling(answer.overrideBrowserWindowOptions ?? {});
    this.emit('did-create-window', window, { ...details, url: toApp(details.url) });
    ignoreGone(window.loadURL(toApp(details.url)));
  }
  /** The page went away by itself. */
  hostDetached(sessionId: string): void {
    if (sessionId === this.hostSessionId && !this.#destroyed) this.hostWindow.destroy();
  }
  hostDestroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    runtime.contents.delete(this.id);
    this.hostBridge.close();
    this.hostLoads.stop();
    this.hostZoom.stop();
    ignoreGone(
      this.hostPage.then(() => cdp().send('Target.closeTarget', { targetId: this.hostTargetId })),
    );
    this.emit('destroyed');
  }

  // --- loading

  loadURL(url: string): Promise<void> {
    return this.hostLoads.load(toWeb(url), url);
  }
  loadFile(file: string): Promise<void> {
    return this.loadURL(pathToFileURL(path.resolve(app.getAppPath(), file)).href);
  }
  reload(): void {
    ignoreGone(this.hostLoads.reload(false));
  }
  reloadIgnoringCache(): void {
    ignoreGone(this.hostLoads.reload(true));
  }
  stop(): void {
    ignoreGone(this.command('Page.stopLoading'));
  }
  getURL(): string {
    return isBlank(this.hostUrl) ? '' : toApp(this.hostUrl);
  }
  getTitle(): string {
    return this.hostTitle;
  }
  isLoading(): boolean {
    return this.hostLoads.loading;
  }
  isLoadingMainFrame(): boolean {
    return this.hostLoads.loading;
  }
  readonly navigationHistory = namespace('webContents.navigationHistory', {
    canGoBack: (): boolean => false,
    canGoForward: (): boolean => false,
    clear: (): void => undefined,
  });

  // --- ipc

  send(channel: string, ...args: unknown[]): void {
    this.hostBridge.send(channel, args, []);
  }
  postMessage(channel: string, value: unknown, transfer: readonly MessagePortMain[] = []): void {
    this.hostBridge.send(channel, [value], transfer);
  }

  // --- the page

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    await this.hostPage;
    const answer = await this.command<{
      result: { value: unknown };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
      replMode: false,
    });
    const failed = answer.exceptionDetails;
    if (failed) throw new Error(failed.exception?.description ?? failed.text);
    return answer.result.value;
  }
  async capturePage(rect?: Size & { x: number; y: number }): Promise<NativeImage> {
    await this.hostPage;
    const { data } = await this.command<{ data: string }>('Page.captureScreenshot', {
      format: 'png',
      ...(rect ? { clip: { ...rect, scale: 1 } } : {}),
    });
    return createImage(Buffer.from(data, 'base64'));
  }
  startDrag(item: { file: string; files?: readonly string[]; icon: unknown }): void {
    note('webContents.startDrag', [...(item.files ?? [item.file])]);
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }
  focus(): void {
    this.hostWindow.focus();
  }
  isFocused(): boolean {
    return this.hostWindow.isFocused();
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  isCrashed(): boolean {
    return this.hostCrashed;
  }
  /** Like `window.close()`, does not emit the window's own `close` event. */
  close(): void {
    this.hostWindow.destroy();
  }
  forcefullyCrashRenderer(): void {
    ignoreGone(this.command('Page.crash'));
  }
  getType(): 'window' {
    return 'window';
  }
  getOSProcessId(): number {
    return 0;
  }
  getProcessId(): number {
    return 1;
  }
  getUserAgent(): string {
    return this.session.getUserAgent();
  }
  getZoomFactor(): number {
    return this.hostZoom.factor;
  }
  setZoomFactor(factor: number): void {
    this.hostZoom.set(factor);
  }
  getZoomLevel(): number {
    return Math.log(this.hostZoom.factor) / Math.log(1.2);
  }
  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level);
  }
  async setVisualZoomLevelLimits(): Promise<void> {
    // pinch zoom does not exist here
  }
  setAudioMuted(muted: boolean): void {
    this.#muted = muted;
  }
  isAudioMuted(): boolean {
    return this.#muted;
  }
  setBackgroundThrottling(): void {
    // Chromium runs with throttling off
  }
  openDevTools(): void {
    note('webContents.openDevTools');
  }
  closeDevTools(): void {
    note('webContents.closeDevTools');
  }
  toggleDevTools(): void {
    note('webContents.toggleDevTools');
  }
  isDevToolsOpened(): boolean {
    return false;
  }
  setIgnoreMenuShortcuts(): void {
    // menus have no shortcuts here
  }
  replaceMisspelling(): void {
    // there is no spelling check
  }
  undo = (): void => this.#edit('undo');
  redo = (): void => this.#edit('redo');
  cut = (): void => this.#edit('cut');
  copy = (): void => this.#edit('copy');
  paste = (): void => this.#edit('paste');
  delete = (): void => this.#edit('delete');
  selectAll = (): void => this.#edit('selectAll');
  #edit(command: string): void {
    ignoreGone(this.executeJavaScript(`document.execCommand('${command}')`, true));
  }
}

/** The `webContents` namespace of the module. */
export const webContents = namespace('webContents', {
  getAllWebContents: (): WebContents[] => [...runtime.contents.values()],
  getFocusedWebContents: (): WebContents | null =>
    [...runtime.contents.values()].find((each) => each.isFocused()) ?? null,
  fromId: (id: number): WebContents | undefined => runtime.contents.get(id),
  fromFrame: (frame: WebFrameMain): WebContents | undefined =>
    [...runtime.contents.values()].find((each) => each.mainFrame === frame),
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    [...runtime.contents.values()].find((each) => each.hostTargetId === targetId),
});
