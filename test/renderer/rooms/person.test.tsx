// The card of a person: where it opens from, what it offers, and the questions before it acts.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { PersonCard } from '../../../renderer/features/roomHeader/PersonCard';
import { Root } from '../../../renderer/features/shell';
import { AccountWindow, accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import {
  at,
  mara,
  message,
  people,
  person,
  roomHeader,
  roomId,
  roomRow,
  rooms,
} from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const accountId = 'account000';
const larkfield = roomId('larkfield');

// Lists draw what is visible, and nothing has a size in jsdom.
beforeAll(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    height: 40,
    width: 600,
    top: 0,
    bottom: 40,
    left: 0,
    right: 600,
    x: 0,
    y: 0,
  } as DOMRect);
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterAll(() => jest.restoreAllMocks());

async function openRoom(world: Partial<World> = {}): Promise<FakeEngine> {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({
    ...exampleWorld(),
    settings: { navigation },
    timelines: {
      [larkfield]: [
        message(people.jonas, 'the offer is here', at(9, 0)),
        message(people.odile, `ask ${people.jonas.userId} for it`, at(9, 10)),
        message(mara, 'thanks', at(9, 20)),
      ],
    },
    ...world,
  });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByText('the offer is here');
  return engine;
}

const cardOf = (name: string): Promise<HTMLElement> => screen.findByRole('dialog', { name });
const about = (name: string): string => `About \u2068${name}\u2069`;

test('the name of a sender opens their card: address, presence, role, rooms that are shared', async () => {
  await openRoom();
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const card = await cardOf(people.odile.name);
  within(card).getByText(people.odile.userId);
  within(card).getByText('Online');
  within(card).getByText('Admin');
  within(card).getByRole('button', { name: 'Copy address' });
  const shared = within(card).getByRole('region', { name: 'Rooms you share' });
  expect(within(shared).getAllByRole('button')).not.toEqual([]);
});

test('whoever may change the role of the other person of a chat of two sees which one they have', async () => {
  const engine = await openRoom();
  const direct = {
    [larkfield]: { ...engine.world.headers[larkfield], directUserId: people.jonas.userId },
  };
  act(() => engine.update({ headers: { ...engine.world.headers, ...direct } }));
  fireEvent.click(screen.getByRole('button', { name: about(people.jonas.name) }));
  const card = within(await cardOf(people.jonas.name));
  card.getByRole('button', { name: 'Change role' });
  card.getByText(/^(Member|Moderator|Admin)$/);
});

test('a card of somebody with whom all rooms are shared shows the newest of them, and all after a press', async () => {
  await openRoom({
    rooms: [...rooms, ...Array.from({ length: 9 }, (_, at) => roomRow(`r${at}`, `Room ${at}`))],
  });
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const card = await cardOf(people.odile.name);
  const shared = within(card).getByRole('region', { name: 'Rooms you share' });
  const names = () => within(shared).getAllByRole('button').length;
  const all = within(shared).getByRole('button', { name: /^Show all \d+$/ });
  expect(names()).toBe(6);
  fireEvent.click(all);
  expect([names() > 6, all.isConnected]).toEqual([true, false]);
});

test('CHAT-3.13 the card says since when somebody is away, and their status', async () => {
  const status = 'Back at \u202ethree';
  await openRoom({
    presences: { [people.odile.userId]: { state: 'offline', lastActiveMs: at(8, 30), status } },
  });
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const card = await cardOf(people.odile.name);
  within(card).getByText(/^Last here .* · ⁨Back at/);
});

test('the card says pronouns, and what time it is for somebody far away, and nothing of who is in the same zone or tells none', async () => {
  const zone = 'Pacific/Kiritimati';
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await openRoom({
    timeZones: { [people.odile.userId]: zone, [people.jonas.userId]: here },
    pronouns: { [people.odile.userId]: 'they/she' },
  });
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const card = await cardOf(people.odile.name);
  const shown = await within(card).findByText(/^\d\d:\d\d where they are$/);
  expect(shown.title).toBe(zone);
  await within(card).findByText('they/she');
  fireEvent.keyDown(card, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const name = about(people.jonas.name);
  fireEvent.click(screen.getAllByRole('button', { name })[0] ?? card);
  const other = await cardOf(people.jonas.name);
  await within(other).findByText(people.jonas.userId);
  expect(within(other).queryByText(/where they are/)).toBeNull();
});

test('the card says what somebody writes about themselves, as plain lines', async () => {
  const text = 'I print.\n<b>Ask</b> me.';
  await openRoom({ biographies: { [people.odile.userId]: text } });
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const card = await cardOf(people.odile.name);
  const shown = await within(card).findByText(/^I print\./);
  expect(shown.textContent).toBe(text);
  expect(shown.querySelector('*')).toBeNull();
});

test('a mention opens the card of whom it names', async () => {
  await openRoom();
  fireEvent.click(screen.getByRole('button', { name: `@${people.jonas.name}` }));
  await cardOf(people.jonas.name);
});

test('a row of the people opens the card; people stand by role, one of two same names with the address below', async () => {
  const twin = { ...person('@odile:elsewhere.example', people.odile.name), ambiguous: true };
  const { members } = exampleWorld();
  await openRoom({
    members: members.map((row) =>
      row.person.userId === people.jonas.userId ? { ...row, key: twin.userId, person: twin } : row,
    ),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^\d+ (person|people)$/ }));
  const list = await screen.findByRole('listbox', { name: 'People' });
  const groups = within(list).getAllByRole('group');
  expect(groups.map((group) => within(group).getAllByRole('option').length)).toEqual([
    1, 1, 1, 2, 1,
  ]);
  // In a small room each row says what a heading would.
  for (const name of ['Creator', 'Admin', 'Moderator', 'Invited'])
    within(list).getByText(new RegExp(`^${name}`));
  expect(within(list).queryByText('Members')).toBeNull();
  fireEvent.click(within(list).getByText(twin.userId));
  const card = await cardOf(twin.name);
  within(card).getByText(twin.userId);
});

