// The text that tells apart rooms and people of one name: the other person's user id in a chat of two, else the room's alias, the name of
// its space, the people in it, its topic, or who made it and when. Never the id of a room, which says nothing to anybody.
import { roomNameKey } from '#stores/rooms/fold';
import { isNamedElse, sameNamed, twinFacts, type TwinFacts } from '#stores/rooms/sameNames';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { cleanName, cleanTopic, cutText, shownAddress } from '../events/cleanName';
import { joinNames, personName } from './names';

type Db = Store['db'];

/** In a room of more other people its topic says more than the names of some. */
const fewPeople = 3;
const longestTopic = 60;

/** A name that begins as ids and aliases do could pass for one. */
const plainName = (name: string | null): string | null =>
  name === null || /^[!#@+$]/.test(name) ? null : name;

/** A room may claim any text as its alias. */
const plainAlias = (alias: string | null): string | null =>
  alias !== null && /^#[^:]+:./.test(alias) ? alias : null;

const shown = (text: string | null): string | null => (text === null ? null : shownAddress(text));

function withPeople({ people, others }: TwinFacts): string | null {
  const names = people.map(([userId, name]) => personName(name, userId));
  const count = Math.max(others ?? 0, names.length);
  return names.length === 0 ? null : `with ${joinNames(names, count)}`;
}

/** In quotation marks, so that it passes for nothing else. */
function quotedTopic(topic: string | null): string | null {
  const [line] = cleanTopic(topic)?.split('\n') ?? [];
  if (line === undefined || line === '') return null;
  return `“${line.length > longestTopic ? `${cutText(line, longestTopic)}…` : line}”`;
}

const dayOf = (ms: number): string =>
  new Date(ms).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const timeOf = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Everything that can be said of a room beside its name, the best first. */
function candidates(room: TwinFacts, ownUserId: string): string[] {
  const { directUserId, alias, spaceName, others, madeBy, makerName, madeMs } = room;
  const inside = [withPeople(room), quotedTopic(room.topic)];
  if ((others ?? 0) > fewPeople) inside.reverse();
  const isOthers = madeBy !== null && madeBy !== ownUserId;
  const made = madeMs === null ? [] : [`made ${dayOf(madeMs)}`];
  return [
    shown(directUserId),
    shown(plainAlias(cleanName(alias))),
    shown(plainName(cleanName(spaceName))),
    ...inside,
    isOthers ? `made by ${personName(makerName, madeBy)}` : null,
    ...made,
    ...(madeMs === null ? [] : made.map((day) => `${day}, ${timeOf(madeMs)}`)),
  ].filter((text) => text !== null);
}

const ownId = (db: Db): string =>
  getSetting<{ readonly userId: string }>(db, 'session')?.userId ?? '';

/** The best that tells a room from somebody who is called like it; absent: nothing does. */
export function addressOf(db: Db, roomNo: number): string | undefined {
  const ownUserId = ownId(db);
  const [room] = twinFacts(db, [roomNo], ownUserId);
  return room === undefined ? undefined : candidates(room, ownUserId)[0];
}

/**
 * By the number of the room; of those alone whose names look like that of another room of the list, and of which something can be said
 * that is true of no other of their name.
 */
export function addressesOf(db: Db, roomNos: readonly number[]): ReadonlyMap<number, string> {
  const { asked, all } = sameNamed(db, roomNos);
  if (asked.size === 0) return new Map();
  const ownUserId = ownId(db);
  const facts = twinFacts(db, all, ownUserId).map((room) => ({
    room,
    said: candidates(room, ownUserId),
  }));
  const counts = new Map<string, number>();
  const keyOf = ({ nameKey }: TwinFacts, text: string): string => `${nameKey}\n${text}`;
  for (const { room, said } of facts)
    for (const text of new Set(said))
      counts.set(keyOf(room, text), (counts.get(keyOf(room, text)) ?? 0) + 1);
  return new Map(
    facts.flatMap(({ room, said }) => {
      const text = said.find((one) => counts.get(keyOf(room, one)) === 1);
      return asked.has(room.roomNo) && text !== undefined ? [[room.roomNo, text] as const] : [];
    }),
  );
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
