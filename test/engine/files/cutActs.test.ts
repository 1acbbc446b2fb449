// Acts on files while the network breaks in the middle: at each of their requests, before the server has it and after. Each says so with
// a code, and asked again it ends where it would have ended.
import { on, startFaultProxy, type FaultProxy } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { branch, filesKit, type FilesKit } from './kit';

let server: Homeserver;
let proxy: FaultProxy;
let alice: FilesKit;
let bob: FilesKit;

beforeAll(async () => {
  server = await startHomeserver();
  proxy = await startFaultProxy(server.baseUrl);
  alice = await filesKit(server, 'alice', { baseUrl: proxy.url });
  bob = await filesKit(server, 'bob');
}, 120_000);
afterEach(() => proxy.rules.clear());
afterAll(async () => {
  for (const kit of [alice, bob]) await kit?.close();
  await proxy?.close();
  await server?.stop();
});

interface Place {
  readonly tree: string;
  readonly from: string;
  readonly to: string;
  readonly child: string;
  readonly entry: string;
}

/** A tree of two directories, one with a directory and a file in it. */
async function place(name: string): Promise<Place> {
  const tree = await alice.tree(name);
  const from = await alice.directory(tree, 'from');
  const to = await alice.directory(tree, 'to');
  const child = await alice.directory(from, 'child');
  return { tree, from, to, child, entry: await alice.file(from, 'a.txt') };
}

interface Act {
  readonly name: string;
  /** How many requests change something at the server. */
  readonly steps: number;
  before?(at: Place): Promise<void>;
  run(at: Place): Promise<unknown>;
  /** The server's data after the act. */
  done(at: Place): unknown;
}

/** The state as the server has it, not as we believe. */
const serverState = (roomId: string, type: string, key = ''): Record<string, unknown> | null => {
  const [row] = server.databaseQuery<{ json: string }>(
    `SELECT j.json FROM current_state_events c JOIN event_json j ON j.event_id = c.event_id
     WHERE c.room_id = ? AND c.type = ? AND c.state_key = ?`,
    roomId,
    type,
    key,
  );
  return row === undefined
    ? null
    : (JSON.parse(row.json) as { content: Record<string, unknown> }).content;
};

const linked = (parent: string, child: string): boolean =>
  serverState(parent, 'm.space.child', child)?.['via'] !== undefined;
const active = ({ from, entry }: Place): unknown => serverState(from, branch, entry)?.['active'];
const accessOf = (roomId: string): unknown[] => [
  serverState(roomId, 'm.room.member', bob.userId)?.['membership'] ?? null,
  (serverState(roomId, 'm.room.power_levels')?.['users'] as Record<string, number>)[bob.userId] ??
    null,
];
const share = ({ from }: Place, role: 'viewer' | 'editor' | null) =>
  alice.files.sharing.set({ roomId: from, userIds: [bob.userId], role, below: true });

const acts: readonly Act[] = [
  {
    name: 'rename a directory',
    steps: 1,
    run: ({ from }) => alice.files.place.rename(from, 'renamed'),
    done: ({ from }) => [serverState(from, 'm.room.name'), { name: 'renamed' }],
  },
  {
    name: 'rename a file',
    steps: 1,
    run: ({ from, entry }) => alice.files.entries.rename(from, entry, 'b.txt'),
    done: ({ from, entry }) => [serverState(from, branch, entry)?.['name'], 'b.txt'],
  },
  {
    name: 'move a directory',
    steps: 4,
    run: ({ from, to, child }) => alice.move(child, from, to),
    done: ({ from, to, child }) => [
      [linked(from, child), linked(to, child)],
      [false, true],
    ],
  },
  {
    name: 'share with everything below',
    steps: 4,
    run: (at) => share(at, 'editor'),
    done: ({ from, child }) => [
      [accessOf(from), accessOf(child)],
      [
        ['invite', 50],
        ['invite', 50],
      ],
    ],
  },
  {
    name: 'change a role',
    steps: 2,
    before: async (at) => void (await share(at, 'editor')),
    run: (at) => share(at, 'viewer'),
    done: ({ from, child }) => [
      [accessOf(from), accessOf(child)],
      [
        ['invite', 0],
        ['invite', 0],
      ],
    ],
  },
  {
    name: 'take access away',
    steps: 2,
    before: async (at) => void (await share(at, 'viewer')),
    run: (at) => share(at, null),
    done: ({ from, child }) => [
      [accessOf(from)[0], accessOf(child)[0]],
      ['leave', 'leave'],
    ],
  },
  {
    name: 'delete a file',
    steps: 1,
    run: ({ from, entry }) => alice.files.entries.deactivate(from, entry),
    done: (at) => [active(at), false],
  },
  {
    name: 'restore a file',
    steps: 1,
    before: async ({ from, entry }) => {
      await alice.files.entries.deactivate(from, entry);
      await alice.untilState(from, branch, entry, (content) => content['active'] === false);
    },
    run: ({ from, entry }) => alice.files.entries.restore(from, entry),
    done: (at) => [active(at), true],
  },
];

/** Requests that change rooms; to-device messages and keys have their own tests. */
const changes = on(
  '*',
  /^\/_matrix\/client\/v3\/rooms\/.*\/(state|send|redact|invite|kick|join|leave)\b/,
);

describe.each(acts)('$name', ({ name, steps, before, run, done }) => {
  test.each(['before-forward', 'before-headers'] as const)(
    'cut %s: a code each time, and the whole act when it is repeated',
    async (cut) => {
      const at = await place(name);
      await before?.(at);
      const codes: unknown[] = [];
      // Each try gets one request further than the one before, as far as what is done is not done again.
      for (let step = 0; step < steps; step += 1) {
        proxy.rules.clear();
        proxy.rules.add({ match: changes, cut, skip: step, times: 1 });
        const failed: unknown = await run(at).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (failed === null) break;
        codes.push((failed as { error?: { code?: string } }).error?.code ?? failed);
      }
      expect([...new Set(codes)]).toEqual(['offline']);
      proxy.rules.clear();
      await run(at);
      const [is, wanted] = done(at) as [unknown, unknown];
      expect(is).toEqual(wanted);
    },
    90_000,
  );
});

test('a slow server makes an act slow, not double', async () => {
  const at = await place('Slow');
  proxy.rules.add({ match: changes, delayMs: 300 });
  await Promise.all([
    alice.move(at.child, at.from, at.to),
    alice.files.entries.rename(at.from, at.entry, 'slow.txt'),
    alice.files.place.rename(at.from, 'slow'),
  ]);
  expect([linked(at.from, at.child), linked(at.to, at.child)]).toEqual([false, true]);
  expect(serverState(at.from, branch, at.entry)?.['name']).toBe('slow.txt');
  expect(serverState(at.from, 'm.room.name')).toEqual({ name: 'slow' });
}, 60_000);
