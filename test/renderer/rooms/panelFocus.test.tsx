// A panel beside the chat takes the focus when it is opened, not when another chat is: there one goes on to write.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

const accountId = 'account000';

beforeAll(() => {
  // jsdom has none.
  Element.prototype.scrollIntoView ??= () => undefined;
});

async function open(): Promise<void> {
  const navigation = {
    place: 'chats',
    roomId: roomId('larkfield'),
    turn: 'content',
    collapsed: [],
  };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation } });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await fieldOf(/Larkfield/);
}

const goTo = async (name: RegExp): Promise<void> => {
  const tree = await screen.findByRole('tree', { name: 'Chats' });
  act(() => tree.focus());
  fireEvent.click(await within(tree).findByRole('treeitem', { name }));
};
const fieldOf = (name: RegExp): Promise<HTMLElement> => screen.findByRole('textbox', { name });
const press = (button: HTMLElement): void => {
  act(() => button.focus());
  fireEvent.click(button);
};

test.each([
  ['Threads', /^Threads$/, 'radio', 'All'],
  ['Files of this chat', /^Files of this chat$/, 'textbox', 'Find by name'],
  ['People', /^\d+ people/, 'textbox', 'Filter people'],
] as const)('%s', async (_panel, button, role, stop) => {
  await open();
  press(await screen.findByRole('button', { name: button }));
  const panel = await screen.findByRole('complementary');
  const first = await within(panel).findByRole(role, { name: stop });
  await waitFor(() => expect(document.activeElement).toBe(first));
  await goTo(/^Studio/);
  const field = await fieldOf(/Studio/);
  await within(await screen.findByRole('complementary')).findByRole(role, { name: stop });
  await waitFor(() => expect(document.activeElement).toBe(field));
  // Closed and opened again, it is asked for in this chat.
  press(await screen.findByRole('button', { name: button }));
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  press(await screen.findByRole('button', { name: button }));
  const again = await within(await screen.findByRole('complementary')).findByRole(role, {
    name: stop,
  });
  await waitFor(() => expect(document.activeElement).toBe(again));
});

test('the palette opens the files of another chat beside it, and one goes on there', async () => {
  await open();
  press(await screen.findByRole('button', { name: /^Files of this chat$/ }));
  await screen.findByRole('complementary');
  fireEvent.keyDown(window, { key: 'k', code: 'KeyK', ctrlKey: true });
  const palette = within(await screen.findByRole('dialog'));
  fireEvent.change(await palette.findByRole('combobox'), { target: { value: 'files of studio' } });
  fireEvent.click(await palette.findByRole('option', { name: /Files of/ }));
  await fieldOf(/Studio/);
  const panel = await screen.findByRole('complementary');
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
});
