// One page's end of ipc and ports: frames in and out of its isolated world, over a DevTools binding.
// Frames of one turn travel together; their order is the order in which they were posted.
import { decodeText, encodeText } from '../codec.ts';
import { debug } from '../environment.ts';
import { splitFrames, type Frame } from './frames.ts';
import { ipcMain, type IpcMain } from '../api/ipcMain.ts';
import { PortHub, type MessagePortMain } from '../ports.ts';

export interface BridgeOwner {
  readonly ipc: IpcMain;
  /** Runs `receive(...arguments)` in the page's isolated world. */
  hostCall(values: readonly string[]): Promise<unknown>;
  hostEvent(): object;
  /** Questions of the page's own scripts: permissions, window.open, sizes. */
  hostAsk(kind: string, details: unknown): Promise<unknown>;
  hostFilePaths(id: number, count: number): Promise<string[]>;
}

function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

export class Bridge {
  readonly #owner: BridgeOwner;
  readonly hub = new PortHub('h', (frame, text) => this.post(frame, text));
  #outgoing: string[] = [];
  #open = false;

  constructor(owner: BridgeOwner) {
    this.#owner = owner;
  }

  /** A new document's isolated world is there. */
  open(): void {
    this.#outgoing = [];
    this.#open = true;
  }

  /** The document is gone: its ports are closed, what was on its way is lost, as in Electron. */
  close(): void {
    this.#open = false;
    this.#outgoing = [];
    this.hub.closeAll();
  }

  send(channel: string, args: readonly unknown[], transfer: readonly MessagePortMain[]): void {
    const text = encodeText(args);
    const ports = transfer.map((port) => this.hub.give(port));
    if (this.#open) this.post({ t: 's', ch: channel, ports }, text);
    else this.hub.closeAll();
  }

  post(frame: Frame, text: string): void {
    if (!this.#open) return;
    this.#outgoing.push(JSON.stringify(frame), text);
    if (this.#outgoing.length > 2) return;
    setImmediate(() => {
      const values = this.#outgoing;
      this.#outgoing = [];
      if (values.length === 0) return;
      this.#owner.hostCall(values).catch((error: unknown) => debug('page', error));
    });
  }

  receive(joined: string): void {
    splitFrames(joined, (frame, text) => this.#frame(frame, text));
  }

  #frame(frame: Frame, text: string): void {
    switch (frame.t) {
      case 'i':
        this.#reply(frame, this.#invoke(frame, text));
        break;
      case 's':
        this.#emit(frame, text);
        break;
      case 'a':
        this.#reply(frame, this.#owner.hostAsk(frame.ch ?? '', decodeText(text)));
        break;
      case 'f':
        this.#reply(frame, this.#files(text));
        break;
      default:
        this.hub.receive(frame, text);
    }
  }

  #files(text: string): Promise<string[]> {
    const [id = 0, count = 0] = text.split(',').map(Number);
    return this.#owner.hostFilePaths(id, count);
  }

  #emit(frame: Frame, text: string): void {
    const channel = frame.ch ?? '';
    const ports = (frame.ports ?? []).map((id) => this.hub.take(id));
    const event = { ...this.#owner.hostEvent(), ports };
    const args = decodeText(text) as unknown[];
    this.#owner.ipc.emit(channel, event, ...args);
    ipcMain.emit(channel, event, ...args);
  }

  async #invoke(frame: Frame, text: string): Promise<unknown> {
    const channel = frame.ch ?? '';
    try {
      const handler = this.#owner.ipc.hostHandler(channel) ?? ipcMain.hostHandler(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      const value = await handler(this.#owner.hostEvent(), ...(decodeText(text) as unknown[]));
      encodeText(value); // what cannot be cloned is the handler's error
      return value;
    } catch (error) {
      const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`Error occurred in handler for '${channel}': ${shown}\n`);
      throw new Error(`Error invoking remote method '${channel}': ${errorText(error)}`, {
        cause: error,
      });
    }
  }

  #reply(frame: Frame, result: Promise<unknown>): void {
    result.then(
      (value) => this.post({ t: 'r', id: frame.id, ok: true }, encodeText(value)),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        this.post({ t: 'r', id: frame.id, ok: false }, message);
      },
    );
  }
}
