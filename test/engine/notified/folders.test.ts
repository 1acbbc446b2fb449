// Invitations into shared folders in the list of notifications, from two whole engines and a real Synapse.
import type { NotifiedMessage } from '#contract/areas/notifications';
import { startHomeserver, type Homeserver } from '../../homeserver/homeserver.cjs';
import { eventually } from '../../support/eventually';
import { requestId } from '../support';
import { newTree, signIn, type Person } from '../transfers/kit';

let server: Homeserver;
let alice: Person;
let bob: Person;
const closing: (() => void)[] = [];

beforeAll(async () => {
  server = await startHomeserver();
  const people = ['alice', 'bob'].map(async (username) => {
    const { userId } = await server.registerUser({ username, password: 'pw' });
    return signIn(server.baseUrl, { username, userId });
  });
  [alice, bob] = (await Promise.all(people)) as [Person, Person];
}, 180_000);

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

afterAll(async () => {
  await alice?.stop();
  await bob?.stop();
  await server?.stop();
});

/** The list as it stands now, after each change. */
function history() {
  let rows: readonly NotifiedMessage[] = [];
  const list = bob.pages('notificationHistory', { mentions: false }, (now) => void (rows = now));
  closing.push(list.close);
  return { rows: () => rows, page: () => list.paginate('back', 30) };
}

async function shareFolder(name: string, inner: string): Promise<string> {
  const treeId = await newTree(alice, name);
  await alice.call('createDirectory', { requestId: requestId(), parentId: treeId, name: inner });
  const share = { roomId: treeId, userIds: [bob.userId], below: true };
  await alice.call('setSharing', { ...share, role: 'editor' });
  await bob.list('trees', { expanded: [] }, (items) =>
    items.some((item) => item.kind === 'invite' && item.name === name && item.directories === 1),
  );
  return treeId;
}

test('an invitation into a folder has one row, however many folders it brings, until it is answered', async () => {
  const list = history();
  const treeId = await shareFolder('Garden', 'Beds');
  const waits = {
    ...{ roomId: treeId, roomName: 'Garden', state: 'invited', folder: true, read: false },
    sender: { userId: alice.userId },
  };
  await eventually('it is there before any page', () => list.rows().length === 1);
  await list.page();
  expect(list.rows()).toMatchObject([waits]);
  await bob.call('acceptTreeInvite', { roomId: treeId });
  await eventually('it is answered', () => list.rows().length === 0);
});

test('it is there also when the account wants no word of invitations, so that the server lists none', async () => {
  await bob.call('setNotificationRule', { kind: 'invites', on: false });
  await bob.value('notificationRules', {}, ({ invites }) => !invites);
  const treeId = await shareFolder('Kitchen', 'Recipes');
  const list = history();
  await list.page();
  expect(list.rows()).toMatchObject([{ roomId: treeId, roomName: 'Kitchen', state: 'invited' }]);
});
