// Moves of directories and files while the network breaks or the engine ends, at each of their requests: once begun, a move ends by
// itself, and until then its row says what it takes out of its place.
import { on, type Matcher } from '../../faults/faultProxy';
import { requestId } from '../support';
import {
  clean,
  allDone,
  drop,
  listing,
  networkBack,
  newTree,
  openStage,
  rowsWhen,
  synced,
  type Stage,
} from './kit';

let stage: Stage;
let tree: string;
let from: string;
let to: string;
let moved: string;

const directory = async (parentId: string, name: string): Promise<string> => {
  const made = await stage.alice.call('createDirectory', {
    requestId: requestId(),
    parentId,
    name,
  });
  return made.roomId;
};

beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close());
beforeEach(async () => {
  tree = await newTree(stage.alice);
  from = await directory(tree, 'from');
  to = await directory(tree, 'to');
  moved = await directory(from, 'moved');
  await listing(stage.alice, from, 1);
});
afterEach(() => clean(stage));

/** True when the server's state has the link. */
const linked = (parent: string, type: string, child: string): boolean =>
  stage.homeserver
    .databaseQuery<{ json: string }>(
      `SELECT j.json FROM current_state_events c JOIN event_json j ON j.event_id = c.event_id
       WHERE c.room_id = ? AND c.type = ? AND c.state_key = ?`,
      parent,
      type,
      child,
    )
    .some(({ json }) => 'via' in (JSON.parse(json) as { content: object }).content);

const links = (): boolean[] => [
  linked(from, 'm.space.child', moved),
  linked(moved, 'm.space.parent', from),
  linked(to, 'm.space.child', moved),
  linked(moved, 'm.space.parent', to),
];
const there = [false, false, true, true];
const where = [true, true, false, false];

const move = () =>
  stage.alice.call('moveDirectory', {
    requestId: requestId(),
    roomId: moved,
    fromId: from,
    toId: to,
  });

const link: Matcher = on('PUT', '/state/m.space.');
const steps = [0, 1, 2, 3];

const cuts = steps.flatMap((step) => [
  { cut: 'before-forward' as const, step },
  { cut: 'before-headers' as const, step },
]);

// When the answer to the last request is lost, sync brings what it did, and nothing is left to wait for.
test.each(cuts.slice(0, -1))(
  'cut $cut from request $step on: it goes on when the network is back',
  async ({ cut, step }) => {
    const { alice, proxy } = stage;
    proxy.rules.add({ match: link, cut, skip: step });
    await move();
    const rows = await rowsWhen(alice, ([row]) => row?.step === 'network');
    expect(rows).toMatchObject([
      { kind: 'move', name: 'moved', where: 'to', moves: moved, actions: { cancel: step === 0 } },
    ]);
    await networkBack(stage);
    await allDone(alice, 1);
    expect(links()).toEqual(there);
    await listing(alice, from, 0);
    await listing(alice, to, 1);
  },
  60_000,
);

test('cut when all is done but for the last answer: nothing is done twice', async () => {
  const { alice, proxy } = stage;
  proxy.rules.add({ match: link, cut: 'before-headers', skip: 3, times: 1 });
  await move();
  await allDone(alice, 1);
  expect(links()).toEqual(there);
}, 60_000);

test.each(steps)(
  'the engine ends at request %i: it goes on with the next start',
  async (step) => {
    let skip = step;
    const hold = stage.proxy.hold(
      (...of) => link(...of) && (skip -= 1) < 0,
      step % 2 === 0 ? 'before-forward' : 'after-answer',
    );
    await move();
    await hold.reached;
    await stage.startAgain();
    hold.drop();
    await synced(stage.alice);
    const rows = await allDone(stage.alice, 1);
    expect(rows.map(({ kind, moves }) => [kind, moves])).toEqual([['move', moved]]);
    expect(links()).toEqual(there);
  },
  60_000,
);

test.each([1, 2])(
  'refused at request %i: all stays where it was, and is said',
  async (step) => {
    const { alice, proxy } = stage;
    const body = { errcode: 'M_FORBIDDEN', error: 'No' };
    proxy.rules.add({ match: link, status: 403, body, skip: step, times: 1 });
    await move();
    const [row] = await rowsWhen(alice, (rows) => rows.some(({ state }) => state === 'failed'));
    expect([row?.error?.code, row?.actions.dismiss]).toEqual(['forbidden', true]);
    expect(links()).toEqual(where);
  },
  60_000,
);

test('without a connection it waits, can be called off, and does not go to two places', async () => {
  const { alice, proxy } = stage;
  await proxy.setDown(true);
  try {
    await alice.value('sync', {}, ({ state }) => state !== 'SYNCING');
    await move();
    await expect(move()).rejects.toMatchObject({
      error: { code: 'conflict', data: { reason: 'moving' } },
    });
    const [row] = await rowsWhen(alice, (rows) => rows.length === 1);
    expect([row?.step, row?.actions.cancel]).toEqual(['network', true]);
    await alice.call('transfers', { transferIds: [row?.transferId ?? ''], act: 'cancel' });
    await rowsWhen(alice, (rows) => rows.length === 0);
  } finally {
    await networkBack(stage);
  }
  await synced(alice);
  expect(links()).toEqual(where);
  await move();
  await allDone(alice, 1);
  expect(links()).toEqual(there);
}, 60_000);

