// The server has removed this device: whoever has the computer reads nothing of the account, and its person loses nothing.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { guest, session } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const accountId = 'account000';

function open(world: Parameters<typeof createFakeEngine>[0]): FakeEngine {
  const engine = createFakeEngine(world);
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId, {})])}>
      <Root />
    </Window>,
  );
  return engine;
}

const gone = { ...session, state: 'expired' as const, deviceGone: true };

test('an account whose device was removed shows its sign-in and nothing else', async () => {
  const engine = open({ ...exampleWorld(), session });
  const list = await screen.findByRole('tree', { name: 'Chats' });
  expect(within(list).getAllByRole('treeitem').length).toBeGreaterThan(3);

  engine.update({ session: gone });
  await screen.findByRole('heading', { name: 'This computer was signed out' });
  expect(screen.queryByRole('tree')).toBeNull();
  expect(screen.queryByText('Larkfield')).toBeNull();
  // The account stands fast: it is named once, and no field asks for it.
  await screen.findByLabelText('Password');
  expect(screen.queryByLabelText('User name')).toBeNull();
  expect(screen.getAllByText(session.userId ?? '')).toHaveLength(1);
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'a secret' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  await waitFor(() =>
    expect(called(engine, 'signIn').at(-1)).toMatchObject({
      user: session.userId,
      password: 'a secret',
    }),
  );
});

test('its data can be removed from the computer, after a question that counts what is lost', async () => {
  open({ ...exampleWorld(), session: gone });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from this computer…' }));
  const question = await screen.findByRole('alertdialog');
  within(question).getByRole('button', { name: 'Sign out' });
});

test('the question leads to no backup, which a device that is gone can no longer make', async () => {
  const world = exampleWorld();
  const encryption = { ...world.encryption, state: 'skipped', backupEnabled: false } as const;
  open({ ...world, encryption, session: gone });
  fireEvent.click(await screen.findByRole('button', { name: 'Remove from this computer…' }));
  const question = await screen.findByRole('alertdialog');
  await within(question).findByText(/^There is no secure/);
  expect(
    within(question)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancel', 'Sign out']);
});

test('a guest, who can never sign in again, goes on reading what the visit left', async () => {
  open({ ...exampleWorld(), session: { ...guest, state: 'expired' } });
  await screen.findByText('Your visit as a guest has ended.', { exact: false });
  expect(screen.queryByText('This computer was signed out')).toBeNull();
});
