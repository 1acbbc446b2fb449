// Group calls that ring: started with the intent to ring, in a room so small that everybody is meant. Not kept over a restart.
import { getRoom, roomIdOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { callType, memberType } from '#contract/areas/calls/callNames';
import { createListeners } from '../../base/listeners';
import type { Clock } from '../../base/types';
import { loadPeople } from '../../rooms/people';
import { ringsAmong } from '../permission';
import { devicesIn } from '../../events/groupCallDevices';
import { callWith } from './room';
import { mediaOfType } from '../../events/groupCallState';

export interface GroupRinging {
  /** A new event of a timeline. */
  take(event: StoredEvent): void;
  rings(busy: boolean): CallRing[];
  has(roomId: string, groupCallId: string): boolean;
  dismiss(roomId: string, groupCallId: string): void;
  /** Checks in rooms that changed whether the call is still there, and whether another device of ours is in it. */
  look(rooms: ReadonlySet<number>): void;
  onChange(listener: () => void): () => void;
  stop(): void;
}

interface Ringing {
  readonly roomNo: number;
  readonly roomId: string;
  readonly groupCallId: string;
  readonly until: number;
  /** Somebody was in the call; its starter joins a moment after it began. */
  joined: boolean;
  readonly cancel: () => void;
}

const ringMs = 60_000;
/** A call that would ring for less than this does not ring. */
const marginMs = 3_000;
const mostRings = 4;

export function createGroupRinging(deps: {
  readonly store: Store;
  readonly ownUserId: string;
  readonly clock: Clock;
}): GroupRinging {
  const { store, ownUserId, clock } = deps;
  const { db } = store;
  const ringing = new Map<string, Ringing>();
  const { tell, add: onChange, clear } = createListeners();
  const keyOf = (roomId: string, groupCallId: string): string => `${roomId} ${groupCallId}`;

  function end(key: string): void {
    const one = ringing.get(key);
    if (one === undefined) return;
    one.cancel();
    ringing.delete(key);
    tell();
  }

  /** The call was ended, everybody left it, or another device of ours is in it. */
  function isOver(one: Pick<Ringing, 'roomNo' | 'groupCallId' | 'joined'>): boolean {
    const { roomNo, groupCallId } = one;
    if (getRoom(db, roomNo)?.membership !== 'join' || callWith(db, roomNo, groupCallId) === null)
      return true;
    const devices = devicesIn(db, roomNo, groupCallId, clock.now());
    if (devices.length === 0) return one.joined;
    one.joined = true;
    return devices.some(({ userId }) => userId === ownUserId);
  }

  /** Somebody is in the call, or its starter has written a member event since, which means that they have left again. */
  const wasJoined = ({ roomNo, stateKey, sender, eventNo }: StoredEvent): boolean =>
    devicesIn(db, roomNo, stateKey ?? '', clock.now()).length > 0 ||
    (getState(db, roomNo, memberType, sender)?.eventNo ?? 0) > eventNo;

  return {
    take(event) {
      const { roomNo, stateKey, sender } = event;
      if (event.type !== callType || stateKey === null || stateKey === '') return;
      const call = callWith(db, roomNo, stateKey);
      if (call === null || call.intent !== 'm.ring' || sender === ownUserId) return;
      if (ringsAmong(db, roomNo, sender) === null) return;
      const age = event.raw.unsigned?.['age'];
      const ageMs = Math.max(0, typeof age === 'number' ? age : clock.now() - event.ts);
      const leftMs = ringMs - ageMs;
      if (leftMs < marginMs || ringing.size >= mostRings) return;
      const roomId = roomIdOf(db, roomNo);
      const key = keyOf(roomId, stateKey);
      if (ringing.has(key)) return;
      const one = { roomNo, roomId, groupCallId: stateKey, joined: wasJoined(event) };
      if (isOver(one)) return;
      ringing.set(key, {
        ...one,
        until: clock.monotonic() + leftMs,
        cancel: clock.setTimeout(() => end(key), leftMs),
      });
      tell();
    },
    rings(busy) {
      return [...ringing.values()].flatMap((one) => {
        const { roomNo, roomId, groupCallId } = one;
        const call = callWith(db, roomNo, groupCallId);
        const room = getRoom(db, roomNo);
        if (call === null || room === null) return [];
        const leftMs = Math.max(0, one.until - clock.monotonic());
        return [
          {
            callId: groupCallId,
            roomId,
            roomName: room.name,
            caller: loadPeople(db, roomNo, [call.startedBy]).get(call.startedBy),
            media: mediaOfType(call.type),
            group: true,
            waiting: busy,
            leftOut: false,
            startedMs: clock.now() + leftMs - ringMs,
            ringsUntilMs: clock.now() + leftMs,
          },
        ];
      });
    },
    has: (roomId, groupCallId) => ringing.has(keyOf(roomId, groupCallId)),
    dismiss: (roomId, groupCallId) => end(keyOf(roomId, groupCallId)),
    look(rooms) {
      for (const [key, one] of ringing) if (rooms.has(one.roomNo) && isOver(one)) end(key);
    },
    onChange,
    stop() {
      ringing.forEach(({ cancel }) => cancel());
      ringing.clear();
      clear();
    },
  };
}
