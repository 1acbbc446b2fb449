// The implementation of the shell contract for one window. Wires names to the small modules beside it and decides nothing.
import type { BrowserWindow } from 'electron/main';
import { appFailure } from '#contract/wire/errors';
import type { Implementation } from '#contract/wire/serve';
import type { FileTicket, ShellContract, ThemeChoice } from '#contract/shell';
import type { Accounts } from '../accounts/accounts';
import type { CallState } from '../calls/callState';
import type { Capture } from './capture';
import type { Dialogs } from '../files/dialogs';
import type { Engines, EngineWindow } from '../engines/engines';
import type { Logs } from '../logs';
import type { MediaLeases } from './mediaLeases';
import type { Notifications } from '../surfaces/notifications';
import type { OpenFiles } from '../files/openFiles';
import { writePrivateFile } from '../files/privateFile';
import type { PassphraseChange } from '../accounts/passphraseChange';
import type { CallRequest, OpenRequest, Requests } from '../engines/requests';
import type { RingAct } from '../calls/rings';
import type { RingWindow } from '../calls/ringWindow';
import type { SettingsFile } from '../settings';
import type { Signal } from '../signal';
import type { Spelling } from '../windows/spelling';
import type { TalkKey } from '../calls/talkKey';
import { maxTickets, type Tickets } from '../files/tickets';
import type { Passphrases } from '../accounts/vault';
import type { Zoom } from '../windows/zoom';

/** The parts of the desktop that calls need. */
export interface CallsDeps {
  readonly state: CallState;
  readonly talkKey: TalkKey;
  readonly requests: Requests<CallRequest>;
  readonly leases: MediaLeases;
  readonly capture: Capture;
  readonly ringWindow: Pick<RingWindow, 'fit' | 'is'>;
  actOnRing(act: RingAct): void;
  /** The ring window, and a window in front that shows the rings itself. */
  mayActOnRings(windowId: number): boolean;
  showRings(windowId: number, shown: boolean): void;
}

export interface ShellDeps {
  readonly accounts: Accounts;
  readonly engines: Engines;
  readonly passphrases: Pick<Passphrases, 'give'>;
  readonly changePassphrase: PassphraseChange;
  readonly tickets: Tickets;
  readonly dialogs: Dialogs;
  readonly openFiles: OpenFiles;
  readonly logs: Logs;
  readonly settings: SettingsFile;
  readonly tray: { readonly available: boolean };
  readonly app: {
    readonly version: string;
    readonly host: string;
    readonly platform: 'linux' | 'darwin' | 'win32';
    readonly keyStore: string;
  };
  /** Theme or focus changed. */
  readonly appChanged: Signal;
  readonly openRequests: Requests<OpenRequest>;
  readonly calls: CallsDeps;
  readonly notifications: Pick<Notifications, 'test'>;
  openExternal(url: string): Promise<boolean>;
  applyTheme(theme: ThemeChoice): void;
  readonly zoom: Pick<Zoom, 'set'>;
  readonly spelling: Spelling;
  quit(): void;
}

export interface ShellWindow extends EngineWindow {
  readonly browserWindow: BrowserWindow;
}

/** Sends a value now and after each change. */
function watch<V>(signal: (listener: () => void) => () => void, read: () => V) {
  return (_query: object, sink: { set(value: V): void }): (() => void) => {
    const send = (): void => sink.set(read());
    const stop = signal(send);
    send();
    return stop;
  };
}

const either =
  (one: Signal['subscribe'], other: Signal['subscribe']): Signal['subscribe'] =>
  (listener) => {
    const stops = [one(listener), other(listener)];
    return () => stops.forEach((stop) => stop());
  };

function callCalls(
  calls: CallsDeps,
  windowId: number,
): Pick<
  Implementation<ShellContract>['calls'],
  | 'requestMedia'
  | 'releaseMedia'
  | 'captureSources'
  | 'chooseCapture'
  | 'actOnRing'
  | 'showRings'
  | 'fitWindow'
  | 'setMuteShortcut'
  | 'setTalkShortcut'
  | 'allowTalkKey'
> {
  const { state, talkKey, leases, capture, ringWindow } = calls;
  return {
    requestMedia: (wants) => leases.request(windowId, wants),
    releaseMedia: async () => {
      leases.release(windowId);
      return {};
    },
    captureSources: async () => {
      // Thumbnails of the screen are given out only for a call.
      if (!state.inCall()) throw appFailure('forbidden', 'There is no call');
      const { picker, systemAudio } = capture;
      return { picker, systemAudio, sources: await capture.list(windowId) };
    },
    chooseCapture: async ({ sourceId, audio }) => {
      capture.choose(windowId, sourceId, audio);
      return {};
    },
    actOnRing: async (act) => {
      // An answer opens the microphone: a window in the background may not give one.
      if (!calls.mayActOnRings(windowId)) throw appFailure('forbidden', 'Shows no rings');
      calls.actOnRing(act);
      return {};
    },
    showRings: async ({ shown }) => {
      calls.showRings(windowId, shown);
      return {};
    },
    fitWindow: async (size) => {
      if (!ringWindow.fit(windowId, size)) throw appFailure('forbidden', 'Not the ring window');
      return {};
    },
    setMuteShortcut: async ({ accelerator }) => ({
      accepted: await state.setMuteShortcut(accelerator),
    }),
    setTalkShortcut: async ({ accelerator }) => ({ accepted: await talkKey.set(accelerator) }),
    allowTalkKey: async () => {
      talkKey.askToAllow();
      return {};
    },
  };
}

