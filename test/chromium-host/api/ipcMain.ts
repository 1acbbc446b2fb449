// ipcMain and webContents.ipc: listeners and handlers by channel.
import { Guarded, named } from '../guard.ts';

export type InvokeHandler = (event: object, ...args: unknown[]) => unknown;

export class IpcMain extends Guarded {
  readonly #handlers = new Map<string, InvokeHandler>();

  handle(channel: string, handler: InvokeHandler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    this.#handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (...args) => {
      this.removeHandler(channel);
      return handler(...args);
    });
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }
  hostHandler(channel: string): InvokeHandler | undefined {
    return this.#handlers.get(channel);
  }
}

export const ipcMain = named('ipcMain', new IpcMain());
