// Starting over without a recovery key, and what a device sees whose identity was replaced.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import type { HealthLine } from '#contract/areas/encryption/health';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { withLines } from '../../gallery/fakes/fakeHealth';
import { encryptionReady } from '../../gallery/fixtures';

const replaced: HealthLine = {
  ...{ about: 'identity', cause: 'replaced', level: 'bad', fixes: ['unlock', 'start_over'] },
};
const locked: Partial<EncryptionStatus> = { state: 'locked', backupEnabled: false };

function open(encryption: Partial<EncryptionStatus>): FakeEngine {
  const engine = createFakeEngine(exampleWorld());
  engine.world.encryption = { ...encryptionReady, ...encryption };
  if (encryption.state === 'locked') engine.world.health = withLines(replaced);
  const fake = createFakeShell({ account000: engine }, [accountRow('account000', {})]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return engine;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const resets = (engine: FakeEngine) =>
  engine.calls.filter((call) => call.name === 'resetEncryption').map((call) => call.input);

async function startOver(): Promise<void> {
  await press('Start over');
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Delete and start over' }));
}

async function enterPassword(password: string): Promise<void> {
  const field = await screen.findByLabelText('Your server asks for your password');
  fireEvent.change(field, { target: { value: password } });
  await press('Start over');
}

test('without a recovery key one starts over knowingly: losses, a yes, the password, the new key', async () => {
  const engine = open(locked);
  await press('Unlock');
  await press('I do not have my recovery key');
  await screen.findByRole('heading', { name: 'Start over without the recovery key?' });
  within(screen.getByRole('region', { name: 'What you lose' })).getByText(
    /^Older encrypted messages that only the secure backup on fernhill\.example could open/,
  );
  within(screen.getByRole('region', { name: 'What you keep' })).getByText(/^Your account/);
  expect(resets(engine)).toEqual([]);
  await startOver();
  await enterPassword('wrong');
  const wrong = await screen.findByText(
    'This is not the password of your account. Nothing was changed.',
  );
  // The error stands between the field and its button, and nothing long stands above them.
  expect(wrong.closest('form')?.querySelector('input')).not.toBeNull();
  expect(screen.queryByRole('region', { name: 'What you lose' })).toBeNull();
  await enterPassword('correct');
  const key = await screen.findByRole('group', { name: 'Recovery key' });
  expect(key.textContent).toMatch(/^EsNW 2Xyz/);
  expect(resets(engine)).toEqual([
    { password: null },
    { password: 'wrong' },
    { password: 'correct' },
  ]);
  await press('I saved it');
  await screen.findByRole('tree', { name: 'Chats' });
  expect(engine.world.encryption.state).toBe('ready');
});

test('before the yes nothing happens, and the way back is open', async () => {
  const engine = open(locked);
  await press('Unlock');
  await press('I do not have my recovery key');
  await press('Start over');
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Back' }));
  await press('Back');
  await screen.findByRole('tree', { name: 'Chats' });
  expect(resets(engine)).toEqual([]);
  expect(engine.world.encryption.state).toBe('locked');
});

test('a server that wants what we do not know is named, and that nothing was changed', async () => {
  const engine = open(locked);
  engine.answers.resetEncryption = () => {
    throw appFailure('forbidden', 'internal words');
  };
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: /^Encryption/ }));
  await press('Start over');
  await startOver();
  await enterPassword('correct');
  await screen.findByText(/^Your server wants this confirmed in a way that Trellis does not know/);
  expect(screen.queryByText(/internal words/)).toBeNull();
});

test('a server that asks at a page of its own is waited for, until somebody stops it', async () => {
  const engine = open(locked);
  engine.answers.resetEncryption = () => {
    engine.update({ proof: { state: 'waiting', shown: 'not_opened' } });
    return new Promise(() => undefined);
  };
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: /^Encryption/ }));
  await press('Start over');
  await startOver();
  await screen.findByText('Waiting for the page in your browser');
  await screen.findByText(/^The page could not be opened/);
  expect(screen.queryByLabelText('Your password')).toBeNull();
  act(() => engine.update({ proof: { state: 'waiting', shown: 'closed' } }));
  await screen.findByText(/^The window was closed before the server had an answer/);
  await press('Open in the browser');
  act(() => engine.update({ proof: { state: 'waiting', shown: 'browser' } }));
  await press('Stop waiting');
  await waitFor(() =>
    expect(screen.queryByText('Waiting for the page in your browser')).toBeNull(),
  );
});

test('a device whose identity was replaced says so in the status line, when unlocking and in settings', async () => {
  open({ ...locked, identityReplaced: true });
  const line = await screen.findByRole('status', { name: 'Connection' });
  await within(line).findByText('Your encryption was started over on another device');
  await press('Unlock');
  await screen.findByText(/If that was not you, change your password at once\.$/);
  await press('Later');
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: 'Encryption Needs a decision' }));
  await screen.findByText('Your identity was replaced on another device');
});

test('a backup that this computer cannot read is not the end: starting over is offered there', async () => {
  const engine = open({ state: 'unset', backupEnabled: false, hasRecoveryKey: false });
  engine.answers.createRecoveryKey = () => {
    throw appFailure('conflict', 'internal words');
  };
  await press('Set up');
  await press('Create recovery key');
  await screen.findByText(/There is a secure backup already, and this computer cannot read it/);
  await press('Start over');
  await screen.findByRole('heading', { name: 'Start over without the recovery key?' });
  expect(resets(engine)).toEqual([]);
});

