// The choice of who can join a room, in its settings: by invitation, by asking, or as a member of a space that it stands in.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { RoomAdministration } from '#contract/areas/rooms/administer';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId, roomRow } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const accountId = 'account000';
const room = roomId('larkfield');
const members = 'Members of certain rooms or spaces';
const office = { roomId: '!office:garden.example', name: 'Office', on: false };
const press = { roomId: '!press:garden.example', name: 'Press', on: false };
const withSpaces: RoomAdministration['joinRules'] = [
  ...(['public', 'invite', 'knock', 'restricted'] as const),
];

async function access(more: Partial<RoomAdministration> = {}) {
  const navigation = { place: 'chats', roomId: room, turn: 'content', collapsed: [] };
  const world = { ...exampleWorld(), settings: { navigation } };
  const administration = { ...world.administration, ...more };
  const engine = createFakeEngine({ ...world, administration });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Room settings…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Settings of Larkfield identity' });
  fireEvent.click(await within(dialog).findByRole('radio', { name: 'Access' }));
  return { engine, dialog };
}

async function offered(dialog: HTMLElement): Promise<(string | null)[]> {
  fireEvent.click(await within(dialog).findByRole('button', { name: /Who can join/ }));
  return (await screen.findAllByRole('option')).map((one) => one.textContent);
}
const choose = (name: string): void => void fireEvent.click(screen.getByRole('option', { name }));
const changes = (engine: FakeEngine): unknown[] =>
  called(engine, 'setRoomRules').map((input) => (input as { change: unknown }).change);
const spaces = (dialog: HTMLElement): HTMLElement =>
  within(dialog).getByRole('group', { name: 'Whose members can join' });

test('a room that stands in no space is opened to none', async () => {
  const { dialog } = await access();
  expect(await offered(dialog)).toEqual([
    'Anyone',
    'People who are invited',
    'People who ask and are let in',
  ]);
});

test('a room in one space is opened to its members with one choice, and closed and opened again', async () => {
  const { engine, dialog } = await access({ joinRules: withSpaces, letsIn: [office] });
  expect(await offered(dialog)).toContain(members);
  choose(members);
  const letsIn = [{ roomId: office.roomId, on: true }];
  await waitFor(() => expect(changes(engine)).toEqual([{ joinRule: 'restricted', letsIn }]));
  const one = within(spaces(dialog)).getByRole<HTMLInputElement>('switch', { name: /Office/ });
  // The last one is not taken away by itself.
  expect([one.checked, one.disabled]).toEqual([true, true]);
  await offered(dialog);
  choose('People who are invited');
  await waitFor(() => expect(within(dialog).queryByRole('group')).toBeNull());
  expect(await offered(dialog)).toContain(members);
  choose(members);
  // Those that it named before are still named.
  await waitFor(() => expect(changes(engine).at(-1)).toEqual({ joinRule: 'restricted' }));
});

test('a room in several spaces is opened to the one that is chosen, and nothing is written before', async () => {
  const { engine, dialog } = await access({ joinRules: withSpaces, letsIn: [office, press] });
  await offered(dialog);
  choose(members);
  await within(dialog).findByText(/^Choose whose members can join/);
  expect(changes(engine)).toEqual([]);
  const of = (name: RegExp): HTMLElement => within(spaces(dialog)).getByRole('switch', { name });
  fireEvent.click(of(/Press/));
  await waitFor(() => expect(within(dialog).queryByText(/^Choose whose/)).toBeNull());
  fireEvent.click(of(/Office/));
  await waitFor(() =>
    expect(changes(engine)).toEqual([
      { joinRule: 'restricted', letsIn: [{ roomId: press.roomId, on: true }] },
      { letsIn: [{ roomId: office.roomId, on: true }] },
    ]),
  );
});

test('who may not change it reads whose members can join', async () => {
  const { administration } = exampleWorld();
  const rules = { ...administration.rules, joinRule: 'restricted' as const };
  const unknown = { roomId: '!far:away.example', name: null, on: true };
  const { dialog } = await access({
    rules,
    letsIn: [{ ...office, on: true }, press, unknown],
    may: { ...administration.may, joinRule: false },
  });
  const said = await within(dialog).findByText(/^Members of certain rooms or spaces: /);
  expect(said.textContent?.replace(/[\u2066-\u2069]/g, '')).toBe(
    'Members of certain rooms or spaces: Office and !far:away.example',
  );
});

test('a room that is added to a space is opened to its members alone beside its name', async () => {
  const world = exampleWorld();
  const space = roomRow('orchard', 'Orchard', { section: 'spaces' });
  const orchard = { roomId: space.roomId, name: 'Orchard', on: false };
  // A rule of before names it still; while the room is by invitation, that lets nobody in.
  const before = { roomId: '!before:example', name: null, on: true };
  const all = [orchard, before];
  const administration = { ...world.administration, joinRules: withSpaces, letsIn: all };
  const engine = createFakeEngine({ ...world, administration, rooms: [...world.rooms, space] });
  engine.answers.spaceRooms = () => ({ rooms: [], hidden: 0, whole: true, refused: false });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('treeitem', { name: /Orchard/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Add' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Add rooms…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add rooms to Orchard' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Add Studio' }));
  await dialog.findByText('People of the space cannot join it by themselves.');
  // A filter that leaves it out does not forget that.
  const filter = dialog.getByRole('textbox', { name: /Filter/ });
  fireEvent.change(filter, { target: { value: 'Lunch' } });
  await waitFor(() => expect(dialog.queryByText('Studio')).toBeNull());
  fireEvent.change(filter, { target: { value: '' } });
  await dialog.findByText('Studio');
  expect(dialog.queryByRole('button', { name: 'Add Studio' })).toBeNull();
  dialog.getByText('Added');
  fireEvent.click(dialog.getByRole('button', { name: /^Let people of .*Orchard.* join$/ }));
  await dialog.findByText(/^People of .*Orchard.* can join\.$/);
  const letsIn = [
    { roomId: space.roomId, on: true },
    { roomId: before.roomId, on: false },
  ];
  expect(changes(engine)).toEqual([{ joinRule: 'restricted', letsIn }]);
});
