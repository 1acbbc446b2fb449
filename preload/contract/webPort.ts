// Port over the web's MessagePort (window, worker). Structural type, so that this file needs no DOM types.
import type { Port } from './port';

export interface WebPortLike {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: (event: unknown) => void): void;
  removeEventListener(type: string, listener: (event: unknown) => void): void;
  start(): void;
  close(): void;
}

export function webPort(port: WebPortLike): Port {
  let open = true;
  return {
    post: (message) => {
      if (open) port.postMessage(message);
    },
    onMessage: (listener) => {
      const onEvent = (event: unknown): void => {
        if (open && typeof event === 'object' && event !== null && 'data' in event) {
          listener(event.data);
        }
      };
      port.addEventListener('message', onEvent);
      port.start();
      return () => port.removeEventListener('message', onEvent);
    },
    onClose: (listener) => {
      const onEvent = (): void => {
        port.removeEventListener('close', onEvent);
        listener();
      };
      port.addEventListener('close', onEvent);
      return () => port.removeEventListener('close', onEvent);
    },
    close: () => {
      open = false;
      port.close();
    },
  };
}
