// The list of chats set to a space, in the window over the fake engine.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { people, roomId, roomRow } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const accountId = 'account000';
const space = (name: string) => roomRow(name.toLowerCase(), name, { section: 'spaces' });

async function open(unread = 0, highlights = 0): Promise<{ engine: FakeEngine; fake: FakeShell }> {
  const engine = createFakeEngine({
    ...exampleWorld(),
    rooms: [
      ...exampleWorld().rooms,
      ...['Beds', 'Water'].map((name) => roomRow(name.toLowerCase(), name)),
      ...['Allotment', 'Office', 'Empty'].map(space),
    ],
    spaces: { [roomId('allotment')]: ['office', 'beds', 'water'].map(roomId) },
  });
  const fake = createFakeShell({ [accountId]: engine }, [
    accountRow(accountId, { unread, highlights }),
  ]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('tree', { name: 'Chats' });
  return { engine, fake };
}

const rows = (): string[] =>
  within(screen.getByRole('tree'))
    .getAllByRole('treeitem')
    .map((item) => item.getAttribute('aria-label') ?? item.querySelector('bdi')?.textContent ?? '');

const ofAllotment = ['Rooms, 2', 'Beds', 'Water', 'Spaces, 1', 'Office'];

afterEach(() => jest.restoreAllMocks());

async function choose(name = 'Allotment'): Promise<HTMLElement> {
  fireEvent.click(
    within(screen.getByRole('tree')).getByRole('treeitem', { name: new RegExp(name) }),
  );
  return screen.findByRole('tree', { name: `Chats of ${name}` });
}

const press = (row: string): void =>
  void fireEvent.click(screen.getByRole('treeitem', { name: new RegExp(`^${row}`) }));

test('beside the list of a space the rail counts what is unread anywhere, and leads to all chats', async () => {
  await open(4);
  const chats = screen.getByRole('button', { name: 'Chats' });
  const counted = () => within(chats.parentElement as HTMLElement).queryByText(/4 unread/);
  expect(counted()).toBeNull();
  await choose();
  expect(counted()).not.toBeNull();
  fireEvent.click(chats);
  await screen.findByRole('tree', { name: 'Chats' });
  expect(counted()).toBeNull();
});

test('in a chat the way back to the list says what is unread', async () => {
  await open(4);
  press('Beds');
  const back = await screen.findByRole('button', { name: 'Back to chats' });
  within(back.parentElement as HTMLElement).getByText(/4 unread/);
});

test('what is meant for this account alone gives the colour, and the number stays all that is unread', async () => {
  await open(9, 4);
  const words = '4 for you (mentions, direct messages, invitations), 9 unread';
  const number = (beside: HTMLElement) => {
    const badge = within(beside.parentElement as HTMLElement).getByTitle(words);
    return [badge.firstChild?.textContent, /mention|count/.exec(badge.className)?.[0]];
  };
  await choose();
  expect(number(screen.getByRole('button', { name: 'Chats' }))).toEqual(['9', 'mention']);
  press('Beds');
  expect(number(await screen.findByRole('button', { name: 'Back to chats' }))).toEqual([
    '9',
    'mention',
  ]);
});

test('out of sight of the list a call elsewhere is told at the way back and at Chats, unless one is in it or has muted it', async () => {
  const { engine } = await open();
  const words = 'Call, 3 people are in it';
  const signs = (part: HTMLElement) => within(part).queryAllByRole('img', { name: words });
  /** The signs of the list are there once it has the calls, so what is not elsewhere by then is not to come. */
  const calls = async (...made: readonly (readonly [string, boolean])[]): Promise<void> => {
    engine.update({
      liveGroupCalls: made.map(([name, news]) => ({
        ...{ roomId: roomId(name), groupCallId: name, media: 'voice' as const },
        ...{ people: 3, news },
      })),
    });
    await waitFor(() => expect(signs(screen.getByRole('tree'))).toHaveLength(made.length));
  };
  press('Beds');
  const back = await screen.findByRole('button', { name: 'Back to chats' });
  const sign = (button: HTMLElement) => signs(button.parentElement as HTMLElement).length;
  await calls(['beds', true], ['studio', false]);
  expect(sign(back)).toBe(0);
  await calls(['beds', true], ['studio', false], ['water', true]);
  expect(sign(back)).toBe(1);
  const chats = screen.getByRole('button', { name: 'Chats' });
  expect(sign(chats)).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Notifications' }));
  await waitFor(() =>
    within(chats.parentElement as HTMLElement).getByRole('img', {
      name: `${words} · ${words}`,
    }),
  );
});

test('the way back has one mark: the number of what is unread, whose words tell of the call, too', async () => {
  const { engine } = await open(4);
  engine.update({
    liveGroupCalls: [
      { roomId: roomId('water'), groupCallId: 'water', media: 'voice', people: 3, news: true },
    ],
  });
  press('Beds');
  const back = (await screen.findByRole('button', { name: 'Back to chats' })).parentElement;
  const mark = await within(back as HTMLElement).findByTitle('4 unread · Call, 3 people are in it');
  expect(mark.querySelector('[aria-hidden]')?.textContent).toBe('4');
  expect(within(back as HTMLElement).queryByRole('img')).toBeNull();
});

test('a press on a space opens its page and sets the list to it, under its name; the cross leads back to all chats', async () => {
  await open();
  const tree = await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  await screen.findByRole('list', { name: 'Rooms of this space' });
  screen.getByRole('heading', { name: 'Chats of Allotment', level: 1 });
  expect(screen.queryByRole('heading', { name: 'Chats', level: 1 })).toBeNull();
  press('Beds');
  await screen.findByRole('heading', { name: 'Beds' });
  expect(rows()).toEqual(ofAllotment);
  fireEvent.click(screen.getByRole('button', { name: 'Open Allotment' }));
  await screen.findByRole('list', { name: 'Rooms of this space' });
  fireEvent.click(screen.getByRole('button', { name: 'All chats' }));
  await screen.findByRole('tree', { name: 'Chats' });
  await waitFor(() => expect(rows()).toContain('Studio'));
  expect(document.activeElement).toBe(tree);
  screen.getByRole('heading', { name: 'Chats', level: 1 });
});

test('Escape in the list leads back to all chats; in the filter it clears the text first, then it goes to the list', async () => {
  await open();
  const tree = await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  const field = screen.getByRole('textbox', { name: 'Filter' });
  fireEvent.change(field, { target: { value: 'wat' } });
  await waitFor(() => expect(rows()).toEqual(['Rooms, 1', 'Water']));
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  field.focus();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(document.activeElement).toBe(tree);
  expect(rows()).toEqual(ofAllotment);
  fireEvent.keyDown(tree, { key: 'Escape' });
  await screen.findByRole('tree', { name: 'Chats' });
  await waitFor(() => expect(rows()).toContain('Studio'));
  fireEvent.keyDown(tree, { key: 'Escape' });
  expect(screen.getByRole('tree').getAttribute('aria-label')).toBe('Chats');
});

test('Escape in the menu of a row closes the menu alone', async () => {
  await open();
  await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  fireEvent.contextMenu(screen.getByRole('treeitem', { name: /^Beds/ }));
  const menu = await screen.findByRole('menu');
  fireEvent.keyDown(within(menu).getAllByRole('menuitem')[0] ?? menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(rows()).toEqual(ofAllotment);
});

test('a space found by a text sets the list and clears the text; a space in it sets the list to itself', async () => {
  await open();
  const field = screen.getByRole('textbox', { name: 'Filter' });
  fireEvent.change(field, { target: { value: 'allot' } });
  await waitFor(() => expect(rows()).toEqual(['Spaces, 1', 'Allotment']));
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByRole('tree', { name: 'Chats of Allotment' });
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  press('Office');
  await screen.findByRole('heading', { name: 'Chats of Office' });
});

test('a space without joined rooms says so, with a way to its page', async () => {
  await open();
  fireEvent.click(await screen.findByRole('treeitem', { name: /^Empty/ }));
  await screen.findByText('You have not joined any of its rooms');
  expect(screen.queryByRole('tree')).toBeNull();
  screen.getByRole('heading', { name: 'Chats of Empty' });
  // Its page has the words and the buttons; the list only says that it is empty.
  await screen.findByText('There are no rooms in this space yet');
  expect(screen.queryByRole('button', { name: 'Open the space' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Empty' }));
  fireEvent.click(screen.getByRole('button', { name: 'All chats' }));
  await screen.findByRole('tree', { name: 'Chats' });
});

test('a chat that is opened from elsewhere leaves the list at the space', async () => {
  const { fake } = await open();
  await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  const openRequest = { accountId, roomId: roomId('studio'), thread: null, at: 1 };
  act(() => fake.update({ openRequest }));
  await screen.findByRole('heading', { name: 'Studio' });
  expect(rows()).toEqual(ofAllotment);
  expect(screen.queryByRole('treeitem', { selected: true })).toBeNull();
});

test('the list ends with the space: once it is left, all chats stand there again', async () => {
  const { engine } = await open();
  await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  const others = engine.world.rooms.filter((one) => one.roomId !== roomId('allotment'));
  act(() => engine.update({ rooms: others }));
  await screen.findByRole('tree', { name: 'Chats' });
  await waitFor(() => expect(rows()).toContain('Studio'));
});

test('the filter of a space finds what stands elsewhere, and says where', async () => {
  await open();
  await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  const field = screen.getByRole('textbox', { name: 'Filter' });
  fireEvent.change(field, { target: { value: 'studio' } });
  await screen.findByText(/Nothing in .*Allotment.*\. In all chats:/);
  await waitFor(() => expect(rows()).toContain('Studio'));
  expect(screen.queryByText(/Nothing called/)).toBeNull();
  fireEvent.change(field, { target: { value: 'nowhere at all' } });
  await screen.findByText(/Nothing called “nowhere at all”/);
  expect(screen.queryByText(/In all chats/)).toBeNull();

  // The rooms of the space come first, and all chats are one press away.
  fireEvent.change(field, { target: { value: 'wat' } });
  await waitFor(() => expect(rows()).toEqual(['Rooms, 1', 'Water']));
  screen.getByText(/^In .*Allotment/);
  fireEvent.click(screen.getByRole('button', { name: 'Look in all chats' }));
  await screen.findByRole('tree', { name: 'Chats' });
  expect(field).toBe(document.activeElement);
  expect((field as HTMLInputElement).value).toBe('wat');
  await waitFor(() => expect(rows()).toContain('Water'));
});

/** By a notification, the bell, a link or the palette: nobody pressed the row. */
function go(fake: FakeShell, name: string, at = 1): void {
  const openRequest = { accountId, roomId: roomId(name), thread: null, at };
  act(() => fake.update({ openRequest }));
}

test('a space that is opened from elsewhere sets the list to it, and its page has a lost focus', async () => {
  const { fake } = await open();
  go(fake, 'allotment');
  await screen.findByRole('tree', { name: 'Chats of Allotment' });
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  const page = await screen.findByRole('group', { name: 'Allotment' });
  // A narrow window hides the list now.
  act(() => screen.getByRole('tree').blur());
  await waitFor(() => expect(document.activeElement).toBe(page));
  // Once it is left it stays so, also where its page comes back.
  fireEvent.click(screen.getByRole('button', { name: 'All chats' }));
  await screen.findByRole('tree', { name: 'Chats' });
  fireEvent.click(screen.getByRole('button', { name: 'Files' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Allotment' })).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
  await screen.findByRole('group', { name: 'Allotment' });
  screen.getByRole('tree', { name: 'Chats' });
  go(fake, 'office', 2);
  await screen.findByRole('heading', { name: 'Chats of Office' });
});

test('the list is set to the space after a restart too, and a space that is gone by then leaves all chats', async () => {
  const { engine } = await open();
  await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  press('Beds');
  await screen.findByRole('heading', { name: 'Beds' });
  const place = { roomId: roomId('beds'), spaceId: roomId('allotment') };
  await waitFor(() => expect(engine.world.settings['navigation']).toMatchObject(place));
  cleanup();
  const again = (world: FakeEngine['world']): void => {
    const fake = createFakeShell({ [accountId]: createFakeEngine(world) }, [
      accountRow(accountId, { unread: 0 }),
    ]);
    render(
      <Window fake={fake}>
        <Root />
      </Window>,
    );
  };
  again(engine.world);
  await screen.findByRole('tree', { name: 'Chats of Allotment' });
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  cleanup();
  const rooms = engine.world.rooms.filter((one) => one.roomId !== roomId('allotment'));
  again({ ...engine.world, rooms });
  await screen.findByRole('tree', { name: 'Chats' });
  await waitFor(() => expect(rows()).toContain('Studio'));
});

test.each([
  ['removed', 'leave', 'removed you from “Allotment”. The list shows all chats.'],
  ['banned', 'ban', 'banned you from “Allotment”. The list shows all chats.'],
] as const)(
  'who is %s from the space of the list reads by whom as the list turns into all chats',
  async (how, membership, words) => {
    const { engine } = await open();
    await choose();
    await waitFor(() => expect(rows()).toEqual(ofAllotment));
    const departure = { how, by: people.odile, listed: true };
    const header = { membership, isSpace: true, departure };
    act(() =>
      engine.update({ headers: { ...engine.world.headers, [roomId('allotment')]: header } }),
    );
    await screen.findByRole('tree', { name: 'Chats' });
    await screen.findByText((text) => text.endsWith(words));
    // Its page says the same.
    await screen.findByText((text) => text.endsWith(`${how} you from this space.`));
  },
);

test('the list of all chats has the open chat in view when a space is left, and a space begins at its top', async () => {
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(120);
  await open();
  const tree = await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  press('Water');
  await screen.findByRole('heading', { name: 'Water' });
  fireEvent.keyDown(tree, { key: 'Escape' });
  await waitFor(() => expect(rows()).toContain('Studio'));
  await waitFor(() => expect(tree.scrollTop).toBeGreaterThan(0));
  await screen.findByRole('treeitem', { name: /^Water/, selected: true });
  // The row of the space is out of view now.
  fireEvent.change(screen.getByRole('textbox', { name: 'Filter' }), { target: { value: 'allot' } });
  await choose();
  await waitFor(() => expect(tree.scrollTop).toBe(0));
});

const mayAdd = (engine: FakeEngine, spaceRooms: boolean): void => {
  const { administration } = engine.world;
  const may = { ...administration.may, spaceRooms };
  act(() => engine.update({ administration: { ...administration, may } }));
};

/** Makes the room Cucumbers with the pen above the list of Allotment. */
async function makeRoom(engine: FakeEngine, { fails = false } = {}) {
  const made = roomId('cucumbers');
  engine.answers.createRoom = () => ({ roomId: made });
  engine.answers.setSpaceRoom = () => {
    if (fails) throw appFailure('forbidden', 'internal words');
    const { spaces } = engine.world;
    const id = roomId('allotment');
    engine.update({ spaces: { ...spaces, [id]: [...(spaces[id] ?? []), made] } });
    return {};
  };
  await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  fireEvent.click(screen.getByRole('button', { name: 'New chat' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New chat' }));
  fireEvent.click(dialog.getByRole('radio', { name: 'Room' }));
  fireEvent.change(await dialog.findByLabelText('Room name'), { target: { value: 'Cucumbers' } });
  return {
    dialog,
    create: () => {
      engine.update({ rooms: [...engine.world.rooms, roomRow('cucumbers', 'Cucumbers')] });
      fireEvent.click(dialog.getByRole('button', { name: 'Create room' }));
    },
  };
}

test('a room that is made beside the list of a space goes into the space, whose people can join it', async () => {
  const { engine } = await open();
  mayAdd(engine, true);
  const { dialog, create } = await makeRoom(engine);
  await dialog.findByRole('switch', { name: /^In “Allotment”/ });
  dialog.getByText(/People of “.*Allotment.*” can find and join it/);
  act(create);
  await screen.findByRole('heading', { name: 'Cucumbers' });
  const spaceId = roomId('allotment');
  expect(called(engine, 'createRoom')).toMatchObject([{ name: 'Cucumbers', forSpace: spaceId }]);
  expect(called(engine, 'setSpaceRoom')).toEqual([
    { spaceId, roomId: roomId('cucumbers'), in: true },
  ]);
  await screen.findByRole('treeitem', { name: /^Cucumbers/, selected: true });
  screen.getByRole('heading', { name: 'Chats of Allotment' });
});

test('a room that is put in no space, or that the space refused, is seen in the list of all chats', async () => {
  const { engine } = await open();
  mayAdd(engine, true);
  const first = await makeRoom(engine);
  fireEvent.click(await first.dialog.findByRole('switch', { name: /^In “Allotment”/ }));
  first.dialog.getByText('Only people who are invited can join.');
  act(first.create);
  await screen.findByRole('treeitem', { name: /^Cucumbers/, selected: true });
  expect(called(engine, 'setSpaceRoom')).toEqual([]);
  expect(called(engine, 'createRoom')[0]).not.toHaveProperty('forSpace');
  screen.getByRole('tree', { name: 'Chats' });
  cleanup();

  const again = await open();
  mayAdd(again.engine, true);
  const second = await makeRoom(again.engine, { fails: true });
  await second.dialog.findByRole('switch', { name: /^In “Allotment”/ });
  act(second.create);
  await screen.findByText(/Cucumbers.* was made, but it is not in .*Allotment/);
  await screen.findByRole('treeitem', { name: /^Cucumbers/, selected: true });
  screen.getByRole('tree', { name: 'Chats' });
});

test('who may not add rooms to the space makes one as anywhere', async () => {
  const { engine } = await open();
  mayAdd(engine, false);
  const { dialog, create } = await makeRoom(engine);
  expect(dialog.queryByRole('switch', { name: /^In / })).toBeNull();
  act(create);
  await screen.findByRole('heading', { name: 'Cucumbers' });
  expect(called(engine, 'setSpaceRoom')).toEqual([]);
  // Its row stands among all chats.
  await screen.findByRole('tree', { name: 'Chats' });
});

test('the key of the filter leads to the field and leaves the list at the space', async () => {
  await open();
  await choose();
  await waitFor(() => expect(rows()).toEqual(ofAllotment));
  fireEvent.keyDown(document.body, { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Filter' })),
  );
  screen.getByRole('tree', { name: 'Chats of Allotment' });
  expect(rows()).toEqual(ofAllotment);
});
