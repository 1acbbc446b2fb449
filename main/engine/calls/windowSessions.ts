// Owns which session of a window has the calls, and what becomes of the calls of a session that is gone. It must not touch calls that only ring.
import type { RunningCall } from '#contract/areas/calls/callsModels';
import type { Clock } from '../base/types';
import type { Call, CallRegistry } from './callRegistry';
import type { DroppedCalls } from './droppedCalls';
import type { GroupCalls } from './group/group';
import type { OwnSignals } from './ownSignals';
import type { SignalQueue, SignalSink } from './signalQueue';
import type { Turn } from './turn';

/** A window that is reloaded comes back sooner; the calls of one that does not are ended for the other side within ten seconds. */
const awayMs = 5_000;

export interface WindowSessionsDeps {
  readonly registry: CallRegistry;
  readonly queue: Pick<SignalQueue, 'claim' | 'release' | 'session'>;
  readonly turn: Pick<Turn, 'start'>;
  readonly group: Pick<GroupCalls, 'windowGone'>;
  readonly dropped: Pick<DroppedCalls, 'note'>;
  readonly ownSignals: Pick<OwnSignals, 'hangUp'>;
  readonly running: () => readonly RunningCall[];
  readonly clock: Clock;
}

export interface WindowSessions {
  /** This session has the calls from now on. Returns the function that says its window is gone. */
  claim(sessionId: string, sink: SignalSink): () => void;
  stop(): void;
}

export function createWindowSessions(deps: WindowSessionsDeps): WindowSessions {
  const { registry, queue, clock } = deps;
  let cancelAway: (() => void) | null = null;

  const orphans = (alive: string | null): Call[] =>
    registry.all().filter(({ sessionId }) => sessionId !== null && sessionId !== alive);

  /** Ends the calls of sessions that are gone. */
  function windowGone(alive: string | null): void {
    const lost = deps.running().filter(({ sessionId }) => sessionId !== alive);
    void deps.ownSignals.hangUp(orphans(alive));
    void deps.group.windowGone(alive);
    deps.dropped.note(lost);
  }

  function expectWindow(): void {
    cancelAway?.();
    cancelAway = clock.setTimeout(() => windowGone(queue.session()), awayMs);
  }
  if (orphans(null).length > 0) expectWindow();

  return {
    claim(sessionId, sink) {
      queue.claim(sessionId, sink);
      deps.turn.start();
      cancelAway?.();
      cancelAway = null;
      windowGone(sessionId);
      return () => {
        if (queue.release(sink)) expectWindow();
      };
    },
    stop: () => cancelAway?.(),
  };
}
