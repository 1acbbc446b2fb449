// A place that is opened by its keys takes the focus where one goes on: its first row, without one the choice of what it shows.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { lingerMs } from '../../../renderer/app/line/engineClient';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';
import { keptExample } from '../../gallery/keptFixtures';
import { notifiedExample } from '../../gallery/notifiedFixtures';

beforeAll(() => {
  // jsdom has no layout; the timeline draws the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});

const accountId = 'account000';

async function open(isFull = true): Promise<FakeEngine> {
  const settings = {
    navigation: { place: 'chats', roomId: roomId('larkfield'), turn: 'content', collapsed: [] },
  };
  const kept = isFull ? keptExample : [];
  const notified = isFull ? notifiedExample : [];
  const engine = createFakeEngine({ ...exampleWorld(), kept, notified, settings });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  const field = await screen.findByRole('textbox', { name: /Larkfield/ });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return engine;
}
const press = (key: string, more: object = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? window, { key, ...more });
const firstRow = async (name: string): Promise<HTMLElement> => {
  const [row] = within(await screen.findByRole('list', { name })).getAllByRole('button');
  if (row === undefined) throw new Error('no row');
  return row;
};
const focused = (element: HTMLElement): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(element));

test('saved messages, and notifications after them: the first row', async () => {
  await open();
  press('5', { code: 'Digit5', ctrlKey: true });
  await focused(await firstRow('Saved messages'));
  press('6', { code: 'Digit6', ctrlKey: true });
  await focused(await firstRow('Notifications'));
});

test('nothing is there yet: what stands above', async () => {
  await open(false);
  press('5', { code: 'Digit5', ctrlKey: true });
  await screen.findByText('Nothing is saved yet');
  await focused(screen.getByRole('radio', { name: 'All' }));
  press('6', { code: 'Digit6', ctrlKey: true });
  await screen.findByText('No notifications yet');
  await focused(screen.getByRole('radio', { name: 'All' }));
});

test('the rows of the bell are a part of their own for F6', async () => {
  await open();
  press('6', { code: 'Digit6', ctrlKey: true });
  const row = await firstRow('Notifications');
  await focused(row);
  press('F6', { code: 'F6' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Notifications' }));
  press('F6', { code: 'F6' });
  press('F6', { code: 'F6' });
  expect(document.activeElement).toBe(row);
});

test('an invitation that is opened from the bell has the focus, and nothing is answered by it', async () => {
  const engine = await open();
  press('6', { code: 'Digit6', ctrlKey: true });
  await focused(await firstRow('Notifications'));
  const row = screen.getByRole('button', { name: /Invited you to this chat/ });
  act(() => row.focus());
  fireEvent.click(row);
  const accept = await screen.findByRole('button', { name: 'Accept' });
  const card = screen.getByRole('group', { name: /Winter market/ });
  await focused(card);
  expect(card.contains(accept)).toBe(true);
  expect(engine.calls.some(({ name }) => name === 'acceptInvite')).toBe(false);
});

test('the filter of the chats keeps the focus of its keys, also where the chat comes later than the list', async () => {
  await open();
  jest.useFakeTimers();
  press(',', { code: 'Comma', ctrlKey: true });
  await screen.findByRole('tab', { name: 'Account' });
  // The header of the chat that was left is forgotten.
  await act(() => jest.advanceTimersByTimeAsync(5 * lingerMs));
  jest.useRealTimers();
  // The engine answers after the list is drawn.
  const held: (() => void)[] = [];
  const port = jest.spyOn(globalThis, 'queueMicrotask');
  port.mockImplementation((deliver) => void held.push(deliver));
  press('k', { code: 'KeyK', ctrlKey: true, shiftKey: true });
  const filter = await screen.findByPlaceholderText(/^Filter/);
  await focused(filter);
  expect(document.getElementById('composer-field')).toBeNull();
  port.mockRestore();
  await act(async () => held.forEach((deliver) => deliver()));
  await screen.findByRole('textbox', { name: /Larkfield/ });
  expect(document.activeElement).toBe(filter);
});
