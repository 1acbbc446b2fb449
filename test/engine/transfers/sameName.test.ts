// Two devices give one name to two files without knowing of each other: both stay, and the later one takes a free name.
import { join } from 'node:path';
import { requestId } from '../support';
import {
  allDone,
  clean,
  drop,
  listing,
  networkBack,
  newTree,
  openStage,
  signIn,
  type Person,
  type Stage,
} from './kit';

let stage: Stage;
let other: Person;
let tree: string;

beforeAll(async () => {
  stage = await openStage();
  const { homeserver, alice } = stage;
  other = await signIn(homeserver.baseUrl, { username: 'alice', userId: alice.userId });
}, 120_000);
afterAll(async () => {
  await other?.stop();
  await stage?.close();
});
beforeEach(async () => {
  tree = await newTree(stage.alice);
  await listing(other, tree, 0);
});
afterEach(() => clean(stage));

/** The names in the tree, once they are these. */
const named = (window: Person, names: readonly string[]) =>
  window.list(
    'directoryItems',
    {
      roomId: tree,
      sort: { by: 'name', descending: false },
      text: '',
      deleted: false,
      limit: 100,
    },
    (items) =>
      items
        .map(({ name }) => name)
        .sort()
        .join() === [...names].sort().join(),
  );

test('a file that waited for the network finds its name taken: it is there under a free one, for everybody', async () => {
  const { alice, proxy, files } = stage;
  files.write({
    'here/clash.txt': Buffer.from('hers'),
    'there/clash.txt': Buffer.from('the other'),
  });
  await proxy.setDown(true);
  await drop(alice, tree, [join(files.path, 'here/clash.txt')]);
  await drop(other, tree, [join(files.path, 'there/clash.txt')]);
  await allDone(other, 1);
  await networkBack(stage);
  await allDone(alice, 1);
  const both = ['clash (2).txt', 'clash.txt'];
  await named(alice, both);
  await named(other, both);
});

test('another name is refused when something else in the folder has it, and taken when it is only written otherwise', async () => {
  const { alice, files } = stage;
  files.write({ 'plan.txt': Buffer.from('a plan'), 'other.txt': Buffer.from('another') });
  await drop(alice, tree, [join(files.path, 'plan.txt'), join(files.path, 'other.txt')]);
  const items = await listing(alice, tree, 2);
  const plan = items.find(({ name }) => name === 'plan.txt');
  const entryId = (plan?.kind === 'file' ? plan.entryId : null) ?? '';
  const rename = (name: string) => alice.call('renameFile', { roomId: tree, entryId, name });
  const refused = { error: { code: 'conflict', data: { reason: 'name' } } };
  await expect(rename('Other.txt')).rejects.toMatchObject(refused);
  const made = { requestId: requestId(), parentId: tree, name: 'Bills' };
  const { roomId } = await alice.call('createDirectory', made);
  await named(alice, ['Bills', 'other.txt', 'plan.txt']);
  await expect(rename('bills')).rejects.toMatchObject(refused);
  await expect(alice.call('renameDirectory', { roomId, name: 'plan.txt' })).rejects.toMatchObject(
    refused,
  );
  await rename('Plan.txt');
  await alice.call('renameDirectory', { roomId, name: 'BILLS' });
  await named(alice, ['BILLS', 'other.txt', 'Plan.txt']);
});
