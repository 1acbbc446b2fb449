// Changes a part of a room's state event, starting from the server's current content: a stale copy would undo another person's change.
import { createKeyedQueue, type KeyedQueue } from '../base/keyedQueue';
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

/** One queue per connection: two parallel changes of one event would start from the same content, and the second would undo the first. */
// eslint-disable-next-line trellis/module-state -- each connection has its own, which ends with it
const queues = new WeakMap<object, KeyedQueue>();

function queueOf(http: Pick<Http, 'request'>): KeyedQueue {
  const known = queues.get(http);
  if (known !== undefined) return known;
  const queue = createKeyedQueue();
  queues.set(http, queue);
  return queue;
}

/**
 * Reads the state with this key, and writes what `change` makes of it; `change` works on a copy and answers null where nothing is to
 * be written. Changes of one event wait for each other. A refused write leaves nothing behind.
 */
export const changeState = (
  http: Pick<Http, 'request'>,
  roomId: string,
  type: string,
  change: (content: Content) => Content | null,
  stateKey = '',
): Promise<void> =>
  queueOf(http)(JSON.stringify([roomId, type, stateKey]), () =>
    readAndWrite(http, roomId, type, change, stateKey),
  );

async function readAndWrite(
  http: Pick<Http, 'request'>,
  roomId: string,
  type: string,
  change: (content: Content) => Content | null,
  stateKey: string,
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
