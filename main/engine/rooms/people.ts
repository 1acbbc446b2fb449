// Members as people for display: today's profile, names that look alike marked, avatars as handles (D18). Batches its reads.
import { mediaHandle } from '#stores/media/media';
import { nameKey } from '#stores/rooms/fold';
import { lookalike } from '#stores/rooms/lookalike';
import { getMembers, membersElsewhere, sharedNames, type StoredMember } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { parseMxc } from '../media/mxc';
import { personName } from './names';

type Db = Store['db'];

/** Handle of the small picture of a person or room; null for a bad address. */
export function avatarHandle(db: Db, mxc: string | null): string | null {
  if (mxc === null || parseMxc(mxc) === null) return null;
  return mediaHandle(db, {
    mxc,
    variant: 'thumb:96x96:crop',
    source: null,
    fileName: null,
    mimeType: null,
    sizeBytes: null,
  });
}

/** The picture of a chat: its own, else that of the other person of a chat of two. */
export function roomAvatarHandle(
  db: Db,
  room: {
    readonly roomNo: number;
    readonly avatarMxc: string | null;
    readonly directUserId: string | null;
  },
): string | null {
  const { roomNo, directUserId, avatarMxc } = room;
  if (avatarMxc !== null || directUserId === null) return avatarHandle(db, avatarMxc);
  const other = getMembers(db, roomNo, [directUserId]).get(directUserId);
  return avatarHandle(db, other?.avatarMxc ?? null);
}

export interface People {
  /** All of them are known members of the room. */
  readonly complete: boolean;
  get(userId: string): Person;
}

/** A name that is made to be taken for another one: the form of a user id, or letters that only look Latin. */
const pretends = (name: string): boolean => /^@[^\s:]+:\S/.test(name) || isForged(name);

/** Mixed scripts within a name that reads as Latin. A name in one script of its own is just a name. */
const isForged = (name: string): boolean =>
  lookalike(name) !== null && /\p{Script=Latin}/u.test(name);

export function toPerson(
  db: Db,
  userId: string,
  member: StoredMember | null,
  shared: ReadonlySet<string>,
): Person {
  const name = personName(member?.displayName ?? null, userId);
  return {
    userId,
    name,
    ambiguous:
      name !== userId && (pretends(name) || shared.has(nameKey(member?.displayName ?? null))),
    avatar: avatarHandle(db, member?.avatarMxc ?? null),
  };
}

/** The most people whose names are looked for elsewhere at once: a room whose members are still being loaded lacks hundreds. */
const mostAbsent = 20;

/** People who are not in the room now and have no name there; a ban that was lifted takes the name away. */
function absentPeople(
  db: Db,
  roomNo: number,
  userIds: readonly string[],
  members: ReadonlyMap<string, StoredMember>,
): Map<string, Person> {
  const absent = userIds.filter((userId) => {
    const { displayName = null, membership = 'leave' } = members.get(userId) ?? {};
    return displayName === null && membership !== 'join';
  });
  const found = membersElsewhere(db, absent.slice(0, mostAbsent));
  const keys = [...found.values()].map(({ displayName }) => nameKey(displayName));
  if (found.size === 0) return new Map();
  // One member of that name is enough, and so is another one who is absent.
  const twice = keys.filter((key, at) => keys.indexOf(key) !== at);
  const shared = new Set([...sharedNames(db, roomNo, keys, 0), ...twice]);
  return new Map([...found].map(([userId, one]) => [userId, toPerson(db, userId, one, shared)]));
}

/** Loads these members of a room with few statements. Whoever is not in it has the name of another room, or is shown by id. */
export function loadPeople(db: Db, roomNo: number, userIds: Iterable<string>): People {
  const wanted = [...new Set(userIds)];
  const members = getMembers(db, roomNo, wanted);
  const keys = [...members.values()].map(({ displayName }) => nameKey(displayName));
  const shared = sharedNames(db, roomNo, keys);
  const people = absentPeople(db, roomNo, wanted, members);
  for (const userId of wanted)
    if (!people.has(userId))
      people.set(userId, toPerson(db, userId, members.get(userId) ?? null, shared));
  return {
    complete: members.size === wanted.length,
    get: (userId) => people.get(userId) ?? { userId, name: userId, ambiguous: false, avatar: null },
  };
}

/** The same, for whoever is not in `known` yet; all stand in it afterwards. */
export function loadMorePeople(
  db: Db,
  roomNo: number,
  userIds: ReadonlySet<string>,
  known: Map<string, Person>,
): People {
  const unknown = [...userIds].filter((userId) => !known.has(userId));
  const loaded = loadPeople(db, roomNo, unknown);
  for (const userId of unknown) known.set(userId, loaded.get(userId));
  return {
    complete: loaded.complete,
    get: (userId) => known.get(userId) ?? loaded.get(userId),
  };
}
