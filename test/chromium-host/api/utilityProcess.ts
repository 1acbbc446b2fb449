// utilityProcess.fork: a Node child whose parentPort and ports travel over one IPC channel (child.ts is its other end).
import { fork, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { decodeText, encodeText } from '../codec.ts';
import type { Frame } from '../browser/frames.ts';
import { Guarded } from '../guard.ts';
import { PortHub, type MessagePortMain } from '../ports.ts';

export interface ForkOptions {
  env?: NodeJS.ProcessEnv;
  execArgv?: string[];
  cwd?: string;
  stdio?: 'pipe' | 'inherit' | 'ignore' | readonly ('pipe' | 'inherit' | 'ignore')[];
  serviceName?: string;
}

export interface ChildGone {
  type: 'Utility';
  reason: 'killed' | 'abnormal-exit';
  exitCode: number;
  serviceName: string;
  name: string;
}

let onGone: (details: ChildGone) => void = () => undefined;

/** app listens here, for `child-process-gone`. */
export function onUtilityGone(listener: (details: ChildGone) => void): void {
  onGone = listener;
}

function stdioOf(stdio: ForkOptions['stdio'] = 'inherit'): StdioOptions {
  const [, out = 'inherit', err = 'inherit'] =
    typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio;
  return ['ignore', out, err, 'ipc'];
}

export class UtilityProcess extends Guarded {
  pid: number | undefined = undefined;
  readonly stdout: ChildProcess['stdout'];
  readonly stderr: ChildProcess['stderr'];
  readonly #child: ChildProcess;
  readonly #hub: PortHub;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    const child = fork(modulePath, args, {
      serialization: 'advanced',
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        ...(options.execArgv ?? []),
        '-r',
        path.join(import.meta.dirname, '../child.ts'),
      ],
      env: options.env ?? process.env,
      ...(options.cwd ? { cwd: options.cwd } : {}),
      stdio: stdioOf(options.stdio),
    });
    this.#child = child;
    this.stdout = child.stdout;
    this.stderr = child.stderr;
    this.#hub = new PortHub('h', (frame, text) => this.#send(frame, text));
    child.once('spawn', () => {
      this.pid = child.pid;
      this.emit('spawn');
    });
    child.on('error', (error) => this.emit('error', 'FatalError', error.message, ''));
    child.on('message', ([frame, text]: [Frame, string]) => this.#receive(frame, text));
    child.once('exit', (code, signal) => this.#exited(code, signal, options.serviceName ?? ''));
  }

  postMessage(value: unknown, transfer: readonly MessagePortMain[] = []): void {
    const text = encodeText(value);
    this.#send({ t: 's', ports: transfer.map((port) => this.#hub.give(port)) }, text);
  }

  kill(): boolean {
    return this.#child.kill();
  }

  #send(frame: Frame, text: string): void {
    if (this.#child.connected) this.#child.send([frame, text]);
  }

  #receive(frame: Frame, text: string): void {
    if (frame.t === 's') this.emit('message', decodeText(text));
    else this.#hub.receive(frame, text);
  }

  #exited(code: number | null, signal: NodeJS.Signals | null, name: string): void {
    this.pid = undefined;
    this.#hub.closeAll();
    const exitCode = code ?? (signal ? constants.signals[signal] : 0);
    this.emit('exit', exitCode);
    if (exitCode === 0) return;
    const reason = signal ? 'killed' : 'abnormal-exit';
    onGone({ type: 'Utility', reason, exitCode, serviceName: name, name });
  }
}

export function forkUtility(
  modulePath: string,
  args: readonly string[] | ForkOptions = [],
  options: ForkOptions = {},
): UtilityProcess {
  if (Array.isArray(args))
    return new UtilityProcess(modulePath, args as readonly string[], options);
  return new UtilityProcess(modulePath, [], args as ForkOptions);
}
