// The question before signing out: it names what is lost and what is needed to read on, and promises nothing that is not so.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CallCenter } from '../../../renderer/features/calls/center';
import { CallsContext } from '../../../renderer/features/calls/context';
import { useAppSelector } from '../../../renderer/app/store';
import { SignOutDialog } from '../../../renderer/features/settings/SignOutDialog';
import { directCall } from '../../gallery/callSnapshots';
import { Root } from '../../../renderer/features/shell';
import { accountRow, AccountWindow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { signedOut } from '../../gallery/fixtures';

type Check = NonNullable<FakeEngine['answers']['signOutCheck']>;

function Section() {
  const { place, settings } = useAppSelector(({ navigation }) => navigation);
  return <output data-testid="section">{`${place} ${settings.section}`}</output>;
}

async function lines(
  losses: Partial<Awaited<ReturnType<Check>>>,
  encryption: Partial<FakeEngine['world']['encryption']> = {},
): Promise<string[]> {
  const world = exampleWorld();
  const engine = createFakeEngine({
    ...world,
    encryption: { ...world.encryption, ...encryption },
  });
  const none = { unsentMessages: 0, drafts: 0, unbackedKeys: 0, serverHears: true };
  engine.answers.signOutCheck = () => ({ ...none, ...losses });
  const nothing = (): void => undefined;
  const { unmount } = render(
    <AccountWindow engine={engine}>
      <SignOutDialog userId="@me:example.org" onClose={nothing} onSignedOut={nothing} />
    </AccountWindow>,
  );
  const question = await screen.findByRole('alertdialog');
  // The answer of the engine frees the button.
  await screen.findByText(/^(You can sign in|To read your|There is no secure)/);
  const found = [...question.querySelectorAll('p')].map(({ textContent }) => textContent);
  unmount();
  return found;
}

const key =
  'To read your encrypted messages after signing in again you need your recovery key, or another device that is signed in.';

test('drafts are named beside unsent messages, and the recovery key where there is a backup', async () => {
  const ready = { state: 'ready', backupEnabled: true } as const;
  expect(await lines({ unsentMessages: 2, drafts: 1 }, ready)).toEqual([
    '2 unsent messages and 1 draft will be lost.',
    key,
  ]);
  expect(await lines({ drafts: 3 }, ready)).toEqual(['3 drafts will be lost.', key]);
  expect(await lines({}, { state: 'locked', backupEnabled: false })).toEqual([key]);
});

test('keys that are only here are told without a number: several of them may be of one conversation', async () => {
  const [told] = await lines({ unbackedKeys: 2 }, { state: 'skipped', backupEnabled: false });
  expect(told).toBe(
    'Keys of encrypted messages are only on this computer. Those messages will be unreadable.',
  );
});

test('without a backup the question leads to where one is made', async () => {
  const world = exampleWorld();
  const none = { state: 'skipped', backupEnabled: false } as const;
  const engine = createFakeEngine({ ...world, encryption: { ...world.encryption, ...none } });
  const onClose = jest.fn();
  render(
    <AccountWindow engine={engine}>
      <SignOutDialog userId="@me:example.org" onClose={onClose} onSignedOut={jest.fn()} />
      <Section />
    </AccountWindow>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Set up secure backup' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect((await screen.findByTestId('section')).textContent).toBe('settings encryption');
});

/** The question of an account that is `ready`, with the section that is shown. */
async function ask(change: Partial<FakeEngine['world']> = {}): Promise<HTMLElement> {
  const engine = createFakeEngine({ ...exampleWorld(), ...change });
  engine.answers.signOutCheck = () => ({
    ...{ unsentMessages: 2, drafts: 1, unbackedKeys: 0, serverHears: true },
  });
  render(
    <AccountWindow engine={engine}>
      <SignOutDialog userId="@me:example.org" onClose={jest.fn()} onSignedOut={jest.fn()} />
      <Section />
    </AccountWindow>,
  );
  return screen.findByRole('alertdialog');
}

test('with a backup the question leads to where the recovery key is checked; it is asked by name', async () => {
  const question = await ask();
  expect(question.getAttribute('aria-labelledby')).not.toBeNull();
  screen.getByRole('heading', { name: /^Sign out of \S*Mara Lindqvist\S*\?$/ });
  screen.getByText('@me:example.org');
  expect(screen.queryByRole('button', { name: 'Show unsent' })).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Check recovery key' }));
  expect((await screen.findByTestId('section')).textContent).toBe('settings encryption');
});

test('messages that were not sent can be looked at before they are lost', async () => {
  const unsent = { count: 2, roomId: '!studio:fernhill.example' };
  await ask({ sync: { ...exampleWorld().sync, unsent } });
  fireEvent.click(await screen.findByRole('button', { name: 'Show unsent' }));
  expect((await screen.findByTestId('section')).textContent).toMatch(/^chats /);
});

test('a device that is locked without any recovery key is told of none', async () => {
  const ways = { recoveryKey: false, device: true, backup: false };
  expect(await lines({}, { state: 'locked', backupEnabled: false, ways })).toEqual([
    'There is no secure backup, so older encrypted messages cannot be read after the next sign-in.',
  ]);
});

test('without a backup it says so; where nothing is known it promises no more than the way back', async () => {
  expect(await lines({}, { state: 'skipped', backupEnabled: false })).toEqual([
    'There is no secure backup, so older encrypted messages cannot be read after the next sign-in.',
  ]);
  expect(await lines({}, { state: 'unknown', backupEnabled: false })).toEqual([
    'You can sign in again at any time.',
  ]);
});

test('a running call is named, and ended before the account goes', async () => {
  const call = directCall({ state: 'connected', name: 'Priya Venn' });
  const engine = createFakeEngine(exampleWorld());
  const order: string[] = [];
  const state = { calls: [call], openCallId: null, joining: null, failed: null };
  const center = {
    get: () => state,
    subscribe: () => () => undefined,
    session: () => ({ hangUp: () => void order.push('hang up') }),
  } as unknown as CallCenter;
  render(
    <AccountWindow engine={engine}>
      <CallsContext value={center}>
        <SignOutDialog
          userId="@me:example.org"
          onClose={() => undefined}
          onSignedOut={() => void order.push('signed out')}
        />
      </CallsContext>
    </AccountWindow>,
  );
  await screen.findByText('You are in a call with Priya Venn. Signing out ends it.');
  const yes = screen.getByRole('button', { name: 'Sign out' });
  await waitFor(() => expect(yes).toHaveProperty('disabled', false));
  fireEvent.click(yes);
  await waitFor(() => expect(order).toEqual(['hang up', 'signed out']));
});

test('after signing out the form to sign in comes once: nothing that is typed into it is lost', async () => {
  const engine = createFakeEngine({ ...exampleWorld() });
  engine.answers.signOutCheck = () => ({
    ...{ unsentMessages: 0, drafts: 0, unbackedKeys: 0, serverHears: true },
  });
  // The engine is signed out a moment before the window hears that it is done.
  const done = Promise.withResolvers<Record<string, never>>();
  engine.answers.signOut = () => {
    engine.update({ session: signedOut });
    return done.promise;
  };
  const fake = createFakeShell({ account000: engine }, [accountRow('account000', {})]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Settings' }));
  fireEvent.click(await screen.findByRole('tab', { name: /^Account/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out…' }));
  const question = await screen.findByRole('alertdialog');
  const yes = within(question).getByRole('button', { name: 'Sign out' });
  await waitFor(() => expect(yes).toHaveProperty('disabled', false));
  fireEvent.click(yes);
  await screen.findByText('Signing out');
  expect(screen.queryByLabelText('Password')).toBeNull();
  done.resolve({});
  await screen.findByLabelText('Password');
  expect(fake.calls.map(({ name }) => name)).toContain('addAccount');
});
