// The group call of a room from the store: the newest one that is running, its participants, and who may start, join and end it. Reads
// only.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getMember, getState, stateOfType } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { callType, memberType, peopleIn } from '#contract/areas/calls/callNames';
import type {
  GroupCallInfo,
  GroupCallRoom,
  LiveGroupCall,
} from '#contract/areas/calls/groupCallsModels';
import { cleanName } from '../../events/cleanName';
import { devicesIn } from '../../events/groupCallDevices';
import { personName } from '../../rooms/names';
import { powerLevels, type PowerLevels } from '../../rooms/permissions';
import { avatarHandle, loadPeople } from '../../rooms/people';
import { replacementOf } from '../../rooms/upgrades';
import { mediaOfType, readCall, type CallFacts } from '../../events/groupCallState';
import { ringsAmong } from '../permission';

type Db = Store['db'];

export interface LiveCall extends CallFacts {
  readonly groupCallId: string;
  readonly startedBy: string;
  readonly createdMs: number;
}

export function callWith(db: Db, roomNo: number, groupCallId: string): LiveCall | null {
  const event = getState(db, roomNo, callType, groupCallId);
  const facts = event === null ? null : readCall(event.raw.content);
  if (event === null || facts === null) return null;
  return { ...facts, groupCallId, startedBy: event.sender, createdMs: event.ts };
}

/** A room has one call at a time: of several, the newest. */
export function liveCall(db: Db, roomNo: number): LiveCall | null {
  let newest: LiveCall | null = null;
  for (const event of stateOfType(db, roomNo, callType)) {
    const facts = readCall(event.raw.content);
    if (facts === null || event.stateKey === null || event.stateKey === '') continue;
    if (newest !== null && event.ts <= newest.createdMs) continue;
    newest = {
      ...facts,
      groupCallId: event.stateKey,
      startedBy: event.sender,
      createdMs: event.ts,
    };
  }
  return newest;
}

export interface GroupRights {
  readonly canStart: boolean;
  readonly canJoin: boolean;
  /** Members may not join yet, and this account may change that. */
  readonly opens: boolean;
  /** Members would be let start calls with it. */
  readonly opensStart: boolean;
  mayEnd(startedBy: string): boolean;
}

const noRights: GroupRights = {
  canStart: false,
  canJoin: false,
  opens: false,
  opensStart: false,
  mayEnd: () => false,
};

/** Only invited people come in. */
export function isPrivate(db: Db, roomNo: number): boolean {
  const rule = getState(db, roomNo, 'm.room.join_rules')?.raw.content['join_rule'];
  return rule === 'invite' || rule === 'knock';
}

/** The level of somebody who has none of their own. */
const usual = (levels: PowerLevels): number => levels.stated.usersDefault ?? 0;

export function groupRights(db: Db, roomNo: number, ownUserId: string): GroupRights {
  const room = getRoom(db, roomNo);
  if (room === null || room.membership !== 'join') return noRights;
  const levels = powerLevels(db, roomNo, room.version);
  const mine = levels.of(ownUserId);
  const membersMayJoin = usual(levels) >= levels.forState(memberType);
  const opens = !membersMayJoin && mine >= levels.forState('m.room.power_levels');
  const canJoin = mine >= levels.forState(memberType);
  const writes = mine >= levels.forState(callType);
  return {
    canJoin,
    canStart: writes && canJoin && replacementOf(db, roomNo) === null,
    opens,
    opensStart:
      opens &&
      (usual(levels) >= levels.forState(callType) ||
        (isPrivate(db, roomNo) && levels.stated.forType(callType) === null)),
    mayEnd: (startedBy) => writes && (startedBy === ownUserId || mine >= levels.forAct('redact')),
  };
}

export interface Going {
  readonly call: LiveGroupCall;
  /** When somebody's entry runs out next (CALL-9.11). */
  readonly untilMs: number;
}

/** The call that somebody is in, in a room of ours. */
export function goingIn(
  db: Db,
  roomNo: number,
  nowMs: number,
  ownUserId: string | null,
): Going | null {
  const room = getRoom(db, roomNo);
  const live = room?.membership === 'join' ? liveCall(db, roomNo) : null;
  // Neither a space nor a directory is a chat.
  if (room === null || live === null || room.roomType === 'm.space') return null;
  const devices = devicesIn(db, roomNo, live.groupCallId, nowMs);
  if (devices.length === 0) return null;
  const { groupCallId, type } = live;
  const people = peopleIn(devices);
  const isIn = devices.some(({ userId }) => userId === ownUserId);
  const news = !isIn && !room.muted;
  return {
    call: { roomId: room.roomId, groupCallId, media: mediaOfType(type), people, news },
    untilMs: Math.min(...devices.map(({ expiresMs }) => expiresMs)),
  };
}

export function groupCallRoomOf(
  store: Store,
  roomId: string,
  ownUserId: string | null,
  nowMs: number,
): GroupCallRoom {
  const { db } = store;
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  const may = { canStart: false, canJoin: false, opens: false, opensStart: false };
  const nothing = { ...may, call: null, members: [] };
  if (roomNo === null || room === null || ownUserId === null)
    return { roomId, roomName: '', encrypted: false, ...nothing };
  const rights = groupRights(db, roomNo, ownUserId);
  const live = room.membership === 'join' ? liveCall(db, roomNo) : null;
  const call = live === null ? null : infoOf(db, roomNo, live, rights, nowMs);
  const userIds = new Set([ownUserId, ...(call?.devices ?? []).map(({ userId }) => userId)]);
  return {
    roomId,
    roomName: room.name,
    encrypted: room.encryption !== null,
    canStart: rights.canStart,
    canJoin: rights.canJoin,
    opens: rights.canStart && rights.opens,
    opensStart: rights.canStart && rights.opensStart,
    call,
    members: [...userIds].flatMap((userId) => {
      const member = getMember(db, roomNo, userId);
      if (member === null) return [];
      const name = personName(cleanName(member.displayName), userId);
      const avatar = avatarHandle(db, member.avatarMxc);
      return [{ userId, name, avatar, joined: member.membership === 'join' }];
    }),
  };
}

function infoOf(
  db: Db,
  roomNo: number,
  live: LiveCall,
  rights: GroupRights,
  nowMs: number,
): GroupCallInfo {
  const { startedBy, dataChannelOptions, ...rest } = live;
  return {
    ...rest,
    dataChannelOptions: dataChannelOptions as GroupCallInfo['dataChannelOptions'],
    startedBy: loadPeople(db, roomNo, [startedBy]).get(startedBy),
    canEnd: rights.mayEnd(startedBy),
    rings: rest.intent === 'm.ring' && ringsAmong(db, roomNo, startedBy) !== null,
    devices: devicesIn(db, roomNo, live.groupCallId, nowMs),
  };
}
