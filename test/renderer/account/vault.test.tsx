// The page of a desktop without a key store: a passphrase is chosen, asked for, said to be wrong, and forgotten.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

const accountId = 'account000';

function open(data: Record<string, unknown>) {
  const { error } = appFailure('key_unavailable', 'x', { retryable: true, data });
  const engines = { [accountId]: createFakeEngine(exampleWorld()) };
  const fake = createFakeShell(engines, [accountRow(accountId, { engine: 'failed', error })]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  const given = () =>
    fake.calls.filter(({ name }) => name === 'givePassphrase').map(({ input }) => input);
  return { fake, given };
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

test('a passphrase is chosen twice the same, and long enough', async () => {
  const { given, fake } = open({ why: 'vault_new' });
  await screen.findByRole('heading', { name: 'Choose a passphrase for this computer' });
  expect(screen.queryByRole('button', { name: /forgotten/ })).toBeNull();
  press('Use this passphrase');
  await screen.findByText(/^This is too short/);
  type('Passphrase', 'four words apart');
  type('Passphrase again', 'four words');
  press('Use this passphrase');
  await screen.findByText('The two are not the same.');
  expect(given()).toEqual([]);
  press('Look for a key store again');
  await waitFor(() => expect(fake.calls.map(({ name }) => name)).toContain('retryEngine'));
});

test('what was chosen goes to main, and the account opens', async () => {
  const { given } = open({ why: 'vault_new' });
  await screen.findByLabelText('Passphrase again');
  type('Passphrase', 'four words apart');
  type('Passphrase again', 'four words apart');
  press('Use this passphrase');
  await screen.findByRole('heading', { name: 'Chats' });
  expect(given()).toEqual([{ accountId, passphrase: 'four words apart' }]);
});

test('a wrong passphrase is said to be wrong, and the right one opens', async () => {
  open({ why: 'vault_locked', movesOut: false });
  await screen.findByRole('heading', { name: 'Enter your passphrase' });
  screen.getByText(/^It guards/);
  type('Passphrase', 'something else');
  press('Unlock');
  await screen.findByText(/^That is not the passphrase/);
  type('Passphrase', 'correct');
  press('Unlock');
  await screen.findByRole('heading', { name: 'Chats' });
});

test('a key store that has come is said to take over; a forgotten passphrase leads out, with what is lost', async () => {
  const { fake } = open({ why: 'vault_locked', movesOut: true });
  await screen.findByText(/^A key store is running now/);
  press('I have forgotten it');
  const dialog = await screen.findByRole('alertdialog', { name: /^Remove .* from this computer/ });
  within(dialog).getByText(/messages that were not sent yet/);
  within(dialog).getByText(/you need your recovery key/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove from this computer' }));
  await waitFor(() => expect(fake.calls.map(({ name }) => name)).toContain('removeAccount'));
});

test('the passphrase is changed in Settings: the old one, the new one twice and long enough, and what a wrong old one does', async () => {
  const place = { place: 'settings', roomId: null, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation: place } });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  fake.update({ app: { keyStore: 'vault' } });
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('tab', { name: 'Encryption' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change passphrase' }));
  const dialog = await screen.findByRole('alertdialog');
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', {
    name: 'Change passphrase',
  });
  type('Old passphrase', 'not it');
  const leave = (label: string) => fireEvent.blur(screen.getByLabelText(label));
  type('New passphrase', 'too short');
  expect(within(dialog).queryByText(/^This is too short/)).toBeNull();
  leave('New passphrase');
  within(dialog).getByText(/^This is too short/);
  type('New passphrase', 'four words apart');
  type('New passphrase again', 'four words');
  expect(within(dialog).queryByText('The two are not the same.')).toBeNull();
  leave('New passphrase again');
  within(dialog).getByText('The two are not the same.');
  expect(confirm.disabled).toBe(true);
  type('New passphrase again', 'four words apart');
  fireEvent.click(confirm);
  await within(dialog).findByText('That is not the passphrase. Check for caps lock.');
  type('Old passphrase', 'correct');
  fireEvent.click(confirm);
  await screen.findByText('The passphrase is changed.');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const asked = fake.calls.filter(({ name }) => name === 'changePassphrase');
  expect(asked.map(({ input }) => input)).toEqual([
    { old: 'not it', next: 'four words apart' },
    { old: 'correct', next: 'four words apart' },
  ]);
});
