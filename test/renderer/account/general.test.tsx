// The switches of the page General: receipts and typing notices, and the content of a chat.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AppearanceSettings } from '../../../renderer/features/settings/AppearanceSettings';
import { AccountWindow, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

test.each([
  ['Send with Ctrl\\+Enter', 'composer.modEnterSends', false, true],
  ['Show others what I have read', 'receipts.private', true, true],
  ['Show others that I am typing', 'typing.hidden', true, true],
  ['Show answers of threads in the chat, too', 'threads.inRoom', false, true],
])('%s', async (name, setting, before, value) => {
  const engine = createFakeEngine(exampleWorld());
  render(
    <AccountWindow engine={engine}>
      <AppearanceSettings />
    </AccountWindow>,
  );
  const toggle = () =>
    screen.findByRole<HTMLInputElement>('switch', { name: new RegExp(`^${name}`) });
  expect((await toggle()).checked).toBe(before);
  fireEvent.click(await toggle());
  await waitFor(() => expect(engine.world.settings[setting]).toBe(value));
  await waitFor(async () => expect((await toggle()).checked).toBe(!before));
});

test('the size of everything is chosen here, for all windows', async () => {
  let shell: FakeShell | null = null;
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())} onShell={(made) => (shell = made)}>
      <AppearanceSettings />
    </AccountWindow>,
  );
  const button = await screen.findByRole('button', { name: /Size of text/ });
  expect(button.textContent).toContain('100%');
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('option', { name: '125%' }));
  await waitFor(() => expect((shell as FakeShell | null)?.app.zoom).toBe(125));
});

test('spelling is switched here where there are dictionaries, and says where they come from', async () => {
  let shell: FakeShell | null = null;
  const made = (): FakeShell | null => shell;
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())} onShell={(one) => (shell = one)}>
      <AppearanceSettings />
    </AccountWindow>,
  );
  const name = /^Underline misspelled words/;
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name });
  expect(toggle.checked).toBe(false);
  expect(screen.getByText(/fetches their dictionaries from Google/)).toBeTruthy();
  fireEvent.click(toggle);
  await waitFor(() => expect(made()?.app.spelling).toEqual({ on: true, fetches: true }));
  act(() => made()?.update({ app: { spelling: { on: true, fetches: false } } }));
  expect(await screen.findByText(/With the dictionaries of this computer/)).toBeTruthy();
  act(() => made()?.update({ app: { spelling: null } }));
  await waitFor(() => expect(screen.queryByRole('switch', { name })).toBeNull());
});
