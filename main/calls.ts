// The wiring of calls: ring window, camera and microphone, screens to share, keep-awake, the key that mutes.
import { release } from 'node:os';
import {
  BrowserWindow,
  desktopCapturer,
  globalShortcut,
  powerSaveBlocker,
  screen,
  systemPreferences,
  webContents,
} from 'electron/main';
import type { ToEngine } from '../preload/contract/control';
import { createCallState, type CallState } from './shell/callState';
import { createCapture, type Picker } from './shell/capture';
import type { Log } from './shell/logs';
import { createMediaLeases } from './shell/mediaLeases';
import { createRequests, type CallRequest } from './shell/requests';
import { createRingActs } from './shell/rings';
import { createRingWindow, type RingWindow, type RingWindowDeps } from './shell/ringWindow';
import type { SettingsFile } from './shell/settings';
import type { CallsDeps as ShellCalls } from './shell/shellService';
import { isOwnPage } from './shell/urlPolicy';

type Platform = 'linux' | 'darwin' | 'win32';

export interface CallsDeps extends Pick<
  RingWindowDeps,
  'create' | 'preload' | 'icon' | 'packaged' | 'isDark' | 'onClosed'
> {
  readonly platform: Platform;
  readonly log: Log;
  readonly settings: SettingsFile;
  onInCall(inCall: boolean): void;
  send(accountId: string, message: ToEngine): boolean;
  show(): void;
}

export interface Calls extends ShellCalls {
  readonly ringWindow: RingWindow;
  readonly state: CallState;
  /** Whether the page of this web contents may open these kinds of media now. */
  mayUseMedia(contentsId: number, kinds: readonly string[]): boolean;
  /** The window whose page's main frame this is. */
  windowOf(frame: Electron.WebFrameMain | null): number | null;
  /** The page of this window is gone: it holds nothing any more. */
  forget(windowId: number): void;
  /** Another window is in front. */
  focusChanged(): void;
}

/** macOS 15 and Wayland let the person choose in a window of the system's own. */
function pickerOf(platform: Platform): Picker {
  if (platform === 'darwin') return Number(release().split('.')[0]) >= 24 ? 'system' : 'own';
  const wayland = process.env['XDG_SESSION_TYPE'] === 'wayland';
  return platform === 'linux' && wayland ? 'portal' : 'own';
}

export function createCalls(deps: CallsDeps): Calls {
  const { platform, log, settings, send, show } = deps;
  const requests = createRequests<CallRequest>();
  const isFocused = (windowId: number): boolean =>
    BrowserWindow.fromId(windowId)?.isFocused() === true;
  /** Whose rings a window shows, by window. */
  const shown = new Map<number, string>();
  const ringWindow = createRingWindow({
    ...deps,
    isShown: (accountId) =>
      [...shown].some(([windowId, of]) => of === accountId && isFocused(windowId)),
    workArea: () => screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea,
    log: log.child('ring'),
  });
  const state = createCallState({
    ringWindow,
    requests,
    power: {
      start: (type) => powerSaveBlocker.start(type),
      stop: (id) => powerSaveBlocker.stop(id),
    },
    shortcuts: {
      register: (accelerator, pressed) => globalShortcut.register(accelerator, pressed),
      unregister: (accelerator) => globalShortcut.unregister(accelerator),
    },
    muteShortcut: {
      get: () => settings.get().muteShortcut,
      set: (muteShortcut) => settings.set({ muteShortcut }),
    },
    onInCall: (inCall) => deps.onInCall(inCall),
  });
  const leases = createMediaLeases({
    platform,
    system: systemPreferences,
    isFocused,
    hasCalls: () => state.any(),
  });
  const capture = createCapture({
    picker: pickerOf(platform),
    systemAudio: platform === 'win32',
    now: () => performance.now(),
    getSources: (options) => desktopCapturer.getSources(options),
  });
  const windowOfContents = (contents: Electron.WebContents | undefined): number | null =>
    contents === undefined ? null : (BrowserWindow.fromWebContents(contents)?.id ?? null);
  return {
    state,
    requests,
    ringWindow,
    leases,
    capture,
    showRings: (windowId, accountId) => {
      if (accountId === null) shown.delete(windowId);
      else shown.set(windowId, accountId);
      ringWindow.look();
    },
    focusChanged: () => ringWindow.look(),
    actOnRing: createRingActs({ calls: state, ringWindow, requests, send, show }),
    mayUseMedia: (contentsId, kinds) => {
      const windowId = windowOfContents(webContents.fromId(contentsId));
      return windowId !== null && leases.isGranted(windowId, kinds);
    },
    windowOf: (frame) => {
      if (frame === null || frame.detached || frame.parent !== null || !isOwnPage(frame.url)) {
        return null;
      }
      return windowOfContents(webContents.fromFrame(frame));
    },
    forget: (windowId) => {
      leases.release(windowId);
      capture.forget(windowId);
      if (shown.delete(windowId)) ringWindow.look();
    },
  };
}
