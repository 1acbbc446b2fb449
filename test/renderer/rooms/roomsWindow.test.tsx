// The window around the list: what it tells the engine, what its status says, what opens beside a room.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId, syncing } from '../../gallery/fixtures';

const accountId = 'account000';

interface Opened {
  readonly engine: FakeEngine;
  readonly fake: FakeShell;
  readonly tree: HTMLElement;
}

async function open(change: (engine: FakeEngine) => void = () => undefined): Promise<Opened> {
  const engine = createFakeEngine(exampleWorld());
  change(engine);
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return { engine, fake, tree: await screen.findByRole('tree', { name: 'Chats' }) };
}

test('tells the engine what is in view, and again after the engine restarted', async () => {
  const { engine, fake, tree } = await open();
  fireEvent.click(within(tree).getByText('Studio'));
  const focusOf = () => engine.calls.filter((call) => call.name === 'setFocus').map((c) => c.input);
  const studio = expect.objectContaining({
    conversation: { roomId: roomId('studio'), threadId: null },
    focused: true,
  }) as unknown;
  await waitFor(() => expect(focusOf()).toContainEqual(studio));
  const before = focusOf().length;
  act(() => fake.kill(accountId));
  await screen.findByText('Restarting. Nothing is lost');
  act(() => fake.revive(accountId));
  await waitFor(() => expect(screen.queryByText('Restarting. Nothing is lost')).toBeNull());
  await waitFor(() => expect(focusOf().length).toBeGreaterThan(before));
  expect(focusOf()[focusOf().length - 1]).toEqual(studio);
});

test('a clicked notification opens its room once', async () => {
  const { fake, tree } = await open();
  const openRequest = { accountId, roomId: roomId('studio'), thread: null, at: 1 };
  act(() => fake.update({ openRequest }));
  await screen.findByRole('heading', { name: 'Studio' });
  fireEvent.click(within(tree).getByText('Lunch'));
  await screen.findByRole('heading', { name: 'Lunch' });
  act(() => fake.update({ app: { focused: false } }));
  expect(screen.queryByRole('heading', { name: 'Studio' })).toBeNull();
});

test('offline is said with its time and what waits', async () => {
  const sinceMs = new Date().setHours(14, 2, 0, 0);
  await open((engine) =>
    engine.update({ sync: { ...syncing, phase: 'offline', sinceMs, waitingMessages: 3 } }),
  );
  const line = await screen.findByTitle('Offline since 14:02. 3 messages waiting');
  expect(line.textContent).toBe(line.title);
  // Each phrase is one piece: the line breaks between them.
  expect([...line.children].map(({ textContent }) => textContent)).toEqual([
    'Offline since 14:02.',
    '3 messages waiting',
  ]);
});

test('a deletion that waits is a change, not a message', async () => {
  const sinceMs = new Date().setHours(14, 2, 0, 0);
  const offline = { ...syncing, phase: 'offline' as const, sinceMs };
  const { engine } = await open((one) =>
    one.update({ sync: { ...offline, waitingMessages: 3, waitingChanges: 1 } }),
  );
  await screen.findByTitle('Offline since 14:02. 2 messages waiting. 1 change waiting');
  act(() => engine.update({ sync: { ...offline, waitingMessages: 2, waitingChanges: 2 } }));
  await screen.findByTitle('Offline since 14:02. 2 changes waiting');
});

test('an expired sign-in asks for the password only', async () => {
  const { engine } = await open((one) => one.update({ sync: { ...syncing, phase: 'expired' } }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
  expect(within(dialog).queryByLabelText('Server')).toBeNull();
  const password = await within(dialog).findByLabelText('Password');
  fireEvent.change(password, { target: { value: 'wrong' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in again' }));
  // No user name is asked for here.
  await within(dialog).findByText('The password is wrong. Check for caps lock.');
  fireEvent.change(password, { target: { value: 'correct' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign in again' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(engine.calls.find((call) => call.name === 'signIn')?.input).toMatchObject({
    user: '@mara:fernhill.example',
  });
});

test('the people of a room open beside it and can be filtered', async () => {
  const { tree } = await open();
  fireEvent.click(within(tree).getByText('Studio'));
  fireEvent.click(await screen.findByRole('button', { name: '5 people' }));
  const panel = await screen.findByRole('complementary', { name: 'People' });
  await within(panel).findByText(/You$/);
  fireEvent.change(within(panel).getByLabelText('Filter people'), { target: { value: 'odile' } });
  await waitFor(() => expect(within(panel).queryByText(/You$/)).toBeNull());
  fireEvent.keyDown(within(panel).getByLabelText('Filter people'), { key: 'Escape' });
  await within(panel).findByText(/You$/);
  fireEvent.click(within(panel).getByRole('button', { name: 'Close people' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
});

test('a letter on a button of the room begins a message; Space, keys of commands and what opens over it do not', async () => {
  const { tree } = await open();
  fireEvent.click(within(tree).getByText('Studio'));
  const button = await screen.findByRole('button', { name: '5 people' });
  const field = await screen.findByRole('textbox', { name: /essage to / });
  const focused = (key: string, more: object = {}): Element | null => {
    act(() => button.focus());
    fireEvent.keyDown(button, { key, ...more });
    return document.activeElement;
  };
  expect(focused('h', { ctrlKey: true })).toBe(button);
  expect(focused('Tab')).toBe(button);
  expect(focused('h')).toBe(field);
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const entry = (await screen.findAllByRole('menuitem'))[0];
  if (entry === undefined) throw new Error('no entry');
  act(() => entry.focus());
  fireEvent.keyDown(entry, { key: 'h' });
  expect(document.activeElement).not.toBe(field);
});

test('the theme is the one that was chosen', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
  fireEvent.click(await screen.findByRole('tab', { name: 'General' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Dark' }));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBeUndefined());
});
