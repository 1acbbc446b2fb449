// Loaded first in every utility process: gives it process.parentPort and takes `electron` away.
import { EventEmitter } from 'node:events';
import Module from 'node:module';
import { decodeText, encodeText } from './codec.ts';
import type { Frame } from './browser/frames.ts';
import { PortHub, type MessagePortMain } from './ports.ts';

const send = (frame: Frame, text: string): void => {
  if (process.connected) process.send?.([frame, text]);
};
const hub = new PortHub(`c${process.pid}.`, send);

class ParentPort extends EventEmitter {
  #queue: [string, MessagePortMain[]][] | null = [];

  constructor() {
    super();
    // messages that came while the module was still loading wait for its listener
    this.on('newListener', (event) => {
      if (event === 'message' && this.#queue) setImmediate(() => this.#open());
    });
  }

  postMessage(value: unknown, transfer: readonly MessagePortMain[] = []): void {
    const text = encodeText(value);
    send({ t: 's', ports: transfer.map((port) => hub.give(port)) }, text);
  }

  start(): void {
    this.#open();
  }

  hostReceive(frame: Frame, text: string): void {
    // at once: what is posted to these ports may come before the listener does
    const ports = (frame.ports ?? []).map((id) => hub.take(id));
    if (this.#queue) this.#queue.push([text, ports]);
    else this.#emit(text, ports);
  }

  #open(): void {
    const queue = this.#queue ?? [];
    this.#queue = null;
    for (const [text, ports] of queue) this.#emit(text, ports);
  }

  #emit(text: string, ports: MessagePortMain[]): void {
    this.emit('message', { data: decodeText(text), ports });
  }
}

const parentPort = new ParentPort();
Object.defineProperties(process, {
  parentPort: { value: parentPort },
  type: { value: 'utility' },
});
process.on('message', ([frame, text]: [Frame, string]) => {
  if (frame.t === 's') parentPort.hostReceive(frame, text);
  else hub.receive(frame, text);
});
process.on('disconnect', () => process.exit(0));
// a terminal's Ctrl+C reaches the whole group: the main process decides how this one ends
process.on('SIGINT', () => undefined);

type Load = (request: string, ...rest: readonly unknown[]) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;
loader._load = function (this: unknown, request, ...rest) {
  if (request === 'electron' || request.startsWith('electron/')) {
    throw new Error(`chromium-host: '${request}' does not exist in a utility process`);
  }
  return load.call(this, request, ...rest);
};
