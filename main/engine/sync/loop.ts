// The dependencies of the sync loop and its state in memory, as one record. Types and the first state only; the steps are in sync.ts.
import type { AppError } from '#contract/wire/errors';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import type { PresenceState } from '../events/presence';
import type { Features } from '../server/features';
import type { Http } from '../http/http';
import type { CryptoSync } from './cryptoSync';
import type { Found } from './roomContext';
import type { SyncMachine } from './state';
import type { Typing } from './typing';
import type { Urgent } from './urgent';

export interface SyncDeps {
  readonly http: Http;
  readonly store: Store;
  readonly crypto: CryptoSync;
  readonly ownUserId: string;
  readonly typing: Typing;
  readonly log: Log;
  readonly clock: Clock;
  /** Called after the commit and after crypto took its part of the answer, with the events that are news. */
  readonly onFound?: (found: Found) => void;
  /** Hears of call signals before their answer is committed (R12). */
  readonly urgent?: Urgent;
  /** Within the transaction in which `m.push_rules` changed. */
  readonly onPushRules?: (changes: Changes) => void;
  /** The presence that a sync sets for this account; default: `online`. */
  readonly presence?: () => PresenceState;
  /** Given: a new sign-in shows its first rooms by sliding sync where the server announces it. */
  readonly features?: Pick<Features, 'has'>;
  /** A guest: an empty filter, and no members left out (CHAT-5.3). */
  readonly guest?: boolean;
  /** 0 to 1, for the jitter of the keep-alive. */
  readonly random?: () => number;
}

/** The state of a loop that is not on the disk. */
export interface LoopState {
  running: boolean;
  /** It ended by mistake: `wake` begins it anew. */
  broken: boolean;
  /** The server is to answer at once: until syncing runs smoothly, and while it has to-device messages waiting. */
  catchingUp: boolean;
  /** Syncs that were applied since the engine started. */
  completed: number;
  /** Aborted by `stop`. */
  stopping: AbortController;
  /** The poll that waits for its answer; aborted by `wake`. */
  poll: AbortController | null;
  /** Just woken up: the connections of before may be dead. */
  doubtful: boolean;
  /** Ends the pause that is under way. */
  wakeSleeper: (() => void) | null;
  /** Null: it has to be counted again. */
  dropped: number | null;
  decrypting: Promise<void> | null;
  /** The crypto store could not be saved: it stays so in this run. */
  lost: AppError | null;
  /** Ends the pause before what crypto could not save is tried again. */
  cancelRetry: (() => void) | null;
  /** The counts of one-time keys that crypto got last, as text; null after a failure, which may have undone it. */
  readonly counts: { told: string | null };
  /** How often broken tables were repaired in this run. */
  repairs: number;
  /** Invitations that are missing are not asked for before (`clock.monotonic`). */
  invitesAfterMs: number;
  ended: Promise<void>;
}

export const newState = (): LoopState => ({
  running: false,
  broken: false,
  catchingUp: false,
  completed: 0,
  stopping: new AbortController(),
  poll: null,
  doubtful: false,
  wakeSleeper: null,
  dropped: null,
  decrypting: null,
  lost: null,
  cancelRetry: null,
  counts: { told: null },
  repairs: 0,
  invitesAfterMs: 0,
  ended: Promise.resolve(),
});

/** A loop with its state, as each step in sync.ts takes it. */
export interface Loop extends SyncDeps {
  readonly state: LoopState;
  readonly machine: SyncMachine;
  readonly tellCompleted: () => void;
}
