// The lists `places` and `search` of an engine in memory.
import type {
  FoundMessage,
  FoundOnServer,
  FoundPlace,
  SearchCoverage,
  SearchQuery,
} from '#contract/areas/messages/search';
import type { EngineContract } from '#contract/engine';
import type { Implementation } from '#contract/wire/serve';
import type { ListQuery } from '#contract/wire/shapes';
import { fold, roomNameKey } from '#stores/rooms/fold';
import type { World } from './fakeEngine';

export interface SearchWorld {
  searchCoverage: SearchCoverage;
  onServer: FoundOnServer;
}

export const noSearch = (): SearchWorld => ({
  searchCoverage: { filling: null, room: { complete: true, sinceMs: null } },
  onServer: { searchId: 'search-1', count: 0, hits: [], more: false },
});

export const coverageOf = ({ searchCoverage }: World, roomId: string | null): SearchCoverage => ({
  ...searchCoverage,
  room: roomId === null ? null : searchCoverage.room,
});

const idOfRoom = ({ directUserId, roomId }: World['rooms'][number]): string =>
  directUserId ?? roomId;

/** Finds places by parts of their names, like the engine. */
function findPlaces(
  {
    rooms,
    members,
    directories,
    headers,
  }: Pick<World, 'rooms' | 'members' | 'directories' | 'headers'>,
  { text, kinds, limit, rights = false }: ListQuery<EngineContract, 'places'>,
): readonly FoundPlace[] {
  const wanted = fold(text);
  const marksIn = (name: string) => {
    const from = wanted === '' ? -1 : fold(name).indexOf(wanted);
    return from === -1 ? [] : [{ from, to: from + wanted.length }];
  };
  const asks = (kind: FoundPlace['kind']) => kinds.length === 0 || kinds.includes(kind);
  const named = (name: string) => fold(name).includes(wanted);
  const called = (name: string): number =>
    new Set([
      ...rooms.filter((one) => roomNameKey(one.name) === roomNameKey(name)).map(idOfRoom),
      ...members
        .filter(({ person }) => roomNameKey(person.name) === roomNameKey(name))
        .map(({ person }) => person.userId),
    ]).size;
  const isMoved = ({ roomId }: World['rooms'][number]): boolean =>
    (headers[roomId]?.replacementRoomId ?? null) !== null;
  const chats = rooms
    .filter(({ name }) => asks('room') && named(name))
    .sort((a, b) => Number(isMoved(a)) - Number(isMoved(b)))
    .map((room) => ({
      kind: 'room' as const,
      key: `room:${room.roomId}`,
      roomId: room.roomId,
      name: room.name,
      marks: marksIn(room.name),
      alias: null,
      ...(called(room.name) > 1 && { address: idOfRoom(room) }),
      avatar: room.avatar,
      directUserId: room.directUserId,
      isSpace: room.section === 'spaces',
      encrypted: room.encrypted,
      membership: 'join' as const,
      people: room.directUserId === null ? 6 : 2,
      ...(isMoved(room) && { moved: true as const }),
      ...(rights && headers[room.roomId]?.permissions?.send === false && { closed: true as const }),
      unread: room.unread,
      highlights: room.highlights,
      dot: room.dot,
    }));
  const [first] = rooms;
  const people = members
    .filter(({ person }) => asks('person') && wanted !== '' && named(person.name))
    .map(({ person }) => ({
      kind: 'person' as const,
      key: `person:${person.userId}`,
      roomId: first?.roomId ?? '!none',
      roomName: first?.name ?? '',
      person,
      marks: marksIn(person.name),
    }));
  const folders = directories
    .filter(({ name }) => asks('directory') && wanted !== '' && named(name))
    .map(({ roomId, name }) => ({
      kind: 'directory' as const,
      key: `directory:${roomId}`,
      roomId,
      name,
      marks: marksIn(name),
      path: [],
    }));
  return [...chats.slice(0, limit), ...people.slice(0, limit), ...folders.slice(0, limit)];
}

/** Finds messages with all words or parts of words, and where they stand, like the engine. */
function messagesIn(
  { messages }: Pick<World, 'messages'>,
  { text, roomId, sender, has }: SearchQuery,
): readonly FoundMessage[] {
  const terms = fold(text)
    .split(/\s+/)
    .filter((term) => term !== '');
  if (terms.length === 0 && sender === null && has.length === 0) return [];
  return messages
    .filter((one) => terms.every((term) => fold(one.text).includes(term)))
    .filter((one) => roomId === null || one.roomId === roomId)
    .filter(
      ({ sender: { name, userId } }) =>
        sender === null || [name, userId].some((part) => fold(part).includes(fold(sender))),
    )
    .filter((one) => has.length === 0 || one.isFile)
    .map((one) => ({
      ...one,
      marks: terms.map((term) => {
        const from = fold(one.text).indexOf(term);
        return { from, to: from + term.length };
      }),
    }));
}

export const searchDefaults = {
  fetchOlder: () => ({ complete: true }),
  searchServer: (_query: unknown, { world }: { world: World }) => world.onServer,
  searchServerMore: (_search: unknown, { world }: { world: World }) => ({
    ...world.onServer,
    hits: [],
    more: false,
  }),
};

export const searchLists = (world: World, watch: (push: () => void) => () => void) =>
  ({
    search: (query, sink) => ({
      close: watch(() => sink.set(messagesIn(world, query))),
    }),
    places: (query, sink) => ({ close: watch(() => sink.set(findPlaces(world, query))) }),
  }) satisfies Partial<Implementation<EngineContract>['lists']>;
