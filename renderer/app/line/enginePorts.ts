// Receives the engine ports that the preload script posts into the page and hands each to the account it belongs to.
import { batchedPort } from '#contract/wire/batches';
import type { Port } from '#contract/wire/port';
import { accountIdShape, enginePortType } from '#contract/plainNames';
import { webPort } from '#contract/wire/port';

export interface EnginePorts {
  /** A port that has come already and has no listener is given to the listener at once. */
  onPort(accountId: string, listener: (port: Port) => void): () => void;
}

/** Buffers the engine's messages until there is a listener. */
function held(port: Port): Port {
  const waiting: unknown[] = [];
  let listener = (message: unknown): void => void waiting.push(message);
  port.onMessage((message) => listener(message));
  return {
    ...port,
    onMessage: (wanted) => {
      listener = wanted;
      for (const message of waiting.splice(0)) wanted(message);
      return () => {
        if (listener === wanted) listener = () => undefined;
      };
    },
  };
}

/** Listens on the window from now on; call it before anything asks for a port. */
export function createEnginePorts(target: Window): EnginePorts {
  const waiting = new Map<string, Port>();
  const listeners = new Map<string, (port: Port) => void>();

  target.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== target) return;
    const { type, accountId } = Object(event.data) as Record<string, unknown>;
    const [webMessagePort] = event.ports;
    if (type !== enginePortType || webMessagePort === undefined) return;
    if (typeof accountId !== 'string' || !accountIdShape.test(accountId)) return;
    const port = held(batchedPort(webPort(webMessagePort as Parameters<typeof webPort>[0])));
    const listener = listeners.get(accountId);
    if (listener !== undefined) return listener(port);
    waiting.get(accountId)?.close();
    waiting.set(accountId, port);
  });

  return {
    onPort: (accountId, listener) => {
      listeners.set(accountId, listener);
      const early = waiting.get(accountId);
      waiting.delete(accountId);
      if (early !== undefined) listener(early);
      return () => {
        if (listeners.get(accountId) === listener) listeners.delete(accountId);
      };
    },
  };
}
