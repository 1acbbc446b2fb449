// Members as people for display: today's profile, names that look alike marked, avatars as handles (D18). Batches its reads.
import { mediaHandle } from '#stores/media/media';
import { fold } from '#stores/rooms/fold';
import { getMembers, sharedNames, type StoredMember } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/peopleModels';
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

export interface People {
  /** All of them are known members of the room. */
  readonly complete: boolean;
  get(userId: string): Person;
}

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
    ambiguous: name !== userId && shared.has(fold(member?.displayName ?? '')),
    avatar: avatarHandle(db, member?.avatarMxc ?? null),
  };
}

/** People that were loaded before. */
export interface KnownPeople {
  readonly byId: Map<string, Person>;
  /** Those who are no known members of the room. */
  readonly strangers: Set<string>;
}

export const knownPeople = (): KnownPeople => ({ byId: new Map(), strangers: new Set() });

/** Loads these members of a room with two statements. Anybody else is shown by id. */
export const loadPeople = (db: Db, roomNo: number, userIds: Iterable<string>): People =>
  loadMorePeople(db, roomNo, userIds, knownPeople());

/** The same, for whoever is not in `known` yet; all stand in it afterwards. `complete` speaks of everybody in `known`. */
export function loadMorePeople(
  db: Db,
  roomNo: number,
  userIds: Iterable<string>,
  known: KnownPeople,
): People {
  const { byId, strangers } = known;
  const wanted = [...new Set(userIds)].filter((userId) => !byId.has(userId));
  const members = getMembers(db, roomNo, wanted);
  const keys = [...members.values()].map((member) => fold(member.displayName ?? ''));
  const shared = sharedNames(db, roomNo, keys);
  for (const userId of wanted) {
    const member = members.get(userId) ?? null;
    byId.set(userId, toPerson(db, userId, member, shared));
    if (member === null) strangers.add(userId);
  }
  return {
    complete: strangers.size === 0,
    get: (userId) => byId.get(userId) ?? { userId, name: userId, ambiguous: false, avatar: null },
  };
}
