// Owns the calls that ring, run or have just ended: in memory, and the running ones as a setting, so that a restarted engine can end what a dead
// window left behind. It must not decide anything about signals.
import { getRoom } from '#stores/rooms/rooms';
import { openCalls, putCall, removeCall } from '#stores/calls/calls';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { CallStateName } from '#contract/areas/calls/callsModels';
import type { CallMedia, CallOutcome } from '#contract/areas/calls/callNote';
import { retried } from '../base/clock';
import { createListeners } from '../base/listeners';
import type { Clock } from '../base/types';

export interface Call {
  readonly callId: string;
  readonly roomId: string;
  readonly roomNo: number;
  readonly direction: 'in' | 'out';
  /** The caller, or the person who is called where that is known; signals of anybody else do not belong to this call. */
  opponent: string | null;
  media: CallMedia;
  state: CallStateName;
  /** The session of the window that has the media; null while the call only rings. */
  sessionId: string | null;
  readonly startedMs: number;
  connectedMs: number | null;
  /** End of the ringing, on the monotonic clock. */
  readonly ringsUntil: number;
  outcome: CallOutcome;
  /** The caller speaks version 0, which knows no rejection (CALL-4.15). */
  legacy: boolean;
  /** This device has sent its answer; the window says later that it connects. */
  answered: boolean;
  /** Number of candidates that were accepted. */
  candidates: number;
  /** The reason of a refusal by the other side, or by another device of ours. */
  refused: string | null;
  /** True: the call must not be answered, because this account calls only verified people; null while that is being read. */
  leftOut: boolean | null;
}

export interface CallRegistry {
  get(roomId: string, callId: string): Call | null;
  /** A call id that is known in another room is a forgery. */
  isElsewhere(roomId: string, callId: string): boolean;
  hasEnded(roomId: string, callId: string): boolean;
  all(): readonly Call[];
  add(
    call: Omit<Call, 'outcome' | 'answered' | 'candidates' | 'refused' | 'legacy' | 'leftOut'>,
  ): Call;
  changed(call: Call): void;
  end(call: Call, outcome: CallOutcome): void;
  /** Ends a call that another one replaced before it rang (both called at once): it is not part of the history. */
  endReplaced(call: Call): void;
  /** Corrects the outcome of a call that was over when its invitation came. */
  amend(call: Call, outcome: CallOutcome): void;
  /** Notes the end of a call that was never known here: an invitation that comes later is stale. */
  noteEnd(roomId: string, callId: string): void;
  /** Called after each change. */
  onChange(listener: () => void): () => void;
  /** Gives up writes that wait for the disk. */
  stop(): void;
}

/** A row of the history that is not written yet. */
interface Unsaved {
  readonly call: Call;
  readonly endedMs: number | null;
  readonly isReplaced: boolean;
}

interface SavedCall {
  readonly callId: string;
  readonly roomId: string;
  readonly roomNo: number;
  readonly direction: 'in' | 'out';
  readonly opponent: string | null;
  readonly media: CallMedia;
  readonly sessionId: string;
  readonly startedMs: number;
  readonly connectedMs: number | null;
}

const setting = 'calls.running';
const mostEnded = 500;
/** Calls that an earlier run left are over after this time. */
const mostAgeMs = 10 * 60_000;

const keyOf = (roomId: string, callId: string): string => `${roomId} ${callId}`;

const runningAmong = (calls: readonly Call[]): SavedCall[] =>
  calls.flatMap((call) => {
    const { callId, roomId, roomNo, direction, opponent, media, sessionId } = call;
    const { startedMs, connectedMs } = call;
    if (sessionId === null || call.state === 'ringing') return [];
    return [
      { callId, roomId, roomNo, direction, opponent, media, sessionId, startedMs, connectedMs },
    ];
  });

/** States of a call that this account makes, until somebody answers. */
const unanswered: ReadonlySet<CallStateName> = new Set([
  'fledgling',
  'wait_local_media',
  'create_offer',
  'invite_sent',
]);

/** The outcome of a call that is not over. */
export const openOutcome = ({
  direction,
  state,
}: Pick<Call, 'direction' | 'state'>): CallOutcome =>
  state === 'ringing' || (direction === 'out' && unanswered.has(state)) ? 'ringing' : 'running';

