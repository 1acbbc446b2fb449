// The process that reads files for an engine: started when the engine wants it, ended when the engine no longer wants it or is gone itself.
// The two talk directly, past main.
import type { ControlContract } from '#contract/control';
import type { Client } from '#contract/wire/client';
import type { EngineProcess } from '../../supervisor';

/** A process that reads the requests on the port that it is given. */
export type ReaderProcess = Pick<EngineProcess<object>, 'post' | 'onExit' | 'kill'>;

export interface ReaderDeps {
  start(): ReaderProcess;
  createChannel(): { readonly port1: unknown; readonly port2: unknown };
  /** Sends the engine its end; false: the engine is away. */
  connect(turn: number, port: unknown): boolean;
}

/** `generation`: of the engine's process; a new one counts its turns anew. Answers the function that ends the reader. */
export function followReader(
  asks: Pick<Client<ControlContract>, 'value' | 'call'>,
  generation: () => number,
  deps: ReaderDeps,
): () => void {
  let running: { readonly turn: string; readonly process: ReaderProcess } | null = null;
  const end = (): void => {
    const ended = running;
    running = null;
    ended?.process.kill();
  };
  asks.value('reader', {}, (wish) => {
    const turn = wish === null ? null : `${generation()}.${wish.turn}`;
    if (turn === running?.turn) return;
    end();
    if (wish === null || turn === null) return;
    const process = deps.start();
    running = { turn, process };
    process.onExit(() => {
      if (running?.process !== process) return;
      running = null;
      // An engine that is gone does not wait for this.
      asks.call('readerGone', { turn: wish.turn }).catch(() => undefined);
    });
    const { port1, port2 } = deps.createChannel();
    process.post({ type: 'port' }, [port2]);
    if (!deps.connect(wish.turn, port1)) end();
  });
  return end;
}
