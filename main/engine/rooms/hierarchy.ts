// Lists the rooms of a space from the server, also for spaces that this account is only invited to (CHAT-7.32). Keeps nothing.
import { textOf } from '#stores/events/types';
import { notMatrix } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { onAnyPath } from '../http/alternate';
import { clientUnstable, clientV1, path } from '../http/url';

export interface HierarchyLink {
  readonly roomId: string;
  readonly sender: string;
  /** Content of the `m.space.child` event. */
  readonly content: Record<string, unknown>;
}

export interface HierarchyRoom {
  readonly roomId: string;
  readonly name: string | null;
  readonly alias: string | null;
  readonly topic: string | null;
  readonly avatarMxc: string | null;
  readonly joinedCount: number;
  /** `public` when the server does not say. */
  readonly joinRule: string;
  readonly roomType: string | null;
  /** Rooms that it links to. */
  readonly children: readonly HierarchyLink[];
}

export interface HierarchyQuery {
  readonly suggestedOnly?: boolean;
  readonly maxDepth?: number;
  /** `next_batch` of the previous answer. */
  readonly from?: string;
  readonly limit?: number;
}

export async function fetchHierarchy(
  http: Pick<Http, 'request'>,
  roomId: string,
  { suggestedOnly, maxDepth, from, limit }: HierarchyQuery = {},
): Promise<{ readonly rooms: readonly HierarchyRoom[]; readonly nextBatch: string | null }> {
  const query = { suggested_only: suggestedOnly, max_depth: maxDepth, from, limit };
  const place = path`/rooms/${roomId}/hierarchy`;
  const answer = await onAnyPath(
    (way) => http.request<unknown>({ ...way, method: 'GET', query, retry: 'limited' }),
    { prefix: clientV1, path: place },
    { prefix: `${clientUnstable}/org.matrix.msc2946`, path: place },
  );
  const rooms = isRecord(answer) ? answer['rooms'] : null;
  if (!isRecord(answer) || !Array.isArray(rooms)) throw notMatrix();
  return {
    rooms: rooms.flatMap((room: unknown): HierarchyRoom[] => {
      const id = isRecord(room) ? textOf(room['room_id']) : null;
      if (!isRecord(room) || id === null) return [];
      const links = Array.isArray(room['children_state']) ? room['children_state'] : [];
      return [
        {
          roomId: id,
          name: textOf(room['name']),
          alias: textOf(room['canonical_alias']),
          topic: textOf(room['topic']),
          avatarMxc: textOf(room['avatar_url']),
          joinedCount: countOf(room['num_joined_members']),
          joinRule: textOf(room['join_rule']) ?? 'public',
          roomType: textOf(room['room_type']),
          children: links.flatMap(linkOf),
        },
      ];
    }),
    nextBatch: textOf(answer['next_batch']),
  };
}

export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

function linkOf(link: unknown): HierarchyLink[] {
  if (!isRecord(link) || !isRecord(link['content'])) return [];
  const roomId = textOf(link['state_key']);
  if (roomId === null) return [];
  return [{ roomId, sender: textOf(link['sender']) ?? '', content: link['content'] }];
}

const mostPages = 20;

/** Ids of all rooms below a space, without the space; as far as the server shows them to this account. */
export async function idsBelow(http: Pick<Http, 'request'>, roomId: string): Promise<Set<string>> {
  const found = new Set<string>();
  let from: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const answer: Awaited<ReturnType<typeof fetchHierarchy>> = await fetchHierarchy(http, roomId, {
      limit: 50,
      ...(from === null ? {} : { from }),
    });
    for (const room of answer.rooms) {
      for (const child of room.children) found.add(child.roomId);
    }
    from = answer.nextBatch;
    if (from === null) break;
  }
  found.delete(roomId);
  return found;
}
