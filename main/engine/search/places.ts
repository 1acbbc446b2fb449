// The list `places`: rooms, people and directories that answer a text by their names. Rooms are ranked at once; people are looked for in
// short turns, room by room.
import { sortKey } from '#stores/files/names';
import { roomNameKey } from '#stores/rooms/fold';
import { namedRooms, peopleNamed, type NamedPerson, type NamedRoom } from '#stores/search/places';
import type { EngineContract } from '#contract/engine';
import type { FoundPlace } from '#contract/areas/messages/search';
import type { ListQuery } from '#contract/wire/shapes';
import { unexpected } from '../base/unexpected';
import { addressesOf, addressOf, amongOthers } from '../rooms/addresses';
import { personName } from '../rooms/names';
import { ownPermissions } from '../rooms/permissions';
import { roomAvatarHandle, toPerson } from '../rooms/people';
import { unreadOf } from '../rooms/unread/unread';
import { replacementOf } from '../rooms/upgrades';
import { differing } from '../views/reading';
import { throttle, type PagedView, type Sink, type ViewDeps } from '../views/view';
import { marksOf, rank } from './rank';
import { folded, termsOf } from './terms';

export interface PlacesDeps extends Pick<ViewDeps, 'store' | 'ownUserId' | 'clock' | 'log'> {
  /** Names of the directories above one, outermost first. */
  readonly pathOf: (roomId: string) => readonly string[];
}

type Db = PlacesDeps['store']['db'];
type FoundPerson = Extract<FoundPlace, { kind: 'person' }>;
type Query = ListQuery<EngineContract, 'places'>;

const minMs = 200;
const roomsPerTurn = 50;
const peoplePerTurn = 200;
/** So many people are ranked: who has more of one name types more of it. */
const mostPeople = 200;

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Best first; those that answer alike by their names where `nameOf` is given, otherwise they stay in their order. */
function best<T>(
  some: readonly T[],
  scoreOf: (one: T) => number | null,
  limit: number,
  nameOf?: (one: T) => string,
): readonly T[] {
  return some
    .flatMap((one) => {
      const score = scoreOf(one);
      return score === null
        ? []
        : { one, score, key: nameOf === undefined ? '' : sortKey(nameOf(one)) };
    })
    .sort((a, b) => b.score - a.score || order(a.key, b.key))
    .slice(0, limit)
    .map(({ one }) => one);
}

/** Like the filter of the room list: without its server, if the text names none. */
function byAddress(address: string | null, text: string, words: readonly string[]): number | null {
  if (address === null) return null;
  const whole = address.toLowerCase();
  const part = text.includes(':') ? whole : whole.slice(0, whole.indexOf(':'));
  const isIn = words.every((word) => part.includes(word));
  return isIn ? (rank(part, words)?.score ?? null) : null;
}

const hasMoved = (db: Db, { tombstone, roomNo }: NamedRoom): boolean =>
  tombstone && replacementOf(db, roomNo) !== null;
const maySend = (db: Db, { roomNo }: NamedRoom, userId: string | null): boolean =>
  userId !== null && ownPermissions(db, roomNo, userId).send;

