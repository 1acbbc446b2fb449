// The text that tells apart rooms and people of one name: the other person's user id in a chat of two, else the room's alias, the name of
// its space, or its id, which nobody can claim.
import { roomNameKey } from '#stores/rooms/fold';
import { isNamedElse, sameNamed, type SameNamed } from '#stores/rooms/sameNames';
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { cleanName, shownAddress } from '../events/cleanName';

type Db = Store['db'];

/** A room id without its many letters. A homeserver may make a second one that begins so. */
const shortId = (roomId: string): string => roomId.replace(/^(![^:]{10})[^:]{4,}/, '$1…');

/** A name that begins as ids and aliases do could pass for one. */
const plainName = (name: string | null): string | null =>
  name === null || /^[!#@+$]/.test(name) ? null : name;

type Told = Pick<SameNamed, 'roomId' | 'directUserId' | 'alias'> &
  Partial<Pick<SameNamed, 'spaceName'>>;

/** A room may claim any text as its alias. */
const plainAlias = (alias: string | null): string | null =>
  alias !== null && /^#[^:]+:./.test(alias) ? alias : null;

/** The text that tells a room from others of the same name. */
export const addressOf = ({ roomId, directUserId, alias, spaceName }: Told): string =>
  shownAddress(
    directUserId ??
      plainAlias(cleanName(alias)) ??
      plainName(cleanName(spaceName ?? null)) ??
      shortId(roomId),
  );

/** By the number of the room; of those alone whose names look like that of another room of the list. */
export function addressesOf(db: Db, roomNos: readonly number[]): ReadonlyMap<number, string> {
  const rooms = sameNamed(db, roomNos);
  const first = new Map<string, SameNamed>();
  const told = new Map<number, string>();
  for (const room of rooms) {
    const address = addressOf(room);
    const twin = first.get(address);
    // Two that come out equal are told apart by their whole ids.
    for (const one of twin === undefined ? [] : [twin, room])
      told.set(one.roomNo, shownAddress(one.roomId));
    if (twin === undefined) {
      first.set(address, room);
      told.set(room.roomNo, address);
    }
  }
  return told;
}

/** Answers with them as they are shown among each other: those too whom a chat or somebody else of them is called like. */
export function amongOthers(
  db: Db,
  people: readonly (Person | null)[],
): (person: Person | null) => Person | null {
  const ids = new Map<string, Set<string>>();
  for (const one of people) {
    if (one === null) continue;
    const key = roomNameKey(one.name);
    ids.set(key, (ids.get(key) ?? new Set<string>()).add(one.userId));
  }
  const known = new Map<string, boolean>();
  const isShared = ({ userId, name }: Person): boolean => {
    const told = known.get(userId);
    if (told !== undefined) return told;
    const key = roomNameKey(name);
    const shared = (ids.get(key)?.size ?? 0) > 1 || isNamedElse(db, key, userId);
    known.set(userId, shared);
    return shared;
  };
  return (person) =>
    person === null || person.ambiguous || person.name === person.userId || !isShared(person)
      ? person
      : { ...person, ambiguous: true };
}
