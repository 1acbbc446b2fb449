// A window without Electron: a shell and engines in memory behind the real clients. For the gallery and for tests.
import { useEffect, useState, type ReactNode } from 'react';
import { WordsProvider } from '#app/words';
import { AccountProvider, AppProvider, type Account } from '#app/context';
import { createWindowState } from '#app/windowState';
import { createEngineClient } from '#app/line/engineClient';
import type { EnginePorts } from '#app/line/enginePorts';
import { createI18n } from '#app/i18n';
import '../../support/allWords';
import { createShellClient, type ShellClient } from '#app/line/shellClient';
import { createAccountStore, type AccountStore } from '#app/store';
import { Provider } from 'react-redux';
import { appFailure } from '#contract/wire/errors';
import type { Port } from '#contract/wire/port';
import { serve } from '#contract/wire/serve';
import type { ValueOf } from '#contract/wire/shapes';
import {
  shell,
  type AccountRow,
  type CaptureSource,
  type FileTicket,
  type ShellContract,
} from '#contract/shell';
import { ToastsProvider } from '#ui/overlays/Toasts';
import { createFakeEngine, type FakeEngine } from './fakeEngine';
import { signedOut } from '../fixtures';

/** A copy like the one a port delivers: jsdom has no structuredClone. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value as Uint8Array);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copyOf(one)]));
}

/** Two joined ports in one process; messages arrive in order, in later microtasks, as copies. */
export function portPair(): readonly [Port, Port] {
  const make = () => ({
    listeners: new Set<(message: unknown) => void>(),
    closing: new Set<() => void>(),
    open: true,
  });
  const sides = [make(), make()] as const;
  const port = (own: 0 | 1): Port => {
    const here = sides[own];
    const there = sides[own === 0 ? 1 : 0];
    return {
      post: (message) => {
        if (!here.open) return;
        const copy: unknown = copyOf(message);
        queueMicrotask(() => {
          if (there.open) [...there.listeners].forEach((listener) => listener(copy));
        });
      },
      onMessage: (listener) => {
        here.listeners.add(listener);
        return () => here.listeners.delete(listener);
      },
      onClose: (listener) => {
        here.closing.add(listener);
        return () => here.closing.delete(listener);
      },
      close: () => {
        here.open = false;
        there.open = false;
        queueMicrotask(() => [...there.closing].forEach((listener) => listener()));
      },
    };
  };
  return [port(0), port(1)];
}

/** Changes each message from an engine to the window: tests put hostile words into it. */
export const onTheWay = { change: (message: unknown): unknown => message };

type AppValue = ValueOf<ShellContract, 'app'>;

export interface FakeShell {
  readonly client: ShellClient;
  readonly ports: EnginePorts;
  readonly engines: Map<string, FakeEngine>;
  readonly calls: { readonly name: string; readonly input: unknown }[];
  app: AppValue;
  /** Tickets that main gives for files with a path. */
  tickets: (files: readonly unknown[]) => readonly FileTicket[];
  /** Files that the person chooses in the system's dialog. */
  chosen: FileTicket[];
  /** The folder that the person chooses to save into; null: none. */
  saveFolder: string | null;
  captureSources: readonly CaptureSource[];
  update(change: {
    readonly app?: Partial<AppValue>;
    readonly accounts?: readonly AccountRow[];
    readonly active?: string | null;
    readonly openRequest?: ValueOf<ShellContract, 'openRequest'>;
    readonly callRequest?: ValueOf<ShellContract, 'callRequest'>;
    readonly rings?: ValueOf<ShellContract, 'rings'>;
    readonly runningCalls?: ValueOf<ShellContract, 'runningCalls'>;
    readonly callKeys?: Partial<ValueOf<ShellContract, 'callKeys'>>;
    readonly talkKeyHeld?: boolean;
  }): void;
  /** The engine dies and comes back with the same world. */
  kill(accountId: string): void;
  revive(accountId: string): void;
}

export const accountRow = (accountId: string, more: Partial<AccountRow> = {}): AccountRow => ({
  accountId,
  signedIn: true,
  label: 'Mara Lindqvist',
  userId: '@mara:fernhill.example',
  avatar: null,
  unread: 0,
  highlights: 0,
  engine: 'running',
  error: null,
  ...more,
});