export function createPlacesView(
  deps: PlacesDeps,
  { text, kinds, limit, rights = false }: Query,
  sink: Sink<readonly FoundPlace[]>,
): PagedView {
  const { store, ownUserId, clock, log } = deps;
  const { db } = store;
  const words = termsOf(text);
  const set = differing(sink);
  const asksFor = (kind: FoundPlace['kind']): boolean => kinds.length === 0 || kinds.includes(kind);
  let number = 0;

  const byName = ({ nameFolded }: NamedRoom): number | null =>
    rank(nameFolded, words)?.score ?? null;
  const byPerson = ({ directUserId }: NamedRoom): number | null =>
    byAddress(directUserId, text, words);
  const either = (room: NamedRoom): number | null =>
    byName(room) ?? byAddress(room.alias, text, words) ?? byPerson(room);
  /** The address that answers the text in place of the name. */
  const answering = (room: NamedRoom): string | undefined =>
    byName(room) === null && byPerson(room) !== null ? (room.directUserId ?? undefined) : undefined;

  const isMoved = (one: NamedRoom): boolean => hasMoved(db, one);
  /** Best first; a room that has moved behind all that go on. */
  const chatsOf = (rooms: readonly NamedRoom[]): readonly NamedRoom[] => {
    const chats = rooms.filter(({ isTree }) => !isTree);
    const moved = new Set(chats.filter(isMoved));
    const goingOn = chats.filter((one) => !moved.has(one));
    return [...best(goingOn, either, limit), ...best([...moved], either, limit)].slice(0, limit);
  };

  const toRoom = (room: NamedRoom, address: string | undefined = answering(room)): FoundPlace => ({
    kind: 'room',
    key: `room:${room.roomId}`,
    roomId: room.roomId,
    name: room.name,
    marks: marksOf(room.name, words),
    alias: byName(room) === null ? room.alias : null,
    ...(address !== undefined && { address }),
    avatar: roomAvatarHandle(db, room),
    directUserId: room.directUserId,
    isSpace: room.isSpace,
    encrypted: room.encrypted,
    membership: room.membership === 'ban' ? 'leave' : room.membership,
    people: room.people,
    ...(isMoved(room) && { moved: true }),
    ...(rights && !maySend(db, room, ownUserId()) && { closed: true }),
    ...unreadOf(room),
  });

  const toDirectory = ({ roomId, name }: NamedRoom): FoundPlace => ({
    kind: 'directory',
    key: `directory:${roomId}`,
    roomId,
    name,
    marks: marksOf(name, words),
    path: [...deps.pathOf(roomId)],
  });

  /** People without a chat of two: that chat stands among the rooms. Null when nobody waits any longer. */
  async function findPeople(
    rooms: readonly NamedRoom[],
    running: () => boolean,
  ): Promise<readonly FoundPerson[] | null> {
    const [word] = [...words].sort((a, b) => b.length - a.length);
    if (word === undefined) return [];
    const own = ownUserId();
    const joined = rooms.filter(({ membership, isTree }) => membership === 'join' && !isTree);
    const known = new Set(joined.map(({ directUserId }) => directUserId));
    const found = new Map<string, NamedPerson>();
    for (let at = 0; at < joined.length && found.size < mostPeople; at += roomsPerTurn) {
      const some = joined.slice(at, at + roomsPerTurn).map(({ roomNo }) => roomNo);
      for (const one of peopleNamed(db, some, word, peoplePerTurn, text.includes(':')))
        if (one.userId !== own && !known.has(one.userId) && !found.has(one.userId))
          found.set(one.userId, one);
      // Input and commits have their turn.
      await new Promise((resolve) => setImmediate(resolve));
      if (!running()) return null;
    }
    const roomOf = new Map(joined.map((room) => [room.roomNo, room]));
    const nameOf = ({ displayName, userId }: NamedPerson): string =>
      personName(displayName, userId);
    const scoreOf = (one: NamedPerson): number | null =>
      rank(folded(nameOf(one)).text, words)?.score ?? byAddress(one.userId, text, words);
    return best([...found.values()], scoreOf, limit, nameOf).flatMap((one) => {
      const { roomNo, userId, displayName, avatarMxc } = one;
      const room = roomOf.get(roomNo);
      if (room === undefined) return [];
      const member = { userId, displayName, avatarMxc, membership: 'join' as const };
      return {
        kind: 'person' as const,
        key: `person:${userId}`,
        roomId: room.roomId,
        roomName: room.name,
        person: toPerson(db, userId, member, new Set()),
        marks: marksOf(nameOf(one), words),
      };
    });
  }

  /** Adds the address to each person who has the name of another chat or of somebody else in the list. */
  function toldApart(
    chats: readonly NamedRoom[],
    people: readonly FoundPerson[],
  ): readonly FoundPlace[] {
    const addresses = addressesOf(
      db,
      chats.map(({ roomNo }) => roomNo),
    );
    const told = amongOthers(
      db,
      people.map(({ person }) => person),
    );
    const keys = new Set(people.map(({ person }) => roomNameKey(person.name)));
    return [
      ...chats.map((room) =>
        toRoom(
          room,
          addresses.get(room.roomNo) ??
            (keys.has(roomNameKey(room.name)) ? addressOf(db, room.roomNo) : undefined),
        ),
      ),
      ...people.map((one) => ({ ...one, person: told(one.person) ?? one.person })),
    ];
  }

  async function search(): Promise<void> {
    const mine = (number += 1);
    const running = (): boolean => mine === number;
    if (ownUserId() === null) return set([]);
    const rooms = namedRooms(db, words.length === 0 ? 4 * limit : 100_000);
    const chats = asksFor('room') ? chatsOf(rooms) : [];
    const directories =
      asksFor('directory') && words.length > 0
        ? best(
            rooms.filter((one) => one.isTree),
            byName,
            limit,
            ({ name }) => name,
          )
        : [];
    const people = asksFor('person') ? await findPeople(rooms, running) : [];
    if (people === null || !running()) return;
    set([...toldApart(chats, people), ...directories.map(toDirectory)]);
  }

  const ask = (): Promise<void> =>
    search().catch((thrown: unknown) => sink.fail(unexpected(log, 'places', thrown)));
  const again = throttle(clock, minMs, () => void ask());
  void ask();

  return {
    refresh({ rooms, members, timelines, topics }) {
      if (rooms.size + members.size + timelines.size > 0 || topics.has('session')) again.ask();
    },
    paginate: async () => ({ reachedStart: true, reachedEnd: true }),
    close() {
      number += 1;
      again.close();
    },
  };
}
