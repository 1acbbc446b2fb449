// The only way into an implementation: every input is validated here, every refusal is answered (never dropped), and every
// subscription lives exactly as long as its port. Must not know any particular contract.
import { AppFailure, appFailure, toAppError, type AppError } from './errors';
import { listFeed, valueFeed, type Feed, type Later } from './feeds';
import type { Keyed } from './ops';
import { plainProblem } from './plain';
import type { Port } from './port';
import type {
  CallArgs,
  CallOutput,
  Contract,
  ListItem,
  ListQuery,
  ValueOf,
  ValueQuery,
} from './shapes';
import {
  firstAhead,
  isId,
  membersOf,
  type Question,
  type ToClient,
  type WireLog,
} from './messages';

declare const setTimeout: (work: () => void, ms: number) => unknown;

const maxSubscriptions = 1_000;
const maxCallsInFlight = 1_000;

/** One served port. Ids grow; one `serve` owner never uses an id again when `serve` counts them. */
export interface Connection {
  readonly id: number;
}

export interface ValueSink<V> {
  set(value: V): void;
  /** Ends the subscription with an error. */
  fail(error: AppError): void;
}

export interface ListSink<T> {
  /** Sends the whole window; the server finds the difference. `now`: without the pause between two messages, when the user waits for it. */
  set(items: readonly T[], now?: 'now'): void;
  fail(error: AppError): void;
}

export interface ListSource {
  close(): void;
  /** Resolves when `set` was called with the items of the page. */
  paginate?(
    direction: 'back' | 'forward',
    count: number,
  ): Promise<{ reachedStart: boolean; reachedEnd?: boolean }>;
}

export interface Implementation<C extends Contract> {
  readonly calls: {
    readonly [K in keyof C['calls']]: (
      args: CallArgs<C, K>,
      connection: Connection,
    ) => Promise<CallOutput<C, K>>;
  };
  readonly values: {
    readonly [K in keyof C['values']]: (
      query: ValueQuery<C, K>,
      sink: ValueSink<ValueOf<C, K>>,
      connection: Connection,
    ) => () => void;
  };
  readonly lists: {
    readonly [K in keyof C['lists']]: (
      query: ListQuery<C, K>,
      sink: ListSink<ListItem<C, K>>,
      connection: Connection,
    ) => ListSource;
  };
}

export interface ServeOptions {
  readonly log: WireLog;
  readonly connectionId?: number;
  /** Converts a thrown value that is no `AppFailure` for the window; default: `internal`. */
  readonly errorOf?: (thrown: unknown) => AppError;
  /** Questions that the client will ask first: they are answered at once, so that the answers are there when the client asks. */
  readonly ahead?: readonly Question[];
  /** For tests; default: the platform's own. */
  readonly setTimeout?: Later;
}

type Schema = Contract['calls'][string]['input'];

interface Subscription {
  readonly feed: Pick<Feed<unknown>, 'flush' | 'heard' | 'stop'>;
  dispose: (() => void) | null;
  paginate: NonNullable<ListSource['paginate']> | null;
  ended: boolean;
}

type Loose = {
  readonly calls: Record<string, (args: unknown, connection: Connection) => Promise<unknown>>;
  readonly values: Record<
    string,
    (query: unknown, sink: ValueSink<unknown>, connection: Connection) => () => void
  >;
  readonly lists: Record<
    string,
    (query: unknown, sink: ListSink<Keyed>, connection: Connection) => ListSource
  >;
};

/** Serves a contract on a port until the port or the returned handle closes. */
export function serve<C extends Contract>(
  contract: C,
  implementation: Implementation<C>,
  port: Port,
  options: ServeOptions,
): { close(): void } {
  return new ServedPort(contract, implementation as unknown as Loose, port, options);
}

class ServedPort {
  readonly #contract: Contract;
  readonly #impl: Loose;
  readonly #port: Port;
  readonly #options: ServeOptions;
  readonly #connection: Connection;
  readonly #subscriptions = new Map<number, Subscription>();
  readonly #stopListening: () => void;
  #callsInFlight = 0;
  #closed = false;

