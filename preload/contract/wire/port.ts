// The one shape of a message channel (D10), and what its three adapters share. Payloads are JSON types and Uint8Array only.

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
export const dataOf = (event: unknown): { readonly value: unknown } | null =>
  typeof event === 'object' && event !== null && 'data' in event ? { value: event.data } : null;
