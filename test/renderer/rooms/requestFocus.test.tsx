// Requests to join that are answered: where the focus goes when their buttons are removed, and what the button of the people says of them.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { Asking } from '#contract/areas/rooms/askingModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { people, roomId } from '../../gallery/fixtures';
import { notified, notifiedExample } from '../../gallery/notifiedFixtures';

const accountId = 'account000';
const larkfield = roomId('larkfield');
const requests: readonly Asking[] = [people.tomas, people.priya].map((person) => ({
  person,
  reason: null,
}));
const row = (key: string, person: 'tomas' | 'priya') =>
  notified(key, person, key, null, {
    ...{ state: 'asking', read: false },
    requests: { count: 1, letIn: true, decline: true },
  });
const [message] = notifiedExample;

beforeAll(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});

function open(asking: readonly Asking[], listed = notifiedExample): FakeEngine {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({
    ...exampleWorld(),
    ...{ notified: listed, settings: { navigation } },
    headers: { [larkfield]: headerOf(asking) },
  });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  return engine;
}

const headerOf = (asking: readonly Asking[]) => ({
  asking: asking.length === 0 ? undefined : [...asking],
  askingCount: asking.length === 0 ? undefined : asking.length,
});

const ask = (engine: FakeEngine, asking: readonly Asking[]): void =>
  act(() => engine.update({ headers: { [larkfield]: headerOf(asking) } }));

const focused = (): string =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '';

test('among the people the focus goes to the same answer of the next request, at the end into the list', async () => {
  const engine = open(requests);
  fireEvent.click(await screen.findByRole('button', { name: /2 requests to join/ }));
  const first = await screen.findByRole('button', { name: /Let in .*Tom/ });
  // The panel has them: the bar of the chat does not say it a second time.
  expect(screen.queryByRole('region', { name: 'Asks to join' })).toBeNull();
  // The panel takes the focus as it opens.
  await waitFor(() => expect(focused()).toBe('Filter people'));
  act(() => first.focus());
  ask(engine, requests.slice(1));
  await waitFor(() => expect(focused()).toMatch(/Let in .*Priya/));
  ask(engine, []);
  const list = screen.getByRole('listbox', { name: 'People' });
  await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
});

test('in the bar it stays with the next request, at the end it goes back to where it was', async () => {
  const engine = open(requests.slice(0, 1));
  const menu = await screen.findByRole('button', { name: 'More' });
  act(() => menu.focus());
  const bar = await screen.findByRole('region', { name: 'Asks to join' });
  act(() => within(bar).getByRole('button', { name: 'Decline' }).focus());
  ask(engine, requests.slice(1));
  await waitFor(() =>
    expect(document.activeElement).toBe(within(bar).getByRole('button', { name: 'Decline' })),
  );
  ask(engine, []);
  await waitFor(() => expect(document.activeElement).toBe(menu));
});

test('in the notifications it goes to the next request, at the end to the row beside it', async () => {
  if (message === undefined) throw new Error('no example');
  const all = [row('one', 'tomas'), message, row('two', 'priya')];
  const engine = open([], all);
  fireEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  const list = await screen.findByRole('list', { name: 'Notifications' });
  const [first] = await within(list).findAllByRole('button', { name: 'Let in' });
  // The list has given the focus to its first row: from then on it leaves it where it is.
  await waitFor(() => expect(list.contains(document.activeElement)).toBe(true));
  act(() => first?.focus());
  act(() => engine.update({ notified: all.slice(1) }));
  // The list may draw its rows anew meanwhile.
  await waitFor(() => {
    const [left, ...others] = within(list).getAllByRole('button', { name: 'Let in' });
    expect(others).toEqual([]);
    expect(document.activeElement).toBe(left);
  });
  act(() => engine.update({ notified: [message] }));
  await waitFor(() => expect(focused()).toContain('Could you send the quote'));
});

test('the name of the button of the people holds the words that it shows, in their order', async () => {
  open(requests);
  const button = await screen.findByRole('button', { name: /2 requests to join/ });
  // A name of its own would have to hold both numbers as one word, which is how the rule of axe reads them.
  expect(button.getAttribute('aria-label') ?? button.textContent).toContain(button.textContent);
});
