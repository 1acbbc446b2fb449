// The window's (or a test's) end of a contract. Derives every type from the contract; keeps subscriptions alive across ports.
// Must not know any particular contract, and must survive whatever arrives.
import { EarlyAnswers } from './ahead';
import { AppFailure, appFailure, receivedError, type AppError } from './errors';
import { applyOps, type Keyed, type Op } from './ops';
import type { Port } from './port';
import type {
  CallInput,
  CallOutput,
  Contract,
  ListItem,
  ListQuery,
  ValueOf,
  ValueQuery,
} from './shapes';
import { heardEach, isId, membersOf, type ToServer, type WireLog } from './messages';

declare const setTimeout: (work: () => void, ms: number) => unknown;
declare const clearTimeout: (timer: unknown) => void;

type Name<T> = keyof T & string;
type OnError = (error: AppError) => void;
export type Page = { reachedStart: boolean; reachedEnd?: boolean };

export interface ListHandle {
  /** Resolves after the ops of the page were delivered to `onOps`. */
  paginate(direction: 'back' | 'forward', count: number): Promise<Page>;
  close(): void;
}

export interface Client<C extends Contract> {
  /** Rejects with {@link AppFailure}; `engine_gone` when the other side went away before it answered. */
  call<K extends Name<C['calls']>>(name: K, input: CallInput<C, K>): Promise<CallOutput<C, K>>;
  /** Delivers the latest value, again after each new port. At once where the server has sent it unasked. Returns the disposer. */
  value<K extends Name<C['values']>>(
    name: K,
    query: ValueQuery<C, K>,
    onValue: (value: ValueOf<C, K>) => void,
    onError?: OnError,
  ): () => void;
  /** `ops` starts with one `reset`, again after each new port or gap; `all()` is the list after them. At once as for `value`. */
  list<K extends Name<C['lists']>>(
    name: K,
    query: ListQuery<C, K>,
    onOps: (ops: readonly Op<ListItem<C, K>>[], all: () => readonly ListItem<C, K>[]) => void,
    onError?: OnError,
  ): ListHandle;
  /** The other side is gone: in-flight calls reject with `engine_gone`, subscriptions wait for {@link Client.attach}. */
  gone(): void;
  /** Continues on a new port: every open subscription is requested again and gets a fresh first message. */
  attach(port: Port): void;
  /** Ends everything; in-flight calls reject with `cancelled`. */
  close(): void;
}

export interface ClientOptions {
  /** Checks incoming messages against the contract; in development and tests. */
  readonly validate?: boolean;
  readonly log?: WireLog;
}

interface Waiting {
  readonly resolve: (output: unknown) => void;
  readonly reject: (failure: AppFailure) => void;
}

interface Subscription {
  readonly t: 'value' | 'list';
  readonly name: string;
  readonly query: unknown;
  readonly onError: OnError | undefined;
  /** Takes a value, or the ops of one complete batch; false requests the subscription again. */
  readonly deliver: (payload: unknown) => boolean;
  sub: number;
  /** -1: ended by an error, waits for a new port. */
  nextSeq: number;
  /** The number after the last message that was acknowledged. */
  heard: number;
  batch: Op<Keyed>[];
  misfits: number;
}

/** How long an answer that the server sent unasked waits for its question. */
const unwantedMs = 10_000;

/** After this many misfits without one good message in between, the client stops asking: the other side is broken. */
const maxMisfits = 3;

/**
 * `contract` is read by `validate` alone; a window, which does not validate its engine's messages, gives null and loads no schemas. `port`
 * may be null when the first one is still on its way; see {@link Client.attach}.
 */
export function client<C extends Contract>(
  contract: C | null,
  port: Port | null,
  options: ClientOptions = {},
): Client<C> {
  const core = new ClientCore(contract, options);
  if (port !== null) core.attach(port);
  return {
    call: (name, input) => core.call(name, input),
    value: (name, query, onValue, onError) => core.value(name, query, onValue, onError),
    list: (name, query, onOps, onError) => core.list(name, query, onOps, onError),
    gone: () => core.detach('engine_gone'),
    attach: (next) => core.attach(next),
    close: () => core.close(),
  } as LooseClient as unknown as Client<C>;
}

interface LooseClient extends Pick<Client<Contract>, 'gone' | 'attach' | 'close'> {
  call(name: string, input: unknown): Promise<unknown>;
  value(
    name: string,
    query: unknown,
    onValue: (value: unknown) => void,
    onError?: OnError,
  ): () => void;
  list(name: string, query: unknown, onOps: OnOps, onError?: OnError): ListHandle;
}

