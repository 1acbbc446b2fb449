// Names for display: of rooms (Matrix specification, "Calculating the display name for a room"; CHAT-9.13) and of people. No SDK.
import { textOf } from '#stores/events/types';
import type { StoredRoom } from '#stores/rooms/rooms';
import {
  countMembers,
  getMember,
  getMembers,
  getState,
  listMembers,
  stateOfType,
} from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import { cleanName, shownAddress } from '../events/cleanName';

type Db = Store['db'];

const mostNames = 5;
export const personName = (displayName: string | null, userId: string): string =>
  cleanName(displayName) ?? shownAddress(userId);

/** 'X and Y', 'X and N others' and so on; `others` are all people but this account. */
export function joinNames(names: readonly string[], others: number): string {
  const [first, second] = names;
  if (first === undefined) return 'Empty room';
  if (second === undefined && others <= 1) return first;
  if (second !== undefined && names.length === 2 && others <= 2) return `${first} and ${second}`;
  return others - 1 > 1 ? `${first} and ${others - 1} others` : `${first} and 1 other`;
}

/** Members that are there for a service and name no room. */
function serviceMembers(db: Db, roomNo: number): ReadonlySet<string> {
  const content = getState(db, roomNo, 'io.element.functional_members')?.raw.content[
    'service_members'
  ];
  return new Set(
    Array.isArray(content) ? content.filter((id): id is string => typeof id === 'string') : [],
  );
}

interface Others {
  readonly names: readonly string[];
  /** People but this account and services, joined or invited. */
  readonly count: number;
}

function isPresent(db: Db, roomNo: number, userId: string): boolean {
  const membership = getMember(db, roomNo, userId)?.membership;
  return membership === 'join' || membership === 'invite';
}

/** Joined and invited people but this account: from the summary, else counted. */
function countOthers(db: Db, room: StoredRoom, ownUserId: string): number {
  if (room.joinedCount !== null || room.invitedCount !== null)
    return (room.joinedCount ?? 0) + (room.invitedCount ?? 0) - 1;
  const all = countMembers(db, room.roomNo, 'join') + countMembers(db, room.roomNo, 'invite');
  return all - (isPresent(db, room.roomNo, ownUserId) ? 1 : 0);
}

/** The heroes of the summary, else the first members by id. */
function candidates(db: Db, room: StoredRoom, ownUserId: string, services: number): string[] {
  const heroes = (room.heroes ?? []).filter((userId) => userId !== ownUserId);
  if (heroes.length > 0) return heroes.slice(0, mostNames);
  return listMembers(db, room.roomNo, {
    memberships: ['join', 'invite'],
    limit: mostNames + services + 1,
    offset: 0,
  })
    .map((member) => member.userId)
    .filter((userId) => userId !== ownUserId)
    .sort();
}

function otherPeople(db: Db, room: StoredRoom, ownUserId: string): Others {
  const services = serviceMembers(db, room.roomNo);
  const others = candidates(db, room, ownUserId, services.size);
  const people = others.filter((userId) => !services.has(userId)).slice(0, mostNames);
  const members = getMembers(db, room.roomNo, people);
  const served = others.filter((userId) => services.has(userId)).length;
  return {
    names: people.map((userId) => personName(members.get(userId)?.displayName ?? null, userId)),
    count: countOthers(db, room, ownUserId) - served,
  };
}

/** Joined and invited people but this account, services left out. */
export const countOtherPeople = (db: Db, room: StoredRoom, ownUserId: string): number =>
  otherPeople(db, room, ownUserId).count;

function formerNames(db: Db, roomNo: number, ownUserId: string): string[] {
  return listMembers(db, roomNo, { memberships: ['leave', 'ban'], limit: mostNames + 1, offset: 0 })
    .filter((member) => member.userId !== ownUserId)
    .slice(0, mostNames)
    .map((member) => personName(member.displayName, member.userId));
}

/**
 * The room's name for display: its own name, its main alias, else made of people: 'Empty room', 'Empty room (was X)', 'X and Y',
 * 'X and N others', 'X and 1 other', 'Inviting X'.
 */
export function roomName(db: Db, room: StoredRoom, ownUserId: string): string {
  const { roomNo } = room;
  const named = cleanName(getState(db, roomNo, 'm.room.name')?.raw.content['name']);
  if (named !== null) return named;
  const alias = cleanName(getState(db, roomNo, 'm.room.canonical_alias')?.raw.content['alias']);
  if (alias !== null) return alias;
  // An invitation tells little more than who sent it.
  if (room.membership === 'invite' && room.inviter !== null && room.heroes === null) {
    const inviter = getMembers(db, roomNo, [room.inviter]).get(room.inviter);
    return personName(inviter?.displayName ?? null, room.inviter);
  }
  const { names, count } = otherPeople(db, room, ownUserId);
  if (count > 0 && names.length > 0) return joinNames(names, count);
  if (room.membership === 'join') {
    const invited = stateOfType(db, roomNo, 'm.room.third_party_invite')
      .map((event) => cleanName(textOf(event.raw.content['display_name'])))
      .filter((name): name is string => name !== null);
    if (invited.length > 0) return `Inviting ${joinNames(invited, invited.length)}`;
  }
  const before = names.length > 0 ? names : formerNames(db, roomNo, ownUserId);
  return before.length === 0
    ? 'Empty room'
    : `Empty room (was ${joinNames(before, before.length)})`;
}
