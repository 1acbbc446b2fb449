// The people of a room: what the menu of each offers, and the questions before it acts.
import '../jsdom';
import { appFailure } from '#contract/wire/errors';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { MemberRow } from '#contract/areas/rooms/peopleModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { members, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const accountId = 'account000';

// The list draws what is visible, and nothing has a size in jsdom.
beforeAll(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});

const nothing: MemberRow['actions'] = {
  invite: false,
  kick: false,
  ban: false,
  unban: false,
  levels: [],
};

async function openPeople(change: (row: MemberRow) => Partial<MemberRow> = () => ({})): Promise<{
  engine: FakeEngine;
  list: HTMLElement;
}> {
  const navigation = {
    place: 'chats',
    roomId: roomId('larkfield'),
    turn: 'content',
    collapsed: [],
  };
  const engine = createFakeEngine({
    ...exampleWorld(),
    settings: { navigation },
    members: members.map((row) => ({ ...row, ...change(row) })),
  });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^\d+ (person|people)$/ }));
  return { engine, list: await screen.findByRole('listbox', { name: 'People' }) };
}

const many: MemberRow[] = Array.from({ length: 300 }, (_, index) => ({
  ...(members.find(({ role }) => role === 'member') as MemberRow),
  person: {
    ...people.tomas,
    userId: `@person${index}:example.org`,
    name: `Person ${String(index).padStart(3, '0')}`,
  },
}));

test('a blocked person is marked in the list', async () => {
  const { list } = await openPeople(({ person }) =>
    person.userId === people.odile.userId ? { ignored: true } : {},
  );
  const marked = (await within(list).findByText(/Blocked/)).closest('[role=option]');
  expect(marked?.textContent).toContain(people.odile.name);
});

test('a chat of two shows no roles: both may do the same', async () => {
  const creators = ({ membership }: MemberRow): Partial<MemberRow> =>
    membership === 'join' ? { role: 'creator' } : {};
  const { engine, list } = await openPeople(creators);
  await within(list).findAllByText(/Creator/);
  const directUserId = people.odile.userId;
  act(() => engine.update({ headers: { [roomId('larkfield')]: { directUserId } } }));
  await waitFor(() => expect(within(list).queryByText(/Creator/)).toBeNull());
  fireEvent.click(within(list).getByText(people.odile.name));
  const card = await screen.findByRole('dialog', { name: people.odile.name });
  expect(within(card).queryByText('Creator')).toBeNull();
});

