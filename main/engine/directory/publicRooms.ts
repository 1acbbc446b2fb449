// The rooms that servers list for everybody: the own server's, another server's, those of a bridged network. Keeps nothing.
import { textOf } from '#stores/events/types';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { RoomId } from '#contract/areas/ids';
import { AppFailure } from '#contract/wire/errors';
import type {
  PublicRoom,
  PublicRooms,
  PublicRoomsQuery,
} from '#contract/areas/rooms/directoryModels';
import { isRecord } from '../base/record';
import { cleanName, cleanTopic } from '../events/cleanName';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { namedServer } from '../rooms/entering';
import { countOf } from '../rooms/hierarchy';
import { avatarHandle } from '../rooms/people';

const pageSize = 30;
const longestTopic = 1000;
/** Another server is asked by the own one. */
const timeoutMs = 90_000;

/**
 * One page. GET where everything is wanted, POST with what narrows it (CHAT-7.35). @throws AppFailure; where another server was asked,
 * `data.server` names it, also if it (or the own one) refused
 */
export async function publicRooms(
  http: Pick<Http, 'request'>,
  { db }: Pick<Store, 'db'>,
  { server, term, network, since }: PublicRoomsQuery,
): Promise<PublicRooms> {
  const page = { limit: pageSize, ...(since !== null && { since }) };
  const narrowed = {
    ...(term !== '' && { filter: { generic_search_term: term } }),
    ...(network !== null && { third_party_instance_id: network }),
  };
  const all = Object.keys(narrowed).length === 0;
  const answer = await http
    .request<unknown>({
      path: '/publicRooms',
      ...{ retry: 'limited', timeoutMs },
      ...(all
        ? { method: 'GET', query: { ...page, server } }
        : { method: 'POST', query: { server }, body: { ...page, ...narrowed } }),
    })
    .catch((thrown: unknown) => {
      throw server !== null && thrown instanceof AppFailure ? namedServer(thrown, server) : thrown;
    });
  const chunk = isRecord(answer) ? answer['chunk'] : null;
  if (!isRecord(answer) || !Array.isArray(chunk)) throw notMatrix();
  const total = answer['total_room_count_estimate'];
  const next = textOf(answer['next_batch']);
  return {
    rooms: chunk.flatMap((one: unknown) => shown(db, server, one)),
    next: next === since ? null : next,
    total: typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : null,
  };
}

function shown(db: Store['db'], server: string | null, told: unknown): PublicRoom[] {
  const roomId = isRecord(told) ? textOf(told['room_id']) : null;
  if (!isRecord(told) || roomId === null || !RoomId.safeParse(roomId).success) return [];
  const alias = cleanName(told['canonical_alias']);
  const roomNo = roomNoOf(db, roomId);
  return [
    {
      roomId,
      alias,
      name: cleanName(told['name']) ?? alias ?? cleanName(roomId) ?? roomId,
      topic: cleanTopic(told['topic'], longestTopic),
      avatar: avatarHandle(db, textOf(told['avatar_url'])),
      joinedCount: countOf(told['num_joined_members']),
      isSpace: told['room_type'] === 'm.space',
      joinRule: textOf(told['join_rule']) ?? 'public',
      readable: told['world_readable'] === true,
      takesGuests: told['guest_can_join'] === true,
      membership: (roomNo === null ? null : getRoom(db, roomNo)?.membership) ?? null,
      via: server === null ? [] : [server],
    },
  ];
}
