// The DevTools protocol over a pipe pair: commands, and events by session. It knows no target and no page.
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';

export type Params = Record<string, unknown>;
// the protocol's answers are read by their documented shape; the browser is a trusted peer
export type Answer = Record<string, never> & Record<string, unknown>;

interface Message {
  id?: number;
  method: string;
  params: Params;
  result?: Answer;
  error?: { message: string };
  sessionId?: string;
}

interface Waiting {
  method: string;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class Cdp {
  readonly #events = new EventEmitter();
  readonly #waiting = new Map<number, Waiting>();
  readonly #output: Writable;
  #lastId = 0;
  #closed = false;

  constructor(output: Writable, input: Readable) {
    this.#output = output;
    this.#events.setMaxListeners(0);
    let parts: Buffer[] = [];
    input.on('data', (chunk: Buffer) => {
      let start = 0;
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
        parts.push(chunk.subarray(start, end));
        const text = Buffer.concat(parts).toString('utf8');
        parts = [];
        start = end + 1;
        this.#receive(JSON.parse(text) as Message);
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    });
    const close = (): void => this.#close();
    input.on('close', close).on('error', close);
    output.on('error', close);
  }

  /** @throws when Chromium refuses the command; stays open once Chromium is gone */
  send<T = Answer>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    if (this.#closed) return new Promise<never>(() => undefined);
    const id = ++this.#lastId;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { method, resolve: resolve as (answer: Answer) => void, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  on<T = Params>(method: string, listener: (params: T) => void, sessionId = ''): void {
    this.#events.on(`${sessionId}|${method}`, listener);
  }

  /** Forgets the listeners of a session that has ended. */
  forget(sessionId: string): void {
    for (const name of this.#events.eventNames()) {
      if (String(name).startsWith(`${sessionId}|`)) this.#events.removeAllListeners(name);
    }
  }

  #receive(message: Message): void {
    if (!message.id) {
      this.#events.emit(`${message.sessionId ?? ''}|${message.method}`, message.params);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting.resolve(message.result ?? ({} as Answer));
  }

  // nobody is told: without Chromium the process ends, and an error would only hide why
  #close(): void {
    this.#closed = true;
    this.#waiting.clear();
  }
}
