// The text that tells apart rooms and people of one name: the other person's user id in a chat of two, else the room's alias, the name of
// its space, the people in it, its topic, or who made it and when. Never the id of a room, which says nothing to anybody.
import { roomNameKey } from '#stores/rooms/fold';
import { roomNoOf } from '#stores/rooms/rooms';
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const twoDigits = (n: number): string => String(n).padStart(2, '0');

function dayOf(ms: number): string {
  const date = new Date(ms);
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}`;
}

function timeOf(ms: number): string {
  const date = new Date(ms);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The last moment that a `Date` can hold. */
const latestMs = 8_640_000_000_000_000;

const made = ({ madeMs }: TwinFacts, say: (ms: number) => string): string | null =>
  madeMs === null || madeMs > latestMs ? null : `made ${say(madeMs)}`;

/**
 * Everything that can be said of a room beside its name, the best first. What stands in one line is compared with the same line of other
 * rooms alone; a line is asked for only where those before it tell the rooms not apart.
 */
const lines: readonly ((room: TwinFacts, ownUserId: string) => readonly (string | null)[])[] = [
  ({ directUserId }) => [shown(directUserId)],
  ({ alias }) => [shown(plainAlias(cleanName(alias)))],
  ({ spaceName }) => [shown(plainName(cleanName(spaceName)))],
  (room) => {
    const inside = [withPeople(room), quotedTopic(room.topic)];
    return (room.others ?? 0) > fewPeople ? inside.reverse() : inside;
  },
  ({ madeBy, makerName }, ownUserId) => [
    madeBy === null
      ? null
      : `made by ${madeBy === ownUserId ? 'you' : personName(makerName, madeBy)}`,
  ],
  (room) => [made(room, dayOf)],
  (room) => [made(room, (ms) => `${dayOf(ms)}, ${timeOf(ms)}`)],
];

const ownId = (db: Db): string =>
  getSetting<{ readonly userId: string }>(db, 'session')?.userId ?? '';

/** The best that tells a room from somebody who is called like it; absent: nothing does. */
export function addressOf(db: Db, roomNo: number): string | undefined {
  const ownUserId = ownId(db);
  const [room] = twinFacts(db, [roomNo], ownUserId);
  if (room === undefined) return undefined;
  for (const line of lines) {
    const text = line(room, ownUserId).find((one) => one !== null);
    if (text != null) return text;
  }
  return undefined;
}

/** Answers whether that text is said of that room and of no other one. */
function toldOnce(said: readonly (readonly [TwinFacts, readonly string[]])[]) {
  const inAll = new Map<string, number>();
  const inJoined = new Map<string, number>();
  for (const [{ isJoined }, texts] of said)
    for (const text of new Set(texts)) {
      inAll.set(text, (inAll.get(text) ?? 0) + 1);
      if (isJoined) inJoined.set(text, (inJoined.get(text) ?? 0) + 1);
    }
  // An invitation takes nothing away from a room that this account is in: a stranger may claim whatever that one says of itself.
  return ({ isJoined }: TwinFacts, text: string): boolean =>
    (isJoined ? inJoined : inAll).get(text) === 1;
}

/** Tells apart these rooms, all of one name, as far as they are asked for. */
function toldApart(
  rooms: readonly TwinFacts[],
  asked: ReadonlySet<number>,
  ownUserId: string,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const isOpen = ({ roomNo }: TwinFacts): boolean => asked.has(roomNo) && !found.has(roomNo);
  for (const line of lines) {
    if (!rooms.some(isOpen)) break;
    const said = rooms.map(
      (room) => [room, line(room, ownUserId).filter((text) => text !== null)] as const,
    );
    const tells = toldOnce(said);
    for (const [room, texts] of said) {
      const text = isOpen(room) ? texts.find((one) => tells(room, one)) : undefined;
      if (text !== undefined) found.set(room.roomNo, text);
    }
  }
  return found;
}

/**
 * By the number of the room; of those alone whose names look like that of another room of the list, and of which something can be said
 * that is true of no other of their name; for a room that this account is in, of no other such room.
 */
export function addressesOf(db: Db, roomNos: readonly number[]): ReadonlyMap<number, string> {
  const { asked, all } = sameNamed(db, roomNos);
  if (asked.size === 0) return new Map();
  const ownUserId = ownId(db);
  const byName = Map.groupBy(twinFacts(db, all, ownUserId), ({ nameKey }) => nameKey);
  return new Map([...byName.values()].flatMap((rooms) => [...toldApart(rooms, asked, ownUserId)]));
}

/** These rows, each with the address of its room where that has one. */
export function withAddresses<Row extends { readonly roomId: string }>(
  db: Db,
  rows: readonly Row[],
): (Row & { readonly address?: string })[] {
  const rooms = new Map(
    [...new Set(rows.map(({ roomId }) => roomId))].map((id) => [id, roomNoOf(db, id) ?? 0]),
  );
  const addresses = addressesOf(db, [...rooms.values()]);
  return rows.map((row) => {
    const address = addresses.get(rooms.get(row.roomId) ?? 0);
    return address === undefined ? row : { ...row, address };
  });
}

/** Answers with them as they are shown among each other: those too whom a chat or somebody else of them is called like. */
export function amongOthers(
  db: Db,
  people: readonly (Person | null)[],
): <One extends Person | null>(person: One) => One {
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
