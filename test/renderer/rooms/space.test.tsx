// A space in the content pane: its rooms, and no composer.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { createI18n } from '#app/i18n';
import { spaceRights } from '#contract/plainNames';
import type { SpaceRoom } from '#contract/areas/rooms/spaceModels';
import { Root } from '../../../renderer/features/shell';
import { rowBadge } from '../../../renderer/features/rooms/preview';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { listRooms } from '../../gallery/fakes/fakeRoomList';
import { roomId, roomRow } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const spaceRoom = (name: string, more: Partial<SpaceRoom> = {}): SpaceRoom => ({
  roomId: roomId(name.toLowerCase()),
  name,
  topic: null,
  avatar: null,
  isSpace: false,
  joinedCount: 3,
  membership: null,
  joinRule: 'public',
  via: ['fernhill.example'],
  ...more,
});

async function openSpace(
  rooms: readonly SpaceRoom[],
  { hidden = 0, failures = 0, whole = true, refused = false } = {},
): Promise<FakeEngine> {
  const engine = createFakeEngine(exampleWorld());
  let left = failures;
  engine.answers.spaceRooms = () => {
    left -= 1;
    if (left >= 0) throw appFailure('offline', 'internal words');
    return { rooms: [...rooms], hidden, whole, refused };
  };
  await showOrchard(engine);
  return engine;
}

async function showOrchard(engine: FakeEngine): Promise<void> {
  engine.world.rooms = [
    ...engine.world.rooms,
    roomRow('orchard', 'Orchard', { section: 'spaces' }),
  ];
  const fake = createFakeShell({ account000: engine }, [accountRow('account000', {})]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('treeitem', { name: /Orchard/ }));
}

