// The homeserver's own search, through a real one: what is not on this disk is found, page by page, and nothing that it should not say.
import type { FoundOnServer, ServerSearch } from '#contract/areas/messages/search';
import { startFaultProxy, on, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window } from '../support';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let proxy: FaultProxy;
let alice: Window;
let bobToken: string;
let [plainId, secretId] = ['', ''];
/** Requests to the server's search. */
const asked: { readonly next: string | null; readonly body: unknown }[] = [];

const nothing = { roomId: null, room: null, sender: null, fromMs: null, toMs: null };
const find = (text: string, more: Partial<ServerSearch> = {}) =>
  alice.call('searchServer', { ...nothing, text, ...more });
const texts = ({ hits }: FoundOnServer): string[] => hits.map(({ text }) => text);

async function asBob(method: string, path: string, body: Record<string, unknown>) {
  const answer = await homeserver.request(method, `/_matrix/client/v3${path}`, {
    token: bobToken,
    body,
  });
  return answer as Record<string, unknown>;
}
const saysBob = (roomId: string, text: string) =>
  asBob('PUT', `/rooms/${encodeURIComponent(roomId)}/send/m.room.message/${requestId()}`, {
    msgtype: 'm.text',
    body: text,
  });

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known/'), status: 404 });
  await homeserver.registerUser({ username: 'alice', password: 'pw' });
  const bob = await homeserver.registerUser({
    username: 'bob',
    password: 'pw',
    displayName: 'Bob Ünal',
  });
  bobToken = bob.accessToken;
  const room = async (name: string, more: Record<string, unknown> = {}) => {
    const made = await asBob('POST', '/createRoom', { name, preset: 'public_chat', ...more });
    return String(made['room_id']);
  };
  plainId = await room('Printing');
  // So old that no first sync brings them.
  for (let n = 1; n <= 12; n += 1) await saysBob(plainId, `the gusset number ${n}`);
  for (let n = 1; n <= 30; n += 1) await saysBob(plainId, `something else ${n}`);
  await saysBob(plainId, 'a gusset of today');
  secretId = await room('Secret', {
    initial_state: [
      {
        type: 'm.room.encryption',
        state_key: '',
        content: { algorithm: 'm.megolm.v1.aes-sha2' },
      },
    ],
  });
  const { accessToken: token } = await homeserver.login({ username: 'alice', password: 'pw' });
  for (const roomId of [plainId, secretId])
    await homeserver.request('POST', `/_matrix/client/v3/join/${encodeURIComponent(roomId)}`, {
      token,
      body: {},
    });
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    if (url.pathname.endsWith('/search'))
      asked.push({
        next: url.searchParams.get('next_batch'),
        body: JSON.parse(String(init?.body)) as unknown,
      });
    return globalThis.fetch(input, init);
  };
  alice = openWindow({ deps: { fetch } });
  await alice.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  for (const roomId of [plainId, secretId])
    await alice.value('room', { roomId }, ({ membership }) => membership === 'join');
}, 120_000);
afterAll(async () => {
  await alice?.stop();
  await proxy?.close();
  await homeserver?.stop();
});

test('CHAT-7.39 CHAT-8.27 CHAT-3.24 what is not on this disk is found at the server, newest first, page by page, with what stands beside it', async () => {
  const first = await find('gusset');
  expect(first).toMatchObject({ count: 13, more: true });
  // The one of today is on the disk: the list `search` has it.
  expect(texts(first)[0]).toBe('the gusset number 12');
  const { sender, marks, before, after, roomName } = first.hits[0] ?? {};
  expect({ name: sender?.name, marks, before, after, roomName }).toEqual({
    name: 'Bob Ünal',
    marks: [{ from: 4, to: 10 }],
    before: { name: 'Bob Ünal', text: 'the gusset number 11' },
    after: { name: 'Bob Ünal', text: 'something else 1' },
    roomName: 'Printing',
  });
  const all = [...texts(first)];
  let page = first;
  while (page.more) {
    page = await alice.call('searchServerMore', { searchId: first.searchId });
    all.push(...texts(page));
  }
  expect(all).toEqual(Array.from({ length: 12 }, (_, n) => `the gusset number ${12 - n}`));
  await expect(alice.call('searchServerMore', { searchId: first.searchId })).rejects.toMatchObject({
    error: { message: 'Cannot backpaginate event search any further' },
  });
  const [one, two] = asked;
  expect([one?.next, typeof two?.next]).toEqual([null, 'string']);
  expect(two?.body).toEqual(one?.body);
  expect(one?.body).toEqual({
    search_categories: {
      room_events: {
        search_term: 'gusset',
        filter: { rooms: [plainId] },
        order_by: 'recent',
        event_context: { before_limit: 1, after_limit: 1 },
      },
    },
  });
}, 60_000);

test('an encrypted room is not asked for, a search without words neither, and conditions hold', async () => {
  const before = asked.length;
  await expect(find('gusset', { roomId: secretId })).rejects.toMatchObject({
    error: { code: 'bad_request' },
  });
  await expect(find('  ')).rejects.toMatchObject({ error: { code: 'bad_request' } });
  expect((await find('gusset', { room: 'Secret' })).hits).toEqual([]);
  expect(asked.length).toBe(before);
  expect((await find('gusset', { sender: 'nobody' })).hits).toEqual([]);
  expect((await find('gusset', { sender: 'ünal' })).hits).not.toEqual([]);
  expect((await find('gusset', { toMs: 1 })).hits).toEqual([]);
}, 60_000);

test('what a hostile server finds: other rooms, encrypted ones, no ids, endless pages', async () => {
  const result = (more: Record<string, unknown>) => ({
    rank: 'high',
    result: {
      event_id: '$forged',
      room_id: plainId,
      type: 'm.room.message',
      sender: '@bob:localhost',
      origin_server_ts: 1,
      content: { body: 'gusset', msgtype: 'm.text' },
      ...more,
    },
    context: { events_before: [{ sender: 7 }], events_after: 'none' },
  });
  const before = asked.length;
  const stop = proxy.rules.add({
    match: on('POST', '/search'),
    status: 200,
    body: {
      search_categories: {
        room_events: {
          count: -4,
          next_batch: 'the same for ever',
          highlights: [7, '\u202e'],
          results: [
            result({ room_id: '!elsewhere:localhost' }),
            result({ room_id: secretId }),
            result({ event_id: 7 }),
            result({ event_id: '$with space' }),
            result({ sender: 'bob' }),
            result({ origin_server_ts: 'today' }),
            result({ content: null }),
            { result: null },
            'nothing',
          ],
        },
      },
    },
  });
  const found = await find('gusset');
  expect(found).toMatchObject({ count: null, hits: [], more: false });
  expect(asked.length - before).toBe(2);
  stop();
  const again = proxy.rules.add({ match: on('POST', '/search'), status: 200, body: { odd: true } });
  await expect(find('gusset')).rejects.toMatchObject({ error: { code: 'not_matrix' } });
  again();
  const { hits } = await find('gusset');
  expect(hits.length).toBeGreaterThan(0);
}, 60_000);
