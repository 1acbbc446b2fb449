// The rooms of a space, one level deep, for whoever opens it: asked of the server, with what this account is in each. Rooms that this
// computer knows itself are shown also when the server does not answer or leaves them out. Keeps nothing.
import { AppFailure } from '#contract/wire/errors';
import { getRoom, roomNoOf, type StoredRoom } from '#stores/rooms/rooms';
import { knownIn } from '#stores/rooms/spaces';
import { countMembers, getState } from '#stores/rooms/state';
import { textOf } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { SpaceRoom, SpaceRooms } from '#contract/areas/rooms/spaceModels';
import type { Http } from '../http/http';
import { cleanName, cleanTopic } from '../events/cleanName';
import { avatarHandle, roomAvatarHandle } from './people';
import { serversIn } from './via';
import { fetchHierarchy, type HierarchyLink, type HierarchyRoom } from './hierarchy';

const pageSize = 50;
/** The window draws all of them. */
const mostRooms = 500;
/** A server may name one more page for ever. */
const mostPages = 20;
const longestTopic = 1000;

/**
 * In the order of the space, and then what only this computer knows.
 *
 * @throws what `online` and the request throw, if nothing is known here
 */
export async function spaceRooms(
  online: () => Promise<Pick<Http, 'request'>>,
  { db }: Store,
  spaceId: string,
): Promise<SpaceRooms> {
  const known = knownIn(db, spaceId, mostRooms).flatMap((roomNo) => getRoom(db, roomNo) ?? []);
  try {
    return await asked(await online(), db, spaceId, known);
  } catch (thrown) {
    if (known.length === 0) throw thrown;
    const refused = thrown instanceof AppFailure && thrown.error.code === 'forbidden';
    return { rooms: known.map((room) => stored(db, room)), hidden: 0, whole: false, refused };
  }
}

async function asked(
  http: Pick<Http, 'request'>,
  db: Store['db'],
  spaceId: string,
  known: readonly StoredRoom[],
): Promise<SpaceRooms> {
  const found = new Map<string, HierarchyRoom>();
  let from: string | null = null;
  for (let pages = 0; pages < mostPages && found.size < mostRooms; pages += 1) {
    const page: Awaited<ReturnType<typeof fetchHierarchy>> = await fetchHierarchy(http, spaceId, {
      maxDepth: 1,
      limit: pageSize,
      ...(from === null ? {} : { from }),
    });
    for (const room of page.rooms) found.set(room.roomId, room);
    from = page.nextBatch;
    if (from === null) break;
  }
  const own = found.get(spaceId);
  const links = new Map(own?.children.map((link) => [link.roomId, link]));
  found.delete(spaceId);
  // The server leaves out a room of which it holds no more than the link. A room without a link was taken out: what this computer knows is
  // older than the answer.
  const missing = known.filter(
    ({ roomId }) => !found.has(roomId) && (own === undefined || links.has(roomId)),
  );
  const rooms = [
    ...[...found.values()].map((room) => shown(db, room, links.get(room.roomId))),
    ...missing.map((room) => stored(db, room)),
  ].slice(0, mostRooms);
  const ids = new Set([spaceId, ...found.keys(), ...missing.map(({ roomId }) => roomId)]);
  const hidden = [...links.keys()].filter((roomId) => !ids.has(roomId)).length;
  return { rooms, hidden: from === null ? hidden : 0, whole: true, refused: false };
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
    membership: shownMembership(membership),
    joinRule: room.joinRule,
    via: serversIn(link?.content['via']),
  };
}

const shownMembership = (membership: StoredRoom['membership'] | null): SpaceRoom['membership'] =>
  membership === 'join' || membership === 'invite' || membership === 'knock' ? membership : null;

/** A room of the space as this computer knows it. */
function stored(db: Store['db'], room: StoredRoom): SpaceRoom {
  const { roomNo, roomId, name, membership, roomType, joinedCount } = room;
  const rules = getState(db, roomNo, 'm.room.join_rules')?.raw.content;
  return {
    roomId,
    name,
    topic: cleanTopic(room.topic, longestTopic),
    avatar: roomAvatarHandle(db, room),
    isSpace: roomType === 'm.space',
    joinedCount: joinedCount ?? countMembers(db, roomNo, 'join'),
    membership: shownMembership(membership),
    joinRule: textOf(rules?.['join_rule']) ?? 'invite',
    via: [],
  };
}
