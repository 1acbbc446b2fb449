// The place Search: from the keys to the opened message, what narrows a search, and what is said of how far it went.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryOf, readTyped } from '../../../renderer/features/search/conditions';
import { at, people, roomId } from '../../gallery/fixtures';
import { foundFile } from '../../gallery/panelsFixtures';
import { foundInFolders, foundMessages, foundOnServer } from '../../gallery/searchFixtures';
import { called } from '../files/filesWindow';
import { chatField, field, hits, key, open, results, type } from './searchWindow';

test('from an opened hit F3 and Ctrl+G lead to the next and the one before, in other chats too; the search stays where it was', async () => {
  const engine = await open();
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  type(await field(), 'gusset');
  const list = await results();
  await waitFor(() => expect(hits(list)).toHaveLength(5));
  const [, second] = hits(list);
  if (second !== undefined) fireEvent.click(second);
  const bar = within(await screen.findByRole('region', { name: 'Messages found' }));
  await bar.findByText('2 of 5');
  const opened = (): (string | null)[] =>
    [...new Set(engine.openedTimelines.map(({ around }) => around))].filter((one) => one !== null);
  key('F3', { code: 'F3' });
  await screen.findByText('3 of 5');
  key('g', { code: 'KeyG', ctrlKey: true });
  await screen.findByText('4 of 5');
  key('F3', { code: 'F3', shiftKey: true });
  await screen.findByText('3 of 5');
  fireEvent.click(screen.getByRole('button', { name: 'Next found message' }));
  await screen.findByText('4 of 5');
  expect(opened().length).toBeGreaterThanOrEqual(3);
  fireEvent.click(screen.getByRole('button', { name: 'Back to all that was found' }));
  const again = hits(await results());
  expect(again.findIndex((one) => one.getAttribute('aria-current') === 'true')).toBe(3);
  const fourth = again[3];
  if (fourth !== undefined) fireEvent.click(fourth);
  fireEvent.click(await screen.findByRole('button', { name: 'End the search here' }));
  expect(screen.queryByRole('region', { name: 'Messages found' })).toBeNull();
});

test('by keys: Ctrl+Shift+F, words, down to a hit, Enter opens its message; coming back it is still there', async () => {
  await open();
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  const input = await field();
  await screen.findByText('Find what was said');
  type(input, 'gusset 80');
  const list = await results();
  expect(hits(list)).toHaveLength(1);
  expect([...list.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'gusset',
    '80',
  ]);
  type(input, 'gusset');
  await waitFor(() => expect(hits(list)).toHaveLength(5));
  await screen.findByText('5 messages');
  act(() => input.focus());
  key('ArrowDown');
  const [first, second] = hits(list);
  expect(document.activeElement).toBe(first);
  key('ArrowDown');
  expect(document.activeElement).toBe(second);
  key('ArrowUp');
  key('ArrowUp');
  await waitFor(() => expect(document.activeElement).toBe(input));
  if (first !== undefined) fireEvent.click(first);
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(async () =>
    expect((await results()).querySelector('[aria-current]')?.textContent).toContain('bleed'),
  );
});

