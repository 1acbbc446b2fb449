// Moves a room to another version: the server makes the room that takes over. Keeps nothing.
import { textOf } from '#stores/events/types';
import { isRecord } from '../base/record';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';

/** POST /rooms/{roomId}/upgrade (CHAT-7.33). Answers the room that took over. @throws AppFailure */
export async function upgradeRoom(
  http: Pick<Http, 'request'>,
  roomId: string,
  version: string,
): Promise<string> {
  const answer = await http.request<unknown>({
    method: 'POST',
    path: path`/rooms/${roomId}/upgrade`,
    body: { new_version: version },
    retry: 'limited',
    // A server copies the state, the bans among it.
    timeoutMs: 180_000,
  });
  const replacement = isRecord(answer) ? textOf(answer['replacement_room']) : null;
  if (replacement?.startsWith('!') !== true) throw notMatrix();
  return replacement;
}