test('three hundred people are searched, walked through and opened by keys alone', async () => {
  const { engine, list } = await openPeople();
  act(() => engine.update({ members: many }));
  const field = screen.getByRole('textbox', { name: 'Filter people' });
  act(() => field.focus());
  await within(list).findByText('Person 000');
  // Only what is near the view is drawn.
  expect(within(list).getAllByRole('option').length).toBeLessThan(60);
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
  act(() => field.focus());
  // Enter comes before the list has answered.
  fireEvent.change(field, { target: { value: 'person 27' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('dialog', { name: 'Person 270' });
  expect(within(list).getAllByRole('option', { hidden: true })).toHaveLength(10);
});

async function menuOf(list: HTMLElement, name: string): Promise<HTMLElement> {
  const row = await within(list).findByText(name);
  fireEvent.contextMenu(row);
  return screen.findByRole('menu', { name: new RegExp(`^Actions for \u2068?${name}\u2069?$`) });
}

const entries = (menu: HTMLElement): string[] =>
  within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent ?? '');

test('a list that holds everybody says nothing of it', async () => {
  await openPeople();
  expect(screen.queryByText(/known here so far/)).toBeNull();
});

test('a list that does not hold everybody yet says so', async () => {
  await openPeople((row) => (row.role === 'member' ? { membership: 'invite' } : {}));
  const { length: all } = members.filter(({ membership }) => membership === 'join');
  const { length: here } = members.filter(
    ({ membership, role }) => membership === 'join' && role !== 'member',
  );
  expect(here).toBeLessThan(all);
  expect(await screen.findByText(/of 5 (is|are) known here so far/)).not.toBeNull();
});

test('a menu offers only what the room allows', async () => {
  const { list } = await openPeople((row) => (row.role === 'member' ? {} : { actions: nothing }));
  expect(entries(await menuOf(list, people.odile.name))).toEqual([
    'Copy address',
    'Block',
    'Report…',
  ]);
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' });
  expect(entries(await menuOf(list, people.arabic.name))).toEqual([
    'Make admin',
    'Make moderator',
    'Copy address',
    'Remove from room',
    'Ban from room',
    'Block',
    'Report…',
  ]);
});

test('who is invited can be told why; without words none are sent', async () => {
  const { engine } = await openPeople();
  const invite = async (words: string): Promise<void> => {
    fireEvent.click(screen.getByRole('button', { name: 'Invite people' }));
    const dialog = await screen.findByRole('dialog', { name: /^Invite people to/ });
    fireEvent.change(within(dialog).getByLabelText('People'), { target: { value: 'jonas' } });
    fireEvent.click(await within(dialog).findByRole('option', { name: /Jonas Achterberg/ }));
    const field = within(dialog).getByRole('textbox', { name: 'Add a message (optional)' });
    fireEvent.change(field, { target: { value: words } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Invite' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await invite(' We plan the stalls here ');
  await invite(' ');
  const to = { roomId: roomId('larkfield'), userIds: [people.jonas.userId] };
  expect(called(engine, 'invite')).toEqual([{ ...to, reason: 'We plan the stalls here' }, to]);
});

test('removing asks first, with a reason for everybody', async () => {
  const { engine, list } = await openPeople();
  fireEvent.click(
    within(await menuOf(list, people.jonas.name)).getByRole('menuitem', {
      name: 'Remove from room',
    }),
  );
  const dialog = await screen.findByRole('alertdialog', { name: `Remove ${people.jonas.name}?` });
  expect(called(engine, 'kick')).toEqual([]);
  const reason = within(dialog).getByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(reason));
  fireEvent.change(reason, { target: { value: ' done ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: `Remove ${people.jonas.name}` }));
  await waitFor(() =>
    expect(called(engine, 'kick')).toEqual([
      { roomId: roomId('larkfield'), userId: people.jonas.userId, reason: 'done' },
    ]),
  );
  await waitFor(() => expect(within(list).queryByText(people.jonas.name)).toBeNull());
});

test.each([
  ['public', /^Anyone can join .*: they can come back at once\. Ban them to keep them out\.$/],
  [
    'restricted',
    /if they are one of them, they can come back at once\. Ban them to keep them out\.$/,
  ],
  ['knock', /They may ask to come back\.$/],
  ['invite', /They may come back when somebody invites them\.$/],
] as const)('the question of removal says how they can come back (%s)', async (joinRule, words) => {
  const { engine, list } = await openPeople();
  const { administration } = engine.world;
  const rules = { ...administration.rules, joinRule };
  act(() => engine.update({ administration: { ...administration, rules } }));
  const menu = within(await menuOf(list, people.jonas.name));
  fireEvent.click(menu.getByRole('menuitem', { name: 'Remove from room' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText(words);
});

test('CHAT-6.9 who is removed may lose their messages too; what fails is tried again without removing twice', async () => {
  const { engine, list } = await openPeople();
  fireEvent.click(
    within(await menuOf(list, people.jonas.name)).getByRole('menuitem', { name: 'Ban from room' }),
  );
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByRole('switch', { name: /^Also delete their messages/ }));
  engine.answers.deleteMessagesOf = () => {
    throw appFailure('server_error', 'no');
  };
  const confirm = () => fireEvent.click(dialog.getByRole('button', { name: /^Ban/ }));
  confirm();
  await waitFor(() => expect(called(engine, 'deleteMessagesOf')).toHaveLength(1));
  await dialog.findByText(/server has a problem/i);
  delete engine.answers.deleteMessagesOf;
  confirm();
  await screen.findByText('12 messages are being deleted');
  expect(called(engine, 'ban')).toHaveLength(1);
  expect(called(engine, 'deleteMessagesOf')).toMatchObject([
    { userId: people.jonas.userId },
    { userId: people.jonas.userId },
  ]);
});

test('a level is given at once, admin only after a question', async () => {
  const { engine, list } = await openPeople();
  fireEvent.click(
    within(await menuOf(list, people.jonas.name)).getByRole('menuitem', { name: 'Take role away' }),
  );
  const change = { roomId: roomId('larkfield'), userIds: [people.jonas.userId] };
  await waitFor(() =>
    expect(called(engine, 'setPowerLevel')).toEqual([{ ...change, level: null }]),
  );
  fireEvent.click(
    within(await menuOf(list, people.jonas.name)).getByRole('menuitem', { name: 'Make admin' }),
  );
  const dialog = await screen.findByRole('alertdialog', {
    name: `Make ${people.jonas.name} admin?`,
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make admin' }));
  await waitFor(() =>
    expect(called(engine, 'setPowerLevel')).toContainEqual({ ...change, level: 100 }),
  );
});

test('who knocks is let in, a ban is lifted', async () => {
  const { engine, list } = await openPeople((row) => {
    if (row.person.userId === people.tomas.userId)
      return { membership: 'knock', actions: { ...nothing, invite: true, kick: true } };
    if (row.person.userId === people.jonas.userId)
      return { membership: 'ban', actions: { ...nothing, unban: true } };
    return {};
  });
  await within(list).findByText('Asks to join');
  const knocking = await menuOf(list, people.tomas.name);
  expect(entries(knocking)).toEqual(['Let in', 'Copy address', 'Decline', 'Block', 'Report…']);
  fireEvent.click(within(knocking).getByRole('menuitem', { name: 'Let in' }));
  await waitFor(() =>
    expect(called(engine, 'invite')).toEqual([
      { roomId: roomId('larkfield'), userIds: [people.tomas.userId] },
    ]),
  );
  fireEvent.click(
    within(await menuOf(list, people.jonas.name)).getByRole('menuitem', { name: 'Lift the ban' }),
  );
  await waitFor(() =>
    expect(called(engine, 'unban')).toEqual([
      { roomId: roomId('larkfield'), userId: people.jonas.userId },
    ]),
  );
});
