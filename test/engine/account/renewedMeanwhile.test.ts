// Tokens that hold no more in the middle of everything: a real service renews them once for all that waits, they are saved before one is used, and
// nothing that was being sent is lost or sent twice.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { on } from '../../faults/faultProxy';
import { delegatedStage } from './delegatedStage';
import { openWindow, requestId, type Window } from '../support';
import { signIn, storedSession } from './browserKit';

const open: Window[] = [];
/** Tokens are watched from now on. */
let armed = false;
const stage = delegatedStage(() => Promise.all(open.map((window) => window.stop())));

/** Somebody who is signed in through the proxy, with a room; `around` stands between the engine and the network. */
async function inRoom(user: string, around: typeof fetch) {
  const window = openWindow({ deps: { fetch: around } });
  open.push(window);
  await signIn(window, stage.proxy().url, user);
  await window.value('sync', {}, ({ phase }) => phase === 'syncing');
  const { roomId } = await window.call('createRoom', {
    ...{ requestId: requestId(), name: 'Room', topic: null, invite: [] },
    ...{ direct: false, encrypted: false, public: false },
  });
  await window.value('room', { roomId }, ({ membership }) => membership === 'join');
  return { window, roomId };
}

const say = (window: Window, roomId: string, text: string) =>
  window.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text, kind: 'text', replyTo: null },
  });
const isToken = (resource: Parameters<typeof fetch>[0]): boolean =>
  String(resource) === `${stage.servers().serviceUrl}token`;
const allSent = (window: Window, roomId: string, count: number) =>
  window.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) => {
    const all = items.filter((one) => one.kind === 'message');
    return (
      all.length === count && all.every((one) => one.kind === 'message' && one.status === null)
    );
  });
test('tokens that end during a sync, a message and an upload are renewed, and nothing is lost or doubled', async () => {
  let renewed = 0;
  const { window, roomId } = await inRoom('nora', (resource, init) => {
    if (isToken(resource)) renewed += 1;
    return fetch(resource, init);
  });
  renewed = 0;
  const path = join(window.folder, 'letter.bin');
  writeFileSync(path, Buffer.alloc(5_000, 7));
  const ticket = 'ticket-of-a-file-that-is-sent';
  await window.main.call('acceptFile', {
    ...{ ticket, path, fileName: 'letter.bin', sizeBytes: 5_000, mimeType: null },
    ...{ direction: 'read', isFolder: false },
  });
  const unknown = { errcode: 'M_UNKNOWN_TOKEN', error: 'expired', soft_logout: true };
  const ended = [on('GET', '/sync'), on('PUT', '/send/'), on('POST', '/upload')];
  for (const match of ended)
    stage.proxy().rules.add({ match, status: 401, body: unknown, times: 1 });
  await say(window, roomId, 'first');
  await window.call('sendAttachment', {
    ...{ requestId: requestId(), roomId, threadId: null, ticket, preview: null },
    ...{ caption: null, replyTo: null },
  });
  await allSent(window, roomId, 2);
  expect(stage.stored(roomId)).toEqual(['first', 'letter.bin']);
  expect(renewed).toBeGreaterThan(0);
  expect(renewed).toBeLessThanOrEqual(ended.length);
  expect((await window.value('session', {}, () => true)).state).toBe('signed_in');
}, 120_000);

test('ended between the new tokens and their first use, the engine goes on with them, and what was written is sent once', async () => {
  let isCut = false;
  const used = Promise.withResolvers<void>();
  const { window, roomId } = await inRoom('olga', async (resource, init) => {
    // The process ends there: no request with the new token goes out.
    if (isCut && !isToken(resource)) {
      used.resolve();
      return new Promise<never>((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
      });
    }
    const answer = await fetch(resource, init);
    if (isToken(resource) && armed) isCut = true;
    return answer;
  });
  armed = true;
  const unknown = { errcode: 'M_UNKNOWN_TOKEN', error: 'expired', soft_logout: true };
  stage.proxy().rules.add({ match: on('PUT', '/send/'), status: 401, body: unknown, times: 1 });
  await say(window, roomId, 'written meanwhile');
  await used.promise;
  await window.stop(true);
  open.splice(open.indexOf(window), 1);
  const saved = storedSession(window);
  const again = openWindow({ folder: window.folder, key: window.key });
  open.push(again);
  await allSent(again, roomId, 1);
  expect(stage.stored(roomId)).toEqual(['written meanwhile']);
  await again.stop(true);
  open.splice(open.indexOf(again), 1);
  // The service takes a token for renewing once: these were the newest, and still are.
  expect(storedSession(again).refreshToken).toBe(saved.refreshToken);
}, 120_000);
