// The values and lists of calls for windows: rings, running calls, the room as the call classes see it, the history. Reads the registry and
// the store.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { countMissed, listCalls } from '#stores/calls/calls';
import { getMember, listMembers } from '#stores/rooms/state';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type {
  CallHistoryItem,
  CallRing,
  CallRoom,
  RunningCall,
} from '#contract/areas/calls/callsModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { Clock } from '../base/types';
import { cleanName } from '../events/cleanName';
import { addressesOf, amongOthers } from '../rooms/addresses';
import { isBlockedChat } from '../rooms/direct';
import { personName } from '../rooms/names';
import { avatarHandle, loadPeople, roomAvatarHandle, type People } from '../rooms/people';
import { replacementOf } from '../rooms/upgrades';
import type { Call } from './callRegistry';
import { noteOf } from '../kinds/notices/call';
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

/** A caller whom this account is calling at the same time does not ring: the call classes settle which call wins (CALL-4.20). */
export function ringsOf(db: Db, clock: Clock, calls: readonly Call[]): CallRing[] {
  const busy = calls.some(({ state }) => state !== 'ringing' && state !== 'ended');
  return calls.flatMap((call) => {
    const { callId, roomId, roomNo, opponent, media } = call;
    const glare = calls.some((other) => other.roomId === roomId && calling.has(other.state));
    if (call.state !== 'ringing' || opponent === null || glare) return [];
    // It is being read whether the caller is left out.
    if (call.leftOut === null) return [];
    return [
      {
        callId,
        roomId,
        roomName: getRoom(db, roomNo)?.name ?? '',
        caller: personOf(db, roomNo, opponent),
        media,
        group: false,
        waiting: busy,
        leftOut: call.leftOut,
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
  // The two people who matter are included, whatever the size of the room.
  const needed = [ownUserId, room.directUserId].flatMap((userId) => {
    const known = userId === null || listed.some((member) => member.userId === userId);
    const member = known ? null : getMember(db, roomNo, userId);
    return member === null ? [] : [member];
  });
  return {
    roomId,
    roomName: room.name,
    directUserId: room.directUserId,
    // The server would bring no answer from somebody blocked, and nobody looks into a room that has moved.
    canCall:
      maySignal(store, roomNo, ownUserId) &&
      !isBlockedChat(db, room, ownUserId) &&
      replacementOf(db, roomNo) === null,
    members: [...needed, ...listed].map(({ userId, membership, displayName, avatarMxc }) => ({
      userId,
      name: personName(cleanName(displayName), userId),
      avatar: avatarHandle(db, avatarMxc),
      joined: membership === 'join',
    })),
  };
}

const seenSetting = 'calls.historySeenMs';
const seenMs = (db: Db): number => getSetting<number>(db, seenSetting) ?? 0;

/** Marks all missed calls as seen. */
export function markHistorySeen(store: Store, clock: Clock): void {
  if (missedOf(store.db).unseen === 0) return;
  store.write((changes) => {
    setSetting(store.db, seenSetting, clock.now());
    changes.topic('calls');
  });
}

export const missedOf = (db: Db): { unseen: number } => ({ unseen: countMissed(db, seenMs(db)) });

const personIn = (people: People | null, userId: string | null): Person | null =>
  people === null || userId === null ? null : people.get(userId);

export function historyOf(
  db: Db,
  query: { readonly limit: number; readonly missedOnly: boolean },
): CallHistoryItem[] {
  const rows = listCalls(db, query);
  const seen = seenMs(db);
  const inRooms = Map.groupBy(rows, ({ roomNo }) => roomNo);
  const known = new Map(
    [...inRooms].map(([roomNo, calls]) => {
      const userIds = calls.flatMap(({ userId }) => (userId === null ? [] : [userId]));
      return [roomNo, { room: getRoom(db, roomNo), people: loadPeople(db, roomNo, userIds) }];
    }),
  );
  const addresses = addressesOf(db, [...inRooms.keys()]);
  const told = amongOthers(
    db,
    rows.map(({ roomNo, userId }) => personIn(known.get(roomNo)?.people ?? null, userId)),
  );
  return rows.flatMap((row) => {
    const { room, people } = known.get(row.roomNo) ?? { room: null, people: null };
    const call = noteOf(row);
    if (room === null || people === null || call === null) return [];
    const address = addresses.get(row.roomNo);
    return [
      {
        key: `${room.roomId} ${call.callId}`,
        roomId: room.roomId,
        roomName: room.name,
        avatar: roomAvatarHandle(db, room),
        person: told(personIn(people, row.userId)),
        ...(row.userId === null && address !== undefined && { address }),
        call,
        startedMs: row.startedMs,
        unseen: call.outcome === 'missed' && (row.endedMs ?? 0) > seen,
      },
    ];
  });
}
