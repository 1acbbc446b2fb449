// One engine per account: their supervisors, the rows of the shell value `accounts`, and the ports between windows and engines.
// Moves control messages only; what a port carries is none of its business.
import type { FromEngine, ToEngine } from '#contract/control';
import { appFailure, AppFailure, type AppError } from '#contract/wire/errors';
import type { AccountRow } from '#contract/shell';
import {
  createSupervisor,
  type EngineProcess,
  type Supervisor,
  type SupervisorDeps,
} from '../supervisor';
import type { Accounts } from './accounts';
import type { Log } from './logs';
import type { MediaTicket } from './media';
import { createSignal, type Signal } from './signal';

export interface EngineWindow {
  readonly id: number;
  /** Hands the window its end of a channel to an engine. */
  sendPort(accountId: string, port: unknown): void;
}

type Said<T extends FromEngine['type']> = Extract<FromEngine, { type: T }>;
type Asked = Extract<ToEngine, { readonly type: 'media' | 'export' | 'reveal' }>;
type Answer = Said<'media' | 'exported' | 'revealed'>;
type WithoutId<A> = A extends unknown ? Omit<A, 'id'> : never;

export type Notify = Said<'notify'>;
export type TransferProgress = Omit<Said<'transferProgress'>, 'type'>;
export type TransfersDone = Omit<Said<'transfersDone'>, 'type'>;

export interface EnginesDeps {
  readonly accounts: Accounts;
  readonly log: Log;
  readonly clock: SupervisorDeps['clock'];
  fork(accountId: string): EngineProcess;
  init(accountId: string): ReturnType<SupervisorDeps['init']>;
  createChannel(): { readonly port1: unknown; readonly port2: unknown };
  onNotify(accountId: string, message: Notify): void;
  /** `roomId` null: everything of this account. */
  onUnnotify(accountId: string, roomId: string | null): void;
  /** Whole lists. Without an engine nothing rings; what its window has of calls goes on until an engine says otherwise. */
  onRings(accountId: string, rings: Said<'rings'>['rings']): void;
  onCalls(accountId: string, calls: Said<'calls'>['calls']): void;
  /** Null: the engine is away, and nothing moves. */
  onTransferProgress(accountId: string, progress: TransferProgress | null): void;
  onTransfersDone(accountId: string, done: TransfersDone): void;
  onLogLine(level: Said<'log'>['level'], line: string): void;
}

interface Engine {
  readonly accountId: string;
  readonly supervisor: Supervisor;
  readonly windows: Map<number, { readonly window: EngineWindow; connection: number | null }>;
  readonly waiting: Map<number, (answer: Answer | null) => void>;
  row: Omit<AccountRow, 'accountId'>;
}

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

export class Engines {
  readonly #deps: EnginesDeps;
  readonly #engines = new Map<string, Engine>();
  readonly #changed: Signal = createSignal();
  #counter = 0;
  #stopping = false;
  #adding: Promise<string> | null = null;

