// What windows watch of calls: rings, running calls, the room as the call classes see it, the history. Reads the book and the store.
import { getRoom, listRooms, roomNoOf } from '../../../native-stores/rooms/rooms';
import { listCalls } from '../../../native-stores/calls/calls';
import { getMember, listMembers } from '../../../native-stores/rooms/state';
import type { Store } from '../../../native-stores/sqlite/store';
import type {
  CallHistoryItem,
  CallRing,
  CallRoom,
  RunningCall,
} from '../../../preload/contract/callModels';
import { CallOutcome } from '../../../preload/contract/callNote';
import type { Person } from '../../../preload/contract/models';
import type { Clock } from '../parts';
import { cleanName, personName } from '../rooms/names';
import { avatarHandle, loadPeople } from '../views/people';
import type { Call } from './book';
import { maySignal } from './permission';

type Db = Store['db'];

const mostMembers = 200;
const calling: ReadonlySet<string> = new Set([
  'fledgling',
  'wait_local_media',
  'create_offer',
  'invite_sent',
]);

const personOf = (db: Db, roomNo: number, userId: string): Person =>
  loadPeople(db, roomNo, [userId]).get(userId);

/** Whom we are calling ourselves just now does not ring: the call classes settle who calls whom (CALL-4.20). */
export function ringsOf(db: Db, clock: Clock, calls: readonly Call[]): CallRing[] {
  const busy = calls.some(({ state }) => state !== 'ringing' && state !== 'ended');
  return calls.flatMap((call) => {
    const { callId, roomId, roomNo, opponent, media } = call;
    const glare = calls.some((other) => other.roomId === roomId && calling.has(other.state));
    if (call.state !== 'ringing' || opponent === null || glare) return [];
    return [
      {
        callId,
        roomId,
        roomName: getRoom(db, roomNo)?.name ?? '',
        caller: personOf(db, roomNo, opponent),
        media,
        group: false,
        waiting: busy,
        startedMs: call.startedMs,
        ringsUntilMs: clock.now() + Math.max(0, call.ringsUntil - clock.monotonic()),
      },
    ];
  });
}

export function runningOf(db: Db, calls: readonly Call[]): RunningCall[] {
  return calls.flatMap((call) => {
    const { callId, roomId, roomNo, opponent, direction, media, state, connectedMs } = call;
    if (call.sessionId === null || state === 'ringing') return [];
    return [
      {
        callId,
        roomId,
        roomName: getRoom(db, roomNo)?.name ?? '',
        person: opponent === null ? null : personOf(db, roomNo, opponent),
        direction,
        media,
        state,
        connectedMs,
        sessionId: call.sessionId,
      },
    ];
  });
}

export function callRoomOf(store: Store, roomId: string, ownUserId: string | null): CallRoom {
  const { db } = store;
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  if (roomNo === null || room === null || ownUserId === null)
    return { roomId, roomName: '', directUserId: null, canCall: false, members: [] };
  const listed = listMembers(db, roomNo, {
    memberships: ['join', 'invite'],
    limit: mostMembers,
    offset: 0,
  });
  // The two that matter stand in it whatever the size of the room.
  const needed = [ownUserId, room.directUserId].flatMap((userId) => {
    const known = userId === null || listed.some((member) => member.userId === userId);
    const member = known ? null : getMember(db, roomNo, userId);
    return member === null ? [] : [member];
  });
  return {
    roomId,
    roomName: room.name,
    directUserId: room.directUserId,
    canCall: maySignal(store, roomNo, ownUserId),
    members: [...needed, ...listed].map(({ userId, membership, displayName, avatarMxc }) => ({
      userId,
      name: personName(cleanName(displayName), userId),
      avatar: avatarHandle(db, avatarMxc),
      joined: membership === 'join',
    })),
  };
}

/** The newest chat of two with this person in which both are. */
export function directRoomWith(db: Db, userId: string): string | null {
  const room = listRooms(db, 'join').find(
    ({ roomNo, directUserId }) =>
      directUserId === userId && getMember(db, roomNo, userId)?.membership === 'join',
  );
  return room?.roomId ?? null;
}

export function historyOf(db: Db, limit: number): CallHistoryItem[] {
  return listCalls(db, limit).flatMap((row) => {
    const room = getRoom(db, row.roomNo);
    const outcome = CallOutcome.safeParse(row.outcome);
    if (room === null || !outcome.success) return [];
    const { callId, direction, media, connectedMs, endedMs } = row;
    const durationMs = connectedMs === null || endedMs === null ? null : endedMs - connectedMs;
    return [
      {
        key: `${room.roomId} ${callId}`,
        roomId: room.roomId,
        roomName: room.name,
        person: row.userId === null ? null : personOf(db, row.roomNo, row.userId),
        call: { callId, direction, media, outcome: outcome.data, durationMs },
        startedMs: row.startedMs,
      },
    ];
  });
}