export function createShellService(
  deps: ShellDeps,
  window: ShellWindow,
): Implementation<ShellContract> {
  const { engines, tickets, dialogs, openFiles, settings } = deps;
  const { browserWindow } = window;
  const { state, talkKey, leases } = deps.calls;
  return {
    calls: {
      addAccount: async () => ({ accountId: await engines.add() }),
      leaveAccount: async ({ accountId, leaving }) => {
        await engines.leave(accountId, leaving);
        return {};
      },
      removeAccount: async ({ accountId }) => {
        await engines.remove(accountId);
        await openFiles.forget(accountId);
        return {};
      },
      connectEngine: async ({ accountId }) => {
        engines.connect(accountId, window);
        return {};
      },
      retryEngine: async ({ accountId }) => {
        engines.retry(accountId);
        return {};
      },
      givePassphrase: async ({ accountId, passphrase }) => {
        deps.passphrases.give(accountId, passphrase);
        engines.retry(accountId);
        return {};
      },
      changePassphrase: ({ old, next }) => deps.changePassphrase(old, next),
      setActiveAccount: async ({ accountId }) => {
        await engines.setActive(accountId);
        return {};
      },
      openExternal: async ({ url }) => ({ opened: await deps.openExternal(url) }),
      chooseSaveTarget: async ({ accountId, suggestedName }) => {
        const path = await dialogs.saveFile(browserWindow, suggestedName);
        const ticket = path === null ? null : await tickets.forWriting(window.id, accountId, path);
        return { ticket };
      },
      chooseFiles: async ({ accountId, folders }) => {
        const paths = [...(await dialogs.chooseFiles(browserWindow, folders))];
        const files: FileTicket[] = [];
        while (paths.length > 0) {
          const batch = paths.splice(0, maxTickets);
          files.push(...(await tickets.forReading(window.id, accountId, batch)));
        }
        return { files };
      },
      chooseSaveFolder: async ({ accountId }) => {
        const path = await dialogs.chooseFolder(browserWindow);
        const ticket = path === null ? null : await tickets.forFolder(window.id, accountId, path);
        return { ticket };
      },
      openFile: async ({ accountId, ...file }) => ({
        opened: await openFiles.open(browserWindow, accountId, file),
      }),
      startDrag: async ({ accountId, files }) => ({
        started: await openFiles.startDrag(browserWindow, accountId, files),
      }),
      showSaved: async ({ accountId, transferId }) => ({
        shown: await openFiles.showSaved(browserWindow, accountId, transferId),
      }),
      saveText: async ({ suggestedName, text }) => {
        const path = await dialogs.saveFile(browserWindow, suggestedName);
        if (path !== null) await writePrivateFile(path, text);
        return { saved: path !== null };
      },
      ...callCalls(deps.calls, window.id),
      tookRequest: async ({ request, at }) => {
        (request === 'openRequest' ? deps.openRequests : deps.calls.requests).took(at);
        return {};
      },
      setRingSound: async ({ on }) => {
        await settings.set({ ringSound: on });
        deps.appChanged.emit();
        return {};
      },
      setCloseToTray: async ({ on }) => {
        await settings.set({ closeToTray: on });
        deps.appChanged.emit();
        return {};
      },
      setTheme: async ({ theme }) => {
        deps.applyTheme(theme);
        await settings.set({ theme });
        deps.appChanged.emit();
        return {};
      },
      setZoom: async ({ percent }) => {
        await deps.zoom.set(percent);
        return {};
      },
      setSpelling: async ({ on }) => {
        await deps.spelling.set(on);
        return {};
      },
      testNotification: async ({ silent }) => ({
        answer: await deps.notifications.test(silent),
      }),
      saveLogs: async () => {
        const path = await dialogs.saveLogs(browserWindow);
        if (path !== null) await writePrivateFile(path, await deps.logs.collect());
        return { saved: path !== null };
      },
      quit: async () => {
        deps.quit();
        return {};
      },
    },
    values: {
      accounts: watch(engines.onChange, () => ({
        active: deps.accounts.active(),
        accounts: engines.rows(),
      })),
      app: watch(deps.appChanged.subscribe, () => ({
        ...deps.app,
        theme: settings.get().theme,
        zoom: settings.get().zoom,
        spelling: deps.spelling.state(),
        ringSound: settings.get().ringSound,
        closeToTray: deps.tray.available ? settings.get().closeToTray : null,
        focused: !browserWindow.isDestroyed() && browserWindow.isFocused(),
      })),
      openRequest: watch(deps.openRequests.subscribe, deps.openRequests.newest),
      rings: watch(state.changed, state.rings),
      runningCalls: watch(state.changed, state.running),
      callKeys: watch(either(state.changed, talkKey.changed), () => ({
        ...state.keys(),
        ...talkKey.state(),
      })),
      talkKeyHeld: watch(
        talkKey.heldChanged,
        () => talkKey.isHeld() && leases.isGranted(window.id, ['audio']),
      ),
      callRequest: watch(deps.calls.requests.subscribe, deps.calls.requests.newest),
    },
    lists: {},
  };
}