  constructor(contract: Contract, impl: Loose, port: Port, options: ServeOptions) {
    this.#contract = contract;
    this.#impl = impl;
    this.#port = port;
    this.#options = options;
    this.#connection = { id: options.connectionId ?? 0 };
    this.#stopListening = port.onMessage((message) => this.#onMessage(message));
    port.onClose(() => this.close());
    options.ahead?.forEach(({ t, name, query }, index) => {
      const sub = firstAhead + index;
      this.#post({ t: t === 'value' ? 'aheadValue' : 'aheadList', sub, name, query });
      this.#subscribe(t, sub, name, query);
    });
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopListening();
    for (const sub of [...this.#subscriptions.keys()]) this.#drop(sub);
    this.#port.close();
  }

  #post(message: ToClient): void {
    if (!this.#closed) this.#port.post(message);
  }

  #safely(work: () => void): void {
    try {
      work();
    } catch (thrown) {
      this.#options.log.warn('contract handler threw', { stack: stackOf(thrown) });
    }
  }

  #onMessage(message: unknown): void {
    if (this.#closed) return;
    const m = membersOf(message);
    const { id, seq, sub, t } = m;
    if (t === 'call' && isId(id)) {
      const name = typeof m.name === 'string' ? m.name : '';
      void this.#answer(id, name, async () => this.#call(m.name, m.input));
    } else if ((t === 'value' || t === 'list') && isId(sub)) {
      this.#subscribe(t, sub, m.name, m.query);
    } else if (t === 'page' && isId(id)) {
      void this.#answer(id, 'page', async () => this.#page(sub, m.direction, m.count));
    } else if (t === 'unsub' && isId(sub)) {
      this.#drop(sub);
    } else if (t === 'heard' && isId(sub) && isId(seq)) {
      // A subscription that has ended meanwhile has no feed.
      this.#subscriptions.get(sub)?.feed.heard(seq);
    } else if (isId(id)) {
      this.#safely(() => this.#post({ t: 'fail', id, error: bad('Unknown message').error }));
    } else if (isId(sub)) {
      this.#fail(sub, bad('Unknown message').error);
    } else {
      this.#options.log.warn('message without a number on a contract port');
    }
  }

  async #answer(id: number, name: string, work: () => Promise<unknown>): Promise<void> {
    this.#callsInFlight += 1;
    try {
      if (this.#callsInFlight > maxCallsInFlight) {
        throw appFailure('rate_limited', 'Too many calls in flight', { retryable: true });
      }
      this.#post({ t: 'ok', id, output: await work() });
    } catch (thrown) {
      const error = this.#errorOf(thrown);
      if (!(thrown instanceof AppFailure)) {
        this.#options.log.warn('call failed unexpectedly', { name, stack: stackOf(thrown) });
      }
      this.#safely(() => this.#post({ t: 'fail', id, error }));
    } finally {
      this.#callsInFlight -= 1;
    }
  }

