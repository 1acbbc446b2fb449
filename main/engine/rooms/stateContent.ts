// A state event of a room as the server holds it now, for acts that change a part of it: a stale copy would undo somebody else's change.
import { isRecord } from '../base/record';
import { errcodeOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';

type Content = Record<string, unknown>;

/** Empty where the room has none (CHAT-8.7). */
async function readState(
  http: Pick<Http, 'request'>,
  roomId: string,
  type: string,
  stateKey: string,
): Promise<Content> {
  try {
    const content = await http.request<unknown>({
      method: 'GET',
      path: path`/rooms/${roomId}/state/${type}/${stateKey}`,
      retry: 'limited',
    });
    return isRecord(content) ? content : {};
  } catch (thrown) {
    if (errcodeOf(thrown) === 'M_NOT_FOUND') return {};
    throw thrown;
  }
}

/**
 * Reads the state with this key, and writes what `change` makes of it; `change` works on a copy and answers null where nothing is to
 * be written. A refused write leaves nothing behind.
 */
export async function changeState(
  http: Pick<Http, 'request'>,
  roomId: string,
  type: string,
  change: (content: Content) => Content | null,
  stateKey = '',
): Promise<void> {
  const changed = change(await readState(http, roomId, type, stateKey));
  if (changed === null) return;
  await http.request({
    method: 'PUT',
    path:
      stateKey === ''
        ? path`/rooms/${roomId}/state/${type}`
        : path`/rooms/${roomId}/state/${type}/${stateKey}`,
    body: changed,
    retry: 'limited',
  });
}
