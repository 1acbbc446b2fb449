// Passwords and recovery keys are in the state of one form or hook for one act: no store of the window, no storage, no attribute of the page
// and no log line ever has them, and only the calls that need them carry them.
import '../jsdom';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { encryptionReady, signedOut } from '../../gallery/fixtures';

const password = 'hunter2 and more';
const recoveryKey = 'EsTG 9qVb 2mKd Wf4H';

/** All states and actions of all stores, storage, and log lines of this test, as text. */
const kept: string[] = [];

jest.mock('@reduxjs/toolkit', () => {
  const real = jest.requireActual<typeof import('@reduxjs/toolkit')>('@reduxjs/toolkit');
  const configureStore = (options: Parameters<typeof real.configureStore>[0]) => {
    const store = real.configureStore(options);
    const { dispatch } = store;
    const noted = (action: Parameters<typeof dispatch>[0]): unknown => {
      const result: unknown = dispatch(action);
      // A thunk is a function, and has no text.
      kept.push(JSON.stringify(action) ?? '', JSON.stringify(store.getState()));
      return result;
    };
    return { ...store, dispatch: noted };
  };
  return { ...real, configureStore };
});

beforeEach(() => {
  kept.length = 0;
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const)
    jest.spyOn(console, level).mockImplementation((...said) => void kept.push(said.join(' ')));
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation((...said) => {
    kept.push(said.join(' '));
  });
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
});

function open(engine: FakeEngine): FakeShell {
  const signedIn = engine.world.session.state === 'signed_in';
  const fake = createFakeShell({ account000: engine }, [accountRow('account000', { signedIn })]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return fake;
}

/** React gives a field its text as an attribute too; a field with a password has it for as long as it stands there. */
const attributes = (): string[] =>
  [...document.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes]
      .filter(({ name }) => name !== 'value')
      .map(({ name, value }) => `${name}=${value}`),
  );

const keptWith = (secret: string): string[] =>
  [...kept, ...attributes()].filter((text) => text.includes(secret));

const carriers = ({ calls }: FakeEngine, secret: string): string[] => [
  ...new Set(calls.filter((call) => JSON.stringify(call).includes(secret)).map(({ name }) => name)),
];

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test('a first sign-in keeps neither the password nor the new recovery key', async () => {
  const engine = createFakeEngine({ ...exampleWorld(), session: signedOut });
  engine.world.encryption = {
    ...encryptionReady,
    state: 'unset',
    backupEnabled: false,
    hasRecoveryKey: false,
  };
  engine.answers.createRecoveryKey = (input) => {
    if (input.password === null) throw appFailure('forbidden', 'Needs a password');
    return { recoveryKey };
  };
  engine.answers.signIn = () => {
    engine.update({ session: exampleWorld().session });
    return { userId: '@mara:fernhill.example' };
  };
  const fake = open(engine);
  await fill('Server', 'fernhill.example');
  await fill('User name', 'mara');
  await fill('Password', password);
  await press('Sign in');
  await press('Create recovery key');
  expect(document.body.innerHTML).not.toContain(password);
  await fill('Your server asks for your password', password);
  await press('Create recovery key');
  const group = await screen.findByRole('group', { name: 'Recovery key' });
  expect(group.textContent?.trim()).toBe(recoveryKey);
  expect(document.body.innerHTML).not.toContain(password);
  expect([keptWith(password), keptWith(recoveryKey)]).toEqual([[], []]);
  await press('I saved it');
  await screen.findByRole('tree', { name: 'Chats' });
  expect(document.body.textContent).not.toContain(recoveryKey);
  expect(kept.length).toBeGreaterThan(20);
  expect([keptWith(password), keptWith(recoveryKey)]).toEqual([[], []]);
  expect([carriers(engine, password), carriers(engine, recoveryKey)]).toEqual([
    ['signIn', 'createRecoveryKey'],
    [],
  ]);
  expect(JSON.stringify(fake.calls)).not.toContain(password);
});

test('unlocking and starting over keep neither the key that was entered nor the password', async () => {
  const engine = createFakeEngine(exampleWorld());
  engine.world.encryption = { ...encryptionReady, state: 'locked', backupEnabled: false };
  engine.answers.unlockWithRecoveryKey = () => {
    throw appFailure('wrong_recovery_key', 'no');
  };
  engine.answers.resetEncryption = (input) => {
    if (input.password === null) throw appFailure('forbidden', 'Needs a password');
    return { recoveryKey: 'EsNW 2Xyz' };
  };
  open(engine);
  await press('Unlock');
  await fill('Recovery key or security phrase', recoveryKey);
  await press('Unlock');
  await screen.findByText(/^This is not the recovery key/);
  await press('I do not have my recovery key');
  expect(document.body.innerHTML).not.toContain(recoveryKey);
  await press('Start over');
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Delete and start over' }));
  await fill('Your server asks for your password', password);
  await press('Start over');
  await screen.findByRole('group', { name: 'Recovery key' });
  expect(document.body.innerHTML).not.toContain(password);
  expect([recoveryKey, password, 'EsNW 2Xyz'].map(keptWith)).toEqual([[], [], []]);
  expect([recoveryKey, password].map((secret) => carriers(engine, secret))).toEqual([
    ['unlockWithRecoveryKey'],
    ['resetEncryption'],
  ]);
});

test('signing other devices out keeps no password', async () => {
  const engine = createFakeEngine(exampleWorld());
  open(engine);
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: /^Devices/ }));
  fireEvent.click(await screen.findByRole('button', { name: /^Sign out .*Phone/ }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out 1 device?' });
  fireEvent.change(await within(dialog).findByLabelText('Password'), {
    target: { value: password },
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out 1 device' }));
  await screen.findByText('1 device was signed out.');
  await waitFor(() => expect(document.body.innerHTML).not.toContain(password));
  expect(keptWith(password)).toEqual([]);
  expect(carriers(engine, password)).toEqual(['endDevices']);
});
