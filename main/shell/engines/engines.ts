// One engine per account: their supervisors, the rows of the shell value `accounts`, and the ports between windows and engines. Calls
// engines by the control contract only; it does not read the messages on the ports.
import { client, type Client } from '#contract/wire/client';
import {
  control,
  controlPort,
  type ControlContract,
  type FromEngine,
  type Notice,
  type Profile,
  type Question,
  type RoomNotice,
  type TransferProgress,
  type TransfersDone,
} from '#contract/control';
import { appFailure, type AppError } from '#contract/wire/errors';
import { isEqual } from '#contract/wire/plain';
import type { ValueOf } from '#contract/wire/shapes';
import type { AccountRow } from '#contract/shell';
import {
  createSupervisor,
  type EngineProcess,
  type Supervisor,
  type SupervisorDeps,
} from '../../supervisor';
import type { Accounts } from '../accounts/accounts';
import { EngineAsks } from './engineAsks';
import type { Log } from '../logs';
import { createSignal, type Signal } from '../signal';
import { followReader, type ReaderProcess } from './reader';
import { followWishes, type WishesDeps } from '../wishes';

export interface EngineWindow {
  readonly id: number;
  /** Sends the window its end of a channel to an engine. */
  sendPort(accountId: string, port: unknown): void;
}

type Value<K extends keyof ControlContract['values']> = ValueOf<ControlContract, K>;

export interface EnginesDeps {
  readonly accounts: Accounts;
  readonly log: Log;
  readonly clock: SupervisorDeps['clock'];
  fork(accountId: string): EngineProcess;
  init(accountId: string): ReturnType<SupervisorDeps['init']>;
  createChannel(): { readonly port1: unknown; readonly port2: unknown };
  /** `key`: the room's id, or the key of a notification of another kind. */
  onNotify(accountId: string, notice: Notice, key: string): void;
  /** `key` null: everything of this account. */
  onUnnotify(accountId: string, key: string | null): void;
  /** Whole lists. Without an engine nothing rings; the calls of its window continue until an engine reports otherwise. */
  onRings(accountId: string, rings: Value<'rings'>): void;
  onCalls(accountId: string, calls: Value<'calls'>): void;
  /** Null: the engine is away, and nothing is transferred. */
  onTransferProgress(accountId: string, progress: TransferProgress | null): void;
  onTransfersDone(accountId: string, done: TransfersDone): void;
  /** A sign-in needs the browser to show this address. Resolves with whether the system was asked. */
  openBrowser(url: string): Promise<boolean>;
  readonly openPage: WishesDeps['openPage'];
  /** Starts a process that reads files for an engine. */
  startReader(): ReaderProcess;
  /** Asks the user in a dialog of the system, at one of these windows. Resolves with whether they said yes. */
  confirm(windowIds: readonly number[], question: Question): Promise<boolean>;
  onLogLine(level: Extract<FromEngine, { type: 'log' }>['level'], line: string): void;
}

/** A window that gets a port to each generation of an engine. */
interface Connected {
  readonly window: EngineWindow;
  connection: number | null;
  /** True until the window got its first port. */
  first: boolean;
}

interface Engine {
  readonly accountId: string;
  readonly supervisor: Supervisor;
  readonly windows: Map<number, Connected>;
  readonly asks: Client<ControlContract>;
  /** The control port, over all generations of the process. */
  readonly from: ReturnType<typeof controlPort>;
  row: Omit<AccountRow, 'accountId'>;
  /** The engine has said that it is signed out. */
  isSignedOut: boolean;
  endReader: () => void;
}

/** A running engine reports its session within this time. */
const answerMs = 10_000;

const freshRow: Engine['row'] = {
  signedIn: false,
  label: null,
  userId: null,
  avatar: null,
  unread: 0,
  highlights: 0,
  engine: 'stopped',
  error: null,
};

export class Engines extends EngineAsks {
  readonly #deps: EnginesDeps;
  readonly #engines = new Map<string, Engine>();
  readonly #changed: Signal = createSignal();
  /** Window → account whose port was sent before the window asked for it. */
  readonly #unasked = new Map<number, string>();
  #counter = 0;
  #stopping = false;
  #adding: Promise<string> | null = null;

  constructor(deps: EnginesDeps) {
    super();
    this.#deps = deps;
  }

  readonly onChange = (listener: () => void): (() => void) => this.#changed.subscribe(listener);

