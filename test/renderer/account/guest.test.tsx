// Guests in the window: in from the sign-in screen, what they are and may not do said in words, and the way to an account in place.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { guest, roomId, session, signedOut } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

beforeAll(() => import('../../../renderer/features/login/register/judgePassword'), 60_000);

const accountId = 'account000';

function open(world: Parameters<typeof createFakeEngine>[0]): FakeEngine {
  const engine = createFakeEngine(world);
  const row = accountRow(accountId, { signedIn: engine.world.session.state !== 'signed_out' });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [row])}>
      <Root />
    </Window>,
  );
  return engine;
}

const press = (name: string | RegExp, at: HTMLElement = document.body): void => {
  fireEvent.click(within(at).getByRole('button', { name }));
};

const enter = 'Look around without an account';

async function typeServer(server: string): Promise<void> {
  const field = await screen.findByLabelText('Server');
  fireEvent.change(field, { target: { value: server } });
  fireEvent.blur(field);
  await screen.findByRole('button', { name: enter });
}

test('the sign-in screen lets guests in where the server does, and says where it does not', async () => {
  const engine = open({ ...exampleWorld(), session: signedOut });
  await typeServer('closed.example');
  press(enter);
  await screen.findByText('This server takes no guests. You need an account there.');
  await typeServer('open.example');
  press(enter);
  await screen.findByText('You are here as a guest.');
  expect(called(engine, 'enterAsGuest').at(-1)).toEqual({ server: 'open.example' });
});

test('a guest is led to public rooms, and starts no chat', async () => {
  open({ ...exampleWorld(), session: guest });
  await screen.findByText('You are here as a guest.');
  press('Public rooms', screen.getByRole('region', { name: 'Guest' }));
  const dialog = await screen.findByRole('dialog');
  const kinds = within(dialog).getAllByRole('radio');
  expect(kinds.map((kind) => kind.closest('label')?.textContent ?? kind.textContent)).toHaveLength(
    2,
  );
});

test('the empty pages of a guest offer public rooms, not what only an account can do', async () => {
  open({ ...exampleWorld(), session: guest, rooms: [] });
  const look = await screen.findByRole('button', { name: 'Look into public rooms' });
  await screen.findByText('Conversations open here');
  expect(screen.queryByRole('button', { name: 'Start a chat' })).toBeNull();
  expect(screen.queryByText(/can find you as/)).toBeNull();
  fireEvent.click(look);
  await screen.findByRole('list', { name: 'Public rooms' });
});

test('a room that takes no guests needs an account, and leads to one; what is entered after that is joined', async () => {
  const world = exampleWorld();
  const publicRooms = world.publicRooms.map((one) => ({
    ...one,
    takesGuests: one.name === 'Allotments',
  }));
  const engine = open({ ...world, session: guest, publicRooms });
  await screen.findByText('You are here as a guest.');
  press('Public rooms', screen.getByRole('region', { name: 'Guest' }));
  const list = await screen.findByRole('list', { name: 'Public rooms' });
  within(list).getByRole('button', { name: 'Join Allotments' });
  expect(within(list).queryByRole('button', { name: 'Ask to join Neighbours' })).toBeNull();
  press('City crafts needs an account', list);
  const dialog = await screen.findByRole('dialog', { name: 'Your account' });
  await within(dialog).findByLabelText('Password');
  engine.update({ session });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your account' })).toBeNull());
  await within(list).findByRole('button', { name: 'Join City crafts' });
  expect(called(engine, 'joinRoom')).toEqual([]);
});

test('a guest chooses a password and is an account: the name stands fast, the bar goes', async () => {
  const engine = open({ ...exampleWorld(), session: guest });
  await screen.findByText('You are here as a guest.');
  press('Create an account');
  const dialog = await screen.findByRole('dialog', { name: 'Your account' });
  within(dialog).getByText(/^As a guest you can read and write/);
  const name = await within(dialog).findByLabelText<HTMLInputElement>('User name');
  expect([name.value, name.readOnly]).toEqual([guest.userId, true]);
  fireEvent.change(within(dialog).getByLabelText('Password'), {
    target: { value: 'a horse walked over' },
  });
  press('Create account', dialog);
  await waitFor(() => expect(called(engine, 'register')).toHaveLength(1));
  expect(called(engine, 'register')[0]).toMatchObject({ password: 'a horse walked over' });
  expect(called(engine, 'checkUserName')).toEqual([]);
  engine.update({ session });
  await waitFor(() => expect(screen.queryByText('You are here as a guest.')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the settings of a guest offer only what guests have, and signing out says that there is no way back', async () => {
  const place = { place: 'settings', roomId: null, turn: 'content', collapsed: [] };
  const navigation = { ...place, settings: { section: 'account', turn: 'content' } };
  open({ ...exampleWorld(), session: guest, settings: { navigation } });
  await screen.findByText(guest.userId ?? '');
  expect(screen.queryByRole('button', { name: /password|e-mail/i })).toBeNull();
  press('Sign out…');
  await screen.findByText(/^Nobody can sign in again as this guest/);
});

test('what a guest whose session ended did not send is deleted or left: to try again is not offered', async () => {
  // jsdom has no layout; the timeline draws the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(4000);
  const navigation = {
    ...{ place: 'chats', roomId: roomId('larkfield'), turn: 'content', collapsed: [] },
  };
  const engine = open({ ...exampleWorld(), session: guest, settings: { navigation } });
  const failed = () => within(screen.getByRole('alert'));
  await waitFor(() => failed().getByRole('button', { name: 'Retry' }));
  engine.update({ session: { ...guest, state: 'expired' } });
  await waitFor(() => expect(failed().queryByRole('button', { name: 'Retry' })).toBeNull());
  failed().getByRole('button', { name: 'Delete' });
  jest.restoreAllMocks();
});

test('a guest whose session ended is asked for no password: what was read stays, and the way on is a sign-in of its own', async () => {
  const ended = { ...guest, state: 'expired' as const };
  const world = exampleWorld();
  open({ ...world, session: ended, sync: { ...world.sync, state: 'ERROR', phase: 'expired' } });
  const bar = await screen.findByRole('region', { name: 'Guest' });
  await within(bar).findByText(/^Your visit as a guest has ended/);
  expect(screen.queryByRole('button', { name: /again$|Create an account/ })).toBeNull();
  expect(screen.queryByText('Your sign-in has expired')).toBeNull();
  press('Sign in or look around anew', bar);
  await screen.findByRole('heading', { name: 'Sign in' });
  expect((await screen.findByLabelText<HTMLInputElement>('Server')).value).toBe('fernhill.example');
});
