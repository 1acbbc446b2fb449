// Starts, watches, restarts and stops one engine process (D14b). Knows neither Electron nor Matrix: the process comes from `fork`.
import { FromEngine, type ToEngine } from '#contract/control';
import { appFailure, toAppError, type AppError } from '#contract/wire/errors';

type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** One running process, however it was started: a utility process, or a Node child in tests. */
export interface EngineProcess<Message = ToEngine> {
  readonly pid: number | null;
  post(message: Message, ports?: readonly unknown[]): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Fires exactly once. */
  onExit(listener: (code: number | null) => void): void;
  /** Sends SIGKILL. */
  kill(): void;
}

export type EngineState = 'stopped' | 'starting' | 'running' | 'down' | 'failed';

export interface SupervisorDeps {
  fork(): EngineProcess;
  /** Called at each start; a failure (key locked) leads to `failed`, never to a restart by a timer. */
  init(): Promise<Extract<ToEngine, { type: 'init' }>>;
  readonly clock: {
    now(): number;
    setTimeout(work: () => void, ms: number): () => void;
  };
  readonly log: {
    info(message: string, fields?: Fields): void;
    warn(message: string, fields?: Fields): void;
  };
  /** Most exits within ten minutes; default 10. */
  readonly mostExits?: number;
  onState(state: EngineState, error: AppError | null): void;
  /** All messages except the supervisor's own `pong`, `progress`, `stopped`. */
  onMessage(message: FromEngine): void;
}

export interface Supervisor {
  start(): void;
  /** Asks the engine to stop, kills it after 3 s. Resolves when it is gone. */
  stop(): Promise<void>;
  /** The user's *try again*: five new attempts. */
  retry(): void;
  /** False when no engine is running to take it. */
  send(message: ToEngine, ports?: readonly unknown[]): boolean;
  state(): EngineState;
  /** Grows with each start. */
  generation(): number;
  pid(): number | null;
}

const firstDelayMs = 250;
const longestDelayMs = 8_000;
const countedExits = 5;
/** So many exits within this time are a crash loop, even with progress between them. */
const mostExits = 10;
const exitsWithinMs = 600_000;
/** A process that ran this long has made progress. */
const aliveMs = 120_000;
const heartbeatMs = 5_000;
const killAfterMs = 60_000;
/** Opening a store may migrate it; a start that takes longer than this hangs. */
const startLimitMs = 300_000;
const stopLimitMs = 3_000;

export const createSupervisor = (deps: SupervisorDeps): Supervisor => new EngineSupervisor(deps);

class EngineSupervisor implements Supervisor {
  readonly #deps: SupervisorDeps;
  #state: EngineState = 'stopped';
  #process: EngineProcess | null = null;
  #generation = 0;
  /** Number of exits in a row without progress. */
  #failures = 0;
  /** Times of unexpected exits, with or without progress. */
  #exits: number[] = [];
  #progress = false;
  #unusable: AppError | null = null;
  #expected = false;
  #stopping: Promise<void> | null = null;
  #gone: (() => void) | null = null;
  /** Number of heartbeats in a row without an answer. */
  #silentBeats = 0;
  #pings = 0;
  #busyLogged = false;
  readonly #timers = new Set<() => void>();

  constructor(deps: SupervisorDeps) {
    this.#deps = deps;
  }

  state = (): EngineState => this.#state;
  generation = (): number => this.#generation;
  pid = (): number | null => this.#process?.pid ?? null;

