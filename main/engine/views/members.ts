// The list `members`: who knocks, then joined, invited, banned (for those who may change that), by power and name, with presence. No SDK.
import { sortKey } from '#stores/files/names';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { listMembers, sharedNames, type StoredMember } from '#stores/rooms/state';
import { fold, nameKey } from '#stores/rooms/fold';
import { isIgnored } from '#stores/settings/accountData';
import { getPresences } from '#stores/settings/presence';
import type { EngineContract } from '#contract/engine';
import type { MemberRow } from '#contract/areas/rooms/peopleModels';
import type { ListQuery } from '#contract/wire/shapes';
import { memberActions, powerLevels, type PowerLevels } from '../rooms/permissions';
import { toPerson } from '../rooms/people';
import { growing, reading } from './reading';
import type { PagedView, Sink, ViewDeps } from './view';

const minMs = 50;
/** Beyond this many members the order is by name alone, so that a page costs the same in a room of any size. */
const mostSorted = 2_000;
const none: MemberRow['actions'] = {
  invite: false,
  kick: false,
  ban: false,
  unban: false,
  levels: [],
};
const highestLevel = Number.MAX_SAFE_INTEGER;

function roleOf(levels: PowerLevels, userId: string): MemberRow['role'] {
  if (levels.isCreator(userId)) return 'creator';
  const level = levels.of(userId);
  if (level >= 100) return 'admin';
  return level >= 50 ? 'moderator' : 'member';
}

/** How well somebody fits what was typed: 0 where the name, one of its words or the id begins with it. */
function fit(text: string, { displayName, userId }: StoredMember): 0 | 1 {
  const wanted = fold(text).trim().replace(/^@/, '');
  const name = ` ${nameKey(displayName)}`;
  return wanted === '' || name.includes(` ${wanted}`) || userId.startsWith(`@${wanted}`) ? 0 : 1;
}

/** Numbers by their size; who has no name stands where the id does. */
const orderKey = ({ displayName, userId }: StoredMember): string =>
  sortKey(nameKey(displayName) === '' ? userId.slice(1) : (displayName ?? ''));

/** Members of a room with what this account may do with each; their order stays. */
export function memberRows(
  deps: ViewDeps,
  room: StoredRoom,
  levels: PowerLevels,
  members: readonly StoredMember[],
): MemberRow[] {
  const { db } = deps.store;
  const ownUserId = deps.ownUserId() ?? '';
  const presences = getPresences(
    db,
    members.map((member) => member.userId),
  );
  const shared = sharedNames(
    db,
    room.roomNo,
    members.map(({ displayName }) => nameKey(displayName)),
  );
  return members.map((member) => ({
    key: member.userId,
    person: toPerson(db, member.userId, member, shared),
    membership: member.membership,
    // JSON has no Infinity.
    powerLevel: Math.min(levels.of(member.userId), highestLevel),
    role: roleOf(levels, member.userId),
    presence: presences.get(member.userId)?.state ?? 'unknown',
    ...(isIgnored(db, member.userId) && { ignored: true }),
    actions:
      room.membership === 'join'
        ? memberActions(levels, ownUserId, member.userId, member.membership)
        : none,
  }));
}

export function createMembersView(
  deps: ViewDeps,
  query: ListQuery<EngineContract, 'members'>,
  sink: Sink<readonly MemberRow[]>,
): PagedView {
  const { db } = deps.store;
  const window = { limit: query.limit, complete: false };
  let roomNo: number | null = null;
  let asked = false;
  const update = reading(deps.clock, minMs, sink, compose, deps.log);

  function ordered(room: StoredRoom, levels: PowerLevels): StoredMember[] {
    const members = shownMemberships(room, levels).flatMap((membership) => {
      const some = listMembers(db, room.roomNo, {
        memberships: [membership],
        text: query.text,
        limit: mostSorted,
        offset: 0,
      });
      if (some.length === mostSorted) return some;
      const keys = new Map(some.map((one) => [one.userId, orderKey(one)]));
      // Array.prototype.sort is stable: equal names stay in the order of their ids.
      return some.sort(
        (a, b) =>
          fit(query.text, a) - fit(query.text, b) ||
          compare(levels.of(b.userId), levels.of(a.userId)) ||
          compare(keys.get(a.userId) ?? '', keys.get(b.userId) ?? ''),
      );
    });
    window.complete = members.length <= window.limit;
    return members.slice(0, window.limit);
  }

  /** Knocks and bans concern only those who may answer them. */
  function shownMemberships(room: StoredRoom, levels: PowerLevels): StoredMember['membership'][] {
    const own = deps.ownUserId() ?? '';
    const may = (act: 'invite' | 'ban'): boolean =>
      room.membership === 'join' && levels.of(own) >= levels.forAct(act);
    return [
      ...(may('invite') ? (['knock'] as const) : []),
      'join',
      'invite',
      ...(may('ban') ? (['ban'] as const) : []),
    ];
  }

  function compose(): void {
    roomNo = roomNoOf(db, query.roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    if (room === null) {
      sink.set([]);
      return;
    }
    if (!room.membersLoaded && !asked) {
      asked = true;
      deps.wantMembers?.(room.roomNo);
    }
    const levels = powerLevels(db, room.roomNo, room.version);
    sink.set(memberRows(deps, room, levels, ordered(room, levels)));
  }

  update.now();

  return {
    refresh(changes) {
      const touched =
        roomNo === null
          ? changes.rooms.size > 0
          : changes.members.has(roomNo) || changes.rooms.has(roomNo);
      if (touched || changes.topics.has('presence')) update.ask();
    },
    paginate: growing(window, update.now),
    close() {
      update.close();
    },
  };
}

const compare = <T extends number | string>(a: T, b: T): number => (a === b ? 0 : a < b ? -1 : 1);
