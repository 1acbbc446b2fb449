// The group calls that somebody is in, in the rooms of this account: one reading for the value and for the lists of rooms.
import { roomsWithState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { callType } from '#contract/areas/calls/callNames';
import type { LiveGroupCall } from '#contract/areas/calls/groupCallsModels';
import { createListeners } from '../../base/listeners';
import type { Clock } from '../../base/types';
import { goingIn, type Going } from './room';

export interface LiveCalls {
  calls(): LiveGroupCall[];
  roomNos(): number[];
  /** Both answers hold while somebody listens. */
  onChange(listener: () => void): () => void;
}

export interface LiveCallsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ownUserId: () => string | null;
}

/** Reads only rooms that changed, and nothing while nobody listens. */
export function createLiveCalls({ store, clock, ownUserId }: LiveCallsDeps): LiveCalls {
  const { db } = store;
  const going = new Map<number, Going>();
  const listeners = createListeners();
  let cancel: (() => void) | null = null;
  let dispose: (() => void) | null = null;

  function look(rooms: Iterable<number>): void {
    const nowMs = clock.now();
    let changed = false;
    for (const roomNo of rooms) {
      const now = goingIn(db, roomNo, nowMs, ownUserId());
      changed ||= now !== null || going.has(roomNo);
      if (now === null) going.delete(roomNo);
      else going.set(roomNo, now);
    }
    if (!changed) return;
    cancel?.();
    const next = Math.min(...[...going.values()].map(({ untilMs }) => untilMs));
    const again = (): void => look([...going.keys()]);
    cancel = Number.isFinite(next) ? clock.setTimeout(again, next - nowMs + 1) : null;
    listeners.tell();
  }

  function start(): void {
    look(roomsWithState(db, callType));
    dispose = store.onCommit(({ rooms, members }) => look(new Set([...rooms, ...members])));
  }

  function stop(): void {
    dispose?.();
    cancel?.();
    dispose = cancel = null;
    going.clear();
  }

  return {
    calls: () => [...going.values()].map(({ call }) => call),
    roomNos: () => [...going.keys()],
    onChange(listener) {
      if (dispose === null) start();
      const remove = listeners.add(listener);
      return () => {
        remove();
        if (listeners.isEmpty() && dispose !== null) stop();
      };
    },
  };
}
