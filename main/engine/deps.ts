// The dependencies of an engine: its folder, its key, and the process around it. Types only.
import type { StoreError } from '#stores/sqlite/errors';
import type { TransferRunner } from './media/transferRunner';
import type { Clock, Log } from './base/types';

export interface EngineDeps {
  readonly profileFolder: string;
  /** 32 bytes; decrypts every file of the profile. */
  readonly storeKey: Uint8Array;
  readonly appVersion: string;
  /** The name of this device at the server. */
  readonly deviceName: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly runner: TransferRunner;
  /** The bundle of the thread that checkpoints the write-ahead log of the store; without it the engine does that. */
  readonly checkpointWorker?: string;
  /** A sync answer was committed, so this start counts as a success. */
  readonly progress: () => void;
  /** A signed-in start has answered the first questions of its windows. */
  readonly answered: () => void;
  /** The process has to end and start again. */
  readonly fatal: (thrown: unknown) => void;
  /** The process has to end, and a restart would fail in the same way: the window reports the damage. */
  readonly damaged: (damage: StoreError) => void;
}