type OnOps = (ops: readonly Op<Keyed>[], all: () => readonly Keyed[]) => void;

class ClientCore {
  readonly #contract: Contract | null;
  readonly #options: ClientOptions;
  readonly #waiting = new Map<number, Waiting>();
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #early = new EarlyAnswers();
  #earlyTimer: unknown = null;
  #port: Port | null = null;
  #stopListening: (() => void) | null = null;
  #counter = 0;
  #closed = false;

  constructor(contract: Contract | null, options: ClientOptions) {
    this.#contract = contract;
    this.#options = options;
  }

  async call(name: string, input: unknown): Promise<unknown> {
    const output = await this.#request((id) => ({ t: 'call', id, name, input }));
    const problem = this.#check(this.#contract?.calls[name]?.output, output);
    if (problem !== null) throw invalid(name, problem);
    return output;
  }

  value(name: string, query: unknown, onValue: (value: unknown) => void, onError?: OnError) {
    const deliver = (payload: unknown): boolean => {
      const problem = this.#check(this.#contract?.values[name]?.value, payload);
      if (problem === null) onValue(payload);
      else onError?.(invalid(name, problem).error);
      return true;
    };
    const subscription = { ...blank, t: 'value' as const, name, query, onError, deliver };
    this.#open(subscription);
    return () => this.#forget(subscription);
  }

