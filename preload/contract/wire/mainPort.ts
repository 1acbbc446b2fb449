// Port over Electron's MessagePortMain: main and the engine's utility process. Messages arrive as `event.data`.
import { adaptPort, dataOf, type PlatformPort, type Port } from './port';

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
