// Owns the offer to rejoin a call that was cut when its window ended: a group call while somebody else is in it, a call between two for
// some minutes. It is in memory and must not outlive the next call or the user's refusal.
import type { CutCall, RunningCall } from '#contract/areas/calls/callsModels';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { Clock } from '../base/types';
import { groupCallRoomOf } from './group/room';

export interface DroppedCalls {
  now(): CutCall | null;
  /** To be called when the calls have ended for this device. */
  note(calls: readonly RunningCall[]): void;
  /** To be called when the running calls have changed. */
  look(): void;
  forget(): void;
  onChange(listener: () => void): () => void;
  stop(): void;
}

export interface DroppedCallsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  readonly running: () => readonly RunningCall[];
}

/** After this time the user has decided whether to call again. */
const offeredMs = 10 * 60_000;

export function createDroppedCalls(deps: DroppedCallsDeps): DroppedCalls {
  const { store, clock, ownUserId, ownDeviceId } = deps;
  const { tell, add: onChange } = createListeners();
  let cut: CutCall | null = null;
  let stops: (() => void)[] = [];

  function forget(): void {
    if (cut === null) return;
    cut = null;
    stop();
    tell();
  }
  function stop(): void {
    stops.forEach((one) => one());
    stops = [];
  }

  /** Somebody else is in the call, and this account may rejoin it. */
  function isLive({ roomId, callId }: CutCall): boolean {
    const { canJoin, call } = groupCallRoomOf(store, roomId, ownUserId, clock.now());
    return (
      canJoin &&
      call?.groupCallId === callId &&
      call.devices.some(({ userId, deviceId }) => userId !== ownUserId || deviceId !== ownDeviceId)
    );
  }

  return {
    now: () => (cut === null || (cut.person === null && !isLive(cut)) ? null : cut),
    note(calls) {
      // A call between two is offered only if it was connected; a group call always is.
      const last = calls.findLast(
        ({ person, connectedMs }) => person === null || connectedMs !== null,
      );
      if (last === undefined || deps.running().length > 0) return;
      stop();
      const { callId, roomId, roomName, person, media } = last;
      cut = { callId, roomId, roomName, person, media };
      stops =
        person === null
          ? [
              store.onCommit(({ rooms, members }) => {
                if (rooms.size + members.size > 0) tell();
              }),
            ]
          : [clock.setTimeout(forget, offeredMs)];
      tell();
    },
    look() {
      if (deps.running().length > 0) forget();
    },
    forget,
    onChange,
    stop,
  };
}