test('Ctrl+F in a chat searches it, says since when, fetches older messages page by page and stops when told', async () => {
  const searchCoverage = { filling: null, room: { complete: false, sinceMs: at(9, 0, 30) } };
  const headers = { [roomId('larkfield')]: { encrypted: false } };
  const engine = await open({ searchCoverage, headers });
  const onServer = { name: 'Search on the server' };
  const answers: ((value: { complete: boolean }) => void)[] = [];
  engine.answers.fetchOlder = () => new Promise((resolve) => answers.push(resolve));
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  key('f', { code: 'KeyF', ctrlKey: true });
  type(await chatField(), 'gusset');
  const list = await results();
  expect(hits(list)).toHaveLength(2);
  expect(screen.queryByRole('button', onServer)).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Fetch older messages' }));
  await screen.findByText(/^Fetching older messages…/);
  await waitFor(() => expect(answers).toHaveLength(1));
  await act(async () => answers[0]?.({ complete: false }));
  await waitFor(() => expect(answers).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await act(async () => answers[1]?.({ complete: false }));
  await screen.findByText(/^Searched back to/);
  expect(called(engine, 'fetchOlder')).toHaveLength(2);
  act(() =>
    engine.update({ searchCoverage: { filling: null, room: { complete: true, sinceMs: null } } }),
  );
  await screen.findByText('Searched all messages of this room.');
  expect(screen.queryByRole('button', { name: 'Fetch older messages' })).toBeNull();
  // The server has nothing that is not here.
  expect(screen.queryByRole('button', onServer)).toBeNull();
});

test('Ctrl+F begins empty beside the chat, finds in it alone, shows a hit while the panel stays; Escape gives the focus back', async () => {
  const engine = await open();
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  // Another search is left in the place.
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  type(await field(), 'bleed');
  key('1', { code: 'Digit1', ctrlKey: true });
  const composer = await screen.findByRole('textbox', { name: /message to /i });
  act(() => composer.focus());
  key('f', { code: 'KeyF', ctrlKey: true });
  const input = await chatField();
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect((input as HTMLInputElement).value).toBe('');
  await screen.findByText('Find what was said here');
  expect(screen.queryByRole('list', { name: 'Messages found' })).toBeNull();
  expect(composer.isConnected).toBe(true);
  expect(screen.queryByRole('button', { name: 'In' })).toBeNull();
  type(input, 'gusset');
  const list = await results();
  await waitFor(() => expect(hits(list)).toHaveLength(2));
  expect(list.textContent).not.toContain('Larkfield identity');
  expect(list.querySelectorAll('mark')).toHaveLength(2);
  act(() => input.focus());
  key('ArrowDown');
  const [first] = hits(list);
  expect(document.activeElement).toBe(first);
  if (first !== undefined) fireEvent.click(first);
  const bar = within(await screen.findByRole('region', { name: 'Messages found' }));
  await bar.findByText('1 of 2');
  expect(bar.queryByRole('button', { name: 'Back to all that was found' })).toBeNull();
  const around = () =>
    [...new Set(engine.openedTimelines.map((one) => one.around))].filter((one) => one !== null);
  await waitFor(() => expect(around()).toHaveLength(1));
  key('F3', { code: 'F3' });
  await bar.findByText('2 of 2');
  expect(hits(await results())[1]?.getAttribute('aria-current')).toBe('true');
  key('f', { code: 'KeyF', ctrlKey: true });
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect((input as HTMLInputElement).value).toBe('gusset');
  key('Escape');
  await waitFor(() => expect(document.activeElement).toBe(composer));
  expect(screen.queryByRole('complementary', { name: 'Search this chat' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Messages found' })).toBeNull();
  // The next one begins anew, and the place is as it was left.
  fireEvent.click(screen.getByRole('button', { name: /^Search this chat/ }));
  expect(((await chatField()) as HTMLInputElement).value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: /^Search this chat/, pressed: true }));
  expect(screen.queryByRole('complementary', { name: 'Search this chat' })).toBeNull();
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  expect(((await field()) as HTMLInputElement).value).toBe('bleed');
});

test('in the field of a chat Enter and F3 go from hit to hit, also pressed before the answer is there; the field keeps the focus', async () => {
  await open();
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  key('f', { code: 'KeyF', ctrlKey: true });
  const input = await chatField();
  await waitFor(() => expect(document.activeElement).toBe(input));
  type(input, 'gusset');
  key('Enter');
  await screen.findByText('1 of 2');
  key('Enter');
  await screen.findByText('2 of 2');
  key('Enter', { shiftKey: true });
  await screen.findByText('1 of 2');
  key('F3', { code: 'F3' });
  await screen.findByText('2 of 2');
  expect(document.activeElement).toBe(input);
  type(input, 'gusse');
  // Other words begin with their first hit.
  key('F3', { code: 'F3' });
  await screen.findByText('1 of 2');
});

test('where the panel lies over the chat a hit opens the chat; the bar leads back to what was found; another chat ends it', async () => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = 'aside { position: absolute }';
  await open();
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  key('f', { code: 'KeyF', ctrlKey: true });
  type(await chatField(), 'in:nowhere gusset');
  await screen.findByText('Nothing found');
  type(await chatField(), 'gusset');
  const [first] = hits(await results());
  if (first !== undefined) fireEvent.click(first);
  const bar = within(await screen.findByRole('region', { name: 'Messages found' }));
  expect(screen.queryByRole('complementary', { name: 'Search this chat' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
  fireEvent.click(bar.getByRole('button', { name: 'Back to all that was found' }));
  expect(((await chatField()) as HTMLInputElement).value).toBe('gusset');
  expect((await results()).querySelectorAll('[aria-current]')).toHaveLength(1);
  const again = await chatField();
  await waitFor(() => expect(document.activeElement).toBe(again));
  key('ArrowDown', { code: 'ArrowDown', altKey: true });
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Larkfield identity', level: 1 })).toBeNull(),
  );
  expect(screen.queryByRole('complementary', { name: 'Search this chat' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Messages found' })).toBeNull();
  style.remove();
});

test('a file of a folder is found by what stands in it, with its folder; Enter opens the file, which leads to its folder; F3 passes it by', async () => {
  const [plan] = foundInFolders;
  const file = foundFile('Plan of the beds 2027.pdf', {
    ...{ roomId: plan?.roomId, eventId: plan?.eventId, fileKind: 'pdf', media: null },
  });
  await open({ messages: foundInFolders, found: [file] });
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  type(await field(), 'rhubarb');
  const list = await results();
  await waitFor(() => expect(hits(list)).toHaveLength(3));
  const [first, second, third] = hits(list);
  expect(first?.textContent).toContain('Plan of the beds 2027.pdfGarden / Garden papers');
  expect(third?.textContent?.match(/rhubarb-crumble/g)).toHaveLength(1);
  if (first === undefined || second === undefined) throw new Error('no hits');
  act(() => first.focus());
  fireEvent.click(first);
  const viewer = await screen.findByRole('dialog');
  await within(viewer).findByRole('heading', { name: 'Plan of the beds 2027.pdf' });
  fireEvent.keyDown(viewer, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(hits(await results())[0]?.getAttribute('aria-current')).toBe('true');

  fireEvent.click(second);
  await screen.findByText('1 of 1');
  fireEvent.click(screen.getByRole('button', { name: 'Back to all that was found' }));
  const [again] = hits(await results());
  if (again !== undefined) fireEvent.click(again);
  fireEvent.click(
    await within(await screen.findByRole('dialog')).findByRole('button', {
      name: 'Show where it is',
    }),
  );
  await screen.findByRole('heading', { name: 'Files', level: 1 });
});

test('Search pressed again in the rail gives the focus to its field; Ctrl+A outside of fields chooses nothing', async () => {
  await open();
  const rail = within(screen.getByRole('navigation', { name: 'Places' }));
  const button = rail.getByRole('button', { name: /^Search/ });
  fireEvent.click(button);
  const input = await field();
  act(() => button.focus());
  fireEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(input));
  // The browser's own choosing is let be in a field, and nowhere else.
  const isLeft = (): boolean =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a', ctrlKey: true });
  act(() => button.focus());
  // It comes with what is not in the first picture.
  await waitFor(() => expect(isLeft()).toBe(false));
  act(() => input.focus());
  expect(isLeft()).toBe(true);
});

test('operators become conditions once a space follows, and go one by one', async () => {
  await open();
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  const input = await field();
  type(input, 'from:priya');
  expect(screen.queryByRole('list', { name: 'Narrowed to' })).toBeNull();
  type(input, 'from:priya gusset');
  const chips = await screen.findByRole('list', { name: 'Narrowed to' });
  expect(
    within(chips)
      .getAllByRole('button')
      .map((chip) => chip.textContent),
  ).toEqual(['from: \u2068priya\u2069']);
  await waitFor(async () => expect(hits(await results())).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Has' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'link' }));
  await screen.findByText('Nothing found');
  expect(within(chips).getAllByRole('button')).toHaveLength(2);
  type(input, '');
  act(() => input.focus());
  key('Backspace');
  key('Backspace');
  await screen.findByText('Find what was said');
});

test('a message whose sender is in doubt carries its mark among the hits, and a room of a name that others have what tells it apart', async () => {
  await open({
    messages: foundMessages.map((hit) =>
      hit.sender.name === people.arabic.name ? { ...hit, address: '#rain:a.example' } : hit,
    ),
  });
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  type(await field(), 'gusset');
  const row = within(await results())
    .getAllByRole('button')
    .find((button) => button.textContent?.includes(people.arabic.name) === true);
  expect(row?.querySelector('[role="img"][aria-label*="device"]')).not.toBeNull();
  expect(row?.textContent).toContain('#rain:a.example');
});

test('typed conditions: names in quotes, kinds in other words, days; nonsense stays a word', () => {
  const read = readTyped(
    'from:"Priya Venn" in:print has:photo has:nothing after:2026-13-40 x ',
    [],
  );
  expect(read).toEqual({
    text: 'has:nothing after:2026-13-40 x ',
    conditions: [
      { kind: 'from', name: 'Priya Venn' },
      { kind: 'in', name: 'print', roomId: null },
      { kind: 'has', has: 'image' },
    ],
  });
  expect(readTyped('has:poll has:polls', [], { done: true }).conditions).toEqual([
    { kind: 'has', has: 'poll' },
  ]);
  const day = new Date(2026, 9, 1).getTime();
  const { conditions } = readTyped('before:2026-10-01 before:2026 after:2026-10', [], {
    done: true,
  });
  expect(conditions).toEqual([
    { kind: 'before', atMs: new Date(2026, 0, 1).getTime() },
    { kind: 'after', atMs: day },
  ]);
  const state = { text: 'plan from:pri', conditions, opened: null, stepping: false };
  expect(queryOf(state, 5)).toMatchObject({
    text: 'plan',
    toMs: new Date(2026, 0, 1).getTime(),
    fromMs: day + 86_400_000,
    limit: 5,
  });
});

test('what is not on this computer is asked of the server by a press only, and stands behind what is', async () => {
  const engine = await open({ onServer: foundOnServer });
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  const input = await field();
  type(input, 'gusset');
  const list = await results();
  const ask = await within(list).findByRole('button', { name: 'Search on the server' });
  expect(called(engine, 'searchServer')).toEqual([]);
  fireEvent.click(ask);
  await within(list).findByText('On the server, not on this computer');
  expect(called(engine, 'searchServer')).toMatchObject([{ text: 'gusset', roomId: null }]);
  const found = within(list).getByRole('button', { name: /The first gusset we ever printed/ });
  expect(found.textContent).toContain('Do you still have a picture of it?');
  fireEvent.click(within(list).getByRole('button', { name: 'More from the server' }));
  await waitFor(() =>
    expect(within(list).queryByRole('button', { name: 'More from the server' })).toBeNull(),
  );
  expect(called(engine, 'searchServerMore')).toEqual([{ searchId: foundOnServer.searchId }]);
  // Another search begins anew.
  type(input, 'gussets');
  await within(list).findByRole('button', { name: 'Search on the server' });
  expect(within(list).queryByText('On the server, not on this computer')).toBeNull();
});

test('where nothing is found, the wider search and the one on the server are offered in its place', async () => {
  const engine = await open({ onServer: foundOnServer });
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  const input = await field();
  type(input, 'has:file from:tomas nowhere');
  await screen.findByText('Nothing found');
  // The server does not know what a message has.
  expect(screen.queryByRole('button', { name: 'Search on the server' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filters' }));
  expect(screen.queryByRole('list', { name: 'Narrowed to' })).toBeNull();
  expect(document.activeElement).toBe(input);
  fireEvent.click(await screen.findByRole('button', { name: 'Search on the server' }));
  await within(await results()).findByText('On the server, not on this computer');
  expect(called(engine, 'searchServer')).toMatchObject([{ text: 'nowhere', roomId: null }]);
  expect(screen.queryByText('Nothing found')).toBeNull();
});

test('where filters alone find nothing, they are what is spoken of', async () => {
  await open();
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  type(await field(), 'from:nobody has:link ');
  await screen.findByText('Nothing fits all of these filters.');
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filters' }));
  await screen.findByText('Find what was said');
});

test('the day before which messages are searched is chosen in the calendar', async () => {
  await open();
  key('F', { code: 'KeyF', ctrlKey: true, shiftKey: true });
  type(await field(), 'gusset');
  await results();
  fireEvent.click(screen.getByRole('button', { name: 'Before' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Choose a day…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Search before a day' });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Choose from a calendar' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Previous month' }));
  fireEvent.click(screen.getByRole('button', { name: / 15, \d{4}$/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Search' }));
  await screen.findByRole('button', { name: /^Remove “before:/ });
});