  async #call(name: unknown, input: unknown): Promise<unknown> {
    const shape = entryOf(this.#contract.calls, name);
    const run = entryOf(this.#impl.calls, name);
    if (shape === null || run === null) throw bad('Unknown name in this contract');
    return run(parse(shape.input, input), this.#connection);
  }

  async #page(sub: unknown, direction: unknown, count: unknown): Promise<unknown> {
    const subscription = isId(sub) ? this.#subscriptions.get(sub) : undefined;
    const paginate = subscription?.paginate ?? null;
    if (subscription === undefined || paginate === null) throw bad('No pages in this subscription');
    if (direction !== 'back' && direction !== 'forward')
      throw bad(`Invalid direction '${String(direction)}'`);
    if (!isId(count) || count < 1 || count > 500) throw bad("Invalid input at 'count'");
    const result = await paginate(direction, count);
    if (!isId(sub) || this.#subscriptions.get(sub) !== subscription) {
      throw appFailure('cancelled', 'The list was closed');
    }
    // The items of the page are sent before the answer, so that the answer means "delivered".
    subscription.feed.flush('asked');
    return result;
  }

  #subscribe(shape: 'value' | 'list', sub: number, name: unknown, query: unknown): void {
    if (this.#subscriptions.has(sub)) {
      this.#fail(sub, bad('This subscription number is in use').error);
      return;
    }
    try {
      const table: Readonly<Record<string, { readonly query: Schema }>> =
        shape === 'value' ? this.#contract.values : this.#contract.lists;
      const known = entryOf(table, name);
      if (known === null) throw bad('Unknown name in this contract');
      if (this.#subscriptions.size >= maxSubscriptions) throw bad('Too many subscriptions');
      const parsed = parse(known.query, query);
      if (shape === 'value') this.#openValue(sub, name, parsed);
      else this.#openList(sub, name, parsed);
    } catch (thrown) {
      if (!(thrown instanceof AppFailure)) {
        this.#options.log.warn('subscription failed to open', { stack: stackOf(thrown) });
      }
      this.#fail(sub, this.#errorOf(thrown));
    }
  }

  #openValue(sub: number, name: unknown, query: unknown): void {
    const open = entryOf(this.#impl.values, name);
    if (open === null) throw bad('Unknown name in this contract');
    const subscription = this.#register(sub, valueFeed(this.#feedDeps(sub)));
    const dispose = open(query, this.#sink(sub, subscription), this.#connection);
    this.#opened(subscription, dispose);
  }

  #openList(sub: number, name: unknown, query: unknown): void {
    const open = entryOf(this.#impl.lists, name);
    if (open === null) throw bad('Unknown name in this contract');
    const subscription = this.#register(sub, listFeed(this.#feedDeps(sub)));
    const source = open(query, this.#sink(sub, subscription), this.#connection);
    subscription.paginate = source.paginate?.bind(source) ?? null;
    this.#opened(subscription, () => source.close());
  }

  #register<T>(sub: number, feed: Feed<T>): Subscription & { readonly feed: Feed<T> } {
    const subscription = { feed, dispose: null, paginate: null, ended: false };
    this.#subscriptions.set(sub, subscription);
    return subscription;
  }

  /** The implementation may have failed, or the port closed, while it was opening. */
  #opened(subscription: Subscription, dispose: () => void): void {
    if (subscription.ended) this.#safely(dispose);
    else subscription.dispose = dispose;
  }

  #feedDeps(sub: number) {
    return {
      sub,
      post: (message: ToClient) => this.#post(message),
      later: this.#options.setTimeout ?? ((work, ms) => setTimeout(work, ms)),
      onBroken: (thrown: unknown) => this.#fail(sub, this.#errorOf(thrown)),
    } satisfies Parameters<typeof valueFeed>[0];
  }

  #errorOf(thrown: unknown): AppError {
    return (this.#options.errorOf ?? toAppError)(thrown);
  }

  #sink<T>(sub: number, subscription: Subscription & { readonly feed: Feed<T> }) {
    return {
      set: (next: T, now?: 'now') => {
        subscription.feed.set(next);
        if (now !== undefined) subscription.feed.flush();
      },
      fail: (error: AppError) => {
        if (!subscription.ended) this.#fail(sub, error);
      },
    };
  }

  #drop(sub: number): void {
    const subscription = this.#subscriptions.get(sub);
    if (subscription === undefined) return;
    this.#subscriptions.delete(sub);
    subscription.ended = true;
    subscription.feed.stop();
    const { dispose } = subscription;
    if (dispose !== null) this.#safely(dispose);
  }

  #fail(sub: number, error: AppError): void {
    this.#drop(sub);
    this.#safely(() => this.#post({ t: 'subFail', sub, error }));
  }
}

const bad = (message: string): AppFailure => appFailure('bad_request', message);

const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.name) : typeof thrown;

const entryOf = <T>(table: Readonly<Record<string, T>>, name: unknown): T | null =>
  typeof name === 'string' && Object.hasOwn(table, name) ? (table[name] ?? null) : null;

/** The validated data. @throws AppFailure `bad_request` with the path of the first fault (never its content) */
function parse(schema: Schema, input: unknown): unknown {
  const problem = plainProblem(input);
  if (problem !== null) throw bad(`Input is ${problem}`);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const path = (result.error.issues[0]?.path ?? []).map(String).join('.').slice(0, 200);
  throw appFailure('bad_request', `Invalid input at '${path}'`, { data: { path } });
}