export function createFakeShell(
  engines: Readonly<Record<string, FakeEngine>>,
  rows: readonly AccountRow[],
): FakeShell {
  const running = new Map(Object.entries(engines));
  const takers = new Map<string, (port: Port) => void>();
  const waiting = new Map<string, Port>();
  const served = new Map<string, { close(): void }>();
  const sinks = new Set<() => void>();
  const calls: { name: string; input: unknown }[] = [];
  let accounts = [...rows];
  let active = rows[0]?.accountId ?? null;
  let openRequest: ValueOf<ShellContract, 'openRequest'> = null;
  let callRequest: ValueOf<ShellContract, 'callRequest'> = null;
  let rings: ValueOf<ShellContract, 'rings'> = [];
  let runningCalls: ValueOf<ShellContract, 'runningCalls'> = [];
  let callKeys: ValueOf<ShellContract, 'callKeys'> = {
    muteShortcut: null,
    taken: false,
    talkShortcut: null,
    talkProblem: null,
  };
  let talkKeyHeld = false;

  const refresh = (): void => [...sinks].forEach((sink) => sink());
  const watch = (push: () => void): (() => void) => {
    sinks.add(push);
    push();
    return () => sinks.delete(push);
  };
  const connect = (accountId: string): void => {
    const engine = running.get(accountId);
    const row = accounts.find((one) => one.accountId === accountId);
    if (engine === undefined || row?.engine !== 'running') {
      throw appFailure('engine_gone', 'Not running', { retryable: true });
    }
    const [near, far] = portPair();
    const post: Port['post'] = (message) => far.post(onTheWay.change(message));
    served.set(accountId, engine.attach({ ...far, post }));
    const taker = takers.get(accountId);
    if (taker === undefined) waiting.set(accountId, near);
    else taker(near);
  };
  const setRow = (accountId: string, change: Partial<AccountRow>): void => {
    accounts = accounts.map((row) => (row.accountId === accountId ? { ...row, ...change } : row));
    refresh();
  };

  const [near, far] = portPair();
  const fake: FakeShell = {
    client: createShellClient({
      shell: { post: (message) => near.post(message), onMessage: (l) => near.onMessage(l) },
      fileTickets: async (_accountId, files) => fake.tickets(files),
    }),
    ports: {
      onPort: (accountId, listener) => {
        takers.set(accountId, listener);
        const early = waiting.get(accountId);
        waiting.delete(accountId);
        if (early !== undefined) listener(early);
        return () => takers.delete(accountId);
      },
    },
    engines: running,
    calls,
    tickets: (files) => ticketsOf(files as readonly File[]),
    chosen: [],
    saveFolder: null,
    captureSources: [],
    app: {
      version: '0.1.0',
      host: 'Gallery',
      platform: 'linux',
      theme: 'system',
      zoom: 100,
      spelling: { on: false, fetches: true },
      ringSound: true,
      closeToTray: false,
      focused: true,
      keyStore: 'gnome_libsecret',
    },
    update: (change) => {
      fake.app = { ...fake.app, ...change.app };
      accounts = [...(change.accounts ?? accounts)];
      active = change.active === undefined ? active : change.active;
      openRequest = change.openRequest === undefined ? openRequest : change.openRequest;
      callRequest = change.callRequest === undefined ? callRequest : change.callRequest;
      rings = change.rings ?? rings;
      runningCalls = change.runningCalls ?? runningCalls;
      callKeys = { ...callKeys, ...change.callKeys };
      talkKeyHeld = change.talkKeyHeld ?? talkKeyHeld;
      refresh();
    },
    kill: (accountId) => {
      served.get(accountId)?.close();
      setRow(accountId, { engine: 'down' });
    },
    revive: (accountId) => {
      setRow(accountId, { engine: 'running' });
      // Like main, gives a new port to every window that had one.
      connect(accountId);
    },
  };
  serve(
    shell,
    {
      calls: {
        addAccount: async (input) => {
          calls.push({ name: 'addAccount', input });
          const accountId = `account${String(accounts.length).padStart(3, '0')}`;
          running.set(accountId, createFakeEngine({ session: signedOut }));
          accounts = [
            ...accounts,
            accountRow(accountId, { signedIn: false, label: null, userId: null }),
          ];
          refresh();
          return { accountId };
        },
        leaveAccount: async (input) => {
          calls.push({ name: 'leaveAccount', input });
          return {};
        },
        removeAccount: async (input) => {
          calls.push({ name: 'removeAccount', input });
          accounts = accounts.filter((row) => row.accountId !== input.accountId);
          refresh();
          return {};
        },
        connectEngine: async ({ accountId }) => {
          connect(accountId);
          return {};
        },
        retryEngine: async (input) => {
          calls.push({ name: 'retryEngine', input });
          setRow(input.accountId, { engine: 'running', error: null });
          connect(input.accountId);
          return {};
        },
        givePassphrase: async (input) => {
          calls.push({ name: 'givePassphrase', input });
          const row = accounts.find(({ accountId }) => accountId === input.accountId);
          const data = { ...row?.error?.data, why: 'vault_wrong' };
          const error = appFailure('key_unavailable', 'x', { retryable: true, data }).error;
          const right = row?.error?.data?.['why'] === 'vault_new' || input.passphrase === 'correct';
          setRow(input.accountId, right ? { engine: 'running', error: null } : { error });
          if (right) connect(input.accountId);
          return {};
        },
        changePassphrase: async (input) => {
          calls.push({ name: 'changePassphrase', input });
          if (input.old !== 'correct') throw appFailure('wrong_password', 'x');
          return { changed: 1, others: accounts.length - 1 };
        },
        setActiveAccount: async ({ accountId }) => {
          active = accountId;
          refresh();
          return {};
        },
        openExternal: async (input) => {
          calls.push({ name: 'openExternal', input });
          return { opened: true };
        },
        chooseFiles: async (input) => {
          calls.push({ name: 'chooseFiles', input });
          return { files: fake.chosen };
        },
        chooseSaveTarget: async () => ({ ticket: null }),
        chooseSaveFolder: async () => ({ ticket: fake.saveFolder }),
        openFile: async (input) => {
          calls.push({ name: 'openFile', input });
          return { opened: true };
        },
        startDrag: async (input) => {
          calls.push({ name: 'startDrag', input });
          return { started: true };
        },
        showSaved: async (input) => {
          calls.push({ name: 'showSaved', input });
          return { shown: true };
        },
        requestMedia: async (input) => {
          calls.push({ name: 'requestMedia', input });
          return { microphone: 'granted' as const, camera: 'granted' as const };
        },
        releaseMedia: async () => ({}),
        captureSources: async () => {
          const sources = [...fake.captureSources];
          return { picker: 'own' as const, systemAudio: sources.length > 0, sources };
        },
        chooseCapture: async (input) => {
          calls.push({ name: 'chooseCapture', input });
          return {};
        },
        actOnRing: async (input) => {
          calls.push({ name: 'actOnRing', input });
          return {};
        },
        showRings: async (input) => {
          calls.push({ name: 'showRings', input });
          return {};
        },
        tookRequest: async ({ request, at }) => {
          if (request === 'openRequest' && openRequest?.at === at) openRequest = null;
          if (request === 'callRequest' && callRequest?.at === at) callRequest = null;
          refresh();
          return {};
        },
        fitWindow: async (input) => {
          calls.push({ name: 'fitWindow', input });
          return {};
        },
        setMuteShortcut: async (input) => {
          calls.push({ name: 'setMuteShortcut', input });
          fake.update({ callKeys: { muteShortcut: input.accelerator, taken: false } });
          return { accepted: true };
        },
        setTalkShortcut: async (input) => {
          calls.push({ name: 'setTalkShortcut', input });
          fake.update({ callKeys: { talkShortcut: input.accelerator } });
          return { accepted: true };
        },
        allowTalkKey: async (input) => {
          calls.push({ name: 'allowTalkKey', input });
          return {};
        },
        setRingSound: async ({ on }) => {
          fake.update({ app: { ringSound: on } });
          return {};
        },
        setCloseToTray: async ({ on }) => {
          fake.update({ app: { closeToTray: on } });
          return {};
        },
        setTheme: async ({ theme }) => {
          fake.update({ app: { theme } });
          return {};
        },
        setZoom: async ({ percent }) => {
          fake.update({ app: { zoom: percent } });
          return {};
        },
        setSpelling: async ({ on }) => {
          fake.update({ app: { spelling: { on, fetches: true } } });
          return {};
        },
        saveText: async (input) => {
          calls.push({ name: 'saveText', input });
          return { saved: true };
        },
        testNotification: async () => ({ answer: 'shown' as const }),
        saveLogs: async () => ({ saved: true }),
        quit: async () => ({}),
      },
      values: {
        accounts: (_query, sink) => watch(() => sink.set({ active, accounts })),
        app: (_query, sink) => watch(() => sink.set(fake.app)),
        openRequest: (_query, sink) => watch(() => sink.set(openRequest)),
        rings: (_query, sink) => watch(() => sink.set(rings)),
        runningCalls: (_query, sink) => watch(() => sink.set(runningCalls)),
        callRequest: (_query, sink) => watch(() => sink.set(callRequest)),
        callKeys: (_query, sink) => watch(() => sink.set(callKeys)),
        talkKeyHeld: (_query, sink) => watch(() => sink.set(talkKeyHeld)),
      },
      lists: {},
    },
    far,
    { log: { warn: () => undefined } },
  );
  return fake;
}

