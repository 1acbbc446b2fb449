// Runs the steps of an answer in short turns, and undoes only the steps that fail. Knows nothing of what a step does.
import { StoreError } from '#stores/sqlite/errors';
import { forget, run } from '#stores/sqlite/statements';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import type { Pause } from '../events/cursor';
import type { Step } from './applyRoom';
import type { RoomContext } from './roomContext';

export interface StepDeps {
  readonly store: Store;
  readonly log: Log;
  readonly clock: Clock;
}

const sliceMs = 8;
/** For a first answer, when nothing else needs the time: each commit writes every changed page once more. */
const firstSliceMs = 16;

/** Thrown between slices when sync is to stop; the token has not moved then. */
export class Interrupted extends Error {}

/**
 * The store's own tables contradict each other. Nothing of the answer may be dropped: the tables are repaired, then the answer is asked for
 * again.
 */
export class BrokenInvariant extends Error {}

/** @param running asked between slices */
export async function applySlices(
  deps: StepDeps,
  context: RoomContext,
  steps: Generator<Step>,
  pause: Pause,
  running: () => boolean,
): Promise<void> {
  const { store, clock } = deps;
  const longestMs = context.keepLive ? sliceMs : firstSliceMs;
  let next = steps.next();
  while (next.done !== true) {
    // A power cut may undo slices: the token commits after them, so that they are asked for again.
    store.write((changes) => {
      const until = clock.monotonic() + longestMs;
      do {
        guarded(deps, context, next.value as Step, changes);
        next = steps.next();
      } while (next.done !== true && clock.monotonic() < until);
    }, 'passing');
    await new Promise((resolve) => setImmediate(resolve));
    await pause();
    if (!running()) throw new Interrupted('sync is stopping');
  }
}

/** A step that fails must not stop sync for good: it is undone, logged and counted. Failures of the disk are thrown on. */
export function guarded(deps: StepDeps, context: RoomContext, step: Step, changes: Changes): void {
  const { db } = deps.store;
  run(db, 'SAVEPOINT sync_step');
  try {
    step(changes);
  } catch (thrown) {
    if (isStoreFailure(thrown)) throw brokenInvariant(thrown);
    run(db, 'ROLLBACK TO sync_step');
    forget(db, null);
    unexpected(deps.log, 'part of a sync answer', thrown);
    context.drops.add('step', 'error');
  }
  run(db, 'RELEASE sync_step');
}

/** A value that a column refuses came with the event; two rows where only one is allowed are a fault of this store. */
function isStoreFailure(thrown: unknown): boolean {
  if (thrown instanceof StoreError) return true;
  const code = codeOf(thrown);
  return code.startsWith('SQLITE_') && (!code.startsWith('SQLITE_CONSTRAINT') || doubled.has(code));
}

const doubled: ReadonlySet<string> = new Set([
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_ROWID',
]);

const codeOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';

const brokenInvariant = (thrown: unknown): unknown =>
  doubled.has(codeOf(thrown))
    ? new BrokenInvariant('a row stands twice', { cause: thrown })
    : thrown;
