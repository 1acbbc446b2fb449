// Group calls in the history: what rang and what this device was in. Follows what rings and runs; decides nothing.
import { putCall, removeCall, timesOfCall, type StoredCall } from '#stores/calls/calls';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { CallOutcome } from '#contract/areas/calls/callNote';
import type { Clock } from '../base/types';
import type { GroupCalls } from './group/group';
import { devicesIn } from '../events/groupCallDevices';
import { callWith } from './group/room';

export interface GroupHistoryDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ownUserId: string;
  readonly group: Pick<GroupCalls, 'rings' | 'running' | 'onChange'>;
  readonly missed: (call: {
    readonly callId: string;
    readonly roomId: string;
    readonly roomNo: number;
  }) => void;
}

export interface GroupHistory {
  /** The person does not want to join what rings. */
  declines(roomId: string, groupCallId: string): void;
}

interface Going {
  readonly roomId: string;
  readonly groupCallId: string;
  readonly row: StoredCall;
}

export function createGroupHistory(deps: GroupHistoryDeps): GroupHistory {
  const { store, clock, ownUserId, group } = deps;
  const { db } = store;
  const going = new Map<string, Going>();
  const declined = new Set<string>();
  const keyOf = (roomId: string, groupCallId: string): string => `${roomId} ${groupCallId}`;

  function write(key: string, one: Going): void {
    if (one.row.endedMs === null) going.set(key, one);
    else {
      going.delete(key);
      declined.delete(key);
    }
    if (getRoom(db, one.row.roomNo) === null) return;
    store.write((changes) => {
      if (one.row.connectedMs !== null) forgetUnheard(one);
      putCall(db, one.row);
      changes.topic('calls');
    });
  }

  /** A call that is joined after its ring was heard of after all: it stands once, and was not missed. */
  function forgetUnheard({ groupCallId, row: { roomNo, callId } }: Going): void {
    for (const time of timesOfCall(db, roomNo, groupCallId))
      if (time.connectedMs === null && time.callId !== callId) removeCall(db, roomNo, time.callId);
  }

  /** A call of a room that runs for weeks is joined again and again: each time is a row. */
  function begin(call: {
    readonly roomId: string;
    readonly callId: string;
    readonly media: 'voice' | 'video';
    readonly direction: 'in' | 'out';
    readonly connectedMs: number | null;
  }): void {
    const roomNo = roomNoOf(db, call.roomId);
    if (roomNo === null) return;
    const { roomId, callId: groupCallId, media, direction, connectedMs } = call;
    const startedMs = connectedMs ?? clock.now();
    const row: StoredCall = {
      roomNo,
      callId: `${groupCallId} ${startedMs}`,
      userId: null,
      direction,
      media,
      outcome: connectedMs === null ? 'ringing' : 'running',
      startedMs,
      connectedMs,
      endedMs: null,
    };
    write(keyOf(roomId, groupCallId), { roomId, groupCallId, row });
  }

  function unheard({ roomId, groupCallId, row }: Going): CallOutcome {
    if (declined.has(keyOf(roomId, groupCallId))) return 'declined';
    const others = devicesIn(db, row.roomNo, groupCallId, clock.now());
    return others.some(({ userId }) => userId === ownUserId) ? 'answered_elsewhere' : 'missed';
  }

  function follow(): void {
    const rings = group.rings(false);
    const running = group.running();
    for (const call of running) {
      const key = keyOf(call.roomId, call.callId);
      const known = going.get(key);
      const roomNo = roomNoOf(db, call.roomId);
      const mine = roomNo !== null && callWith(db, roomNo, call.callId)?.startedBy === ownUserId;
      if (known === undefined) begin({ ...call, direction: mine ? 'out' : 'in' });
      else if (known.row.outcome === 'ringing') {
        const { connectedMs } = call;
        write(key, { ...known, row: { ...known.row, outcome: 'running', connectedMs } });
      }
    }
    for (const ring of rings)
      if (!going.has(keyOf(ring.roomId, ring.callId)))
        begin({ ...ring, direction: 'in', connectedMs: null });
    const live = new Set([...rings, ...running].map((one) => keyOf(one.roomId, one.callId)));
    for (const [key, one] of going) {
      if (live.has(key)) continue;
      const outcome = one.row.outcome === 'running' ? 'answered' : unheard(one);
      write(key, { ...one, row: { ...one.row, outcome, endedMs: clock.now() } });
      const { roomId, groupCallId: callId, row } = one;
      if (outcome === 'missed') deps.missed({ roomId, callId, roomNo: row.roomNo });
    }
  }
  group.onChange(follow);

  return {
    declines(roomId, groupCallId) {
      const key = keyOf(roomId, groupCallId);
      if (going.get(key)?.row.outcome === 'ringing') declined.add(key);
    },
  };
}
