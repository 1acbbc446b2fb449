// Handles a failed save of the crypto library: its memory (ratchets, hashes of messages) is then ahead of its file, so it is not called any
// more, and the engine restarts when the disk takes data again.
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { appFailure, type AppError, type AppFailure } from '#contract/wire/errors';
import { asStoreError, StoreError } from '#stores/sqlite/errors';
import type { Clock, Log } from '../base/types';

export interface CryptoStorage {
  /** A commit of the library was lost, or its file could not be opened for want of space. */
  readonly failed: (thrown: unknown) => void;
  readonly isLost: () => boolean;
  /** The failure to throw once a commit was lost: the disk is full, or it fails. */
  readonly notSaved: () => AppFailure;
  /** Called once, now if it is lost already. */
  onLost(listener: (error: AppError) => void): void;
  /** Sends no request once a commit was lost: keys and ratchets that are only in memory must not reach a server. */
  readonly speaking: (fetchFn: typeof globalThis.fetch) => typeof globalThis.fetch;
  stop(): void;
}

export interface CryptoStorageDeps {
  readonly folder: string;
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly log: Log;
  /** The disk takes data again. */
  readonly onBack: () => void;
}

const lookEveryMs = 2000;
/** More bytes than a commit of the library usually needs. */
const probeBytes = 4 * 1024 * 1024;

export function createCryptoStorage(deps: CryptoStorageDeps): CryptoStorage {
  const { folder, clock, log, onBack } = deps;
  let lost: AppFailure | null = null;
  let tell: (error: AppError) => void = () => undefined;
  let stopped = false;
  let cancel: (() => void) | null = null;

  function look(): void {
    cancel = null;
    if (stopped) return;
    if (takesData(folder)) return onBack();
    cancel = clock.setTimeout(look, lookEveryMs);
  }

  return {
    failed(thrown) {
      if (lost !== null || stopped) return;
      lost = notSaved(thrown);
      log.error('the crypto store could not be saved', { code: lost.error.code });
      tell(lost.error);
      cancel = clock.setTimeout(look, lookEveryMs);
    },
    isLost: () => lost !== null,
    notSaved: () => lost ?? notSaved(null),
    onLost(listener) {
      tell = listener;
      if (lost !== null) listener(lost.error);
    },
    speaking: (fetchFn) => (input, init) =>
      lost === null ? fetchFn(input, init) : Promise.reject(lost),
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}

function notSaved(thrown: unknown): AppFailure {
  const failure = asStoreError(thrown);
  const code = failure instanceof StoreError ? failure.code : 'disk_full';
  return appFailure(code, 'The crypto store could not be saved', { retryable: true });
}

function takesData(folder: string): boolean {
  const file = join(folder, 'space.probe');
  try {
    const handle = openSync(file, 'w', 0o600);
    try {
      for (let at = 0; at < probeBytes; at += 65_536) writeSync(handle, Buffer.alloc(65_536));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    return true;
  } catch {
    // The disk is full or read-only.
    return false;
  } finally {
    rmSync(file, { force: true });
  }
}
