// The engine dies at each of twenty moments while 100 files go up (`npm run stress`: 500). Judged by the server's database and by a plain SDK client: every file once, under
// its name, byte for byte.
import { fork } from 'node:child_process';
import { createDecipheriv, createHash } from 'node:crypto';
import { join } from 'node:path';
import type { TransferSummary } from '#contract/areas/files/transfersModels';
import { startFaultProxy, on, type FaultProxy, type Matcher } from '../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { removeBuiltCopy } from '../kill/support/build';
import {
  createEngineProcess,
  nextRequestId,
  type EngineUnderTest,
} from '../kill/support/engineProcess';
import { createChance, say } from '../kill/support/random';
import { eventually } from '../../support/eventually';
import { sized } from '../../support/sized';
import { serverHas, tempFiles, type Files } from './kit';

const chance = createChance();
const folders = 5;
const each = sized(20, 100);

interface FileMessage {
  readonly eventId: string;
  readonly roomId: string;
  readonly body: string;
  readonly file: {
    readonly url: string;
    readonly iv: string;
    readonly key: { readonly k: string };
    readonly hashes: { readonly sha256: string };
  };
}

interface Witness {
  readonly files: Map<string, FileMessage>;
  stop(): void;
}

let homeserver: Homeserver;
let proxy: FaultProxy;
let alice: EngineUnderTest;
let witness: Witness;
let token: string;
let files: Files;
let tree: string;

async function startWitness(baseUrl: string, account: object): Promise<Witness> {
  const child = fork(join(__dirname, 'witnessChild.cjs'), [], {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const seen = new Map<string, FileMessage>();
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: { file?: FileMessage; ready?: true; failure?: string }) => {
      if (message.file !== undefined) seen.set(message.file.eventId, message.file);
      if (message.failure !== undefined) reject(new Error(message.failure));
      if (message.ready === true) resolve();
    });
    child.send({ account, baseUrl });
  });
  return { files: seen, stop: () => void child.kill('SIGKILL') };
}

beforeAll(async () => {
  files = tempFiles();
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
  await homeserver.registerUser({ username: 'alice', password: 'pw' });
  const carol = await homeserver.registerUser({ username: 'carol', password: 'pw' });
  token = carol.accessToken;
  witness = await startWitness(homeserver.baseUrl, carol);
  alice = createEngineProcess();
  alice.start();
  await alice.until('the engine', () => alice.running());
  await alice.client.call('signIn', { server: proxy.url, user: 'alice', password: 'pw' });
  await alice.until('sync', () => alice.sync()?.state === 'SYNCING');
  tree = (await alice.client.call('createTree', { requestId: nextRequestId(), name: 'Batch' }))
    .roomId;
  await alice.client.call('invite', { roomId: tree, userIds: [carol.userId] });
  const joined = (): boolean =>
    homeserver.databaseQuery(
      `SELECT 1 FROM room_memberships WHERE room_id = ? AND user_id = ? AND membership = 'join'`,
      tree,
      carol.userId,
    ).length > 0;
  await eventually('the witness', joined, 20_000);
}, 120_000);

afterAll(async () => {
  witness?.stop();
  await alice?.destroy();
  await proxy?.close();
  await homeserver?.stop();
  files?.remove();
  removeBuiltCopy();
}, 30_000);

type Plan =
  | {
      readonly kind: 'request';
      readonly match: Matcher;
      readonly at: 'before-forward' | 'after-answer';
    }
  | { readonly kind: 'commit'; readonly when: 'before' | 'after' }
  | { readonly kind: 'moment' };

const requests: readonly Matcher[] = [
  on('POST', '/media/v3/upload'),
  on('PUT', '/send/m.room.encrypted/'),
  on('PUT', '/state/org.matrix.msc3089.branch/'),
];
const plans: readonly Plan[] = [
  { kind: 'request', match: on('POST', '/createRoom'), at: 'before-forward' },
  { kind: 'request', match: on('POST', '/createRoom'), at: 'after-answer' },
  { kind: 'request', match: on('PUT', '/state/m.space.child/'), at: 'after-answer' },
  ...requests.flatMap((match): Plan[] => [
    { kind: 'request', match, at: 'before-forward' },
    { kind: 'request', match, at: 'after-answer' },
    { kind: 'request', match, at: 'after-answer' },
  ]),
  { kind: 'commit', when: 'before' },
  { kind: 'commit', when: 'after' },
  { kind: 'commit', when: 'before' },
  { kind: 'commit', when: 'after' },
  { kind: 'moment' },
  { kind: 'moment' },
  { kind: 'moment' },
  { kind: 'moment' },
];

const inTime = async (happens: Promise<unknown>, ms: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  void happens.then(() => resolve(true));
  return promise.finally(() => clearTimeout(timer));
};

const isOpen = (): boolean =>
  proxy.log.some(({ outcome, path }) => outcome === null && !path.endsWith('/sync'));

