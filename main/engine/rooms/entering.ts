// Joining by address, and what can be done instead when the room lets nobody in unasked. Keeps nothing.
import { AppFailure } from '#contract/wire/errors';
import { textOf } from '#stores/events/types';
import { errcodeOf, notMatrix } from '../http/errors';
import { isRecord } from '../base/record';
import type { Http } from '../http/http';
import { path } from '../http/url';
import type { Membership } from './membership';

type Parts = {
  readonly http: Pick<Http, 'request'>;
  readonly membership: Pick<Membership, 'join'>;
};

/** Of a room that this account is not in; null when the server cannot say. Rooms that it hides are for invited people. */
async function joinRuleOf(
  http: Parts['http'],
  roomIdOrAlias: string,
  via: readonly string[],
): Promise<string | null> {
  try {
    const summary = await http.request<unknown>({
      method: 'GET',
      prefix: '/_matrix/client/v1',
      path: path`/room_summary/${roomIdOrAlias}`,
      query: { via },
      retry: 'limited',
    });
    return isRecord(summary) ? textOf(summary['join_rule']) : null;
  } catch (thrown) {
    const code = errcodeOf(thrown);
    return code === 'M_NOT_FOUND' || code === 'M_FORBIDDEN' ? 'invite' : null;
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

const mostVia = 10;

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
  if (roomId?.startsWith('!') !== true) throw notMatrix();
  const servers = isRecord(answer) ? answer['servers'] : null;
  const via = Array.isArray(servers) ? servers.filter((name) => typeof name === 'string') : [];
  return { roomId, via: via.slice(0, mostVia) };
}
