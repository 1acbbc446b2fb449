// The windows that are connected: serves the contract on each of their ports until it closes.
import { engine as engineContract } from '#contract/engine';
import type { EngineContract } from '#contract/engine';
import type { Question } from '#contract/wire/messages';
import type { Port } from '#contract/wire/port';
import { serve } from '#contract/wire/serve';
import type { Implementation } from '#contract/wire/serve';
import type { Log } from './base/types';
import { errorOf } from './base/unexpected';

export interface Connections {
  /** @param ahead what is answered unasked. Returns the function that ends it. */
  open(port: Port, ahead: readonly Question[]): () => void;
  closeAll(): void;
}

export interface ConnectionsDeps {
  readonly implementation: Implementation<EngineContract>;
  /** What is kept for a window as long as it is there. */
  readonly books: readonly { drop(connectionId: number): void }[];
  readonly log: Log;
}

export function createConnections({ implementation, books, log }: ConnectionsDeps): Connections {
  const open = new Set<() => void>();
  let lastId = 0;
  return {
    open(port, ahead) {
      const connectionId = (lastId += 1);
      const options = { log, connectionId, errorOf, ahead };
      const served = serve(engineContract, implementation, port, options);
      const close = (): void => {
        open.delete(close);
        for (const book of books) book.drop(connectionId);
        served.close();
      };
      port.onClose(close);
      open.add(close);
      return close;
    },
    closeAll: () => [...open].forEach((close) => close()),
  };
}
