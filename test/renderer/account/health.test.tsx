// The health of encryption over an engine in memory: what is said, what each fix does, and the way from a message to its line.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { Root } from '../../../renderer/features/shell';
import { Health } from '../../../renderer/features/encryption/health/Health';
import { accountRow, AccountWindow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { exampleSignIn } from '../../gallery/fakes/fakeDevices';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { bareHealth, brokenHealth } from '../../gallery/fakes/fakeHealth';
import { verification } from '../../gallery/stories/verification.stories';

const acts = { onUnlock: jest.fn(), onSetUpBackup: jest.fn(), onResetEncryption: jest.fn() };

function open(more: Partial<World> = {}): FakeEngine {
  const engine = createFakeEngine({ ...exampleWorld(), ...more });
  render(
    <AccountWindow engine={engine}>
      <Health {...acts} />
    </AccountWindow>,
  );
  return engine;
}

const inputs = ({ calls }: FakeEngine, name: string) =>
  calls.filter((call) => call.name === name).map(({ input }) => input);
const group = (name: string) => screen.findByRole('region', { name });

test('all in order is said in one sentence, and each thing is named', async () => {
  open();
  await screen.findByText('Your messages are protected');
  const region = await group('In order');
  const order = within(region);
  // There for who wants to know, and in nobody's way.
  expect(region.querySelector('details')?.open).toBe(false);
  fireEvent.click(order.getByRole('heading', { name: 'In order' }));
  for (const title of [
    'Secure backup is on',
    'All messages can be read',
    'Main key of your identity',
  ])
    order.getByText(title);
  expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
});

test('what is wrong is said with its cause, what goes on with its progress, what cannot be changed apart', async () => {
  open({ health: brokenHealth });
  await screen.findByText('4 things need you');
  const needed = within(await group('Needs you'));
  needed.getByText('“\u2068Old phone\u2069” is not verified');
  needed.getByText('The secure backup is not yours');
  needed.getByText('12 messages cannot be read');
  needed.getByText('The clock of this computer is 2 hours behind');
  const bar = within(await group('In progress')).getByRole('progressbar');
  expect(bar).toHaveProperty('value', 17_128);
  within(await group('Cannot be changed')).getByText('1 message cannot be read');
});

test('what another device can read without a backup is not said to be lost', async () => {
  const line = { about: 'messages', cause: 'sent_before_sign_in_no_backup', count: 7 } as const;
  const first = { roomId: 'room', eventId: '$before' };
  const { lines, ...rest } = bareHealth;
  const messages = { ...line, first, level: 'warning' as const, fixes: [] };
  const others = lines.filter(({ about }) => about !== 'messages');
  open({ health: { ...rest, lines: [...others, messages] } });
  const needed = within(await group('Needs you'));
  needed.getByText('7 messages cannot be read');
  needed.getByText(/^They were sent before .* Your other devices were asked for their keys/);
  expect(screen.queryByRole('region', { name: 'Cannot be changed' })).toBeNull();
});

test('without a secure backup there is one thing to do, and below it what hangs on it', async () => {
  open({ health: bareHealth });
  await screen.findByText('1 thing needs you');
  const needed = within(await group('Needs you'));
  expect(needed.getAllByRole('button', { name: 'Set up' })).toHaveLength(1);
  fireEvent.click(needed.getByText('5 more things are put right with it'));
  needed.getByText('There is no secure backup');
  needed.getByText('12 keys are not in the backup');
  fireEvent.click(needed.getByRole('button', { name: 'Set up' }));
  await waitFor(() => expect(acts.onSetUpBackup).toHaveBeenCalledTimes(1));
});

test('keys are got again, and the page follows', async () => {
  const engine = open({ health: brokenHealth });
  fireEvent.click(await screen.findByRole('button', { name: 'Get keys again' }));
  await screen.findByText('12 more messages can be read.');
  await screen.findByText('Your messages are protected');
  expect(inputs(engine, 'repairEncryption')).toEqual([{ fix: 'restore' }]);
});

test('a new backup asks for the recovery key, and says what is wrong with it', async () => {
  const engine = open({ health: brokenHealth });
  engine.answers.replaceBackup = () => {
    throw appFailure('wrong_recovery_key', 'no');
  };
  fireEvent.click(await screen.findByRole('button', { name: 'Make a new backup' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Make a new backup?' });
  const field = within(dialog).getByLabelText('Recovery key or security phrase');
  fireEvent.change(field, { target: { value: 'EsTG wrong' } });
  const make = within(dialog).getByRole('button', { name: 'Make a new backup' });
  fireEvent.click(make);
  await within(dialog).findByText(/recovery key/i, { selector: '[role=alert] *, [role=alert]' });
  delete engine.answers.replaceBackup;
  fireEvent.click(make);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a device that nobody confirmed is verified, or signed out with the password', async () => {
  const engine = open({ health: brokenHealth });
  fireEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(inputs(engine, 'startVerification')).toEqual([{ own: true, deviceId: 'OLDPHONE' }]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Sign it out' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Sign out 1 device?' });
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'pw' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out 1 device' }));
  await waitFor(() =>
    expect(inputs(engine, 'endDevices')).toEqual([{ deviceIds: ['OLDPHONE'], password: 'pw' }]),
  );
});

test('unlocking and starting over lead to their own pages', async () => {
  open({ health: brokenHealth });
  fireEvent.click(await screen.findByRole('button', { name: 'Use recovery key' }));
  expect(acts.onUnlock).toHaveBeenCalledTimes(1);
});

function whole(more: Partial<World>): FakeEngine {
  const engine = createFakeEngine({ ...exampleWorld(), ...more });
  render(
    <Window fake={createFakeShell({ account000: engine }, [accountRow('account000', {})])}>
      <Root />
    </Window>,
  );
  return engine;
}

test('a new sign-in that was me is answered once', async () => {
  const engine = whole({ newSignIns: [exampleSignIn] });
  const card = await screen.findByRole('alertdialog', { name: /^New sign-in: .*Browser on Linux/ });
  within(card).getByText(/from .*192\.0\.2\.44/);
  // The list takes the focus when it comes.
  const tree = await screen.findByRole('tree', { name: 'Chats' });
  await waitFor(() => expect(document.activeElement).toBe(tree));
  const before = screen.getByRole('button', { name: 'Settings' });
  const mine = within(card).getByRole('button', { name: 'It was me' });
  act(() => before.focus());
  act(() => mine.focus());
  fireEvent.click(mine);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  // The focus is where it was before the card.
  await waitFor(() => expect(document.activeElement).toBe(before));
  expect(inputs(engine, 'acceptSignIn')).toEqual([{ deviceId: exampleSignIn.deviceId }]);
});

test('a new sign-in is put away until later, and stands on the page of the devices until it is answered', async () => {
  const engine = whole({ newSignIns: [exampleSignIn] });
  const card = await screen.findByRole('alertdialog', { name: /^New sign-in: / });
  fireEvent.click(
    within(card).getByRole('button', { name: 'Answer later, in Settings under Devices' }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(inputs(engine, 'acceptSignIn')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  fireEvent.click(await screen.findByRole('tab', { name: 'Devices' }));
  const asked = await screen.findByRole('group', { name: /^New sign-in: / });
  expect(within(asked).queryByRole('button', { name: /^Answer later/ })).toBeNull();
  fireEvent.click(within(asked).getByRole('button', { name: 'It was me' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: /^New sign-in/ })).toBeNull());
  expect(inputs(engine, 'acceptSignIn')).toEqual([{ deviceId: exampleSignIn.deviceId }]);
});

test('cards over the window stand below in the settings, where the page can be scrolled away from under them', async () => {
  whole({ newSignIns: [exampleSignIn] });
  const card = await screen.findByRole('alertdialog', { name: /^New sign-in: / });
  // The style sheets of tests give each class by its own name.
  const isLow = () => card.closest('.low') !== null;
  expect(isLow()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  await waitFor(() => expect(isLow()).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
  await waitFor(() => expect(isLow()).toBe(false));
});

test('a new sign-in that asks to be verified is asked about on one card', async () => {
  const { deviceId } = exampleSignIn;
  const asked = verification({ isSelf: true, byMe: false, deviceId, roomId: null });
  const engine = whole({ newSignIns: [exampleSignIn], verifications: [asked] });
  const card = await screen.findByRole('alertdialog', { name: 'Is this your device?' });
  expect(screen.getAllByRole('alertdialog')).toEqual([card]);
  // After the request is declined, the question about the sign-in still stands.
  fireEvent.click(within(card).getByRole('button', { name: 'Decline' }));
  await screen.findByRole('alertdialog', { name: /^New sign-in: / });
  expect(inputs(engine, 'acceptSignIn')).toEqual([]);
});

test('one that was not me is signed out, and the password is changed', async () => {
  const engine = whole({ newSignIns: [exampleSignIn] });
  fireEvent.click(await screen.findByRole('button', { name: 'It was not me' }));
  const question = await screen.findByRole('alertdialog', { name: 'Sign out 1 device?' });
  fireEvent.change(within(question).getByLabelText('Password'), { target: { value: 'old' } });
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out 1 device' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Change your password' });
  const type = (label: string, value: string) =>
    fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
  type('Present password', 'old');
  type('New password', 'a new password');
  type('New password again', 'another');
  within(dialog).getByText('The two passwords are not the same.');
  type('New password again', 'a new password');
  const change = within(dialog).getByRole('button', { name: 'Change password' });
  // A wrong one marks its field, which takes the focus.
  engine.answers.changePassword = () => {
    throw appFailure('wrong_password', 'no');
  };
  fireEvent.click(change);
  await within(dialog).findByText(/^This is not the password of your account/);
  const present = within(dialog).getByLabelText('Present password');
  expect(present.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(present);
  delete engine.answers.changePassword;
  type('Present password', 'old');
  expect(present.getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.click(change);
  await screen.findByText('Your password was changed.');
  expect(inputs(engine, 'changePassword').slice(1)).toEqual([
    { password: 'old', next: 'a new password', endOthers: true },
  ]);
});
