// A chat that begins, and one that ends: who is offered, and where the focus is afterwards.
import '../jsdom';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { composerFieldId } from '#app/composing';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';

const accountId = 'account000';

const composer = () => document.getElementById(composerFieldId);

/** The window, at a chat with one person. */
async function openChat() {
  const world = exampleWorld();
  const row = world.rooms.find(({ directUserId }) => directUserId !== null);
  if (row === undefined) throw new Error('no chat with one person');
  const { roomId } = row;
  const navigation = { place: 'chats', roomId, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({ ...world, settings: { navigation } });
  engine.answers.createRoom = () => ({ roomId });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  await waitFor(() => expect(composer()).not.toBeNull());
  return row;
}

test('who left the open chat stands in the list of chats', async () => {
  const row = await openChat();
  const more = await screen.findByRole('button', { name: 'More' });
  more.focus();
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Leave' }));
  const question = within(await screen.findByRole('alertdialog'));
  fireEvent.click(question.getByRole('button', { name: `Leave ${row.name}` }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const list = screen.getByRole('tree', { name: 'Chats' });
  await waitFor(() => expect(document.activeElement).toBe(list));
});

test('those one writes to are offered at once, and the chat with one of them, open already, gets the focus', async () => {
  const row = await openChat();
  const button = screen.getByRole('button', { name: 'New chat' });
  button.focus();
  fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'New chat' }));
  const known = await dialog.findByRole('listbox', { name: 'People you write to' });
  fireEvent.click(within(known).getByRole('option', { name: (name) => name.startsWith(row.name) }));
  // With the one who was chosen the field goes; Enter starts the chat.
  const start = dialog.getByRole('button', { name: 'Start chat' });
  await waitFor(() => expect(document.activeElement).toBe(start));
  expect(dialog.queryByLabelText('Person')).toBeNull();
  // A chat that is there already is as it is.
  await dialog.findByText(/^You have (an encrypted|a) chat with/);
  expect(dialog.queryByRole('switch', { name: /^Encrypted/ })).toBeNull();
  expect(start.textContent).toBe('Open chat');
  fireEvent.click(start);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(composer()));
});
