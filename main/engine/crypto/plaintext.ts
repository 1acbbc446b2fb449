// Writes the result of a decryption: the plaintext with the claim of its Megolm index, or the reason why there is none.
import { retractPlain, setPlain, setUndecryptable } from '#stores/ingest/decryption';
import type { StoredEvent } from '#stores/events/types';
import { StoreError } from '#stores/sqlite/errors';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import type { Decrypted } from './backend';
import { claimMegolmIndex, type MegolmOwner } from './replay';

export interface PlaintextDeps {
  readonly store: Store;
  readonly recomputeRoom: (roomNo: number, changes: Changes) => void;
  readonly log: Log;
}

export type Outcome = readonly [StoredEvent, Decrypted];

export interface Plaintext {
  /** Writes all in one transaction; answers the numbers of the events that can be read now. */
  write(outcomes: readonly Outcome[]): number[];
  /** The same, but an event that cannot be written is marked and does not hold up others: they are then written one by one. */
  writeEach(outcomes: readonly Outcome[]): number[];
}

const duplicate = 'DUPLICATE_MESSAGE_INDEX';

/** The code with which an event is refused when another event owns its Megolm index. */
export const refusals: Readonly<Partial<Record<MegolmOwner, string>>> = {
  other: duplicate,
  elsewhere: 'BAD_ROOM',
};

export function createPlaintext({ store, recomputeRoom, log }: PlaintextDeps): Plaintext {
  const { db } = store;

  function write(outcomes: readonly Outcome[]): number[] {
    return store.write((changes) => {
      const readable = new Set<number>();
      const rooms = new Set<number>();
      const retract = (copy: StoredEvent): void => {
        readable.delete(copy.eventNo);
        retractPlain(db, copy, duplicate, changes);
      };
      for (const [event, outcome] of outcomes) {
        rooms.add(event.roomNo);
        const refused = outcome.ok
          ? refusals[claimMegolmIndex(store, event, retract)]
          : outcome.code;
        if (!outcome.ok || refused !== undefined) {
          setUndecryptable(db, event.eventNo, refused ?? 'UNKNOWN_ERROR', changes);
        } else {
          const { type, content, trust } = outcome;
          if (setPlain(db, event.eventNo, { type, content, trust }, changes))
            readable.add(event.eventNo);
        }
      }
      for (const roomNo of rooms) recomputeRoom(roomNo, changes);
      changes.topic('encryption');
      return [...readable];
    });
  }

  function writeEach(outcomes: readonly Outcome[]): number[] {
    try {
      return write(outcomes);
    } catch (thrown) {
      if (thrown instanceof StoreError) throw thrown;
      if (outcomes.length > 1) return outcomes.flatMap((outcome) => writeEach([outcome]));
      unexpected(log, 'writing what was decrypted', thrown);
      for (const [{ eventNo }] of outcomes)
        store.write((changes) => setUndecryptable(db, eventNo, 'UNKNOWN_ERROR', changes));
      return [];
    }
  }

  return { write, writeEach };
}
