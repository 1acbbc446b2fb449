// A chat that is opened while the engine has not told of it yet: what is seen of it, and where the keys go.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const lunch = roomId('lunch');

interface Opened {
  readonly tree: HTMLElement;
  /** The engine answers what it was asked about the chat. */
  readonly answer: () => void;
}

/** The engine hears what is asked about the room only when `answer` is called. */
async function open(): Promise<Opened> {
  const engine = createFakeEngine(exampleWorld());
  const waiting: (() => void)[] = [];
  let isHeld = true;
  const attach: FakeEngine['attach'] = (port) =>
    engine.attach({
      ...port,
      post: (message) => port.post(message),
      onMessage: (listener) =>
        port.onMessage((message) => {
          const { query } = message as { query?: { roomId?: string | null } };
          if (isHeld && query?.roomId === lunch) waiting.push(() => listener(message));
          else listener(message);
        }),
    });
  const fake = createFakeShell({ [accountId]: { ...engine, attach } }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  const tree = await screen.findByRole('tree', { name: 'Chats' });
  return {
    tree,
    answer: () => {
      isHeld = false;
      act(() => waiting.splice(0).forEach((tell) => tell()));
    },
  };
}

const press = (tree: HTMLElement): void => {
  tree.focus();
  const row = within(tree).getByText('Lunch').closest('[role="treeitem"]');
  if (row === null) throw new Error('no row');
  fireEvent.click(row);
};
/** Types like a keyboard: each letter goes to the focused element. */
const type = (text: string): void => {
  for (const key of text) fireEvent.keyDown(document.activeElement ?? document.body, { key });
};
const filter = (): string =>
  screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter' }).value;
const field = (): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Encrypted message|Message) to / });

test('what is typed after a press on a chat waits for its field; none of it goes into the filter', async () => {
  const { tree, answer } = await open();
  press(tree);
  type('so q');
  expect(filter()).toBe('');
  answer();
  const area = await field();
  await waitFor(() => expect(area.value).toBe('so q'));
  expect(document.activeElement).toBe(area);
  expect(filter()).toBe('');
});

test('what is typed right after the keys have gone to the next chat waits for its field, too', async () => {
  const { tree, answer } = await open();
  fireEvent.click(within(tree).getByText(/^Northline ferry/));
  const before = await field();
  act(() => before.focus());
  fireEvent.keyDown(before, { key: 'ArrowDown', code: 'ArrowDown', altKey: true });
  await screen.findByRole('heading', { name: 'Lunch' });
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  type('so q');
  answer();
  await waitFor(() => expect(before.isConnected).toBe(false));
  const area = await field();
  await waitFor(() => expect(area.value).toBe('so q'));
  expect(document.activeElement).toBe(area);
});

test('the name of a chat and the frame of its field stand at once', async () => {
  const { tree, answer } = await open();
  press(tree);
  screen.getByRole('heading', { name: 'Lunch' });
  answer();
  await field();
  screen.getByRole('heading', { name: 'Lunch' });
});

test('a press on the chat that is open claims the keys too; arrows give them back to the list', async () => {
  const { tree, answer } = await open();
  press(tree);
  answer();
  const area = await field();
  press(tree);
  type('h');
  await waitFor(() => expect(area.value).toBe('h'));
  expect(document.activeElement).toBe(area);
  press(tree);
  fireEvent.keyDown(tree, { key: 'ArrowDown' });
  type('s');
  await waitFor(() => expect(filter()).toBe('s'));
  expect(area.value).toBe('h');
});
