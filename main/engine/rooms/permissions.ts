// Computes permissions in a room from power levels and creators (CHAT-6.1, 6.2, 6.3, 6.6, 5.12). Reads the stored state, changes nothing.
import { isOut } from '#stores/rooms/membership';
import { getRoom, type Membership, type StoredRoom } from '#stores/rooms/rooms';
import { getSetting } from '#stores/settings/settings';
import { getMember, getState } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { MemberRow } from '#contract/areas/rooms/peopleModels';
import { isRecord } from '../base/record';
import { levelOf, ownValue, stateLevel } from '../events/levels';
import { pinsType } from './pins';
import { replacementOf } from './upgrades';

type Db = Store['db'];

export type Act = 'ban' | 'kick' | 'redact' | 'invite';

export interface PowerLevels {
  /** Infinity for creators of rooms of version 12 and later. */
  of(userId: string): number;
  isCreator(userId: string): boolean;
  forMessage(type: string): number;
  forState(type: string): number;
  forAct(act: Act): number;
  forRoomNotification(): number;
  /** Those with an entry of their own, and creators. */
  readonly named: readonly string[];
  /** Levels that stand in the event itself; null where it has no usable value. */
  readonly stated: {
    readonly usersDefault: number | null;
    readonly eventsDefault: number | null;
    /** The entry of `events`. */
    forType(type: string): number | null;
    /** The entry of `users`. */
    of(userId: string): number | null;
  };
}

/** Versions 1 to 11 know no creators with infinite power; 12, later and unknown ones do. */
export const creatorsRule = (version: string): boolean => !/^([1-9]|1[01])$/.test(version);

function creatorsOf(db: Db, roomNo: number): ReadonlySet<string> {
  const create = getState(db, roomNo, 'm.room.create');
  if (create === null) return new Set();
  const additional = ownValue(create.raw.content, 'additional_creators');
  const more = Array.isArray(additional)
    ? additional.filter((id): id is string => typeof id === 'string')
    : [];
  return new Set([create.sender, ...more]);
}

export function powerLevels(db: Db, roomNo: number, version: string): PowerLevels {
  const event = getState(db, roomNo, 'm.room.power_levels');
  const content = event === null ? null : event.raw.content;
  const creators = creatorsOf(db, roomNo);
  const infinite = creatorsRule(version);
  const users = ownValue(content, 'users');
  const messageDefault = levelOf(ownValue(content, 'events_default')) ?? 0;
  const typeLevel = (type: string): number | null =>
    levelOf(ownValue(ownValue(content, 'events'), type));
  return {
    isCreator: (userId) => infinite && creators.has(userId),
    of(userId) {
      if (infinite && creators.has(userId)) return Number.POSITIVE_INFINITY;
      // Without the event whoever made the room has 100.
      if (content === null) return creators.has(userId) ? 100 : 0;
      return levelOf(ownValue(users, userId)) ?? levelOf(ownValue(content, 'users_default')) ?? 0;
    },
    forMessage: (type) => typeLevel(type) ?? messageDefault,
    forState: (type) => stateLevel(content, type),
    forAct: (act) => levelOf(ownValue(content, act)) ?? (act === 'invite' ? 0 : 50),
    forRoomNotification: () => levelOf(ownValue(ownValue(content, 'notifications'), 'room')) ?? 50,
    named: [...creators, ...Object.keys(isRecord(users) ? users : {})],
    stated: {
      usersDefault: levelOf(ownValue(content, 'users_default')),
      eventsDefault: levelOf(ownValue(content, 'events_default')),
      forType: typeLevel,
      of: (userId) => levelOf(ownValue(users, userId)),
    },
  };
}

export interface OwnPermissions {
  readonly send: boolean;
  readonly react: boolean;
  readonly redactOwn: boolean;
  readonly redactOthers: boolean;
  readonly invite: boolean;
  readonly rename: boolean;
  readonly setTopic: boolean;
  readonly pin: boolean;
  /** `@room` calls everybody. */
  readonly notifyRoom: boolean;
  /** May kick members with a lower level; `ban` also covers taking a ban back. */
  readonly kick: boolean;
  readonly ban: boolean;
  readonly setRoles: boolean;
}

const nothing: OwnPermissions = {
  send: false,
  react: false,
  redactOwn: false,
  redactOthers: false,
  invite: false,
  rename: false,
  setTopic: false,
  pin: false,
  notifyRoom: false,
  kick: false,
  ban: false,
  setRoles: false,
};

