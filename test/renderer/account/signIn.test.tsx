import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { encryptionReady, signedOut } from '../../gallery/fixtures';

const accountId = 'account000';

function open(engine: FakeEngine, more: readonly FakeEngine[] = []): FakeShell {
  const engines = [engine, ...more];
  const ids = engines.map((_, index) => `account${String(index).padStart(3, '0')}`);
  const fake = createFakeShell(
    Object.fromEntries(ids.map((id, index) => [id, engines[index] as FakeEngine])),
    ids.map((id, index) =>
      accountRow(id, { signedIn: engines[index]?.world.session.state === 'signed_in' }),
    ),
  );
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return fake;
}

const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const pressSignIn = () => fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));

async function fill(server: string, user: string, password: string): Promise<void> {
  await screen.findByRole('heading', { name: 'Sign in' });
  type('Server', server);
  type('User name', user);
  type('Password', password);
}

const signedOutEngine = () => createFakeEngine({ ...exampleWorld(), session: signedOut });

test('without an account the window adds one and shows the sign-in screen', async () => {
  const fake = createFakeShell({}, []);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(fake.calls).toEqual([{ name: 'addAccount', input: {} }]);
});

test('a server that does not answer is said once, also when the form was sent while it was looked for', async () => {
  const engine = signedOutEngine();
  let refuse: (thrown: unknown) => void = () => undefined;
  engine.answers.discoverServer = () => new Promise((_, reject) => (refuse = reject));
  open(engine);
  await fill('nowhere.example', 'mara', 'secret');
  fireEvent.blur(screen.getByLabelText('Server'));
  pressSignIn();
  await screen.findByText('Looking for the server');
  refuse(appFailure('unknown_server', 'internal words'));
  await screen.findByText(
    'No server answers at this address. Check the spelling and your connection.',
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Server')));
  expect(screen.getAllByText(/^No server answers/)).toHaveLength(1);
  const names = engine.calls.map((call) => call.name);
  expect(names.filter((name) => name === 'discoverServer')).toHaveLength(1);
  expect(names).not.toContain('signIn');
});

test('a server that was found and does not answer any more is not called found: its field says so', async () => {
  const engine = signedOutEngine();
  engine.answers.signIn = () => {
    throw appFailure('unknown_server', 'internal words');
  };
  open(engine);
  await fill('fernhill.example', 'mara', 'secret');
  fireEvent.blur(screen.getByLabelText('Server'));
  await screen.findByText('Found fernhill.example.');
  pressSignIn();
  await screen.findByText('The server cannot be reached. Check your connection and try again.');
  expect(screen.queryByText('Found fernhill.example.')).toBeNull();
  expect(screen.queryByText(/^No server answers/)).toBeNull();
});

test('leaving the server field finds the server and says so', async () => {
  const engine = signedOutEngine();
  open(engine);
  await screen.findByRole('heading', { name: 'Sign in' });
  type('Server', 'fernhill.example');
  fireEvent.blur(screen.getByLabelText('Server'));
  await screen.findByText('Found fernhill.example.');
  expect(engine.calls.filter((call) => call.name === 'discoverServer')).toHaveLength(1);
});

test('the server is looked for when writing pauses; that it is not found is said when the field is left', async () => {
  const engine = signedOutEngine();
  open(engine);
  await screen.findByRole('heading', { name: 'Sign in' });
  const asked = () => engine.calls.filter((call) => call.name === 'discoverServer');
  type('Server', 'nobody.example');
  await waitFor(() => expect(asked()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Looking for the server')).toBeNull());
  expect(screen.queryByText(/^No server answers/)).toBeNull();
  fireEvent.blur(screen.getByLabelText('Server'));
  await screen.findByText(/^No server answers/);
  type('Server', 'fernhill.example');
  await screen.findByText('Found fernhill.example.');
  screen.getByText(':fernhill.example');
  fireEvent.blur(screen.getByLabelText('Server'));
  expect(asked().filter(({ input }) => JSON.stringify(input).includes('fernhill'))).toHaveLength(1);
});

test('behind the user name stands the server by its name, and nothing where an address was typed', async () => {
  open(signedOutEngine());
  await fill('fernhill.example', 'mara', 'secret');
  fireEvent.blur(screen.getByLabelText('Server'));
  await screen.findByText(/^:fernhill\.example$/);
  type('Server', 'https://matrix.fernhill.example');
  fireEvent.blur(screen.getByLabelText('Server'));
  await waitFor(() => expect(screen.queryByText(/^:/)).toBeNull());
});

test('a second account begins with the server of the first', async () => {
  const fake = open(signedOutEngine(), [createFakeEngine(exampleWorld())]);
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(screen.getByLabelText<HTMLInputElement>('Server').value).toBe('fernhill.example');
  await screen.findByText('Found fernhill.example.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('User name')));
  expect(fake.calls).toEqual([]);
});

test('that the server of the first account is not found by its name is said when it is wanted', async () => {
  const engine = signedOutEngine();
  engine.answers.discoverServer = () => {
    throw appFailure('unknown_server', 'internal words');
  };
  open(engine, [createFakeEngine(exampleWorld())]);
  await screen.findByRole('heading', { name: 'Sign in' });
  await waitFor(() =>
    expect(engine.calls.some(({ name }) => name === 'discoverServer')).toBe(true),
  );
  await waitFor(() => expect(screen.queryByText('Looking for the server')).toBeNull());
  expect(screen.queryByText(/^No server answers/)).toBeNull();
  fireEvent.change(screen.getByLabelText('User name'), { target: { value: 'mara' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText(/^No server answers/);
});

test('whoever has no account is told where one comes from', async () => {
  open(signedOutEngine());
  await screen.findByText('Chats, files, calls. Encrypted.');
  fireEvent.click(screen.getByRole('button', { name: 'I have no account' }));
  await screen.findByText(/^Accounts come from a server/);
});

test.each([
  ['nobody.example', 'No server answers at this address. Check the spelling and your connection.'],
  [
    'web.example',
    'There is a server at this address, but it is not a Matrix server. Check the address.',
  ],
])('%s: the problem stands at the server field and nothing is sent', async (server, words) => {
  const engine = signedOutEngine();
  open(engine);
  await fill(server, 'mara', 'correct');
  pressSignIn();
  await screen.findByText(words);
  expect(engine.calls.some((call) => call.name === 'signIn')).toBe(false);
});

test('empty fields are named, the first of them is where one types next', async () => {
  const engine = signedOutEngine();
  open(engine);
  await screen.findByRole('heading', { name: 'Sign in' });
  pressSignIn();
  await screen.findByText('Enter your password.');
  screen.getByText('Enter your user name.');
  screen.getByText(/Enter the name of your server/);
  expect(document.activeElement).toBe(screen.getByLabelText('Server'));
  expect(engine.calls.some((call) => call.name === 'signIn')).toBe(false);
});

test.each([
  ['wrong_password' as const, /user name or the password is wrong/],
  ['offline' as const, /server cannot be reached/],
  ['account_deactivated' as const, /account was closed/],
  ['rate_limited' as const, /Try again in 3 seconds/],
])('%s of signing in is said in plain words', async (code, words) => {
  const engine = signedOutEngine();
  engine.answers.signIn = () => {
    throw appFailure(code, 'internal words', { retryAfterMs: 3000 });
  };
  open(engine);
  await fill('fernhill.example', 'mara', 'something');
  pressSignIn();
  await screen.findByText(words);
  expect(screen.queryByText(/internal words/)).toBeNull();
});

test('the right password leads to the chats when secure backup is already open', async () => {
  const engine = signedOutEngine();
  open(engine);
  await fill(' fernhill.example ', 'mara', 'correct');
  pressSignIn();
  await screen.findByRole('tree', { name: 'Chats' });
  expect(engine.calls.find((call) => call.name === 'signIn')?.input).toEqual({
    server: 'fernhill.example',
    user: 'mara',
    password: 'correct',
  });
});

test('a first sign-in creates a recovery key, shows it once and asks whether it is saved', async () => {
  const engine = signedOutEngine();
  engine.world.encryption = {
    ...encryptionReady,
    state: 'unset',
    backupEnabled: false,
    hasRecoveryKey: false,
  };
  const fake = open(engine);
  await fill('fernhill.example', 'mara', 'correct');
  pressSignIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Create recovery key' }));
  const key = await screen.findByRole('group', { name: 'Recovery key' });
  expect(key.textContent?.trim()).toBe(
    'EsTG 9qVb 2mKd Wf4H uYpN c7Rx LaZ3 hJ8e TvQ6 nBs5 DgMw 4kPy',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Save as file' }));
  await screen.findByText(/^Saved\. Move the file/);
  expect(fake.calls).toEqual([
    {
      name: 'saveText',
      input: {
        suggestedName: 'Trellis recovery key @mara:fernhill.example.txt',
        text: expect.stringContaining(
          'EsTG 9qVb 2mKd Wf4H uYpN c7Rx LaZ3 hJ8e TvQ6 nBs5 DgMw 4kPy\n',
        ),
      },
    },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'I saved it' }));
  await screen.findByRole('tree', { name: 'Chats' });
  expect(engine.calls.filter((call) => call.name === 'confirmRecoveryKey')).toEqual([
    { name: 'confirmRecoveryKey', input: { outcome: 'saved' } },
  ]);
});

test('going on without a key takes a second, knowing answer', async () => {
  const engine = signedOutEngine();
  engine.world.encryption = {
    ...encryptionReady,
    state: 'unset',
    backupEnabled: false,
    hasRecoveryKey: false,
  };
  open(engine);
  await fill('fernhill.example', 'mara', 'correct');
  pressSignIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  await screen.findByRole('alertdialog', { name: 'Go on without a recovery key?' });
  expect(engine.calls.some((call) => call.name === 'confirmRecoveryKey')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Go on without it' }));
  await screen.findByRole('tree', { name: 'Chats' });
  expect(engine.world.encryption.state).toBe('skipped');
});

test('the server may ask for the password before it accepts a key', async () => {
  const engine = signedOutEngine();
  engine.world.encryption = { ...encryptionReady, state: 'unset', hasRecoveryKey: false };
  const passwords: (string | null)[] = [];
  engine.answers.createRecoveryKey = ({ password }) => {
    passwords.push(password);
    if (password === null) throw appFailure('forbidden', 'Needs a password');
    return { recoveryKey: 'AAAA BBBB' };
  };
  open(engine);
  await fill('fernhill.example', 'mara', 'correct');
  pressSignIn();
  fireEvent.click(await screen.findByRole('button', { name: 'Create recovery key' }));
  const field = await screen.findByLabelText('Your server asks for your password');
  fireEvent.change(field, { target: { value: 'correct' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create recovery key' }));
  await screen.findByRole('group', { name: 'Recovery key' });
  expect(passwords).toEqual([null, 'correct']);
});

test('a second device enters the recovery key; a wrong one is named', async () => {
  const engine = signedOutEngine();
  engine.world.encryption = { ...encryptionReady, state: 'locked' };
  open(engine);
  await fill('fernhill.example', 'mara', 'correct');
  pressSignIn();
  const field = await screen.findByLabelText('Recovery key or security phrase');
  fireEvent.change(field, { target: { value: 'wrong' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await screen.findByText(/This is not the recovery key/);
  fireEvent.change(field, { target: { value: 'EsTG 9qVb' } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
  await screen.findByRole('tree', { name: 'Chats' });
});

test('an account that is here already is not signed in a second time', async () => {
  open(createFakeEngine(exampleWorld()));
  await screen.findByRole('tree', { name: 'Chats' });
  fireEvent.click(screen.getByRole('button', { name: 'Add an account' }));
  await fill('fernhill.example', 'Mara', 'correct');
  pressSignIn();
  await screen.findByText('This account is already signed in here.');
  expect(document.activeElement).toBe(screen.getByLabelText('User name'));
});

/** Names of the calls on accounts, in order. */
const accountActs = ({ calls }: { calls: readonly { name: string }[] }): string[] =>
  calls.map(({ name }) => name).filter((name) => name.endsWith('Account'));

test('a second account can be added, left again, and switched to', async () => {
  const fake = open(createFakeEngine(exampleWorld()));
  await screen.findByRole('tree', { name: 'Chats' });
  fireEvent.click(screen.getByRole('button', { name: 'Add an account' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Back to Mara Lindqvist' }));
  await screen.findByRole('tree', { name: 'Chats' });
  expect(accountActs(fake)).toEqual(['addAccount', 'removeAccount']);
});

test('Escape leads back from adding an account, but not out of a registration', async () => {
  const fake = open(createFakeEngine(exampleWorld()));
  await screen.findByRole('tree', { name: 'Chats' });
  fireEvent.click(screen.getByRole('button', { name: 'Add an account' }));
  await screen.findByRole('button', { name: 'Back to Mara Lindqvist' });
  fireEvent.keyDown(screen.getByLabelText('User name'), { key: 'Escape' });
  await screen.findByRole('tree', { name: 'Chats' });
  expect(accountActs(fake)).toEqual(['addAccount', 'removeAccount']);
});

test('signing out asks first, says what is lost, and removes the account', async () => {
  const engine = createFakeEngine(exampleWorld());
  const fake = open(engine);
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out…' }));
  await screen.findByText(/^2 unsent messages/);
  expect(engine.calls.some((call) => call.name === 'signOut')).toBe(false);
  const dialog = screen.getByRole('alertdialog');
  const confirm = [...dialog.querySelectorAll('button')].find(
    (button) => button.textContent === 'Sign out',
  );
  if (confirm === undefined) throw new Error('no button');
  await waitFor(() => expect(confirm.getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(confirm);
  // The profile is marked before its engine is asked: whatever cuts the rest, the next start finishes it.
  await waitFor(() =>
    expect(accountActs(fake)).toEqual(['leaveAccount', 'removeAccount', 'addAccount']),
  );
  await screen.findByRole('heading', { name: 'Sign in' });
});

test('an engine that cannot start says why and can be tried again', async () => {
  const engine = createFakeEngine(exampleWorld());
  const fake = createFakeShell({ [accountId]: engine }, [
    accountRow(accountId, {
      engine: 'failed',
      error: appFailure('store_locked', 'locked').error,
    }),
  ]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByText(/Another Trellis is using this account/);
  // The saved data is whole, so removing it is not offered.
  expect(screen.queryByRole('button', { name: 'Remove from this computer' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('tree', { name: 'Chats' });
});
