// Rooms and addresses as servers tell them, over answers that are made here: nothing malformed or without an end gets through, and an address
// is changed in the content that the server has now.
import { publicRooms } from '#engine/directory/publicRooms';
import { removeAlias, setMainAlias } from '#engine/directory/aliases';
import { appFailure, toAppError } from '#contract/wire/errors';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';

let temp: TempStore;
beforeEach(() => (temp = tempStore()));
afterEach(() => temp.remove());

const room = (fields: object) => ({ room_id: '!a:example.org', num_joined_members: 3, ...fields });
const page = async (answer: unknown, since: string | null = null) =>
  publicRooms({ request: async <T>() => answer as T }, temp.store, {
    ...{ server: 'example.org', term: '', network: null, since },
  });

test('of a list of rooms the malformed entries are left out, and names lose what deceives', async () => {
  const { rooms, total } = await page({
    chunk: [
      room({ name: 'Gar\u202eden\u0007', topic: 'x'.repeat(5_000), join_rule: 7 }),
      ...[null, 'room', {}, { room_id: 7 }, { room_id: 'no room' }],
      room({ room_id: '!b:example.org', name: { evil: true }, num_joined_members: '5' }),
    ],
    total_room_count_estimate: -1,
  });
  expect(rooms).toMatchObject([
    { roomId: '!a:example.org', name: 'Garden', joinRule: 'public', joinedCount: 3 },
    { roomId: '!b:example.org', name: '!b:example.org' },
  ]);
  expect(rooms[0]?.topic?.length).toBeLessThanOrEqual(1_001);
  expect(total).toBeNull();
  for (const bad of [null, [], {}, { chunk: 'rooms' }])
    await expect(page(bad)).rejects.toMatchObject({ error: { code: 'not_matrix' } });
});

test('a list that leads to the same page again ends there', async () => {
  expect((await page({ chunk: [], next_batch: 'two' }, 'one')).next).toBe('two');
  expect((await page({ chunk: [], next_batch: 'two' }, 'two')).next).toBeNull();
});

test('a failure at the list of another server names that server', async () => {
  const failing = async (code: 'server_error' | 'forbidden', server: string | null) =>
    publicRooms(
      {
        request: async () => {
          throw appFailure(code, 'no');
        },
      },
      temp.store,
      { server, term: '', network: null, since: null },
    ).catch((thrown: unknown) => {
      const { code: told, data } = toAppError(thrown);
      return [told, data?.['server'] ?? null];
    });
  expect([
    await failing('server_error', 'far.org'),
    await failing('forbidden', 'far.org'),
    await failing('server_error', null),
  ]).toEqual([
    ['other_server', 'far.org'],
    ['forbidden', 'far.org'],
    ['server_error', null],
  ]);
});

/** A server with this content; what others wrote into it meanwhile is there too. */
function server(content: Record<string, unknown>) {
  let now = content;
  const request = async <T>({
    method,
    path,
    body,
  }: {
    method: string;
    path: string;
    body?: unknown;
  }) => {
    if (method === 'PUT' && path.includes('canonical_alias')) now = body as typeof now;
    return (method === 'GET' ? now : {}) as T;
  };
  return { request, now: () => now };
}

test('an address is written on a copy of what the server holds', async () => {
  const others = { alias: '#old:x.org', alt_aliases: ['#theirs:x.org'], 'org.example.more': 1 };
  const made = server(others);
  await setMainAlias(made, '!a:x.org', '#new:x.org');
  expect(made.now()).toEqual({
    alias: '#new:x.org',
    alt_aliases: ['#theirs:x.org', '#old:x.org'],
    'org.example.more': 1,
  });
  await removeAlias(made, '!a:x.org', '#new:x.org');
  expect(made.now()).toEqual({
    alt_aliases: ['#theirs:x.org', '#old:x.org'],
    'org.example.more': 1,
  });
});