  rows(): AccountRow[] {
    return this.#deps.accounts.list().map((accountId) => ({
      accountId,
      ...(this.#engines.get(accountId)?.row ?? freshRow),
    }));
  }

  pids(): Record<string, number | null> {
    return Object.fromEntries(
      [...this.#engines].map(([accountId, { supervisor }]) => [accountId, supervisor.pid()]),
    );
  }

  startAll(): void {
    for (const accountId of this.#deps.accounts.list()) this.#engine(accountId).supervisor.start();
  }

  /** Makes a fresh profile, or answers the one that still waits for a sign-in, if there is one (D8). */
  add(): Promise<string> {
    // One at a time: two callers share the one fresh profile.
    this.#adding ??= this.#add().finally(() => {
      this.#adding = null;
    });
    return this.#adding;
  }

  async #add(): Promise<string> {
    const { accounts } = this.#deps;
    const waiting = accounts.list().find((accountId) => !accounts.isRegistered(accountId));
    const accountId = waiting ?? (await accounts.create());
    const { supervisor } = this.#engine(accountId);
    supervisor.start();
    // Asking again retries a profile that no window has seen yet.
    if (supervisor.state() === 'failed') supervisor.retry();
    this.#changed.emit();
    return accountId;
  }

  async leave(accountId: string, leaving: boolean): Promise<void> {
    this.#known(accountId);
    await this.#deps.accounts.leave(accountId, leaving);
  }

  /** Deletes an account from this computer. @throws AppFailure `forbidden` while it is signed in, whatever a page says */
  async remove(accountId: string): Promise<void> {
    const engine = this.#known(accountId);
    if (await this.#isInUse(engine)) throw appFailure('forbidden', 'Somebody is signed in');
    await engine.supervisor.stop();
    engine.asks.close();
    this.#engines.delete(accountId);
    this.#deps.onUnnotify(accountId, null);
    await this.#deps.accounts.remove(accountId);
    this.#changed.emit();
  }

  /** False for a profile that was never signed in, is signed out, or can never be opened again: it may be deleted. */
  async #isInUse({ accountId, supervisor, asks, isSignedOut }: Engine): Promise<boolean> {
    const isFresh = !this.#deps.accounts.isRegistered(accountId);
    const state = supervisor.state();
    if (isFresh || isSignedOut || state === 'failed') return false;
    if (state !== 'running') return true;
    // A page may ask before main was told of the sign-out.
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const close = asks.value('profile', {}, ({ signedIn }) => resolve(signedIn));
    const cancel = this.#deps.clock.setTimeout(() => resolve(true), answerMs);
    return promise.finally(() => {
      cancel();
      close();
    });
  }

  retry(accountId: string): void {
    const { supervisor } = this.#known(accountId);
    supervisor.start();
    supervisor.retry();
  }

  async setActive(accountId: string): Promise<void> {
    this.#known(accountId);
    await this.#deps.accounts.setActive(accountId);
    this.#changed.emit();
  }

  /** Like `connect`, but unasked, for the account that the window's page will show first: the port is there when the page asks for it. */
  connectFirst(window: EngineWindow): void {
    const first = this.firstAccount();
    if (first === null) return;
    this.connect(first, window);
    this.#unasked.set(window.id, first);
  }

  /** From now on this window gets a port to each generation of the engine; the first one at once if it runs. */
  connect(accountId: string, window: EngineWindow): void {
    const engine = this.#known(accountId);
    // The requested port is on its way already; another one would close it.
    const isComing = this.#unasked.get(window.id) === accountId;
    this.#unasked.delete(window.id);
    if (isComing && engine.windows.has(window.id)) return;
    this.#detach(engine, window.id);
    engine.windows.set(window.id, { window, connection: null, first: true });
    engine.supervisor.start();
    if (engine.supervisor.state() === 'running') this.#attach(engine, window.id);
  }

  /** The window closed, or its page went away. */
  disconnect(windowId: number): void {
    this.#unasked.delete(windowId);
    for (const engine of this.#engines.values()) {
      this.#detach(engine, windowId);
      engine.windows.delete(windowId);
    }
  }

  isConnected(windowId: number, accountId: string): boolean {
    return this.#engines.get(accountId)?.windows.has(windowId) === true;
  }

  protected override asksNow(accountId: string): Client<ControlContract> | null {
    return this.#engines.get(accountId)?.asks ?? null;
  }

  protected override isRunning(accountId: string): boolean {
    return this.#engines.get(accountId)?.supervisor.state() === 'running';
  }

  protected override allAsks(): readonly Client<ControlContract>[] {
    return [...this.#engines.values()].map(({ asks }) => asks);
  }

  protected override firstAccount(): string | null {
    const { accounts } = this.#deps;
    return accounts.active() ?? accounts.list()[0] ?? null;
  }

  async stopAll(): Promise<void> {
    this.#stopping = true;
    await Promise.all([...this.#engines.values()].map(({ supervisor }) => supervisor.stop()));
  }

  #known(accountId: string): Engine {
    if (!this.#deps.accounts.has(accountId)) throw appFailure('not_found', 'No such account');
    return this.#engine(accountId);
  }

  #engine(accountId: string): Engine {
    const existing = this.#engines.get(accountId);
    if (existing !== undefined) return existing;
    const deps = this.#deps;
    const from = controlPort((message) => void supervisor.send(message));
    const supervisor = createSupervisor({
      fork: () => deps.fork(accountId),
      init: () => deps.init(accountId),
      clock: deps.clock,
      log: deps.log.child('supervisor'),
      onState: (state, error) => this.#onState(engine, state, error),
      onMessage: (message) => {
        if (message.type === 'contract') from.receive(message.message);
        if (message.type === 'log') deps.onLogLine(message.level, message.line);
      },
    });
    const asks = client(control, null, { validate: true, log: deps.log.child('control') });
    const engine: Engine = {
      ...{ accountId, supervisor, asks, from, windows: new Map(), row: freshRow },
      isSignedOut: false,
      endReader: () => undefined,
    };
    this.#watch(engine);
    this.#engines.set(accountId, engine);
    return engine;
  }

  #onState(engine: Engine, state: AccountRow['engine'], error: AppError | null): void {
    engine.row = { ...engine.row, engine: state, error };
    if (state !== 'running') {
      // Ports do not reliably report the death of the other side, so this change tells the windows.
      for (const entry of engine.windows.values()) entry.connection = null;
      engine.asks.gone();
      engine.endReader();
      this.#deps.onTransferProgress(engine.accountId, null);
      this.#deps.onRings(engine.accountId, []);
    }
    if (state !== 'down' && state !== 'starting') this.#deps.onCalls(engine.accountId, []);
    this.#changed.emit();
    if (state === 'running') {
      for (const windowId of [...engine.windows.keys()]) this.#attach(engine, windowId);
      // After the windows, because they are waited for.
      engine.asks.attach(engine.from.port);
    }
  }

  #attach(engine: Engine, windowId: number): void {
    const entry = engine.windows.get(windowId);
    if (entry === undefined || this.#stopping) return;
    const { port1, port2 } = this.#deps.createChannel();
    const connection = (this.#counter += 1);
    const { first } = entry;
    if (!engine.supervisor.send({ type: 'attach', connection, first }, [port1])) return;
    entry.connection = connection;
    entry.first = false;
    entry.window.sendPort(engine.accountId, port2);
  }

  #detach(engine: Engine, windowId: number): void {
    const connection = engine.windows.get(windowId)?.connection ?? null;
    if (connection !== null) engine.supervisor.send({ type: 'detach', connection });
  }

  /** Subscribes to the values that main shows of an account; each generation of its engine answers again. */
  #watch(engine: Engine): void {
    const { accountId, asks } = engine;
    const deps = this.#deps;
    asks.value('profile', {}, (profile) => this.#onProfile(engine, profile));
    asks.value('badge', {}, (badge) => {
      if (badge === null) return;
      engine.row = { ...engine.row, ...badge };
      this.#changed.emit();
    });
    asks.value('rings', {}, (rings) => deps.onRings(accountId, rings));
    asks.value('calls', {}, (calls) => deps.onCalls(accountId, calls));
    asks.value('transferProgress', {}, (progress) => {
      if (progress !== null) deps.onTransferProgress(accountId, progress);
    });
    let lastRun = '';
    asks.value('transfersDone', {}, (done) => {
      const run = `${engine.supervisor.generation()}.${done?.run}`;
      if (done !== null && run !== lastRun) deps.onTransfersDone(accountId, done);
      lastRun = run;
    });
    followWishes(asks, () => engine.supervisor.generation(), {
      openBrowser: deps.openBrowser,
      openPage: deps.openPage,
      confirm: (question) => deps.confirm([...engine.windows.keys()], question),
    });
    engine.endReader = followReader(asks, () => engine.supervisor.generation(), {
      start: deps.startReader,
      createChannel: deps.createChannel,
      connect: (turn, port) => engine.supervisor.send({ type: 'reader', turn }, [port]),
    });
    // A notification that was shown is not shown again when the list starts anew.
    const told = new Map<string, RoomNotice['notice']>();
    asks.list('notices', {}, (_ops, all) => {
      for (const { key, notice } of all()) {
        const before = told.get(key);
        told.set(key, notice);
        if (notice === null && before !== null) deps.onUnnotify(accountId, key);
        else if (notice !== null && !isEqual(notice, before)) deps.onNotify(accountId, notice, key);
      }
    });
  }

  #onProfile(engine: Engine, profile: Profile): void {
    const { signedIn, userId, label, avatar } = profile;
    engine.row = { ...engine.row, signedIn, userId, label, avatar };
    engine.isSignedOut = !signedIn;
    this.#changed.emit();
    const { accounts, log } = this.#deps;
    if (accounts.wasLeaving(engine.accountId))
      // The state of the session decides, not the mark of the sign-out.
      void (
        signedIn ? accounts.leave(engine.accountId, false) : this.remove(engine.accountId)
      ).catch(() => log.error('a sign-out that was cut could not be settled'));
    if (!signedIn || accounts.isRegistered(engine.accountId)) return;
    void accounts
      .register(engine.accountId)
      // The folder stays marked as new; the user signs in again after the next start.
      .catch(() => log.error('the account could not be registered'))
      .finally(() => this.#changed.emit());
  }
}
