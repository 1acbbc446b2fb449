// The list of rooms of an engine in memory.
import { fold } from '#stores/rooms/fold';
import type { EngineContract } from '#contract/engine';
import type { Departure, Removal, Removals } from '#contract/areas/rooms/departureModels';
import type { RoomListItem, RoomSection } from '#contract/areas/rooms/roomsModels';
import type { SpaceRoom, SpaceRooms } from '#contract/areas/rooms/spaceModels';
import type { ListQuery } from '#contract/wire/shapes';
import type { World } from './fakeEngine';

const order: readonly RoomSection[] = [
  'invites',
  'favourites',
  'people',
  'rooms',
  'spaces',
  'low_priority',
  'removed',
];

/** The rows of the room list as the engine would give them. */
export function listRooms(
  { rooms, spaces }: Pick<World, 'rooms' | 'spaces'>,
  query: ListQuery<EngineContract, 'rooms'>,
): readonly RoomListItem[] {
  const items: RoomListItem[] = [];
  const within = query.spaceId == null ? null : (spaces[query.spaceId] ?? []);
  for (const section of order) {
    const of = rooms
      .filter((row) => row.section === section && fold(row.name).includes(fold(query.text)))
      .filter((row) => within?.includes(row.roomId) !== false)
      .filter((row) => query.unreadOnly !== true || row.unread > 0 || row.dot)
      .sort((a, b) => b.activityMs - a.activityMs);
    if (of.length === 0) continue;
    const collapsed = query.collapsed.includes(section);
    const fresh = of.filter((row) => row.unread > 0 || row.dot);
    const highlights = fresh.reduce((sum, row) => sum + row.highlights, 0);
    const header = { kind: 'section' as const, key: section, section, total: of.length, collapsed };
    const news = collapsed && fresh.length > 0 ? { rooms: fresh.length, highlights } : undefined;
    items.push(news === undefined ? header : { ...header, news });
    if (!collapsed) items.push(...of);
  }
  return items.slice(0, query.limit);
}

/** The rooms of a space as its page asks for them: those of the list, then the others. */
export function roomsOfSpace(
  { rooms, spaces, spaceOthers }: Pick<World, 'rooms' | 'spaces' | 'spaceOthers'>,
  spaceId: string,
): SpaceRooms {
  const ours = (spaces[spaceId] ?? []).flatMap((id): SpaceRoom[] => {
    const row = rooms.find(({ roomId }) => roomId === id);
    if (row === undefined) return [];
    const { roomId, name, avatar, section } = row;
    return [
      {
        ...{ roomId, name, avatar, topic: null, joinedCount: 5, membership: 'join' as const },
        ...{ isSpace: section === 'spaces', joinRule: 'invite', via: [] },
      },
    ];
  });
  return {
    rooms: [...ours, ...(spaceOthers[spaceId] ?? [])],
    hidden: 0,
    whole: true,
    refused: false,
  };
}

/** Rooms whose header tells of a removal, and folders that are gone. */
export function removalsOf({
  directories,
  headers,
  ignored,
  rooms,
}: Pick<World, 'directories' | 'headers' | 'ignored' | 'rooms'>): Removals {
  const removal = (
    roomId: string,
    departure: Departure | undefined,
    name = roomId,
    folder = false,
  ): Removal[] =>
    departure !== undefined && ['removed', 'banned', 'refused'].includes(departure.how)
      ? [{ roomId, name, folder, departure, silent: ignored.includes(departure.by?.userId ?? '') }]
      : [];
  return {
    removals: [
      ...Object.entries(headers).flatMap(([roomId, { departure, name }]) =>
        removal(roomId, departure, name ?? rooms.find((row) => row.roomId === roomId)?.name),
      ),
      ...directories.flatMap((one) => removal(one.roomId, one.departure, one.name, true)),
    ],
  };
}
