// Has PDFs read in a process beside this one, which has no keys: asks main for it, hands it bytes over a port, takes text, and lets it go
// when nothing is left to read or a file took too long. Reads nothing itself.
import type { Port } from '#contract/wire/port';
import { mostPdfBytes, mostReadMs, type ReadAnswer, type ReadRequest } from '../reader/exchange';
import type { Clock, Log } from '../base/types';
import type { Cell } from '../desktop';

export interface PdfReader {
  /** Empty: it says nothing, or nobody shall try it again. Null: nobody can read it now. One at a time. */
  read(bytes: Uint8Array<ArrayBuffer>, characters: number): Promise<string | null>;
  /** The process that was wished for. Of a turn that is over it is closed. */
  connect(turn: number, port: Port): void;
  /** It ended. */
  gone(turn: number): void;
  stop(): void;
}

/** A busy computer starts a process slowly. */
const startMs = 20_000;
/** Longer than it gives a file itself. */
const answerMs = mostReadMs + 10_000;
const idleMs = 5_000;

const isAnswer = (data: unknown): data is ReadAnswer => {
  if (typeof data !== 'object' || data === null) return false;
  const { id, text } = data as Partial<Record<keyof ReadAnswer, unknown>>;
  return typeof id === 'number' && typeof text === 'string';
};

/** The text of a PDF on this disk. `bytes`: empty where it is none, null where it is not here. */
export const readingPdfs =
  (
    bytesOf: (handle: string, most: number) => Promise<Uint8Array<ArrayBuffer> | null>,
    reader: PdfReader,
  ) =>
  async (handle: string, characters: number): Promise<string | null> => {
    const bytes = await bytesOf(handle, mostPdfBytes);
    if (bytes === null) return null;
    return bytes.length === 0 ? '' : reader.read(bytes, characters);
  };

export interface PdfReaderDeps {
  readonly wish: Pick<Cell<{ readonly turn: number } | null>, 'set'>;
  readonly clock: Clock;
  readonly log: Log;
}

export function createPdfReader({ wish, clock, log }: PdfReaderDeps): PdfReader {
  let turn = 0;
  let port: Port | null = null;
  let lastId = 0;
  let connected: ((port: Port | null) => void) | null = null;
  let answered: { readonly id: number; readonly resolve: (text: string) => void } | null = null;
  let cancelIdle: (() => void) | null = null;

  function end(): void {
    cancelIdle?.();
    cancelIdle = null;
    const [opening, reading] = [connected, answered];
    [connected, answered] = [null, null];
    port?.close();
    port = null;
    wish.set(null);
    opening?.(null);
    // The file that was being read has ended the reader: it counts as a file without text.
    reading?.resolve('');
  }

  async function open(): Promise<Port | null> {
    if (port !== null) return port;
    const { promise, resolve } = Promise.withResolvers<Port | null>();
    connected = resolve;
    wish.set({ turn: (turn += 1) });
    const cancel = clock.setTimeout(() => {
      log.warn('no process reads PDFs');
      end();
    }, startMs);
    const opened = await promise;
    cancel();
    return opened;
  }

  return {
    async read(bytes, characters) {
      cancelIdle?.();
      cancelIdle = null;
      const to = await open();
      if (to === null) return null;
      const { promise, resolve } = Promise.withResolvers<string>();
      const id = (lastId += 1);
      answered = { id, resolve };
      to.post({ id, bytes, characters } satisfies ReadRequest);
      const cancel = clock.setTimeout(end, answerMs);
      const text = await promise;
      cancel();
      if (port !== null) cancelIdle = clock.setTimeout(end, idleMs);
      return text.slice(0, characters);
    },
    connect(of, given) {
      if (of !== turn || connected === null) return given.close();
      const opening = connected;
      connected = null;
      port = given;
      given.onMessage((data) => {
        if (!isAnswer(data) || data.id !== answered?.id) return;
        const { resolve } = answered;
        answered = null;
        resolve(data.text);
      });
      opening(given);
    },
    gone(of) {
      if (of === turn) end();
    },
    stop: end,
  };
}