test('Message opens the chat of two; where there is none it asks first, because the person is invited', async () => {
  const engine = await openRoom({
    rooms: rooms.filter(({ directUserId }) => directUserId !== people.odile.userId),
  });
  engine.answers.createRoom = () => ({ roomId: roomId('studio') });
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const message = within(await cardOf(people.odile.name)).getByRole('button', { name: 'Message' });
  const question = async (press: string): Promise<void> => {
    fireEvent.click(message);
    const dialog = await screen.findByRole('alertdialog', { name: /^Start a chat with .*Odile/ });
    within(dialog).getByText(/is invited to it/);
    fireEvent.click(within(dialog).getByRole('button', { name: press }));
  };
  await question('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(called(engine, 'createRoom')).toEqual([]);
  await question('Start chat');
  await waitFor(() =>
    expect(called(engine, 'createRoom')).toMatchObject([
      { direct: true, encrypted: true, invite: [people.odile.userId] },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('heading', { name: 'Studio' });
});

test('Mention writes the name into the field; the person is who is mentioned', async () => {
  const engine = await openRoom();
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  fireEvent.click(within(await cardOf(people.odile.name)).getByRole('button', { name: 'Mention' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /message to/i });
  await waitFor(() => expect(field.value).toBe('@Odile Marchetti '));
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() =>
    expect(called(engine, 'sendMessage')).toMatchObject([
      { text: '@Odile Marchetti', mentions: [{ start: 0, end: 16, id: people.odile.userId }] },
    ]),
  );
});

test('Mention from the people that cover the chat of a narrow window closes them', async () => {
  await openRoom();
  fireEvent.click(await screen.findByRole('button', { name: /^\d+ (person|people)$/ }));
  const list = await screen.findByRole('listbox', { name: 'People' });
  fireEvent.click(within(list).getByText(people.odile.name));
  const card = await cardOf(people.odile.name);
  const field = document.querySelector('textarea');
  // A rule of the style sheet hides the chat below a panel.
  const covers = (): boolean => list.isConnected;
  Object.assign(field ?? {}, { checkVisibility: () => !covers() });
  fireEvent.click(within(card).getByRole('button', { name: 'Mention' }));
  await waitFor(() => expect(field?.value).toBe('@Odile Marchetti '));
  expect([covers(), document.activeElement]).toEqual([false, field]);
});

test('the card of somebody of a space says space', async () => {
  const space = roomHeader(roomRow('larkfield', 'Larkfield'), { isSpace: true });
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <PersonCard room={space} userId={people.jonas.userId} onClose={() => undefined} />
    </AccountWindow>,
  );
  const card = await cardOf(people.jonas.name);
  await within(card).findByText('In this space');
  for (const name of ['Remove from space', 'Ban from space'])
    within(card).getByRole('button', { name });
});

test('the card removes only after a question, and offers nothing that the room does not allow', async () => {
  const engine = await openRoom();
  fireEvent.click(screen.getByRole('button', { name: about(people.jonas.name) }));
  const card = await cardOf(people.jonas.name);
  within(card).getByRole('button', { name: 'Ban from room' });
  fireEvent.click(within(card).getByRole('button', { name: 'Remove from room' }));
  const question = await screen.findByRole('alertdialog', { name: `Remove ${people.jonas.name}?` });
  expect(called(engine, 'kick')).toEqual([]);
  fireEvent.change(within(question).getByRole('textbox'), { target: { value: 'moved on' } });
  fireEvent.click(within(question).getByRole('button', { name: `Remove ${people.jonas.name}` }));
  await waitFor(() =>
    expect(called(engine, 'kick')).toEqual([
      { roomId: larkfield, userId: people.jonas.userId, reason: 'moved on' },
    ]),
  );
  await within(card).findByText('Not a member');
  expect(within(card).queryByRole('button', { name: 'Change role' })).toBeNull();
});

test('the card lifts a ban at one press, and invites again whoever is out of the room', async () => {
  const { members } = exampleWorld();
  const none = { invite: false, kick: false, ban: false, unban: false, levels: [] };
  const jonas = (change: Partial<(typeof members)[number]>): typeof members =>
    members.map((one) => (one.person.userId === people.jonas.userId ? { ...one, ...change } : one));
  const banned = jonas({ membership: 'ban', actions: { ...none, unban: true } });
  const engine = await openRoom({ members: banned });
  fireEvent.click(screen.getByRole('button', { name: about(people.jonas.name) }));
  const card = within(await cardOf(people.jonas.name));
  expect(card.queryByRole('button', { name: /^Manage/ })).toBeNull();
  fireEvent.click(card.getByRole('button', { name: 'Lift the ban' }));
  const asked = { roomId: larkfield, userId: people.jonas.userId };
  await waitFor(() => expect(called(engine, 'unban')).toEqual([asked]));
  const out = { ...none, invite: true, ban: true };
  act(() => engine.update({ members: jonas({ membership: 'leave', actions: out }) }));
  const words = () => card.getAllByRole('button').map((one) => one.textContent);
  const again = await card.findByRole('button', { name: 'Invite again' });
  expect(words().indexOf('Invite again')).toBe(words().indexOf('Ban from room') - 1);
  fireEvent.click(again);
  await waitFor(() =>
    expect(called(engine, 'invite')).toEqual([
      { roomId: larkfield, userIds: [people.jonas.userId] },
    ]),
  );
});

test('a chat of two says that the other one has not come yet', async () => {
  const row = rooms.find(({ roomId: id }) => id === larkfield);
  if (row === undefined) throw new Error('no room');
  const engine = await openRoom();
  expect(screen.queryByText('Invited, not here yet')).toBeNull();
  const header = roomHeader(row, {
    directUserId: people.odile.userId,
    joinedCount: 1,
    invitedCount: 1,
  });
  engine.update({ headers: { [larkfield]: header } });
  await screen.findByText('Invited, not here yet');
});

test('the card blocks at one press, says so, and Undo or Unblock takes it back', async () => {
  const engine = await openRoom();
  const { userId, name } = people.odile;
  fireEvent.click(screen.getByRole('button', { name: about(name) }));
  const card = await cardOf(name);
  fireEvent.click(within(card).getByRole('button', { name: 'Block' }));
  await within(card).findByText(/^You blocked this person/);
  fireEvent.click(within(card).getByRole('button', { name: 'Unblock' }));
  await within(card).findByRole('button', { name: 'Block' });
  expect(called(engine, 'setIgnored')).toEqual([
    { userId, ignored: true },
    { userId, ignored: false },
  ]);
  fireEvent.click(within(card).getByRole('button', { name: 'Block' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  await waitFor(() =>
    expect(called(engine, 'setIgnored').at(-1)).toEqual({ userId, ignored: false }),
  );
});

test('while the server is asked, the button that blocks shows that it works', async () => {
  const engine = await openRoom();
  let done = (): void => undefined;
  engine.answers.setIgnored = () => new Promise((resolve) => (done = () => resolve({})));
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const card = await cardOf(people.odile.name);
  const block = within(card).getByRole('button', { name: 'Block' });
  fireEvent.click(block);
  await waitFor(() => expect(block.dataset['pending']).toBe('true'));
  done();
  await waitFor(() => expect(block.dataset['pending']).toBeUndefined());
});

test('nothing of the card moves under the pointer that blocks', async () => {
  await openRoom();
  const { name } = people.odile;
  fireEvent.click(screen.getByRole('button', { name: about(name) }));
  const card = await cardOf(name);
  fireEvent.click(within(card).getByRole('button', { name: 'Block' }));
  const words = await within(card).findByText(/^You blocked this person/);
  const act = within(card).getByRole('button', { name: 'Unblock' });
  // The words come below what is pressed, and the card grows downwards.
  expect(act.compareDocumentPosition(words)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(card.closest('[data-asks]')?.className).toMatch(/steady/);
});

test('the card reports somebody to the own server with words; nobody blocks or reports themselves', async () => {
  const engine = await openRoom();
  fireEvent.click(screen.getByRole('button', { name: about(people.odile.name) }));
  const card = await cardOf(people.odile.name);
  fireEvent.click(within(card).getByRole('button', { name: 'Report…' }));
  const title = { name: 'Report this person' };
  const first = await screen.findByRole('alertdialog', title);
  fireEvent.change(within(first).getByRole('textbox'), { target: { value: 'spa' } });
  fireEvent.click(within(first).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(first.isConnected).toBe(false));
  // Half-written words are there again.
  fireEvent.click(within(card).getByRole('button', { name: 'Report…' }));
  const dialog = await screen.findByRole('alertdialog', title);
  expect(within(dialog).getByRole<HTMLInputElement>('textbox').value).toBe('spa');
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'spam' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send report' }));
  await waitFor(() =>
    expect(called(engine, 'reportPerson')).toEqual([
      { userId: people.odile.userId, reason: 'spam' },
    ]),
  );
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  fireEvent.keyDown(card, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: about(mara.name) }));
  const own = await cardOf(mara.name);
  expect(within(own).queryByRole('button', { name: 'Block' })).toBeNull();
});