  start(): void {
    if (this.#state !== 'stopped' || this.#stopping !== null) return;
    void this.#launch();
  }

  retry(): void {
    if (this.#state !== 'failed' && this.#state !== 'down') return;
    this.#clearTimers();
    this.#failures = 0;
    this.#exits = [];
    void this.#launch();
  }

  send(message: ToEngine, ports: readonly unknown[] = []): boolean {
    if (this.#process === null || this.#state !== 'running') return false;
    this.#process.post(message, ports);
    return true;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop().finally(() => {
      this.#stopping = null;
    });
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    // Marked before anything is sent: the exit that follows is no crash, whatever its code says.
    this.#expected = true;
    this.#clearTimers();
    const engine = this.#process;
    if (engine !== null) {
      const gone = new Promise<void>((resolve) => {
        this.#gone = resolve;
      });
      this.#post(engine, { type: 'stop' });
      this.#after(stopLimitMs, () => {
        this.#deps.log.warn('engine did not stop in time, killed');
        engine.kill();
      });
      await gone;
    }
    this.#clearTimers();
    this.#set('stopped', null);
  }

  async #launch(): Promise<void> {
    this.#expected = false;
    this.#progress = false;
    this.#unusable = null;
    this.#generation += 1;
    const generation = this.#generation;
    this.#set('starting', null);
    try {
      const init = await this.#deps.init();
      // It was stopped, or started again, while the key was being unwrapped.
      if (this.#expected || generation !== this.#generation) return;
      const engine = this.#deps.fork();
      this.#process = engine;
      engine.onMessage((message) => this.#onMessage(engine, message));
      engine.onExit((code) => this.#onExit(engine, code));
      this.#after(startLimitMs, () => {
        this.#deps.log.warn('engine did not become ready, killed');
        engine.kill();
      });
      this.#post(engine, init);
    } catch (thrown) {
      if (!this.#expected) this.#set('failed', toAppError(thrown));
    }
  }

  #post(engine: EngineProcess, message: ToEngine): void {
    try {
      engine.post(message);
    } catch {
      // The process is dying; its exit follows.
    }
  }

  #onMessage(engine: EngineProcess, message: unknown): void {
    if (engine !== this.#process) return;
    const parsed = FromEngine.safeParse(message);
    if (!parsed.success) {
      this.#deps.log.warn('unreadable message from an engine');
      return;
    }
    const { data } = parsed;
    this.#silentBeats = 0;
    switch (data.type) {
      case 'pong':
      case 'stopped':
        return;
      case 'progress':
        this.#progressed();
        return;
      case 'ready':
        this.#onReady(engine);
        break;
      case 'unusable':
        this.#unusable = data.error;
        break;
      default:
        break;
    }
    this.#deps.onMessage(data);
  }

  #onReady(engine: EngineProcess): void {
    if (this.#expected) return;
    this.#clearTimers();
    this.#busyLogged = false;
    this.#silentBeats = 0;
    this.#set('running', null);
    this.#after(aliveMs, () => this.#progressed());
    this.#beat(engine);
  }

  #progressed(): void {
    this.#progress = true;
    this.#failures = 0;
  }

  #beat(engine: EngineProcess): void {
    this.#post(engine, { type: 'ping', id: (this.#pings += 1) });
    this.#after(heartbeatMs, () => {
      // Heartbeats are counted, not time: when main or the computer stood still, the engine had no chance to answer.
      this.#silentBeats += 1;
      const silentMs = this.#silentBeats * heartbeatMs;
      if (silentMs >= killAfterMs) {
        this.#deps.log.warn('engine does not answer, killed', { silentMs });
        engine.kill();
        return;
      }
      if (silentMs >= 2 * heartbeatMs && !this.#busyLogged) {
        this.#deps.log.warn('engine busy', { silentMs });
        this.#busyLogged = true;
      }
      if (silentMs < 2 * heartbeatMs) this.#busyLogged = false;
      this.#beat(engine);
    });
  }

  #onExit(engine: EngineProcess, code: number | null): void {
    if (engine !== this.#process) return;
    this.#process = null;
    this.#clearTimers();
    if (this.#expected) {
      this.#gone?.();
      this.#gone = null;
      return;
    }
    if (this.#unusable !== null) {
      this.#set('failed', this.#unusable);
      return;
    }
    if (!this.#progress) this.#failures += 1;
    this.#deps.log.warn('engine exited', { code, failures: this.#failures });
    const now = this.#deps.clock.now();
    this.#exits = [...this.#exits.filter((at) => now - at < exitsWithinMs), now];
    const most = this.#deps.mostExits ?? mostExits;
    if (this.#failures >= countedExits || this.#exits.length >= most) {
      const error = appFailure('engine_gone', 'The engine ended again and again');
      this.#set('failed', error.error);
      return;
    }
    this.#set('down', null);
    const delayMs = Math.min(firstDelayMs * 2 ** Math.max(0, this.#failures - 1), longestDelayMs);
    this.#after(delayMs, () => void this.#launch());
  }

  #set(state: EngineState, error: AppError | null): void {
    this.#state = state;
    this.#deps.onState(state, error);
  }

  #after(ms: number, work: () => void): void {
    const cancel = this.#deps.clock.setTimeout(() => {
      this.#timers.delete(cancel);
      work();
    }, ms);
    this.#timers.add(cancel);
  }

  #clearTimers(): void {
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
  }
}
