// The queue's state in memory as one record, with the reads and changes that touch nothing else. Must not know the store, the clock or
// the work: `queue.ts` does.
import type { StoredTransfer } from '#stores/transfers/transfers';
import { createRate, type Rate } from './rate';
import type { Step } from './types';

/** State of a running row that is kept in memory only. */
export interface Running {
  readonly row: StoredTransfer;
  step: Step;
  bytesDone: number;
  bytesTotal: number | null;
  /** The server's limit holds it up. */
  limited: boolean;
  waitUntilMs: number | null;
  /** It was begun without the server, and needs none. */
  readonly isHere: boolean;
  readonly rate: Rate;
}

/** `bytes` and `acts` are counted; `free` holds no slot any more, `echo` only waits for sync. */
export type Slot = 'bytes' | 'acts' | 'free' | 'echo';

export interface Entry extends Running {
  slot: Slot;
  readonly controller: AbortController;
  /** Resolves when no work on the row is left. */
  done: Promise<void>;
}

interface Pause {
  readonly cancel: () => void;
  readonly step: Step;
}

export interface QueueState {
  live: boolean;
  /** A look at the queue is due. */
  kicked: boolean;
  readonly entries: Map<string, Entry>;
  /** Rows that wait before their next try. */
  readonly pauses: Map<string, Pause>;
  /** Row → times in a row that nobody answered it. */
  readonly unreachable: Map<string, number>;
  /** Rows of which the store still says that they run, though nothing works on them. */
  readonly stuck: Set<string>;
  /** Epoch, ms: until then a rate limit holds everything. */
  limitedUntilMs: number;
  /** The last row that was looked at, and passed over or begun, while the server cannot be asked. */
  lookedTo: number;
  /** Ends the wait for a store that takes nothing. */
  cancelRefill: (() => void) | null;
}

export const emptyState = (): QueueState => ({
  live: false,
  kicked: false,
  entries: new Map(),
  pauses: new Map(),
  unreachable: new Map(),
  stuck: new Set(),
  limitedUntilMs: 0,
  lookedTo: 0,
  cancelRefill: null,
});

const slots = { bytes: 3, acts: 4 } as const;
/** Those whose bytes are through wait for their turn to be published; more of them would only take memory. */
const mostRunning = 16;
const mostOpen = 64;

export function newEntry(row: StoredTransfer, slot: 'bytes' | 'acts', isHere: boolean): Entry {
  return {
    row,
    slot,
    step: slot === 'bytes' ? 'bytes' : 'publish',
    bytesDone: 0,
    bytesTotal: row.sizeBytes,
    limited: false,
    waitUntilMs: null,
    isHere,
    rate: createRate(),
    controller: new AbortController(),
    done: Promise.resolve(),
  };
}

const inSlot = ({ entries }: QueueState, slot: Slot): number =>
  [...entries.values()].filter((entry) => entry.slot === slot).length;

export const freeSlots = (state: QueueState) => ({
  bytes: Math.max(0, slots.bytes - inSlot(state, 'bytes')),
  acts: Math.max(0, slots.acts - inSlot(state, 'acts')),
});

/** No row may begin now, whatever it is. */
export function isFull(state: QueueState): boolean {
  const { size } = state.entries;
  const { bytes, acts } = freeSlots(state);
  const open = size >= mostOpen || size - inSlot(state, 'echo') >= mostRunning;
  return open || (bytes === 0 && acts === 0);
}

export const isBusy = ({ entries, pauses }: QueueState, transferId: string): boolean =>
  entries.has(transferId) || pauses.has(transferId);

/** The latest time that was named holds. */
export function limit(state: QueueState, untilMs: number): void {
  state.limitedUntilMs = Math.max(state.limitedUntilMs, untilMs);
}

/** @param untilMs null: the limit holds this row up no longer */
export function holdUp(state: QueueState, entry: Running, untilMs: number | null): void {
  entry.limited = untilMs !== null;
  entry.waitUntilMs = untilMs;
  if (untilMs !== null) limit(state, untilMs);
}

/** Forgets the waits of a row. */
export function again(state: QueueState, transferId: string): void {
  const { pauses, unreachable } = state;
  state.lookedTo = 0;
  pauses.get(transferId)?.cancel();
  pauses.delete(transferId);
  unreachable.delete(transferId);
}

/** The network is back. */
export function wakeUnreachable(state: QueueState): void {
  for (const [transferId, { step }] of state.pauses)
    if (step === 'network') again(state, transferId);
}

/** Stops all starts and waits, and returns the running entries, which have to end. */
export function halt(state: QueueState): readonly Entry[] {
  state.live = false;
  for (const { cancel } of state.pauses.values()) cancel();
  state.cancelRefill?.();
  state.pauses.clear();
  state.stuck.clear();
  const all = [...state.entries.values()];
  for (const entry of all) entry.controller.abort();
  return all;
}

/** The present step of an open row, or the thing that it waits for. */
export function stepOf(
  { entries, pauses }: QueueState,
  { transferId, roomNo, parentTransfer }: StoredTransfer,
  nowMs: number,
  ready: () => 'ready' | 'network' | 'sign_in',
): Step {
  const running = entries.get(transferId);
  if (running?.limited === true) return 'rate_limit';
  if (running?.isHere === true || running?.rate.moves(nowMs) === true) return running.step;
  if (roomNo === null && parentTransfer !== null) return 'directory';
  const reach = ready();
  if (reach !== 'ready') return reach;
  return running?.step ?? pauses.get(transferId)?.step ?? 'turn';
}
