// WebFrameMain of a page's top frame: there is one per window, the app's pages have no frames.
import { Guarded } from '../guard.ts';
import type { MessagePortMain } from '../ports.ts';
import type { WebContents } from '../api/webContents.ts';

export class WebFrameMain extends Guarded {
  readonly routingId = 1;
  readonly processId = 1;
  readonly frameTreeNodeId = 1;
  readonly parent = null;
  readonly frames = [];
  readonly name = '';
  readonly #contents: WebContents;

  constructor(contents: WebContents) {
    super();
    this.#contents = contents;
  }
  get top(): WebFrameMain {
    return this;
  }
  get url(): string {
    return this.#contents.getURL();
  }
  get origin(): string {
    return /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(this.url)?.[0] ?? 'null';
  }
  get visibilityState(): 'visible' | 'hidden' {
    return 'visible';
  }
  get detached(): boolean {
    return this.#contents.isDestroyed();
  }
  isDestroyed(): boolean {
    return this.#contents.isDestroyed();
  }
  send(channel: string, ...args: unknown[]): void {
    this.#contents.send(channel, ...args);
  }
  postMessage(channel: string, value: unknown, transfer: readonly MessagePortMain[] = []): void {
    this.#contents.postMessage(channel, value, transfer);
  }
  executeJavaScript(code: string): Promise<unknown> {
    return this.#contents.executeJavaScript(code);
  }
  reload(): boolean {
    this.#contents.reload();
    return true;
  }
}
