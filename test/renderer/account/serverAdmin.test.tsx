// The users of the server in Settings: there for administrators alone; a user's details, a new password, the end of an account.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { exampleServerUsers } from '../../gallery/fakes/fakeBeyond';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { people } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const accountId = 'account000';
const { userId } = people.priya;

async function openSettings(more: Partial<World> = {}): Promise<FakeEngine> {
  const place = { place: 'settings', roomId: null, turn: 'content', collapsed: [] };
  const settings = { navigation: place };
  const engine = createFakeEngine({ ...exampleWorld(), settings, ...more });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  await screen.findByRole('tab', { name: 'About' });
  await waitFor(() => expect(called(engine, 'isServerAdmin')).toHaveLength(1));
  return engine;
}

const press = (name: string | RegExp, at: HTMLElement = document.body): void => {
  fireEvent.click(within(at).getByRole('button', { name }));
};

/** The row of a user whose details are closed. */
const row = (id: string): Promise<HTMLElement> =>
  screen.findByRole('button', { name: new RegExp(id), expanded: false });

test('who is no administrator sees no section for it', async () => {
  await openSettings();
  await screen.findByRole('button', { name: 'Sign out…' });
  expect(screen.queryByRole('tab', { name: 'Server users' })).toBeNull();
});

test('an administrator finds a user, sets a password, and ends the account after a question', async () => {
  const engine = await openSettings({ serverUsers: exampleServerUsers });
  fireEvent.click(await screen.findByRole('tab', { name: 'Server users' }));
  await screen.findByText('4 users');
  fireEvent.click(await row(userId));
  await screen.findByText(/198\.51\.100\.7/);
  screen.getByText('Some time ago, from an unknown address');

  press('Set a new password');
  const reset = await screen.findByRole('alertdialog', { name: /^New password for/ });
  const field = within(reset).getByLabelText('New password');
  fireEvent.change(field, { target: { value: 'another horse' } });
  press('Set password', reset);
  await waitFor(() =>
    expect(called(engine, 'resetUserPassword')).toEqual([
      { userId, password: 'another horse', signOut: false },
    ]),
  );

  press('Deactivate');
  const end = await screen.findByRole('alertdialog', { name: `Deactivate ${userId}?` });
  fireEvent.click(within(end).getByRole('switch', { name: /^Erase what they wrote/ }));
  expect(called(engine, 'deactivateUser')).toEqual([]);
  press('Deactivate user', end);
  await waitFor(() => expect(called(engine, 'deactivateUser')).toEqual([{ userId, erase: true }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull());

  // The page offers no acts on the own account.
  fireEvent.click(await row('@mara:fernhill.example'));
  await screen.findByText(/198\.51\.100\.7/);
  expect(screen.queryByRole('button', { name: 'Set a new password' })).toBeNull();
});
