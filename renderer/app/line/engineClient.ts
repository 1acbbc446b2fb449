// One account's engine as the window sees it: calls, and subscriptions that survive the engine's death. Writes what arrives into
// the account's store; holds the only references to ports. No React.
import { client, type ListHandle } from '#contract/wire/client';
import type { EngineContract } from '#contract/engine';
import { AppFailure, appFailure } from '#contract/wire/errors';
import type { Question } from '#contract/wire/messages';
import type { Port } from '#contract/wire/port';
import type { CallInput, CallOutput } from '#contract/wire/shapes';
import { connectionChanged } from './connection';
import type { EnginePorts } from './enginePorts';
import {
  listReceived,
  subscriptionClosed,
  subscriptionFailed,
  subscriptionKey,
  valueReceived,
} from './serverData';
import type { ShellClient } from './shellClient';
import type { AccountStore } from '../store';

export type CallName = keyof EngineContract['calls'] & string;
export type ValueName = keyof EngineContract['values'] & string;
export type ListName = keyof EngineContract['lists'] & string;

export interface Page {
  readonly reachedStart: boolean;
  readonly reachedEnd?: boolean;
}

export interface EngineClient {
  /** Waits up to ten seconds for the engine. An act with a `requestId` is tried again after `engine_gone`. */
  call<K extends CallName>(
    name: K,
    input: CallInput<EngineContract, K>,
  ): Promise<CallOutput<EngineContract, K>>;
  /** Opens or shares a subscription; its data stands in the store under `key`. Returns the release. */
  subscribe(shape: 'value' | 'list', name: string, query: unknown): () => void;
  paginate(key: string, direction: 'back' | 'forward', count: number): Promise<Page>;
  close(): void;
}

export interface EngineClientDeps {
  readonly accountId: string;
  readonly shell: ShellClient;
  readonly ports: EnginePorts;
  readonly store: AccountStore;
}

/** How long a subscription outlives its last user: a quick return shows its content at once. */
export const lingerMs = 5_000;
const connectWaitMs = 10_000;
const askAgainMs = 1_000;
const maxTries = 4;

/** Opens subscriptions, for whatever will be drawn of them. Answers their release. */
export function hold(engine: EngineClient, questions: readonly Question[]): () => void {
  const releases = questions.map(({ t, name, query }) => engine.subscribe(t, name, query));
  return () => {
    for (const release of releases) release();
  };
}

/**
 * Subscribes and unsubscribes at once: a subscription stays open for some seconds, so that views which render meanwhile find the answers.
 */
export const askAhead = (engine: EngineClient, questions: readonly Question[]): void =>
  hold(engine, questions)();

interface Shared {
  users: number;
  readonly list: ListHandle | null;
  readonly stop: () => void;
  timer: ReturnType<typeof setTimeout> | null;
}

export function createEngineClient(deps: EngineClientDeps): EngineClient {
  const { accountId, shell, ports, store } = deps;
  const line = client<EngineContract>(null, null);
  const shared = new Map<string, Shared>();
  const waiting = new Set<() => void>();
  let current: Port | null = null;
  let again: ReturnType<typeof setTimeout> | undefined;
  let lastState: string | null = null;
  let connected = false;
  let asking = false;
  let closed = false;

  const rowNow = () =>
    shell.values.accounts.get()?.accounts.find((one) => one.accountId === accountId);

  const ask = (): void => {
    if (asking || connected || closed) return;
    asking = true;
    const settled = (): void => {
      asking = false;
      askLater();
    };
    shell.call('connectEngine', { accountId }).then(settled, settled);
  };

  /** Main sends a port by itself after a restart; only a running engine without one is asked again. */
  const askLater = (): void => {
    clearTimeout(again);
    if (connected || closed || rowNow()?.engine !== 'running') return;
    again = setTimeout(ask, askAgainMs);
  };

  const setConnected = (on: boolean): void => {
    connected = on;
    store.dispatch(connectionChanged(on ? 'connected' : 'down'));
    if (!on) return askLater();
    clearTimeout(again);
    const ready = [...waiting];
    waiting.clear();
    for (const wake of ready) wake();
  };

  const stopPorts = ports.onPort(accountId, (port) => {
    if (closed) return port.close();
    current = port;
    port.onClose(() => {
      if (!closed && connected && current === port) setConnected(false);
    });
    line.attach(port);
    setConnected(true);
  });

  const onAccounts = (): void => {
    const state = rowNow()?.engine;
    if (state === undefined) return;
    const before = lastState;
    lastState = state;
    if (state === 'running') askLater();
    // The first port may come while main still says `starting`; after `running` the word means a restart.
    else if (connected && (state !== 'starting' || before === 'running')) {
      line.gone();
      setConnected(false);
    }
  };
  const stopAccounts = shell.values.accounts.subscribe(onAccounts);
  ask();

  const whenConnected = (): Promise<void> =>
    new Promise((resolve, reject) => {
      if (connected) return resolve();
      const timer = setTimeout(() => {
        waiting.delete(wake);
        reject(appFailure('engine_gone', 'The engine is away', { retryable: true }));
      }, connectWaitMs);
      const wake = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(wake);
    });

  const call: EngineClient['call'] = async (name, input) => {
    for (let tries = 1; ; tries += 1) {
      // Waits only if the engine is away: a message that the person sends leaves before anything renders.
      if (!connected) await whenConnected();
      try {
        return await line.call(name, input);
      } catch (failure) {
        const lost = failure instanceof AppFailure && failure.error.code === 'engine_gone';
        // The engine knows the request id, so the same act is never done twice (D17).
        if (!lost || closed || tries >= maxTries || !('requestId' in input)) throw failure;
      }
    }
  };

  const open = (key: string, shape: 'value' | 'list', name: string, query: unknown): Shared => {
    const onError = (error: AppFailure['error']): void => {
      store.dispatch(subscriptionFailed({ key, error }));
    };
    if (shape === 'value') {
      const stop = line.value(
        name as ValueName,
        query as never,
        (value) => store.dispatch(valueReceived({ key, value })),
        onError,
      );
      return { users: 0, list: null, stop, timer: null };
    }
    const list = line.list(
      name as ListName,
      query as never,
      (_ops, all) => store.dispatch(listReceived({ key, items: all() })),
      onError,
    );
    return { users: 0, list, stop: () => list.close(), timer: null };
  };

  const release = (key: string, entry: Shared): void => {
    entry.users -= 1;
    if (entry.users > 0 || closed) return;
    entry.timer = setTimeout(() => {
      shared.delete(key);
      entry.stop();
      store.dispatch(subscriptionClosed({ key }));
    }, lingerMs);
  };

  return {
    call,
    subscribe: (shape, name, query) => {
      const key = subscriptionKey(shape, name, query);
      const entry = shared.get(key) ?? open(key, shape, name, query);
      shared.set(key, entry);
      if (entry.timer !== null) clearTimeout(entry.timer);
      entry.timer = null;
      entry.users += 1;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        release(key, entry);
      };
    },
    paginate: async (key, direction, count) => {
      await whenConnected();
      const list = shared.get(key)?.list;
      if (list === undefined || list === null) {
        throw appFailure('cancelled', 'The list is no longer open');
      }
      return list.paginate(direction, count);
    },
    close: () => {
      closed = true;
      clearTimeout(again);
      stopPorts();
      stopAccounts();
      for (const entry of shared.values()) {
        if (entry.timer !== null) clearTimeout(entry.timer);
      }
      shared.clear();
      line.close();
    },
  };
}
