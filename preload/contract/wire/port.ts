// The one shape of a message channel (D10), and its adapters over the ports of Electron and of the web. Payloads are JSON types and
// Uint8Array only. The ports are described by their structure, so that this file needs no types of a platform.

export interface Port {
  /** Sends one message. After close it does nothing. */
  post(message: unknown): void;
  /** Messages arrive in the order in which they were posted. Returns the disposer. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** Fires once when the other side went away; not every platform reports it, so never rely on it alone. */
  onClose(listener: () => void): () => void;
  close(): void;
}

export interface PlatformPort {
  postMessage(message: unknown): void;
  close(): void;
}

type PortEvent = 'message' | 'close';
type Listen = (event: PortEvent, listener: (arrived: unknown) => void) => () => void;

/**
 * A {@link Port} over one of the platforms' ports. `listen` adds a listener and returns its disposer; `payload` takes the message out of an
 * event (`{ value }`), or answers null for any other event.
 */
export function adaptPort(
  port: PlatformPort,
  listen: Listen,
  payload: (arrived: unknown) => { readonly value: unknown } | null,
): Port {
  let open = true;
  return {
    post: (message) => {
      if (open) port.postMessage(message);
    },
    onMessage: (listener) =>
      listen('message', (arrived) => {
        const message = open ? payload(arrived) : null;
        if (message !== null) listener(message.value);
      }),
    onClose: (listener) => {
      const stop = listen('close', () => {
        stop();
        listener();
      });
      return stop;
    },
    close: () => {
      open = false;
      port.close();
    },
  };
}

/** Electron and the web wrap a message in an event. */
const dataOf = (event: unknown): { readonly value: unknown } | null =>
  typeof event === 'object' && event !== null && 'data' in event ? { value: event.data } : null;

/** Electron's MessagePortMain, in main and in the engine's utility process. */
export interface MainPortLike extends PlatformPort {
  on(event: 'message' | 'close', listener: (event: unknown) => void): unknown;
  off(event: 'message' | 'close', listener: (event: unknown) => void): unknown;
  start(): void;
}

export function mainPort(port: MainPortLike): Port {
  return adaptPort(
    port,
    (event, listener) => {
      port.on(event, listener);
      if (event === 'message') port.start();
      return () => void port.off(event, listener);
    },
    dataOf,
  );
}

/** The web's MessagePort, in a window or a worker. */
export interface WebPortLike extends PlatformPort {
  addEventListener(type: string, listener: (event: unknown) => void): void;
  removeEventListener(type: string, listener: (event: unknown) => void): void;
  start(): void;
}

export function webPort(port: WebPortLike): Port {
  return adaptPort(
    port,
    (event, listener) => {
      port.addEventListener(event, listener);
      if (event === 'message') port.start();
      return () => port.removeEventListener(event, listener);
    },
    dataOf,
  );
}