const folderType = 'inode/directory';

/** Files that a page made have no path and get none; together with a folder they count as dropped from a disk. */
const ticketsOf = (files: readonly File[]): readonly FileTicket[] =>
  files.some(({ type }) => type === folderType)
    ? files.map(({ name, size, type }, index) => ({
        ticket: `fake-ticket-${String(index).padStart(8, '0')}`,
        fileName: name,
        sizeBytes: size,
        mimeType: null,
        isFolder: type === folderType,
      }))
    : [];

/** Words and services around any component. */
export function Window({
  fake,
  children,
}: {
  readonly fake: FakeShell;
  readonly children: ReactNode;
}) {
  const [i18n] = useState(() => createI18n('en'));
  const [state] = useState(createWindowState);
  return (
    <WordsProvider i18n={i18n}>
      <AppProvider services={{ shell: fake.client, ports: fake.ports, state }}>
        {children}
      </AppProvider>
    </WordsProvider>
  );
}

export interface AccountWindowProps {
  readonly engine: FakeEngine;
  readonly children: ReactNode;
  /** The store, for tests that look at it or dispatch. */
  readonly onStore?: (store: AccountStore) => void;
  readonly onShell?: (shell: FakeShell) => void;
}

const onlyAccount = 'account000';

/** One signed-in account around any component, with its own store and engine. */
export function AccountWindow({ engine, children, onStore, onShell }: AccountWindowProps) {
  const [fake] = useState(() => {
    const made = createFakeShell({ [onlyAccount]: engine }, [accountRow(onlyAccount)]);
    onShell?.(made);
    return made;
  });
  const [scope, setScope] = useState<{ account: Account; store: AccountStore } | null>(null);
  useEffect(() => {
    const store = createAccountStore();
    const client = createEngineClient({
      accountId: onlyAccount,
      shell: fake.client,
      ports: fake.ports,
      store,
    });
    onStore?.(store);
    const account = { accountId: onlyAccount, engine: client, state: createWindowState() };
    setScope({ account, store });
    return () => client.close();
  }, [fake, onStore]);
  if (scope === null) return null;
  return (
    <Window fake={fake}>
      <Provider store={scope.store}>
        <AccountProvider account={scope.account}>
          <ToastsProvider regionLabel="Notices" closeLabel="Close">
            {children}
          </ToastsProvider>
        </AccountProvider>
      </Provider>
    </Window>
  );
}

/** The theme of the page's address is the one that the user chose. */
export function themed(fake: FakeShell): FakeShell {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') fake.update({ app: { theme } });
  return fake;
}
