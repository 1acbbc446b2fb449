// An engine as Electron's utility process, in the shape that the supervisor knows; the process that hears the key to talk has the same
// shape.
import type { MessagePortMain, UtilityProcess } from 'electron/main';
import type { EngineProcess } from '../../supervisor';

export interface ForkDeps {
  fork(): UtilityProcess;
  /** Error output of the process when it crashes; the engine's own log lines come over the control channel. */
  onErrorOutput(text: string): void;
}

export function forkEngine<Message>({ fork, onErrorOutput }: ForkDeps): EngineProcess<Message> {
  const child = fork();
  child.stderr?.on('data', (data: unknown) => onErrorOutput(String(data)));
  return {
    get pid() {
      return child.pid ?? null;
    },
    post: (message, ports = []) => child.postMessage(message, [...ports] as MessagePortMain[]),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(code)),
    kill: () => {
      try {
        if (child.pid === undefined) child.kill();
        else process.kill(child.pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    },
  };
}
