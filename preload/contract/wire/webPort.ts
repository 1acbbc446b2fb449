// Port over the web's MessagePort (window, worker). Structural type, so that this file needs no DOM types.
import { adaptPort, dataOf, type PlatformPort, type Port } from './port';

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
