// Joins rooms by address, and finds what a person can do instead when the join rule refuses them. Keeps nothing.
import { AppFailure } from '#contract/wire/errors';
import { textOf } from '#stores/events/types';
import { errcodeOf, isRefusal, notMatrix } from '../http/errors';
import type { Store } from '#stores/sqlite/store';
import { RoomId } from '#contract/areas/ids';
import { isRoomId } from '#contract/plainNames';
import type { RoomSummary } from '#contract/areas/rooms/roomsModels';
import { isRecord } from '../base/record';
import { cleanName, cleanTopic } from '../events/cleanName';
import type { Http } from '../http/http';
import { onAnyPath } from '../http/alternate';
import { clientUnstable, clientV1, path } from '../http/url';
import { countOf } from './hierarchy';
import type { Membership } from './membership';
import { avatarHandle } from './people';
import { serversIn } from './via';

const longestTopic = 1000;

type Parts = {
  readonly http: Pick<Http, 'request'>;
  readonly membership: Pick<Membership, 'join'>;
};

/** GET /room_summary (Matrix v1.15), or as it was before (CHAT-8.10). @throws AppFailure */
async function askSummary(
  http: Parts['http'],
  roomIdOrAlias: string,
  via: readonly string[],
): Promise<Record<string, unknown> | null> {
  const summary = await onAnyPath(
    (way) => http.request<unknown>({ ...way, method: 'GET', query: { via }, retry: 'limited' }),
    { prefix: clientV1, path: path`/room_summary/${roomIdOrAlias}` },
    { prefix: `${clientUnstable}/im.nheko.summary`, path: path`/summary/${roomIdOrAlias}` },
  );
  return isRecord(summary) ? summary : null;
}

/** The server's summary of a room that this account has not joined; null when the server refuses or has no such endpoint. @throws AppFailure */
export async function roomSummary(
  http: Parts['http'],
  { db }: Pick<Store, 'db'>,
  roomIdOrAlias: string,
  via: readonly string[],
): Promise<RoomSummary | null> {
  const told = await askSummary(http, roomIdOrAlias, via).catch((thrown: unknown) => {
    if (isRefusal(thrown)) return null;
    throw thrown;
  });
  const roomId = textOf(told?.['room_id']);
  if (told === null || roomId === null || !RoomId.safeParse(roomId).success) return null;
  return {
    roomId,
    name: cleanName(told['name']) ?? cleanName(told['canonical_alias']),
    topic: cleanTopic(told['topic'], longestTopic),
    avatar: avatarHandle(db, textOf(told['avatar_url'])),
    isSpace: told['room_type'] === 'm.space',
    joinedCount: countOf(told['num_joined_members']),
    joinRule: textOf(told['join_rule']) ?? 'public',
    encrypted: typeof (told['encryption'] ?? told['im.nheko.summary.encryption']) === 'string',
    readable: told['world_readable'] === true,
  };
}

/** Join rule of a room that this account has not joined; null when the server cannot say. Rooms that it hides count as `invite`. */
async function joinRuleOf(
  http: Parts['http'],
  roomIdOrAlias: string,
  via: readonly string[],
): Promise<string | null> {
  try {
    return textOf((await askSummary(http, roomIdOrAlias, via))?.['join_rule']);
  } catch (thrown) {
    const code = errcodeOf(thrown);
    return code === 'M_NOT_FOUND' || code === 'M_FORBIDDEN' ? 'invite' : null;
  }
}

const ownPart = (id: string): string | null => /^[^:]+:(.+)$/.exec(id)?.[1] ?? null;

/** The failure with the name of the other server that the own one asked; it answers `server_error` when it does not reach that. */
export function namedServer({ error }: AppFailure, server: string): AppFailure {
  const code = error.code === 'server_error' ? 'other_server' : error.code;
  return new AppFailure({ ...error, code, data: { ...error.data, server } });
}

/** The same, and a failure of the server at a room elsewhere names the other server, as `other_server`. @throws AppFailure */
export async function namingServer<T>(
  work: Promise<T>,
  where: { readonly roomIdOrAlias: string; readonly via?: readonly string[] | undefined },
  ownUserId: string | null,
): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof AppFailure) || thrown.error.code !== 'server_error') throw thrown;
    const { roomIdOrAlias, via = [] } = where;
    const named = ownPart(roomIdOrAlias);
    const asked = roomIdOrAlias.startsWith('#') || via.length === 0 ? [named] : via;
    const own = ownPart(ownUserId ?? '');
    const [server] = asked;
    if (server === undefined || server === null || asked.includes(own ?? '')) throw thrown;
    throw namedServer(thrown, server);
  }
}

/** @throws AppFailure; `forbidden` holds `data.joinRule`, so that a person can ask to join where the room takes requests */
export async function joinByAddress(
  { http, membership }: Parts,
  roomIdOrAlias: string,
  via: readonly string[],
): Promise<string> {
  try {
    return await membership.join(roomIdOrAlias, via);
  } catch (thrown) {
    if (!(thrown instanceof AppFailure) || thrown.error.code !== 'forbidden') throw thrown;
    const joinRule = await joinRuleOf(http, roomIdOrAlias, via);
    throw new AppFailure({ ...thrown.error, data: { ...thrown.error.data, joinRule } });
  }
}

/** @throws AppFailure; `not_found` when no room has the alias */
export async function resolveAlias(
  http: Parts['http'],
  alias: string,
): Promise<{ roomId: string; via: string[] }> {
  const answer = await http.request<unknown>({
    method: 'GET',
    path: path`/directory/room/${alias}`,
    retry: 'limited',
  });
  const roomId = isRecord(answer) ? textOf(answer['room_id']) : null;
  if (!isRoomId(roomId)) throw notMatrix();
  return { roomId, via: serversIn(isRecord(answer) ? answer['servers'] : null) };
}