/** Chooses from the menu of what can be added. */
async function add(entry: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

test('a space shows its rooms and what one may do with each; nobody can write there', async () => {
  const engine = await openSpace(
    [
      spaceRoom('Apples', { membership: 'join' }),
      spaceRoom('Pears'),
      spaceRoom('Plums', { joinRule: 'knock' }),
      spaceRoom('Quinces', { joinRule: 'invite' }),
    ],
    { hidden: 2 },
  );
  const list = await screen.findByRole('list', { name: 'Rooms of this space' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  within(list).getByRole('button', { name: 'Open Apples' });
  within(list).getByText('By invitation');
  screen.getByText('2 more rooms are not open to you.');
  expect(screen.queryByRole('textbox', { name: /^Message/ })).toBeNull();
  expect(screen.queryByRole('log')).toBeNull();
  fireEvent.click(await within(list).findByRole('button', { name: 'Ask to join Plums' }));
  const dialog = await screen.findByRole('dialog', { name: /^Ask to join/ });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ask to join' }));
  await within(list).findByText('You asked to join');
  fireEvent.click(within(list).getByRole('button', { name: 'Join Pears' }));
  const asked = () =>
    engine.calls.filter(({ name }) => name === 'joinRoom' || name === 'knockRoom');
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()).toEqual([
    {
      name: 'knockRoom',
      input: { roomIdOrAlias: roomId('plums'), via: ['fernhill.example'], reason: null },
    },
    { name: 'joinRoom', input: { roomIdOrAlias: roomId('pears'), via: ['fernhill.example'] } },
  ]);
});

test('a space that the server did not answer about shows the rooms that are known here, says so, and asks again', async () => {
  const engine = await openSpace([spaceRoom('Apples', { membership: 'join' })], { whole: false });
  const list = await screen.findByRole('list', { name: 'Rooms of this space' });
  within(list).getByRole('button', { name: 'Open Apples' });
  screen.getByText(/^These are the rooms that you are in/);
  expect(screen.queryByText(/no rooms in this space/)).toBeNull();
  engine.answers.spaceRooms = () => ({
    ...{ rooms: [spaceRoom('Apples'), spaceRoom('Pears')], hidden: 0, whole: true, refused: false },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await within(list).findByText('Pears');
  expect(screen.queryByText(/^These are the rooms that you are in/)).toBeNull();
});

test('a space whose rooms this account may not see says so in words, and does not ask again', async () => {
  const apples = [spaceRoom('Apples', { membership: 'join' })];
  const engine = await openSpace(apples, { whole: false, refused: true });
  await screen.findByText(/You may not see the other rooms of this space/);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(engine.calls.filter(({ name }) => name === 'spaceRooms')).toHaveLength(1);
});

test('a space of which nothing may be seen says so in words', async () => {
  const engine = createFakeEngine(exampleWorld());
  engine.answers.spaceRooms = () => {
    throw appFailure('forbidden', 'internal words');
  };
  await showOrchard(engine);
  await screen.findByText('You may not see the rooms of this space.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a list of chats that does not come keeps nobody waiting for the rooms of a space', async () => {
  const engine: FakeEngine = createFakeEngine(exampleWorld(), {
    rooms: (query, sink) => {
      if (query.spaceId === null) sink.set(listRooms(engine.world, query));
      return { close: () => undefined };
    },
  });
  engine.answers.spaceRooms = () => {
    throw appFailure('offline', 'internal words');
  };
  await showOrchard(engine);
  const again = await screen.findByRole('button', { name: 'Try again' });
  delete engine.answers.spaceRooms;
  fireEvent.click(again);
  await screen.findByText('There are no rooms in this space yet');
});

test('an answer that comes after that of a later question changes nothing', async () => {
  const engine = createFakeEngine(exampleWorld());
  const waiting: ((rooms: readonly SpaceRoom[]) => void)[] = [];
  engine.answers.spaceRooms = () =>
    new Promise((resolve) => {
      waiting.push((rooms) =>
        resolve({ rooms: [...rooms], hidden: 0, whole: true, refused: false }),
      );
    });
  await showOrchard(engine);
  await waitFor(() => expect(waiting).toHaveLength(1));
  const apples = roomRow('apples', 'Apples');
  act(() =>
    engine.update({
      rooms: [...engine.world.rooms, apples],
      spaces: { [roomId('orchard')]: [apples.roomId] },
    }),
  );
  await waitFor(() => expect(waiting).toHaveLength(2));
  waiting[1]?.([spaceRoom('Apples', { membership: 'join' })]);
  await screen.findByRole('button', { name: 'Open Apples' });
  await act(async () => {
    waiting[0]?.([]);
    await Promise.resolve();
  });
  await waitFor(() => screen.getByRole('button', { name: 'Open Apples' }));
  expect(screen.queryByText('There are no rooms in this space yet')).toBeNull();
});

test('a room that comes into the space while its page is open is shown there', async () => {
  const engine = await openSpace([]);
  await screen.findByText('There are no rooms in this space yet');
  const apples = roomRow('apples', 'Apples');
  engine.answers.spaceRooms = () => ({
    ...{
      rooms: [spaceRoom('Apples', { membership: 'join' })],
      hidden: 0,
      whole: true,
      refused: false,
    },
  });
  act(() =>
    engine.update({
      rooms: [...engine.world.rooms, apples],
      spaces: { [roomId('orchard')]: [apples.roomId] },
    }),
  );
  await screen.findByRole('button', { name: 'Open Apples' });
  expect(screen.queryByText('There are no rooms in this space yet')).toBeNull();
});

test('the people of a space have faces on its page, and a press lists them', async () => {
  const engine = await openSpace([]);
  const people = await screen.findByRole('button', { name: '5 people' });
  const faces = () => people.querySelector('[aria-hidden]')?.childElementCount;
  await waitFor(() => expect(faces()).toBe(5));
  // For a few faces nobody loads the people of a big one.
  const header = engine.world.headers[roomId('orchard')];
  act(() =>
    engine.update({
      headers: {
        ...engine.world.headers,
        [roomId('orchard')]: { ...header, joinedCount: 501 },
      },
    }),
  );
  await waitFor(() => expect(faces()).toBe(0));
  fireEvent.click(people);
  await screen.findByRole('complementary');
});

test('a room that refuses says why, a server that fails can be asked again', async () => {
  const engine = await openSpace([spaceRoom('Pears')], { failures: 1 });
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  engine.answers.joinRoom = () => {
    throw appFailure('forbidden', 'internal words');
  };
  fireEvent.click(await screen.findByRole('button', { name: 'Join Pears' }));
  await screen.findByRole('alert');
  expect(screen.queryByText(/internal words/)).toBeNull();
});

test('rooms are added to a space and taken out of it, by who may', async () => {
  const engine = await openSpace([spaceRoom('Apples', { membership: 'join' })]);
  await add('Add rooms…');
  const dialog = await screen.findByRole('dialog', { name: 'Add rooms to Orchard' });
  const studio = await within(dialog).findByRole('button', { name: 'Add Studio' });
  expect(within(dialog).queryByRole('button', { name: 'Add Apples' })).toBeNull();
  fireEvent.click(studio);
  await within(dialog).findByText('Added');
  expect(engine.calls.filter(({ name }) => name === 'setSpaceRoom')).toMatchObject([
    { input: { spaceId: roomId('orchard'), roomId: roomId('studio'), in: true } },
  ]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Apples' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Take out of the space' }));
  await screen.findByText('There are no rooms in this space yet');
  expect(engine.calls.filter(({ name }) => name === 'setSpaceRoom').at(-1)).toMatchObject({
    input: { spaceId: roomId('orchard'), roomId: roomId('apples'), in: false },
  });
});

test('Enter in the field adds the first room that answers the words, and none twice', async () => {
  const engine = await openSpace([]);
  await add('Add rooms…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rooms to Orchard' }));
  await dialog.findByRole('button', { name: 'Add Studio' });
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: /Filter/ });
  const enter = (): boolean => fireEvent.keyDown(field, { key: 'Enter' });
  const added = () => called(engine, 'setSpaceRoom');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'Stud' } });
  await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(1));
  enter();
  await dialog.findByText('Added');
  expect(added()).toMatchObject([{ spaceId: roomId('orchard'), roomId: roomId('studio') }]);
  expect(document.activeElement).toBe(field);
  // The next word takes its place.
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 4]);
  fireEvent.change(field, { target: { value: 'u' } });
  await waitFor(() => expect(dialog.getAllByRole('listitem').length).toBeGreaterThan(2));
  engine.answers.setSpaceRoom = () => {
    throw appFailure('forbidden', 'internal words');
  };
  enter();
  await dialog.findByRole('alert');
  delete engine.answers.setSpaceRoom;
  enter();
  await waitFor(() => expect(dialog.getAllByText('Added')).toHaveLength(2));
  // Once more by the same words is a slip.
  enter();
  const [, refused, second] = added();
  expect(second).toEqual(refused);
  expect(added()).toHaveLength(3);
});

