// Signals for the window that has the calls. An item stays until the window has handled it; those of a call that still rings stay longer,
// for a window that is reloaded.
import type { CallSignal } from '#contract/areas/calls/callsModels';

export interface SignalSink {
  set(items: readonly CallSignal[], now?: 'now'): void;
}

export interface SignalQueue {
  push(signal: Omit<CallSignal, 'key' | 'seq'>): void;
  /** Gives the calls to the newest session. Answers whether it differs from the one before. */
  claim(sessionId: string, sink: SignalSink): boolean;
  /** The session whose window is connected. */
  session(): string | null;
  release(sink: SignalSink): boolean;
  taken(sessionId: string, upTo: number): void;
  /** Keeps the signals of this call for every new window, until the call is settled. */
  keep(callId: string): void;
  settle(callId: string): void;
  drop(callId: string): void;
}

const mostWaiting = 2_000;

/** @param firstSeq beyond every number of an earlier run, so that a window which outlives the engine skips nothing */
export function createSignalQueue(firstSeq: number): SignalQueue {
  let items: CallSignal[] = [];
  const kept = new Set<string>();
  let lastSeq = firstSeq;
  let takenUpTo = 0;
  let lastSession: string | null = null;
  let sink: SignalSink | null = null;

  function tell(now?: 'now'): void {
    sink?.set(
      items.filter((item) => item.seq > takenUpTo),
      now,
    );
  }
  function tidy(): void {
    items = items.filter((item) => item.seq > takenUpTo || kept.has(item.callId));
  }

  return {
    push(signal) {
      lastSeq += 1;
      items = [...items, { ...signal, key: `signal:${lastSeq}`, seq: lastSeq }].slice(-mostWaiting);
      // An answer is sent at once, because the callers hear nothing until then.
      tell('now');
    },
    claim(sessionId, next) {
      const isNew = lastSession !== sessionId;
      if (isNew) {
        // Signals for the calls of the former window mean nothing to this one.
        items = items.filter((item) => kept.has(item.callId));
        takenUpTo = 0;
      }
      lastSession = sessionId;
      sink?.set([]);
      sink = next;
      tell();
      return isNew;
    },
    session: () => (sink === null ? null : lastSession),
    release(old) {
      if (sink !== old) return false;
      sink = null;
      return true;
    },
    taken(sessionId, upTo) {
      if (sessionId !== lastSession) return;
      takenUpTo = Math.max(takenUpTo, Math.min(upTo, lastSeq));
      tidy();
      tell();
    },
    keep: (callId) => void kept.add(callId),
    settle(callId) {
      kept.delete(callId);
      tidy();
    },
    drop(callId) {
      items = items.filter((item) => item.callId !== callId);
      tell();
    },
  };
}