/**
 * Permissions of this account; all false unless it is joined, and no state and no members for a guest (CHAT-6.10). In an encrypted room messages are
 * judged as `m.room.encrypted`. `known`: what the caller has read of the room already.
 */
export function ownPermissions(
  db: Db,
  roomNo: number,
  userId: string,
  known?: {
    readonly room: StoredRoom;
    readonly levels: PowerLevels;
    /** The room that took over; null: none. */
    readonly replacement?: string | null;
  },
): OwnPermissions {
  const replacement = (): string | null =>
    known?.replacement === undefined ? replacementOf(db, roomNo) : known.replacement;
  const room = known?.room ?? getRoom(db, roomNo);
  if (room === null || room.membership !== 'join') return nothing;
  const levels = known?.levels ?? powerLevels(db, roomNo, room.version);
  const mine = levels.of(userId);
  const guest = getSetting<{ guest?: true }>(db, 'session')?.guest === true;
  const redactOwn = mine >= levels.forMessage('m.room.redaction');
  const state = (type: string): boolean => !guest && mine >= levels.forState(type);
  return {
    // A room that has moved takes nothing more, not even of whoever the server would let.
    send:
      replacement() === null &&
      mine >= levels.forMessage(room.encryption === null ? 'm.room.message' : 'm.room.encrypted'),
    react: mine >= levels.forMessage('m.reaction'),
    redactOwn,
    redactOthers: redactOwn && mine >= levels.forAct('redact'),
    invite: !guest && mine >= levels.forAct('invite'),
    rename: state('m.room.name'),
    setTopic: state('m.room.topic'),
    pin: state(pinsType),
    notifyRoom: mine >= levels.forRoomNotification(),
    kick: !guest && mine >= levels.forAct('kick'),
    ban: !guest && mine >= levels.forAct('ban'),
    setRoles: state('m.room.power_levels'),
  };
}

/**
 * Whether this account is the only one, of those who are in the room or invited, who may give roles. False where the members that this
 * computer has do not tell.
 */
export function runsAlone(
  db: Db,
  room: StoredRoom,
  userId: string,
  levels = powerLevels(db, room.roomNo, room.version),
): boolean {
  const { roomNo } = room;
  if (room.membership !== 'join') return false;
  const needed = levels.forState('m.room.power_levels');
  if (levels.of(userId) < needed || (levels.stated.usersDefault ?? 0) >= needed) return false;
  const isGone = (other: string): boolean => {
    const membership = getMember(db, roomNo, other)?.membership;
    return membership === undefined ? room.membersLoaded : isOut(membership);
  };
  return levels.named.every(
    (other) => other === userId || levels.of(other) < needed || isGone(other),
  );
}

/** The acts that `ownUserId` may do to a member, by the rules of the server. */
export function memberActions(
  levels: PowerLevels,
  ownUserId: string,
  userId: string,
  membership: Membership,
): MemberRow['actions'] {
  const mine = levels.of(ownUserId);
  const above = userId !== ownUserId && mine > levels.of(userId);
  const there = membership === 'join' || membership === 'invite' || membership === 'knock';
  const kick = mine >= levels.forAct('kick');
  const ban = mine >= levels.forAct('ban');
  return {
    invite: (membership === 'knock' || membership === 'leave') && mine >= levels.forAct('invite'),
    kick: above && there && kick,
    ban: above && membership !== 'ban' && ban,
    unban: above && membership === 'ban' && kick && ban,
    levels: givable(levels, mine, userId, userId !== ownUserId && there),
  };
}

const named = [
  { role: 'admin', level: 100 },
  { role: 'moderator', level: 50 },
  { role: 'member', level: null },
] as const;

/** Levels with a name that differ from the present one. Nobody lowers themselves here: there is no way back. */
function givable(
  levels: PowerLevels,
  mine: number,
  userId: string,
  other: boolean,
): MemberRow['actions']['levels'] {
  const stated = levels.stated.of(userId);
  const may = mine >= levels.forState('m.room.power_levels') && !levels.isCreator(userId);
  if (!other || !may || (stated !== null && stated >= mine)) return [];
  const usual = levels.stated.usersDefault ?? 0;
  const now = stated ?? usual;
  return named.filter(({ level }) => (level ?? usual) <= mine && (level ?? usual) !== now);
}
