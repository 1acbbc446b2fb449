// Owns the offer to go back into the call that went down with its window: a group while somebody else is in it, a person for some minutes. It is
// kept in memory and must not outlive the next call or the person's refusal.
import type { CutCall, RunningCall } from '#contract/areas/calls/callsModels';
import type { Store } from '#stores/sqlite/store';
import { createListeners } from '../base/listeners';
import type { Clock } from '../base/types';
import { groupCallRoomOf } from './group/room';

export interface DroppedCalls {
  now(): CutCall | null;
  /** Once they have ended for this device. */
  note(calls: readonly RunningCall[]): void;
  /** What runs has changed. */
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

/** After this time the person has decided whether to call again. */
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

  /** Somebody else is in it, and we may come back. */
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
      // A person was spoken to; a group is joined again whatever one has heard of it.
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