test('a room that was taken out is put back from the notice, and the keys stay in the list, or on the page', async () => {
  const rooms = [spaceRoom('Apples', { membership: 'join' }), spaceRoom('Pears')];
  const engine = await openSpace(rooms);
  const take = async (name: string): Promise<void> => {
    const menu = await screen.findByRole('button', { name: `Actions for ${name}` });
    act(() => menu.focus());
    fireEvent.pointerDown(menu);
    fireEvent.click(menu);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Take out of the space' }));
    await waitFor(() => expect(menu.isConnected).toBe(false));
  };
  await take('Apples');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions for Pears' })),
  );
  await take('Pears');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Orchard' })),
  );
  await screen.findByText('“Pears” is no longer in “Orchard”.');
  const [undo] = screen.getAllByRole('button', { name: 'Undo' });
  if (undo !== undefined) fireEvent.click(undo);
  await screen.findByRole('button', { name: 'Actions for Pears' });
  expect(called(engine, 'setSpaceRoom').at(-1)).toMatchObject({
    spaceId: roomId('orchard'),
    in: true,
  });
});

test('a room that one is invited to shows the invitation', async () => {
  await openSpace([spaceRoom('Apples', { membership: 'invite', joinRule: 'invite' })]);
  const list = await screen.findByRole('list', { name: 'Rooms of this space' });
  within(list).getByRole('button', { name: 'Invitation to Apples' });
  expect(within(list).queryByText('Open')).toBeNull();
});