  list(name: string, query: unknown, onOps: OnOps, onError?: OnError): ListHandle {
    let items: readonly Keyed[] = [];
    const deliver = (payload: unknown): boolean => {
      const ops = payload as Op<Keyed>[];
      try {
        items = applyOps(items, ops);
      } catch {
        return false;
      }
      const problem = this.#checkItems(name, ops);
      if (problem !== null) onError?.(invalid(name, problem).error);
      const now = items;
      onOps(ops, () => now);
      return true;
    };
    const subscription = {
      ...blank,
      t: 'list' as const,
      name,
      query,
      onError,
      deliver,
      batch: [],
    };
    this.#open(subscription);
    return {
      paginate: (direction, count) =>
        this.#request((id) => ({
          t: 'page',
          id,
          sub: subscription.sub,
          direction,
          count,
        })) as Promise<Page>,
      close: () => this.#forget(subscription),
    };
  }

  attach(port: Port): void {
    if (this.#closed) {
      port.close();
      return;
    }
    this.detach('engine_gone');
    this.#port = port;
    port.onClose(() => {
      if (this.#port === port) this.detach('engine_gone');
    });
    const open = [...this.#subscriptions.values()];
    this.#subscriptions.clear();
    for (const subscription of open) {
      subscription.misfits = 0;
      this.#open(subscription);
    }
    // Last: a port may deliver buffered messages at once, and open subscriptions go on with them.
    this.#stopListening = port.onMessage((message) => this.#onMessage(message));
  }

  detach(code: 'engine_gone' | 'cancelled'): void {
    this.#stopListening?.();
    this.#stopListening = null;
    this.#endEarly();
    const port = this.#port;
    this.#port = null;
    const failed = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const entry of failed) {
      entry.reject(appFailure(code, 'No answer', { retryable: code === 'engine_gone' }));
    }
    port?.close();
  }

  close(): void {
    this.#closed = true;
    this.detach('cancelled');
    this.#subscriptions.clear();
  }

  #post(message: ToServer): void {
    this.#port?.post(message);
  }

  #request(build: (id: number) => ToServer): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(appFailure('cancelled', 'The client is closed'));
      } else if (this.#port === null) {
        reject(appFailure('engine_gone', 'The engine is away', { retryable: true }));
      } else {
        const id = (this.#counter += 1);
        this.#waiting.set(id, { resolve, reject });
        try {
          this.#post(build(id));
        } catch {
          this.#waiting.delete(id);
          reject(appFailure('bad_request', 'The input cannot be sent'));
        }
      }
    });
  }

  #open(subscription: Subscription): void {
    if (this.#closed) return;
    const early = this.#early.take(subscription);
    const sub = early?.sub ?? (this.#counter += 1);
    this.#number(subscription, sub);
    const { t, name, query } = subscription;
    if (early === null) this.#post({ t, sub, name, query });
    for (const m of early?.news ?? []) {
      // A message that does not fit has led to a new subscription.
      if (subscription.sub !== sub) return;
      this.#onNews(subscription, m);
    }
  }

  #number(subscription: Subscription, sub: number): void {
    subscription.sub = sub;
    subscription.nextSeq = 0;
    subscription.heard = 0;
    subscription.batch = [];
    this.#subscriptions.set(sub, subscription);
  }

  /** A subscription made before the server's unasked answer came continues with that answer. */
  #onAhead(m: Readonly<Record<string, unknown>>): void {
    if (!this.#early.open(m)) return;
    this.#earlyTimer ??= setTimeout(() => this.#endEarly(), unwantedMs);
    for (const subscription of this.#subscriptions.values()) {
      if (subscription.nextSeq !== 0) continue;
      const early = this.#early.take(subscription);
      if (early === null) continue;
      this.#forget(subscription);
      return this.#number(subscription, early.sub);
    }
  }

  /** Unsubscribes from the unasked answers that no question took. */
  #endEarly(): void {
    clearTimeout(this.#earlyTimer);
    this.#earlyTimer = null;
    for (const sub of this.#early.end()) this.#post({ t: 'unsub', sub });
  }

  #forget(subscription: Subscription): void {
    if (this.#subscriptions.delete(subscription.sub)) {
      this.#post({ t: 'unsub', sub: subscription.sub });
    }
  }

  #again(subscription: Subscription): void {
    this.#options.log?.warn('subscription lost step', { name: subscription.name });
    subscription.misfits += 1;
    if (subscription.misfits > maxMisfits) {
      this.#post({ t: 'unsub', sub: subscription.sub });
      this.#failed(subscription, invalid(subscription.name, []).error);
      return;
    }
    this.#forget(subscription);
    this.#open(subscription);
  }

  /** The failed subscription stays known, so that a new port asks for it again. */
  #failed(subscription: Subscription, error: AppError): void {
    subscription.nextSeq = -1;
    subscription.onError?.(error);
  }

  #onMessage(message: unknown): void {
    const m = membersOf(message);
    const { id, sub, t } = m;
    if (t === 'aheadValue' || t === 'aheadList') this.#onAhead(m);
    else if (t === 'ok' && isId(id)) {
      this.#settle(id)?.resolve(m.output);
    } else if (t === 'fail' && isId(id)) {
      this.#settle(id)?.reject(new AppFailure(receivedError(m.error)));
    } else if (isId(sub)) {
      const subscription = this.#subscriptions.get(sub);
      if (subscription === undefined) return this.#early.hold(sub, m);
      if (subscription.nextSeq < 0) return;
      if (t === 'subFail') this.#failed(subscription, receivedError(m.error));
      else if (t === 'value' || t === 'ops') this.#onNews(subscription, m);
    }
  }

  #settle(id: number): Waiting | undefined {
    const entry = this.#waiting.get(id);
    this.#waiting.delete(id);
    return entry;
  }

  #onNews(subscription: Subscription, m: Readonly<Record<string, unknown>>): void {
    if (m.seq !== subscription.nextSeq || m.t !== (subscription.t === 'list' ? 'ops' : 'value')) {
      this.#again(subscription);
      return;
    }
    subscription.nextSeq += 1;
    let payload = m.value;
    if (subscription.t === 'list') {
      const ops = Array.isArray(m.ops) ? (m.ops as Op<Keyed>[]) : [];
      if (m.seq === 0 && ops[0]?.op !== 'reset') {
        this.#again(subscription);
        return;
      }
      subscription.batch.push(...ops);
      if (m.more === true) return;
      payload = subscription.batch;
      subscription.batch = [];
    }
    if (!subscription.deliver(payload)) {
      this.#again(subscription);
      return;
    }
    subscription.misfits = 0;
    const { nextSeq, sub } = subscription;
    if (nextSeq - subscription.heard < heardEach) return;
    subscription.heard = nextSeq;
    this.#post({ t: 'heard', sub, seq: nextSeq - 1 });
  }

  /** Path of the first fault, or null; only where validation is on. */
  #check(schema: Contract['calls'][string]['output'] | undefined, data: unknown) {
    if (this.#options.validate !== true || schema === undefined) return null;
    const checked = schema.safeParse(data);
    return checked.success ? null : (checked.error.issues[0]?.path ?? []);
  }

  #checkItems(name: string, ops: readonly Op<Keyed>[]): PropertyKey[] | null {
    if (this.#options.validate !== true) return null;
    for (const item of ops.flatMap((op) => (op.op === 'reset' ? op.items : op.ins))) {
      const problem = this.#check(this.#contract?.lists[name]?.item, item);
      if (problem !== null) return problem;
    }
    return null;
  }
}

const blank = { sub: 0, nextSeq: 0, heard: 0, misfits: 0, batch: [] as Op<Keyed>[] };

const invalid = (name: string, path: readonly PropertyKey[]): AppFailure =>
  appFailure('internal', `What arrived for ${name} breaks the contract`, {
    data: { path: path.map(String).join('.') },
  });