export function createCallRegistry(store: Store, clock: Clock): CallRegistry {
  const { db } = store;
  const calls = new Map<string, Call>();
  const ended = new Set<string>();
  const listeners = createListeners();
  /** The listeners read the disk: they are called again when it works. */
  const telling = retried(clock, listeners.tell);
  const unsaved = new Map<string, Unsaved>();
  /** The rows of the history as they were written last. */
  const rows = new Map<string, string>();
  /** The outcomes that the list of rooms shows. */
  const shown = new Map<string, CallOutcome>();
  let saved = '[]';

  function noteEnd(roomId: string, callId: string): void {
    ended.add(keyOf(roomId, callId));
    const [oldest] = ended;
    if (ended.size > mostEnded && oldest !== undefined) ended.delete(oldest);
  }

  /** One transaction: the setting when it has changed, and the row of the history. */
  function write({ call, endedMs, isReplaced }: Unsaved): void {
    const now = runningAmong([...calls.values()]);
    const text = JSON.stringify(now);
    const row = JSON.stringify([
      call.opponent,
      call.media,
      call.outcome,
      call.connectedMs,
      endedMs,
    ]);
    const key = keyOf(call.roomId, call.callId);
    // Most steps of a call change nothing that is stored, and a signal waits behind each commit.
    if (text === saved && rows.get(key) === row && !isReplaced) return;
    store.write((changes) => {
      if (text !== saved) setSetting(db, setting, now);
      if (isReplaced) removeCall(db, call.roomNo, call.callId);
      else if (getRoom(db, call.roomNo) !== null)
        putCall(db, { ...call, userId: call.opponent, endedMs });
      changes.topic('calls');
      // The room's preview may be this call.
      if (shown.get(key) !== call.outcome) changes.room(call.roomNo);
    });
    saved = text;
    if (endedMs === null) {
      rows.set(key, row);
      shown.set(key, call.outcome);
      return;
    }
    rows.delete(key);
    shown.delete(key);
  }

  const saving = retried(
    clock,
    () => {
      for (const [key, one] of unsaved) {
        write(one);
        unsaved.delete(key);
      }
    },
    (thrown) => {
      unsaved.clear();
      throw thrown;
    },
  );

  /** A call continues and ends whether or not the disk takes its row now: the row is written when it does. */
  function changed(call: Call, endedMs: number | null, isReplaced = false): void {
    unsaved.set(keyOf(call.roomId, call.callId), { call, endedMs, isReplaced });
    saving.now();
  }

  for (const one of getSetting<SavedCall[]>(db, setting) ?? []) {
    if (clock.now() - one.startedMs > mostAgeMs && one.connectedMs === null) continue;
    calls.set(keyOf(one.roomId, one.callId), {
      ...one,
      state: one.connectedMs === null ? 'connecting' : 'connected',
      ringsUntil: 0,
      outcome: 'running',
      legacy: false,
      answered: true,
      candidates: 0,
      refused: null,
      leftOut: false,
    });
  }

  closeLeftovers();

  /** Ends the calls of a run that did not end well, except those that a window may still have. */
  function closeLeftovers(): void {
    const left = openCalls(db).filter(
      ({ roomNo, callId }) =>
        ![...calls.values()].some((call) => call.roomNo === roomNo && call.callId === callId),
    );
    if (left.length === 0) return;
    store.write((changes) => {
      for (const row of left) {
        const unheard = row.outcome === 'ringing' && row.direction === 'in';
        const failed = row.connectedMs === null ? 'failed' : 'answered';
        const endedMs = unheard ? clock.now() : row.endedMs;
        putCall(db, { ...row, outcome: unheard ? 'missed' : failed, endedMs });
      }
      changes.topic('calls');
    });
  }

  function remove(call: Call): void {
    calls.delete(keyOf(call.roomId, call.callId));
    noteEnd(call.roomId, call.callId);
  }

  return {
    get: (roomId, callId) => calls.get(keyOf(roomId, callId)) ?? null,
    isElsewhere: (roomId, callId) =>
      [...calls.values()].some((call) => call.callId === callId && call.roomId !== roomId),
    hasEnded: (roomId, callId) => ended.has(keyOf(roomId, callId)),
    all: () => [...calls.values()],
    add(given) {
      const rest = { legacy: false, answered: false, candidates: 0, refused: null, leftOut: false };
      const call: Call = { ...given, ...rest, outcome: openOutcome(given) };
      calls.set(keyOf(call.roomId, call.callId), call);
      changed(call, null);
      telling.now();
      return call;
    },
    changed(call) {
      changed(call, null);
      telling.now();
    },
    end(call, outcome) {
      call.outcome = outcome;
      call.state = 'ended';
      remove(call);
      changed(call, clock.now());
      telling.now();
    },
    endReplaced(call) {
      call.outcome = 'cancelled';
      call.state = 'ended';
      remove(call);
      changed(call, clock.now(), true);
      telling.now();
    },
    amend(call, outcome) {
      if (call.outcome === outcome) return;
      call.outcome = outcome;
      changed(call, clock.now());
    },
    noteEnd,
    onChange: listeners.add,
    stop() {
      saving.end();
      telling.end();
    },
  };
}
