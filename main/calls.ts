// The wiring of calls: ring window, camera and microphone, screens to share, keep-awake, the keys that mute and to talk.
import { release } from 'node:os';
import { join } from 'node:path';
import {
  BrowserWindow,
  desktopCapturer,
  globalShortcut,
  powerMonitor,
  powerSaveBlocker,
  screen,
  systemPreferences,
  utilityProcess,
  webContents,
} from 'electron/main';
import { createCallState, type CallState } from './shell/calls/callState';
import { createCapture, type Picker } from './shell/pages/capture';
import { forkEngine } from './shell/engines/engineProcess';
import type { Log } from './shell/logs';
import { createMediaLeases } from './shell/pages/mediaLeases';
import { createRequests, type CallRequest } from './shell/engines/requests';
import { createRingActs, createShownRings } from './shell/calls/rings';
import { createRingWindow, type RingWindow, type RingWindowDeps } from './shell/calls/ringWindow';
import type { SettingsFile } from './shell/settings';
import type { CallsDeps as ShellCalls } from './shell/pages/shellService';
import { createTalkKey, hookHere, type KeyHook, type TalkKey } from './shell/calls/talkKey';
import { isOwnPage } from './shell/pages/urlPolicy';

type Platform = 'linux' | 'darwin' | 'win32';

export interface CallsDeps extends Pick<
  RingWindowDeps,
  'create' | 'preload' | 'icon' | 'packaged' | 'isDark' | 'onClosed'
> {
  readonly platform: Platform;
  readonly log: Log;
  readonly settings: SettingsFile;
  onInCall(inCall: boolean): void;
  /** False: no engine runs. */
  decline(accountId: string, call: { readonly roomId: string; readonly callId: string }): boolean;
  show(): void;
}

export interface Calls extends ShellCalls {
  readonly ringWindow: RingWindow;
  readonly state: CallState;
  /** Whether the page of this web contents may open these kinds of media now. */
  mayUseMedia(contentsId: number, kinds: readonly string[]): boolean;
  /** The window that has this main frame. */
  windowOf(frame: Electron.WebFrameMain | null): number | null;
  /** The page of this window is gone: drops everything that the window holds. */
  forget(windowId: number): void;
  /** Another window is in front. */
  focusChanged(): void;
}

const isWayland = (platform: Platform): boolean =>
  platform === 'linux' && process.env['XDG_SESSION_TYPE'] === 'wayland';

/** macOS 15 and Wayland let the user choose in a window of the system's own. */
function pickerOf(platform: Platform): Picker {
  if (platform === 'darwin') return Number(release().split('.')[0]) >= 24 ? 'system' : 'own';
  return isWayland(platform) ? 'portal' : 'own';
}

/** The process that hears the global key. Its error output at a crash is not kept. */
const forkKeyHook = (): KeyHook =>
  forkEngine<string>({
    fork: () =>
      utilityProcess.fork(join(__dirname, 'keyHook.js'), [], {
        serviceName: 'trellis-keys',
        stdio: 'ignore',
      }),
    onErrorOutput: () => undefined,
  });

function openTalkKey({ platform, settings }: CallsDeps, state: CallState): TalkKey {
  const talkKey = createTalkKey({
    start: () => (platform === 'darwin' ? hookHere(() => import('uiohook-napi')) : forkKeyHook()),
    shortcut: {
      get: () => settings.get().talkShortcut,
      set: (talkShortcut) => settings.set({ talkShortcut }),
    },
    muteShortcut: () => settings.get().muteShortcut,
    wayland: isWayland(platform),
    isAllowed: (ask) =>
      platform !== 'darwin' || systemPreferences.isTrustedAccessibilityClient(ask),
    inCall: () => state.inCall(),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });
  state.changed(talkKey.look);
  powerMonitor.on('lock-screen', () => talkKey.away('locked', true));
  powerMonitor.on('unlock-screen', () => talkKey.away('locked', false));
  powerMonitor.on('suspend', () => talkKey.away('asleep', true));
  powerMonitor.on('resume', () => talkKey.away('asleep', false));
  return talkKey;
}

export function createCalls(deps: CallsDeps): Calls {
  const { platform, log, settings, decline, show } = deps;
  const requests = createRequests<CallRequest>();
  const isFocused = (windowId: number): boolean =>
    BrowserWindow.fromId(windowId)?.isFocused() === true;
  const shownRings = createShownRings({ isFocused, changed: () => ringWindow.look() });
  const ringWindow = createRingWindow({
    ...deps,
    isShown: () => shownRings.inFront(),
    workArea: () => screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea,
    log: log.child('ring'),
  });
  const state = createCallState({
    ringWindow,
    requests,
    decline,
    power: {
      start: (type) => powerSaveBlocker.start(type),
      stop: (id) => powerSaveBlocker.stop(id),
    },
    shortcuts: {
      register: (accelerator, pressed) =>
        accelerator !== settings.get().talkShortcut &&
        globalShortcut.register(accelerator, pressed),
      unregister: (accelerator) => globalShortcut.unregister(accelerator),
    },
    muteShortcut: {
      get: () => settings.get().muteShortcut,
      set: (muteShortcut) => settings.set({ muteShortcut }),
    },
    onInCall: (inCall) => deps.onInCall(inCall),
  });
  const talkKey = openTalkKey(deps, state);
  const leases = createMediaLeases({
    platform,
    system: systemPreferences,
    isFocused,
    hasCalls: state.mayListen,
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
    talkKey,
    leases,
    capture,
    showRings: shownRings.show,
    mayActOnRings: (windowId) => ringWindow.is(windowId) || shownRings.inFront(windowId),
    focusChanged: () => {
      ringWindow.look();
      // The user may come back from the system's settings, where the right can be given.
      talkKey.look();
    },
    actOnRing: createRingActs({ calls: state, ringWindow, requests, decline, show }),
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
      shownRings.show(windowId, false);
    },
  };
}
