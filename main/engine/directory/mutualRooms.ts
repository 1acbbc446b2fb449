// Rooms that this account and somebody are both in, as the server knows them (MSC2666). Keeps nothing.
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { SharedRoom } from '#contract/areas/rooms/peopleModels';
import { isRecord } from '../base/record';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { clientUnstable, clientV1 } from '../http/url';
import { avatarHandle } from '../rooms/people';
import type { Features } from '../server/features';

const mostPages = 50;

const paths = {
  stable: { prefix: clientV1, path: '/mutual_rooms', from: 'from', next: 'next_batch' },
  unstable: {
    prefix: clientUnstable,
    path: '/uk.half-shot.msc2666/user/mutual_rooms',
    from: 'batch_token',
    next: 'next_batch_token',
  },
} as const;

/** All pages. @throws AppFailure `unsupported_server` 'Server does not support the Mutual Rooms API' */
export async function mutualRooms(
  http: Pick<Http, 'request'>,
  { db }: Pick<Store, 'db'>,
  features: Pick<Features, 'need'>,
  userId: string,
): Promise<SharedRoom[]> {
  const { prefix, path, from, next } = paths[await features.need('mutualRooms')];
  const found = new Set<string>();
  let token: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: unknown = await http.request<unknown>({
      ...{ method: 'GET', prefix, path, retry: 'limited' },
      query: { user_id: userId, [from]: token },
    });
    const joined = isRecord(answer) ? answer['joined'] : null;
    if (!isRecord(answer) || !Array.isArray(joined)) throw notMatrix();
    for (const roomId of joined) if (typeof roomId === 'string') found.add(roomId);
    const further = answer[next];
    if (typeof further !== 'string' || further === token) break;
    token = further;
  }
  return [...found].flatMap((roomId) => {
    const roomNo = roomNoOf(db, roomId);
    const room = roomNo === null ? null : getRoom(db, roomNo);
    // A room that sync has not brought yet is told the next time.
    if (room === null || room.membership !== 'join') return [];
    return [{ roomId, name: room.name, avatar: avatarHandle(db, room.avatarMxc) }];
  });
}
