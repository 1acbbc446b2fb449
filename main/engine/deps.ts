// What an engine is given from outside: where it lives, its key, and the process around it. Types only.
import type { StoreError } from '#stores/sqlite/errors';
import type { TransferRunner } from './media/transferRunner';
import type { Clock, Log } from './base/types';

export interface EngineDeps {
  readonly profileFolder: string;
  /** 32 bytes; opens every file of the profile. */
  readonly storeKey: Uint8Array;
  readonly appVersion: string;
  /** How this device is called at the server. */
  readonly deviceName: string;
  readonly log: Log;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly runner: TransferRunner;
  /** The bundle of the thread that writes the log of the store back; without it the engine does. */
  readonly checkpointWorker?: string;
  /** A sync answer was committed: this start has done what an engine is for. */
  readonly progress: () => void;
  /** A signed-in start has answered what its windows asked first. */
  readonly answered: () => void;
  /** The process has to end and start again. */
  readonly fatal: (thrown: unknown) => void;
  /** The process has to end, and another one would find the same: the window says what is wrong. */
  readonly damaged: (damage: StoreError) => void;
}