test('the page with the new key has the focus at its heading: it is read out, and Tab goes on there', async () => {
  open({ state: 'unset', backupEnabled: false, hasRecoveryKey: false });
  await press('Set up');
  const create = await screen.findByRole('button', { name: 'Create recovery key' });
  create.focus();
  fireEvent.click(create);
  await screen.findByRole('group', { name: 'Recovery key' });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })),
  );
});

test('a security phrase is a form that can be looked at; what is said of the key knows of it', async () => {
  const engine = open({ state: 'unset', backupEnabled: false, hasRecoveryKey: false });
  await press('Set up');
  await press('Add a security phrase');
  const fields = ['Security phrase', 'Security phrase again'].map((name) =>
    screen.getByLabelText<HTMLInputElement>(name),
  );
  for (const field of fields)
    fireEvent.change(field, { target: { value: 'five words that nobody knows' } });
  expect(fields.map(({ type }) => type)).toEqual(['password', 'password']);
  await press('Show phrase');
  expect(fields.map(({ type }) => type)).toEqual(['text', 'text']);
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create recovery key' });
  // Enter in a field presses the button of its form.
  expect([fields[1]?.form, create.type]).toEqual([create.form, 'submit']);
  expect(create.form).not.toBeNull();
  fireEvent.submit(create.form ?? create);
  await screen.findByRole('group', { name: 'Recovery key' });
  screen.getByText(/this key and your security phrase are the only ways back/);
  expect(engine.calls.find(({ name }) => name === 'createRecoveryKey')?.input).toMatchObject({
    phrase: 'five words that nobody knows',
  });
});

test('a recovery key that the account has is not replaced without a word and a yes', async () => {
  const engine = open({ state: 'unset', backupEnabled: false, hasRecoveryKey: true });
  const made = () => engine.calls.filter(({ name }) => name === 'createRecoveryKey').length;
  await press('Set up');
  // The page asks, once.
  await screen.findByRole('heading', { name: 'Replace your recovery key?' });
  screen.getByText(/The key that you saved before stops working at once/);
  expect(made()).toBe(0);
  expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'Replace the key' }));
  await press('Replace the key');
  await screen.findByRole('group', { name: 'Recovery key' });
  expect(made()).toBe(1);
});

test('a device that has its keys makes another recovery key without starting over, or lets it be', async () => {
  const engine = open({ state: 'ready', hasRecoveryKey: true });
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: /^Encryption/ }));
  await press('New recovery key…');
  await screen.findByRole('heading', { name: 'Replace your recovery key?' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await press('Cancel');
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Replace your recovery key?' })).toBeNull(),
  );
  expect(engine.calls.some(({ name }) => name === 'confirmRecoveryKey')).toBe(false);
  expect(engine.world.encryption.state).toBe('ready');
});

test('an account without a recovery key is not offered another one', async () => {
  open({ state: 'ready', hasRecoveryKey: false });
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: /^Encryption/ }));
  await screen.findByText('What is encrypted');
  expect(screen.queryByRole('button', { name: 'New recovery key…' })).toBeNull();
});

test('another key that was made is left without saving it only knowing that the old one has ended', async () => {
  open({ state: 'ready', hasRecoveryKey: true });
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: /^Encryption/ }));
  await press('New recovery key…');
  await press('Replace the key');
  await screen.findByText(/you can make a new one in the settings/);
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  await press('Go on without it');
  const question = await screen.findByRole('alertdialog', { name: /without a recovery key/ });
  within(question).getByText(/has stopped working already/);
});

test('starting over where the keys of the identity are does not promise that others see a change', async () => {
  open({ state: 'unset', backupEnabled: false, hasRecoveryKey: false }).answers.createRecoveryKey =
    () => {
      throw appFailure('conflict', 'internal words');
    };
  await press('Set up');
  await press('Create recovery key');
  await press('Start over');
  const lost = within(await screen.findByRole('region', { name: 'What you lose' }));
  expect(lost.queryByText(/your identity has changed/)).toBeNull();
  within(screen.getByRole('region', { name: 'What you keep' })).getByText(/^Your identity/);
});

describe('another device replaced the recovery key', () => {
  const title = 'Your recovery key was replaced';

  test('a card says so until it was read', async () => {
    const engine = open({ state: 'ready', keyReplacedMs: Date.now() });
    const card = await screen.findByRole('alertdialog', { name: title });
    within(card).getByText(/no longer works/);
    fireEvent.click(within(card).getByRole('button', { name: 'Understood' }));
    await waitFor(() =>
      expect(engine.calls.some(({ name }) => name === 'confirmRecoveryKey')).toBe(true),
    );
  });

  test('the page that shows a key says that it opens nothing any more, and nobody saves it', async () => {
    const engine = open({ state: 'ready', hasRecoveryKey: true });
    await press('Settings');
    fireEvent.click(await screen.findByRole('tab', { name: /^Encryption/ }));
    await press('New recovery key…');
    await press('Replace the key');
    await screen.findByRole('button', { name: 'I saved it' });
    const { encryption } = engine.world;
    act(() => engine.update({ encryption: { ...encryption, keyReplacedMs: Date.now() } }));
    await screen.findByText(/^Another device has made a recovery key after this one/);
    for (const name of ['I saved it', 'Copy', 'Save as file'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('alertdialog', { name: title })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe(title));
    await press('Understood');
  });
});
