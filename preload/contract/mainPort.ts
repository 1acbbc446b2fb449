// Port over Electron's MessagePortMain: main and the engine's utility process. Messages arrive as `event.data`.
import type { Port } from './port';

export interface MainPortLike {
  postMessage(message: unknown): void;
  on(event: 'message' | 'close', listener: (event: unknown) => void): unknown;
  off(event: 'message' | 'close', listener: (event: unknown) => void): unknown;
  start(): void;
  close(): void;
}

export function mainPort(port: MainPortLike): Port {
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
      port.on('message', onEvent);
      port.start();
      return () => void port.off('message', onEvent);
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
