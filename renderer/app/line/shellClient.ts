// The window's end of the shell contract, over the bridge that the preload script puts on `window.trellis`. Holds the newest value of each
// watched shell value; knows nothing of Matrix.
import { client, type Client } from '#contract/wire/client';
import type { Port } from '#contract/wire/port';
import type { ValueOf, ValueQuery } from '#contract/wire/shapes';
import type { ShellContract, TrellisBridge } from '#contract/shell';

type ShellValueName = keyof ShellContract['values'] & string;

/** A source for `useSyncExternalStore`. `get` returns undefined until the first value. */
export interface Watched<V> {
  get(): V | undefined;
  subscribe(listener: () => void): () => void;
}

export interface ShellClient {
  readonly call: Client<ShellContract>['call'];
  readonly values: { readonly [K in ShellValueName]: Watched<ValueOf<ShellContract, K>> };
  readonly fileTickets: TrellisBridge['fileTickets'];
}

function bridgePort(bridge: TrellisBridge['shell']): Port {
  return {
    post: (message) => bridge.post(message),
    onMessage: (listener) => bridge.onMessage(listener),
    onClose: () => () => undefined,
    close: () => undefined,
  };
}

function watch<K extends ShellValueName>(
  shellClient: Client<ShellContract>,
  name: K,
): Watched<ValueOf<ShellContract, K>> {
  let current: ValueOf<ShellContract, K> | undefined;
  const listeners = new Set<() => void>();
  // The subscription lasts as long as the window; there are a few small values only.
  shellClient.value(name, {} as ValueQuery<ShellContract, K>, (value) => {
    current = value;
    for (const listener of [...listeners]) listener();
  });
  return {
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function createShellClient(bridge: TrellisBridge): ShellClient {
  const shellClient = client<ShellContract>(null, bridgePort(bridge.shell));
  return {
    call: (name, input) => shellClient.call(name, input),
    values: {
      accounts: watch(shellClient, 'accounts'),
      app: watch(shellClient, 'app'),
      openRequest: watch(shellClient, 'openRequest'),
      rings: watch(shellClient, 'rings'),
      callRequest: watch(shellClient, 'callRequest'),
      runningCalls: watch(shellClient, 'runningCalls'),
      callKeys: watch(shellClient, 'callKeys'),
      talkKeyHeld: watch(shellClient, 'talkKeyHeld'),
    },
    fileTickets: (accountId, files) => bridge.fileTickets(accountId, files),
  };
}
