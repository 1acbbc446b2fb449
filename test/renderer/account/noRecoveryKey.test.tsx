// A locked device of an account that has no recovery key: nobody is asked for a key or told of a backup that does not exist.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { EncryptionStatus, UnlockWays } from '#contract/areas/account/accountModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { withLines } from '../../gallery/fakes/fakeHealth';
import { encryptionReady, signedOut } from '../../gallery/fixtures';
import { sevenEmoji, verification } from '../../gallery/stories/verification.stories';

const locked = (ways: UnlockWays | null): EncryptionStatus => ({
  ...encryptionReady,
  ...{ state: 'locked', deviceVerified: false, backupEnabled: false, ways },
});
const none: UnlockWays = { recoveryKey: false, device: false, backup: false };

function show(engine: FakeEngine): FakeEngine {
  const fake = createFakeShell({ account000: engine }, [accountRow('account000', {})]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return engine;
}
const open = (ways: UnlockWays | null): FakeEngine =>
  show(createFakeEngine({ ...exampleWorld(), encryption: locked(ways) }));

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const calls = (engine: FakeEngine, name: string) =>
  engine.calls.filter((call) => call.name === name).map(({ input }) => input);
const untrue =
  /enter (your|the) recovery key|opens your secure backup|look for the key|old recovery key|is deleted|delete/i;

/** Signs in on a device that finds these ways. */
async function signIn(ways: UnlockWays | null): Promise<FakeEngine> {
  const engine = createFakeEngine({ ...exampleWorld(), session: signedOut });
  engine.world.encryption = locked(ways);
  show(engine);
  fireEvent.change(await screen.findByLabelText('Server'), {
    target: { value: 'fernhill.example' },
  });
  fireEvent.change(await screen.findByLabelText('User name'), { target: { value: 'mara' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  return engine;
}

test('where another device could confirm this one, that is first, and no key is asked for', async () => {
  const engine = await signIn({ ...none, device: true });
  await screen.findByRole('heading', { name: 'Confirm this computer' });
  screen.getByText(/Your account has no recovery key/);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.body.textContent).not.toMatch(untrue);
  await press('Use another device');
  expect(calls(engine, 'startVerification')).toEqual([{ own: true, deviceId: null }]);
  await press('I have no other device');
  await screen.findByRole('heading', { name: 'Set up encryption anew' });
  within(screen.getByRole('region', { name: 'What changes' })).getByText(
    /^People you write to see that your identity has changed/,
  );
  screen.getByText(/^Your other devices are locked/);
  expect(document.body.textContent).not.toMatch(untrue);
  await press('Set up');
  // Other devices are locked by it: that is asked once more.
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).not.toMatch(untrue);
  fireEvent.click(within(question).getByRole('button', { name: 'Set up' }));
  await waitFor(() => expect(calls(engine, 'resetEncryption')).toEqual([{ password: null }]));
});

test('where there is neither key nor device nor backup, setting up anew is all there is, and nothing is said to be lost', async () => {
  const engine = await signIn(none);
  await screen.findByRole('heading', { name: 'Set up encryption anew' });
  screen.getByText(/no other device of yours/);
  expect(screen.queryByRole('region', { name: 'What you lose' })).toBeNull();
  screen.getByText(/there is no secure backup that could open them/);
  expect(document.body.textContent).not.toMatch(untrue);
  screen.getByRole('button', { name: 'Later' });
  await press('Set up');
  const field = await screen.findByLabelText('Your server asks for your password');
  fireEvent.change(field, { target: { value: 'correct' } });
  await press('Set up');
  await screen.findByRole('group', { name: 'Recovery key' });
  expect(calls(engine, 'resetEncryption')).toEqual([{ password: null }, { password: 'correct' }]);
});

test('a backup that nobody here can open is named, because it goes', async () => {
  await signIn({ ...none, backup: true });
  await screen.findByRole('heading', { name: 'Set up encryption anew' });
  screen.getByText(/^Older encrypted messages that only the secure backup on .* could open/);
  await press('Set up');
  await screen.findByRole('alertdialog', { name: 'Delete the old backup and start over?' });
});

test('before the server has said whether there is a key, neither is said', async () => {
  const engine = await signIn(null);
  await screen.findByRole('heading', { name: 'Confirm this computer' });
  screen.getByRole('button', { name: 'Later' });
  expect(document.body.textContent).not.toMatch(/recovery key|backup/i);
  act(() => engine.update({ encryption: locked({ ...none, recoveryKey: true, backup: true }) }));
  await screen.findByRole('heading', { name: 'Enter your recovery key' });
  // No other device could confirm this one: it is not offered.
  expect(screen.queryByRole('button', { name: /another device/ })).toBeNull();
});

test('the status line offers what there is, above a running window, too', async () => {
  const engine = open({ ...none, device: true });
  const line = await screen.findByRole('status', { name: 'Connection' });
  fireEvent.click(await within(line).findByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm this computer' });
  expect(dialog.textContent).not.toMatch(untrue);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Use another device' }));
  await waitFor(() => expect(calls(engine, 'startVerification')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => engine.update({ encryption: locked(none) }));
  fireEvent.click(await within(line).findByRole('button', { name: 'Set up' }));
  await screen.findByRole('heading', { name: 'Set up encryption anew' });
});

test('who was replaced from another device is warned there, too', async () => {
  const engine = open(none);
  engine.update({ encryption: { ...locked({ ...none, device: true }), identityReplaced: true } });
  const line = await screen.findByRole('status', { name: 'Connection' });
  fireEvent.click(await within(line).findByRole('button', { name: 'Confirm' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm this computer' });
  within(dialog).getByText(/If that was not you, change your password at once/);
  expect(dialog.textContent).not.toMatch(untrue);
});

test('a device that is not locked is asked for the key, where its secrets are not stored', async () => {
  const engine = createFakeEngine(exampleWorld());
  engine.world.encryption = { ...encryptionReady, ways: null };
  engine.world.health = withLines({
    ...{ about: 'secret', secret: 'master', here: true, stored: false },
    ...{ cause: 'not_stored', level: 'warning', fixes: ['unlock'] },
  });
  show(engine);
  await press('Settings');
  fireEvent.click(await screen.findByRole('tab', { name: /^Encryption/ }));
  await press('Use recovery key');
  const dialog = await screen.findByRole('dialog', { name: 'Enter your recovery key' });
  within(dialog).getByRole('textbox');
});

test('a confirmed device that is ready a moment later leads to the chats, without a recovery key to be made', async () => {
  const engine = await signIn({ ...none, device: true, recoveryKey: true, backup: true });
  await screen.findByRole('heading', { name: 'Enter your recovery key' });
  act(() => engine.update({ encryption: { ...encryptionReady, state: 'unset' } }));
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Enter your recovery key' })).toBeNull(),
  );
  act(() => engine.update({ encryption: encryptionReady }));
  await screen.findByRole('tree', { name: 'Chats' });
});

test('a confirmed device waits for its keys without the form of the recovery key, which stays within reach', async () => {
  const engine = await signIn({ ...none, device: true, recoveryKey: true, backup: true });
  await screen.findByRole('heading', { name: 'Enter your recovery key' });
  const done = verification({ isSelf: true, roomId: null, phase: 'done' });
  act(() => engine.update({ verifications: [done] }));
  await press('Done');
  await screen.findByRole('heading', { name: 'Just a moment' });
  screen.getByText('Your keys are being fetched');
  expect(screen.queryByRole('textbox')).toBeNull();
  // The key can be entered if the other device does not answer.
  await press('Enter the recovery key instead');
  await screen.findByRole('heading', { name: 'Enter your recovery key' });
  act(() => engine.update({ verifications: [{ ...done, id: 'another' }] }));
  await press('Done');
  await screen.findByRole('heading', { name: 'Just a moment' });
  act(() => engine.update({ encryption: encryptionReady }));
  await screen.findByRole('tree', { name: 'Chats' });
});

test('emoji that did not match are told on the page too, also when their dialog was closed unread', async () => {
  const engine = await signIn({ recoveryKey: true, device: true, backup: true });
  await screen.findByRole('heading', { name: 'Enter your recovery key' });
  const going = { isSelf: true, byMe: true } as const;
  const cancelled = { code: 'mismatched_sas', byMe: false } as const;
  act(() =>
    engine.update({
      verifications: [verification({ ...going, phase: 'started', emoji: sevenEmoji })],
    }),
  );
  const differ = await screen.findByRole('button', { name: 'They do not match' });
  act(() =>
    engine.update({ verifications: [verification({ ...going, phase: 'cancelled', cancelled })] }),
  );
  // The press that was meant for the emoji closes nothing.
  fireEvent.click(differ);
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await within(await screen.findByRole('alert')).findByText(
    /emoji did not match.*change your password/i,
  );
  // The next attempt begins anew.
  act(() => engine.update({ verifications: [verification({ ...going, phase: 'requested' })] }));
  await waitFor(() => expect(screen.queryByText(/emoji did not match/)).toBeNull());
});