test('a new room, or a space in this one, is made from the page of the space', async () => {
  const engine = await openSpace([]);
  await add('New room');
  const dialog = await screen.findByRole('dialog', { name: 'New chat' });
  within(dialog).getByRole('radio', { name: 'Room', checked: true });
  await within(dialog).findByRole('switch', { name: /^In “Orchard”/, checked: true });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await add('New space');
  const again = await screen.findByRole('dialog', { name: 'New chat' });
  within(again).getByRole('radio', { name: 'Space', checked: true });
  await within(again).findByRole('switch', { name: /^In “Orchard”/, checked: true });
  fireEvent.click(within(again).getByRole('button', { name: 'Close' }));
  const { administration } = engine.world;
  const may = { ...administration.may, spaceRooms: false };
  act(() => engine.update({ administration: { ...administration, may } }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add' })).toBeNull());
});

test('a space is made from the dialog for new chats, and a press on a room of it opens the room', async () => {
  const engine = await openSpace([spaceRoom('Studio', { membership: 'join' })]);
  const list = await screen.findByRole('list', { name: 'Rooms of this space' });
  fireEvent.click(screen.getByRole('button', { name: 'New chat' }));
  const dialog = await screen.findByRole('dialog', { name: 'New chat' });
  fireEvent.click(within(dialog).getByRole('radio', { name: 'Space' }));
  const field = await within(dialog).findByRole('textbox', { name: 'Name of the space' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create space' }));
  await within(dialog).findByText('Give the space a name.');
  fireEvent.change(field, { target: { value: 'Allotments' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create space' }));
  await waitFor(() =>
    expect(engine.calls.filter(({ name }) => name === 'createRoom')).toMatchObject([
      { input: { name: 'Allotments', space: true, encrypted: false } },
    ]),
  );
  void list;
});

test('the settings of a space are about a space: no encryption, no history, no rights of messages and calls', async () => {
  const engine = await openSpace([]);
  const { administration } = engine.world;
  act(() =>
    engine.update({
      administration: {
        ...administration,
        rights: spaceRights.map((right) => ({ right, level: 50, mayChange: true })),
      },
    }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Space settings…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings of Orchard' }));
  await dialog.findByRole('textbox', { name: 'Name' });
  expect(dialog.queryByText(/[Ee]ncrypt/)).toBeNull();
  fireEvent.click(dialog.getByRole('radio', { name: 'Access' }));
  await dialog.findByRole('button', { name: /Who can join/ });
  expect(dialog.queryByText('Who can read what was said')).toBeNull();
  fireEvent.click(dialog.getByRole('radio', { name: 'Rights' }));
  const groups = (await dialog.findAllByRole('group')).map(
    (group) => `${group.ariaLabel ?? ''}: ${within(group).getAllByRole('listitem').length}`,
  );
  expect(groups).toEqual(['People: 3', 'Space: 4']);
  dialog.getByText('Change who can join');
  fireEvent.click(dialog.getByRole('button', { name: /Add rooms and take them out/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Admins' }));
  await waitFor(() =>
    expect(engine.calls.filter(({ name }) => name === 'setRoomRight')).toMatchObject([
      { input: { roomId: roomId('orchard'), right: 'spaceRooms', level: 100 } },
    ]),
  );
});

test('the row of a space says in words what is new inside, and shows mentions before a dot', async () => {
  const engine = await openSpace([]);
  fireEvent.click(await screen.findByRole('button', { name: 'All chats' }));
  const row = (inside?: { rooms: number; highlights: number }) =>
    roomRow('orchard', 'Orchard', { section: 'spaces', ...(inside !== undefined && { inside }) });
  const says = async (inside: { rooms: number; highlights: number } | undefined, name: RegExp) => {
    const others = engine.world.rooms.filter(({ section }) => section !== 'spaces');
    act(() => engine.update({ rooms: [...others, row(inside)] }));
    const found = await screen.findByRole('treeitem', { name });
    return [...found.querySelectorAll('[title]')].map(
      (mark) =>
        `${mark.getAttribute('title')}: ${mark.querySelector('[aria-hidden]')?.textContent}`,
    );
  };
  expect(await says({ rooms: 3, highlights: 0 }, /^Orchard.*3 unread rooms$/)).toContain(
    '3 unread rooms: undefined',
  );
  expect(await says({ rooms: 1, highlights: 0 }, /^Orchard.*1 unread room$/)).toContain(
    '1 unread room: undefined',
  );
  const named = 'You were mentioned 2 times, 3 unread rooms';
  expect(await says({ rooms: 3, highlights: 2 }, new RegExp(`^Orchard.*${named}$`))).toContain(
    `${named}: @\u20092`,
  );
  const quiet = await says(undefined, /^Orchard(?!.*unread)/s);
  expect(quiet.filter((mark) => /unread|mention/.test(mark))).toEqual([]);
});

test('a compact row has the same badge, and a mention in the space itself is one of them', () => {
  const { t } = createI18n('en');
  const inside = { rooms: 2, highlights: 0 };
  const row = roomRow('orchard', 'Orchard', { section: 'spaces', inside });
  expect(rowBadge(t, row)).toEqual({ kind: 'dot', label: '2 unread rooms' });
  expect(rowBadge(t, { ...row, unread: 1, highlights: 1 })).toEqual({
    kind: 'mention',
    count: 1,
    label: 'You were mentioned, 2 unread rooms',
  });
  expect(rowBadge(t, { ...row, membership: 'invite' })).toMatchObject({ label: 'Invitation' });
});
