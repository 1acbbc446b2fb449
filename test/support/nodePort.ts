// Port over Node's worker_threads MessagePort.
import { adaptPort, type PlatformPort, type Port } from '#contract/wire/port';

export interface NodePortLike extends PlatformPort {
  on(event: string, listener: (value: unknown) => void): unknown;
  off(event: string, listener: (value: unknown) => void): unknown;
}

export function nodePort(port: NodePortLike): Port {
  return adaptPort(
    port,
    (event, listener) => {
      port.on(event, listener);
      return () => void port.off(event, listener);
    },
    (value) => ({ value }),
  );
}
