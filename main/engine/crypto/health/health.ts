// The health of encryption as a value, computed while somebody subscribes: again, at most once a second, when something that it depends on
// has changed.
import type { AppError } from '#contract/wire/errors';
import type { EncryptionHealth } from '#contract/areas/encryption/health';
import { unreadableByCode } from '#stores/ingest/decryption';
import { roomIdOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../../base/listeners';
import type { Clock, Log } from '../../base/types';
import { reported } from '../../base/unexpected';
import type { ServerClock } from '../../http/serverClock';
import { explainUndecryptable } from '../../kinds/undecryptable';
import type { Crypto } from '../crypto';
import { linesOf, type Unreadable } from './lines';

export interface HealthDeps {
  readonly store: Store;
  /** Null: its store could not be opened, for `failure`. */
  readonly crypto: Pick<Crypto, 'repairs' | 'onStatus' | 'recipients'> | null;
  readonly failure: AppError | null;
  readonly serverClock: ServerClock;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Health {
  now(): EncryptionHealth;
  /** The first who watches makes it look, and ask the server for its backup. */
  watch(listener: () => void): () => void;
  stop(): void;
}

const everyMs = 1000;

/** Before the first look. */
export const unknownHealth: EncryptionHealth = { checkedAtMs: null, lines: [] };

/** By their reason; of several codes with one reason the oldest message is the first. */
function unreadable({ db }: Store): Unreadable[] {
  const byReason = new Map<Unreadable['reason'], Unreadable>();
  // From the code with the oldest message on.
  for (const { code, count, roomNo, eventId } of unreadableByCode(db)) {
    const { reason } = explainUndecryptable(code);
    const known = byReason.get(reason);
    const first = known?.first ?? { roomId: roomIdOf(db, roomNo), eventId };
    byReason.set(reason, { reason, count: count + (known?.count ?? 0), first });
  }
  return [...byReason.values()];
}

export function createHealth(deps: HealthDeps): Health {
  const { store, crypto, serverClock, clock, log } = deps;
  const listeners = createListeners();
  let current = unknownHealth;
  let lookedMs = Number.NEGATIVE_INFINITY;
  let looking = false;
  let again = false;
  let cancelSoon: (() => void) | null = null;
  let unwatch: (() => void) | null = null;

  async function look(): Promise<void> {
    const facts = (await crypto?.repairs.facts()) ?? null;
    if (unwatch === null) return;
    const lines = linesOf({
      ...{ facts, storeFailure: facts === null ? deps.failure : null },
      ...{ unreadable: unreadable(store), clockOffMs: serverClock.offMs() },
    });
    current = { checkedAtMs: clock.now(), lines };
    listeners.tell();
  }

  function soon(): void {
    if (unwatch === null || cancelSoon !== null) return;
    if (looking) {
      again = true;
      return;
    }
    const waitMs = Math.max(0, lookedMs + everyMs - clock.monotonic());
    cancelSoon = clock.setTimeout(() => {
      cancelSoon = null;
      looking = true;
      lookedMs = clock.monotonic();
      void look()
        .catch(reported(log, 'encryption health'))
        .finally(() => {
          looking = false;
          if (again) soon();
          again = false;
        });
    }, waitMs);
  }

  /** Another device has written to secret storage: it may have made a new backup, too. */
  const askedAgain = (): void => void crypto?.repairs.check().then(soon, reported(log, 'backup'));

  function begin(): void {
    const disposers = [
      store.onCommit(({ topics }) => {
        if (topics.has('accountData')) askedAgain();
        if (topics.has('accountData') || topics.has('encryption')) soon();
      }),
      serverClock.onChange(soon),
      crypto?.onStatus(soon),
      crypto?.repairs.onChange(soon),
      crypto?.recipients.onChange(soon),
    ];
    unwatch = () => disposers.forEach((dispose) => dispose?.());
    askedAgain();
    soon();
  }

  function end(): void {
    cancelSoon?.();
    cancelSoon = null;
    unwatch?.();
    unwatch = null;
  }

  return {
    now: () => current,
    watch(listener) {
      const remove = listeners.add(listener);
      if (unwatch === null) begin();
      return () => {
        remove();
        if (listeners.isEmpty()) end();
      };
    },
    stop() {
      listeners.clear();
      end();
    },
  };
}
