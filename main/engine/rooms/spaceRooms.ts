// The rooms of a space, one level deep, for whoever opens it: asked of the server, with what this account is in each. Keeps nothing.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { SpaceRoom, SpaceRooms } from '#contract/areas/rooms/spaceModels';
import type { Http } from '../http/http';
import { cleanName, cleanTopic } from '../events/cleanName';
import { avatarHandle } from './people';
import { serversIn } from './via';
import { fetchHierarchy, type HierarchyLink, type HierarchyRoom } from './hierarchy';

const pageSize = 50;
const mostRooms = 500;
const longestTopic = 1000;

/** In the order of the space. `hidden`: rooms that it links to and that the server does not let this account see. */
export async function spaceRooms(
  http: Pick<Http, 'request'>,
  { db }: Store,
  spaceId: string,
): Promise<SpaceRooms> {
  const found = new Map<string, HierarchyRoom>();
  let from: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof fetchHierarchy>> = await fetchHierarchy(http, spaceId, {
      maxDepth: 1,
      limit: pageSize,
      ...(from === null ? {} : { from }),
    });
    for (const room of page.rooms) found.set(room.roomId, room);
    from = page.nextBatch;
  } while (from !== null && found.size < mostRooms);
  const links = new Map(found.get(spaceId)?.children.map((link) => [link.roomId, link]));
  found.delete(spaceId);
  const rooms = [...found.values()].map((room) => shown(db, room, links.get(room.roomId)));
  return { rooms, hidden: from === null ? Math.max(0, links.size - rooms.length) : 0 };
}

function shown(db: Store['db'], room: HierarchyRoom, link: HierarchyLink | undefined): SpaceRoom {
  const roomNo = roomNoOf(db, room.roomId);
  const membership = roomNo === null ? null : (getRoom(db, roomNo)?.membership ?? null);
  return {
    roomId: room.roomId,
    name: cleanName(room.name) ?? cleanName(room.alias) ?? cleanName(room.roomId) ?? room.roomId,
    topic: cleanTopic(room.topic, longestTopic),
    avatar: avatarHandle(db, room.avatarMxc),
    isSpace: room.roomType === 'm.space',
    joinedCount: room.joinedCount,
    membership:
      membership === 'join' || membership === 'invite' || membership === 'knock'
        ? membership
        : null,
    joinRule: room.joinRule,
    via: serversIn(link?.content['via']),
  };
}
