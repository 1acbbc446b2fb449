// The windows that are connected: serves the contract on each of their ports until it closes.
import { engine as engineContract } from '#contract/engine';
import type { EngineContract } from '#contract/engine';
import type { AppError } from '#contract/wire/errors';
import type { Question } from '#contract/wire/messages';
import type { Port } from '#contract/wire/port';
import { serve } from '#contract/wire/serve';
import type { Implementation } from '#contract/wire/serve';
import { StoreError } from '#stores/sqlite/errors';
import type { Log } from './base/types';
import { errorOf } from './base/unexpected';

export interface Connections {
  /** @param ahead questions that are answered unasked. Returns the function that ends the connection. */
  open(port: Port, ahead: readonly Question[]): () => void;
  closeAll(): void;
}

export interface ConnectionsDeps {
  readonly implementation: Implementation<EngineContract>;
  /** Parts that keep state for each window, and drop it when the window is gone. */
  readonly books: readonly { drop(connectionId: number): void }[];
  readonly log: Log;
  /** Called when data that every window needs is damaged on the disk: the engine has to end. */
  readonly onDamage: (damage: StoreError) => void;
}

interface Failing {
  fail(error: AppError): void;
}

/** Also reports that the store is damaged; otherwise the window would wait for a list that never comes. */
function watched<S extends Failing>(sink: S, onDamage: ConnectionsDeps['onDamage']): S {
  const { fail } = sink;
  return {
    ...sink,
    fail(error: AppError) {
      fail.call(sink, error);
      if (error.code === 'store_corrupt') onDamage(new StoreError(error.code, error.message));
    },
  };
}

/** The values and lists without which a window has nothing to show. */
function watching({ implementation, onDamage }: ConnectionsDeps): Implementation<EngineContract> {
  const { values, lists } = implementation;
  return {
    ...implementation,
    values: {
      ...values,
      session: (query, sink, connection) =>
        values.session(query, watched(sink, onDamage), connection),
    },
    lists: {
      ...lists,
      rooms: (query, sink, connection) => lists.rooms(query, watched(sink, onDamage), connection),
      timeline: (query, sink, connection) =>
        lists.timeline(query, watched(sink, onDamage), connection),
    },
  };
}

export function createConnections(deps: ConnectionsDeps): Connections {
  const { books, log } = deps;
  const implementation = watching(deps);
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