test('two directories that go into each other: the second move ends, says why, and is not offered again', async () => {
  const { alice, proxy } = stage;
  await proxy.setDown(true);
  try {
    await alice.value('sync', {}, ({ state }) => state !== 'SYNCING');
    await move();
    const back = { requestId: requestId(), roomId: to, fromId: tree, toId: moved };
    await alice.call('moveDirectory', back);
    await rowsWhen(alice, (rows) => rows.length === 2);
  } finally {
    await networkBack(stage);
  }
  const rows = await rowsWhen(alice, (all) => all.some(({ state }) => state === 'failed'));
  const failed = rows.find(({ state }) => state === 'failed');
  expect(failed).toMatchObject({
    ...{ name: 'to', where: 'moved', error: { code: 'conflict', data: { reason: 'loop' } } },
    actions: { retry: false, dismiss: true },
  });
  expect(links()).toEqual(there);
}, 60_000);

const fileRequests: readonly (readonly [string, Matcher])[] = [
  ['message', on('PUT', '/send/m.room.encrypted/')],
  ['entry', on('PUT', '/state/org.matrix.msc3089.branch/')],
  ['end of the old entry', on('PUT', '/state/org.matrix.msc3089.branch/')],
];

test.each(fileRequests.map((one, index) => [...one, index] as const))(
  'a file that is moved, the engine ended at its %s: it is in one place in the end',
  async (_name, match, index) => {
    const { files, homeserver } = stage;
    files.write({ 'a.bin': 3000 });
    await drop(stage.alice, from, [`${files.path}/a.bin`]);
    await allDone(stage.alice, 1);
    const items = await listing(stage.alice, from, 2);
    const entryIds = items.flatMap((item) => (item.kind === 'file' ? (item.entryId ?? []) : []));
    await stage.alice.call('transfers', { transferIds: null, act: 'dismiss' });
    let skip = index === 2 ? 1 : 0;
    const hold = stage.proxy.hold((...of) => match(...of) && (skip -= 1) < 0, 'after-answer');
    const request = { requestId: requestId(), roomId: from, toId: to, entryIds };
    await stage.alice.call('copyFiles', { ...request, move: true, clash: 'keep_both' });
    await hold.reached;
    const [row] = await rowsWhen(stage.alice, (rows) => rows.length === 1);
    expect(row?.moves).toBe(entryIds[0]);
    await stage.startAgain();
    hold.drop();
    await synced(stage.alice);
    await allDone(stage.alice, 1);
    await listing(stage.alice, from, 1);
    const entries = homeserver.databaseQuery<{ room: string; json: string }>(
      `SELECT c.room_id AS room, j.json FROM current_state_events c JOIN event_json j ON j.event_id = c.event_id
       WHERE c.type = 'org.matrix.msc3089.branch' AND c.room_id IN (?, ?)`,
      from,
      to,
    );
    const active = entries.filter(
      ({ json }) => (JSON.parse(json) as { content: { active?: boolean } }).content.active === true,
    );
    expect([entries.length, active.map(({ room }) => room)]).toEqual([2, [to]]);
  },
  60_000,
);

test('a file that is moved and brought back before it left its old place keeps its name, and nobody is asked', async () => {
  const { alice, files, proxy } = stage;
  files.write({ 'b.bin': 3000 });
  const [above, below] = [await newTree(alice, 'above'), await newTree(alice, 'below')];
  await drop(alice, above, [`${files.path}/b.bin`]);
  await allDone(alice, 1);
  const idOf = async (roomId: string): Promise<string> => {
    const [row] = await listing(alice, roomId, 1);
    return row?.kind === 'file' ? (row.entryId ?? '') : '';
  };
  const first = await idOf(above);
  const hold = proxy.hold(
    on('PUT', `${encodeURIComponent(above)}/state/org.matrix.msc3089.branch/`),
    'before-forward',
  );
  const request = { move: true, clash: 'keep_both' as const };
  await alice.call('copyFiles', {
    ...{ ...request, requestId: requestId(), roomId: above, toId: below, entryIds: [first] },
  });
  await hold.reached;
  const entryIds = [await idOf(below)];
  const back = { roomId: below, toId: above, entryIds };
  expect(await alice.call('copyPlan', back)).toEqual({ clashes: [], unreadable: [] });
  await alice.call('copyFiles', { ...request, ...back, requestId: requestId() });
  hold.release();
  await allDone(alice, 3);
  const rows = await listing(alice, above, 1);
  expect(rows.map(({ name }) => name)).toEqual(['b.bin']);
  await listing(alice, below, 0);
}, 60_000);
