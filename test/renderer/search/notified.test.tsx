// The place Notifications over an engine in memory: found from the rail and the palette, it leads to messages and says what it lacks.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { NotifiedMessage } from '#contract/areas/notifications';
import type { Departure } from '#contract/areas/rooms/departureModels';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { newsOf } from '../../gallery/fakes/fakeNotifications';
import { people, roomId } from '../../gallery/fixtures';
import { notified, notifiedExample } from '../../gallery/notifiedFixtures';

beforeAll(() => {
  // jsdom has no layout; the timeline draws the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});

const accountId = 'account000';

function open(notified: readonly NotifiedMessage[] | null): FakeEngine {
  const navigation = { place: 'chats', roomId: null, turn: 'list', collapsed: [] };
  const engine = createFakeEngine({ ...exampleWorld(), notified, settings: { navigation } });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  return engine;
}

const toPlace = async (): Promise<void> =>
  void fireEvent.click(await screen.findByRole('button', { name: 'Notifications' }));

test('the bell leads to what was announced, and a row to its message', async () => {
  const engine = open(notifiedExample);
  await toPlace();
  const list = within(await screen.findByRole('list', { name: 'Notifications' }));
  const first = list.getByRole('button', { name: /Could you send the quote/ });
  expect(first.textContent).toMatch(/Mention.*New/);
  // A chat of two is not said to be in itself; what was read has no mark.
  expect(list.getByRole('button', { name: /See you at ten/ }).textContent).not.toMatch(/ in /);
  expect(list.getByRole('button', { name: /Door code/ }).textContent).not.toContain('New');
  list.getByText('Today');
  list.getByText('This message was deleted');
  const invitation = list.getByRole('button', { name: /Invited you to this chat/ });
  within(invitation).getByText('We plan the stalls here.');
  list.getByText('Invited you to this folder');
  await list.findByText(/^Nothing older is listed\. Servers forget/);
  const gone = list.getByRole<HTMLButtonElement>('button', { name: /not in this chat any more/ });
  expect(gone.disabled).toBe(true);
  // A room that nothing is known of has no initials.
  expect(gone.textContent).toMatch(/^A chat that is not here/);
  // One sentence; the line of a single request is not below it.
  const three = list.getByRole('button', { name: /and 2 others ask to join/ });
  expect(three.textContent?.replace(/[\u2066-\u2069]/g, '')).toMatch(
    /^\W*(TO)?Tomas Okafor and 2 others ask to joinin Larkfield identity\d/,
  );
  fireEvent.click(first);
  await waitFor(() =>
    expect(engine.openedTimelines.some(({ around }) => around === '$quote')).toBe(true),
  );
});

test('files that one person brought into a folder share a row, which leads to the folder', async () => {
  const file = (name: string, from: 'odile' | 'tomas', more: Partial<NotifiedMessage> = {}) =>
    notified(name, from, 'harvest', name, { folder: true, ...more });
  open([
    file('c.pdf', 'odile'),
    file('b.pdf', 'odile'),
    file('a.pdf', 'odile'),
    file('plan.pdf', 'tomas'),
    notified('loft', 'tomas', 'loft', 'loft.pdf', { folder: true }),
  ]);
  await toPlace();
  const list = within(await screen.findByRole('list', { name: 'Notifications' }));
  const rows = list
    .getAllByRole('button', { name: /\.pdf/ })
    .map(({ textContent }) =>
      /[a-z]+\.pdf.*/.exec(textContent ?? '')?.[0].replace(/[\u2066-\u2069]/g, ''),
    );
  expect(rows).toEqual(['c.pdf and 2 more files', 'plan.pdf', 'loft.pdf']);
  fireEvent.click(list.getByRole('button', { name: /c\.pdf/ }));
  await screen.findByRole('tree', { name: 'Folders' });
});

test('a row of a room that somebody took this account out of says by whom and why, and leads to its page', async () => {
  const departure: Departure = {
    ...{ how: 'removed', by: people.odile, reason: 'Season is over', listed: true },
  };
  const gone = { state: 'room_gone' } as const;
  const engine = open([
    notified('kept', 'odile', 'larkfield', null, { ...gone, departure }),
    notified('lost', 'odile', 'Wool', null, {
      ...gone,
      departure: { ...departure, listed: false },
    }),
    notified('folder', 'odile', 'Tender', null, {
      ...{ ...gone, folder: true },
      departure: { how: 'banned', by: people.odile, listed: false },
    }),
  ]);
  act(() =>
    engine.update({ headers: { [roomId('larkfield')]: { membership: 'leave', departure } } }),
  );
  await toPlace();
  const row = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
  expect((await row(/in .?Wool.*Removed you: Season is over/)).disabled).toBe(true);
  expect((await row(/in .?Tender.*Banned you/)).disabled).toBe(false);
  fireEvent.click(await row(/Odile Marchetti.*in .?larkfield.*Removed you: Season is over/));
  await screen.findByRole('region', { name: /Odile .*removed you from this room/ });
});

test('a room that was upgraded is told as moved', async () => {
  open([notified('end', 'odile', 'Wool', null, { state: 'moved' })]);
  await toPlace();
  await screen.findByRole('button', { name: /Odile Marchetti.*Moved this chat to a new room/ });
});

test('a message of such a room that still has its words does not tell the removal again', async () => {
  const departure: Departure = { how: 'removed', by: people.odile, listed: true };
  open([notified('kept', 'tomas', 'Wool', 'Who has the keys?', { state: 'room_gone', departure })]);
  await toPlace();
  const row = await screen.findByRole('button', { name: /Who has the keys\?/ });
  expect(row.textContent).toMatch(/You are not in this chat any more$/);
});

test('an invitation to a chat that is named after who invites has the name once', async () => {
  const { name } = people.odile;
  open([notified('invited', 'odile', name, null, { state: 'invited' })]);
  await toPlace();
  const row = await screen.findByRole('button', { name: /Invited you to this chat/ });
  expect((row.textContent ?? '').split(name)).toHaveLength(2);
});

test('where no row leads anywhere, the choice above them has the focus', async () => {
  open([notified('gone', 'odile', 'Wool', 'Who has the keys?', { state: 'room_gone' })]);
  await toPlace();
  await screen.findByRole('button', { name: /Who has the keys/ });
  const all = screen.getByRole('radio', { name: 'All' });
  await waitFor(() => expect(document.activeElement).toBe(all));
});

test('an invitation into a shared folder leads to Files, not to a chat', async () => {
  open(notifiedExample);
  await toPlace();
  fireEvent.click(await screen.findByRole('button', { name: /Invited you to this folder/ }));
  await screen.findByRole('tree', { name: 'Folders' });
});

test('mentions alone are shown when they are chosen; without any it says so', async () => {
  open(notifiedExample);
  await toPlace();
  await screen.findByText('The proofs are on the shared drive.');
  fireEvent.click(screen.getByRole('radio', { name: 'Mentions' }));
  await waitFor(() => expect(screen.queryByText('The proofs are on the shared drive.')).toBeNull());
  screen.getByText(/Could you send the quote/);
});

test('an empty history and a missing connection are said in words; one can try again', async () => {
  const { unmount } = { unmount: () => document.body.replaceChildren() };
  open([]);
  await toPlace();
  await screen.findByText('No notifications yet');
  unmount();
  open(null);
  await toPlace();
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('does not answer');
  screen.getByRole('heading', { name: 'Notifications cannot be shown now' });
  screen.getByRole('button', { name: 'Try again' });
});

test('everything is marked as read after a question that says how many chats, offered while something is new', async () => {
  const engine = open(notifiedExample);
  await toPlace();
  const button = await screen.findByRole<HTMLButtonElement>('button', {
    name: 'Mark everything as read',
  });
  await waitFor(() => expect(button.disabled).toBe(false));
  const marked = (): boolean => engine.calls.some(({ name }) => name === 'markAllRead');
  fireEvent.click(button);
  const asked = await screen.findByRole('alertdialog', { name: 'Mark everything as read?' });
  const { chats } = newsOf(engine.world);
  await within(asked).findByText(
    new RegExp(`^${chats} chats and 1 folder will be marked as read.*cannot be undone`),
  );
  fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(marked()).toBe(false);
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
  await screen.findByText(/^Marked as read: /);
  expect(marked()).toBe(true);
  await waitFor(() => expect(button.disabled).toBe(true));
});

test('people and rooms of one name are told apart by their addresses; in a chat of two the person is enough', async () => {
  const twin = { ...people.odile, userId: '@odile:elsewhere.example', ambiguous: true };
  const address = '#press:fernhill.example';
  open([
    notified('one', 'odile', 'Press', 'The first', { address }),
    notified('two', 'odile', 'Press', 'The second', { sender: twin }),
    notified('three', 'odile', 'Odile', 'In a chat of two', {
      sender: twin,
      direct: true,
      address,
    }),
  ]);
  await toPlace();
  const list = within(await screen.findByRole('list', { name: 'Notifications' }));
  const shown = ['The first', 'The second', 'In a chat of two'].map((words) => {
    const text = list.getByRole('button', { name: new RegExp(words) }).textContent ?? '';
    return [twin.userId, address].filter((one) => text.includes(one));
  });
  expect(shown).toEqual([[address], [twin.userId], [twin.userId]]);
});
