// Port over Node's worker_threads MessagePort: tests and worker threads.
import type { Port } from './port';

export interface NodePortLike {
  postMessage(message: unknown): void;
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
  close(): void;
}

export function nodePort(port: NodePortLike): Port {
  let open = true;
  return {
    post: (message) => {
      if (open) port.postMessage(message);
    },
    onMessage: (listener) => {
      const onValue = (value: unknown): void => {
        if (open) listener(value);
      };
      port.on('message', onValue);
      return () => void port.off('message', onValue);
    },
    onClose: (listener) => {
      const onEnd = (): void => {
        port.off('close', onEnd);
        listener();
      };
      port.on('close', onEnd);
      return () => void port.off('close', onEnd);
    },
    close: () => {
      open = false;
      port.close();
    },
  };
}