/** Kills her once, as planned; answers whether something was under way. */
async function kill(plan: Plan): Promise<boolean> {
  const gone = alice.nextExit();
  let drop = (): void => undefined;
  let hit = false;
  if (plan.kind === 'request') {
    let skip = plan.match('POST', '/createRoom') ? 0 : chance.below(sized(6, 12));
    const hold = proxy.hold((...of) => plan.match(...of) && (skip -= 1) < 0, plan.at);
    drop = hold.drop;
    hit = await inTime(hold.reached, 40_000);
  } else if (plan.kind === 'commit') {
    alice.doom({ file: 'events.db', when: plan.when, skip: 5 + chance.below(sized(20, 60)) });
    hit = await inTime(gone, 40_000);
  } else await inTime(gone, 300 + chance.below(1500));
  const inFlight = hit || isOpen();
  alice.kill();
  await gone;
  drop();
  return inFlight;
}

async function plainHash(message: FileMessage): Promise<string> {
  const { url, key, iv, hashes } = message.file;
  const answer = await fetch(
    `${homeserver.baseUrl}/_matrix/client/v1/media/download/${url.slice('mxc://'.length)}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const bytes = Buffer.from(await answer.arrayBuffer());
  const sent = createHash('sha256').update(bytes).digest('base64').replace(/=+$/, '');
  if (sent !== hashes.sha256) return 'damaged';
  const decipher = createDecipheriv(
    'aes-256-ctr',
    Buffer.from(key.k, 'base64url'),
    Buffer.from(iv, 'base64'),
  );
  return createHash('sha256').update(decipher.update(bytes)).digest('hex');
}

const written = (): Record<string, string> =>
  files.write(
    Object.fromEntries(
      Array.from({ length: folders * each }, (_, n) => [
        `batch/part ${n % folders}/file ${String(n).padStart(3, '0')}.bin`,
        1 + chance.below(40_000),
      ]),
    ),
  );

const childRooms = (parent: string): string[] =>
  (
    homeserver.databaseQuery(
      `SELECT state_key FROM current_state_events WHERE room_id = ? AND type = 'm.space.child'`,
      parent,
    ) as { state_key: string }[]
  ).map(({ state_key: id }) => id);

test(
  `killed ${plans.length} times in a batch of ${folders * each} files: the queue completes, every file exists once`,
  async () => {
    say(`transfers: TRELLIS_SEED=${chance.seed}`);
    const began = Date.now();
    const hashes = written();
    const ticket = 'the-ticket-of-the-batch';
    const path = join(files.path, 'batch');
    const facts = { ticket, path, fileName: 'batch', sizeBytes: 0, mimeType: null };
    await alice.main.call('acceptFile', { ...facts, direction: 'read', isFolder: true });
    const request = { requestId: nextRequestId(), roomId: tree, tickets: [ticket] };
    await alice.client.call('upload', { ...request, clash: 'keep_both', versionOf: null });
    let summary: TransferSummary | null = null;
    alice.client.value('transferSummary', {}, (value) => {
      summary = value;
    });
    const now = (): TransferSummary | null => summary;
    const doneNow = (): number => now()?.done ?? 0;
    const killed: boolean[] = [];
    const doneAt: number[] = [];
    for (const plan of [...plans.slice(0, 3), ...chance.shuffle(plans.slice(3))]) {
      // Spread over the batch, once the directories are there.
      const from = Math.floor((Math.max(0, killed.length - 3) * folders * each) / 25);
      await eventually('some more files', () => doneNow() >= from, 120_000);
      killed.push(await kill(plan));
      doneAt.push(doneNow());
      await alice.until('the engine again', () => alice.running());
    }
    const rows = folders * each;
    // However busy the machine is: as long as it gets less, it goes on.
    for (let before = doneNow(); before < rows; before = doneNow())
      await eventually('one more', () => doneNow() > before, 90_000).catch((thrown: unknown) => {
        say(JSON.stringify(now()));
        throw thrown;
      });
    const inFlight = killed.filter(Boolean).length;
    say(
      `transfers: ${killed.length} kills, ${inFlight} in flight, rows done at each kill ${doneAt.join(' ')} of ${rows}, ${Math.round((Date.now() - began) / 1000)} s`,
    );

    const [batch = ''] = childRooms(tree);
    expect(childRooms(tree)).toHaveLength(1);
    const parts = childRooms(batch);
    expect(parts).toHaveLength(folders);
    // No room that nobody links: each was made once.
    const made = homeserver.databaseQuery(
      `SELECT count(*) AS n FROM events WHERE type = 'm.room.create'`,
    ) as { n: number }[];
    expect(made).toEqual([{ n: folders + 2 }]);
    const names: string[] = [];
    for (const roomId of parts) {
      const { messages, entries, active } = serverHas(homeserver, roomId);
      expect([messages.length, entries]).toEqual([each, messages]);
      names.push(...active.map(({ name }) => name ?? ''));
    }
    const expected = Object.keys(hashes).map((name) => name.slice(name.lastIndexOf('/') + 1));
    expect(names.sort()).toEqual(expected.sort());

    const seen = (): number => witness.files.size;
    for (let before = seen(); before < folders * each; before = seen())
      await eventually('one more file at the witness', () => seen() > before, 60_000);
    const got: [string, string][] = [];
    for (const message of witness.files.values())
      got.push([message.body, await plainHash(message)]);
    const wanted = Object.entries(hashes).map(([name, hash]) => [
      name.slice(name.lastIndexOf('/') + 1),
      hash,
    ]);
    expect(got.sort()).toEqual(wanted.sort());
    expect(killed).toHaveLength(plans.length);
    expect(inFlight).toBeGreaterThanOrEqual(10);
  },
  sized(1_800_000, 7_200_000),
);