  constructor(deps: EnginesDeps) {
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

  /** A fresh profile; the one that is still waiting for somebody to sign in, if there is one (D8). */
  add(): Promise<string> {
    // One at a time: two askers share the one fresh profile.
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
    // Asking again is the retry of a profile that nobody has seen yet.
    if (supervisor.state() === 'failed') supervisor.retry();
    this.#changed.emit();
    return accountId;
  }

  async remove(accountId: string): Promise<void> {
    const engine = this.#known(accountId);
    await engine.supervisor.stop();
    this.#engines.delete(accountId);
    this.#deps.onUnnotify(accountId, null);
    await this.#deps.accounts.remove(accountId);
    this.#changed.emit();
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

  /** From now on this window gets a port to each generation of the engine; the first one at once if it runs. */
  connect(accountId: string, window: EngineWindow): void {
    const engine = this.#known(accountId);
    this.#detach(engine, window.id);
    engine.windows.set(window.id, { window, connection: null });
    engine.supervisor.start();
    if (engine.supervisor.state() === 'running') this.#attach(engine, window.id);
  }

  /** The window closed, or its page went away. */
  disconnect(windowId: number): void {
    for (const engine of this.#engines.values()) {
      this.#detach(engine, windowId);
      engine.windows.delete(windowId);
    }
  }

  isConnected(windowId: number, accountId: string): boolean {
    return this.#engines.get(accountId)?.windows.has(windowId) === true;
  }

  send(accountId: string, message: ToEngine): boolean {
    return this.#engines.get(accountId)?.supervisor.send(message) === true;
  }

  wake(): void {
    for (const { supervisor } of this.#engines.values()) supervisor.send({ type: 'wake' });
  }

  /** Asks an engine for what it takes to show a media file; null when it cannot say. */
  async media(accountId: string, handle: string): Promise<MediaTicket | null> {
    const answer = await this.#ask(accountId, { type: 'media', handle });
    return answer?.type === 'media' ? answer.ticket : null;
  }

  /** Has an engine write a verified plain file to a path within a folder of main's own. Rejects with its `AppFailure`. */
  async exportFile(accountId: string, handle: string, path: string): Promise<void> {
    const answer = await this.#ask(accountId, { type: 'export', handle, path });
    if (answer?.type !== 'exported') {
      throw appFailure('engine_gone', 'The engine is away', { retryable: true });
    }
    if (answer.error !== null) throw new AppFailure(answer.error);
  }

  /** Where a finished download was saved; null when this account's engine knows of none. */
  async savedPath(accountId: string, transferId: string): Promise<string | null> {
    const answer = await this.#ask(accountId, { type: 'reveal', transferId });
    return answer?.type === 'revealed' ? answer.path : null;
  }

  /** Null: the engine is away, or went away before it answered. */
  #ask(accountId: string, question: WithoutId<Asked>): Promise<Answer | null> {
    const engine = this.#engines.get(accountId);
    if (engine === undefined) return Promise.resolve(null);
    return new Promise((resolve) => {
      const id = (this.#counter += 1);
      engine.waiting.set(id, resolve);
      if (!engine.supervisor.send({ ...question, id })) {
        engine.waiting.delete(id);
        resolve(null);
      }
    });
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
    const engine: Engine = {
      accountId,
      windows: new Map(),
      waiting: new Map(),
      row: freshRow,
      supervisor: createSupervisor({
        fork: () => deps.fork(accountId),
        init: () => deps.init(accountId),
        clock: deps.clock,
        log: deps.log.child('supervisor'),
        onState: (state, error) => this.#onState(engine, state, error),
        onMessage: (message) => this.#onMessage(engine, message),
      }),
    };
    this.#engines.set(accountId, engine);
    return engine;
  }

  #onState(engine: Engine, state: AccountRow['engine'], error: AppError | null): void {
    engine.row = { ...engine.row, engine: state, error };
    if (state !== 'running') {
      // Ports do not reliably tell of the other side's death: this is what the windows go by.
      for (const entry of engine.windows.values()) entry.connection = null;
      const waiting = [...engine.waiting.values()];
      engine.waiting.clear();
      for (const resolve of waiting) resolve(null);
      this.#deps.onTransferProgress(engine.accountId, null);
      this.#deps.onRings(engine.accountId, []);
    }
    if (state !== 'down' && state !== 'starting') this.#deps.onCalls(engine.accountId, []);
    this.#changed.emit();
    if (state === 'running') {
      for (const windowId of [...engine.windows.keys()]) this.#attach(engine, windowId);
    }
  }

  #attach(engine: Engine, windowId: number): void {
    const entry = engine.windows.get(windowId);
    if (entry === undefined || this.#stopping) return;
    const { port1, port2 } = this.#deps.createChannel();
    const connection = (this.#counter += 1);
    if (!engine.supervisor.send({ type: 'attach', connection }, [port1])) return;
    entry.connection = connection;
    entry.window.sendPort(engine.accountId, port2);
  }

  #detach(engine: Engine, windowId: number): void {
    const connection = engine.windows.get(windowId)?.connection ?? null;
    if (connection !== null) engine.supervisor.send({ type: 'detach', connection });
  }

  #onMessage(engine: Engine, message: FromEngine): void {
    const { accountId } = engine;
    switch (message.type) {
      case 'notify':
        this.#deps.onNotify(accountId, message);
        return;
      case 'unnotify':
        this.#deps.onUnnotify(accountId, message.roomId);
        return;
      case 'badge':
        engine.row = {
          ...engine.row,
          unread: message.unread,
          highlights: message.highlights,
        };
        this.#changed.emit();
        return;
      case 'profile':
        this.#onProfile(engine, message);
        return;
      case 'log':
        this.#deps.onLogLine(message.level, message.line);
        return;
      case 'media':
      case 'exported':
      case 'revealed':
        engine.waiting.get(message.id)?.(message);
        engine.waiting.delete(message.id);
        return;
      case 'rings':
        this.#deps.onRings(accountId, message.rings);
        return;
      case 'calls':
        this.#deps.onCalls(accountId, message.calls);
        return;
      case 'transferProgress':
        this.#deps.onTransferProgress(accountId, message);
        return;
      case 'transfersDone':
        this.#deps.onTransfersDone(accountId, message);
        return;
      default:
        return;
    }
  }

  #onProfile(engine: Engine, profile: Said<'profile'>): void {
    const { signedIn, userId, label, avatar } = profile;
    engine.row = { ...engine.row, signedIn, userId, label, avatar };
    this.#changed.emit();
    if (!signedIn || this.#deps.accounts.isRegistered(engine.accountId)) return;
    void this.#deps.accounts
      .register(engine.accountId)
      .catch(() => this.#deps.log.error('the account could not be registered'))
      .finally(() => this.#changed.emit());
  }
}
