// The palette: opened by its keys, led by arrows, and where each kind of answer leads.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { composerFieldId } from '#app/composing';
import { labelMarks, readTyped } from '../../../renderer/features/palette/options';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';
import { foundInFolders, foundMessages } from '../../gallery/searchFixtures';

const accountId = 'account000';

/** Elements that were scrolled into view. */
const shown: Element[] = [];
beforeAll(() => {
  Element.prototype.scrollIntoView = function show(this: Element) {
    shown.push(this);
  };
});

async function open(change: Partial<FakeEngine['world']> = {}): Promise<FakeEngine> {
  const navigation = { place: 'chats', roomId: roomId('studio'), turn: 'content', collapsed: [] };
  const engine = createFakeEngine({ ...exampleWorld(), ...change, settings: { navigation } });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('tree', { name: 'Chats' });
  return engine;
}

const key = (name: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...more });
};
async function palette(): Promise<HTMLElement> {
  key('k', { code: 'KeyK', ctrlKey: true });
  return screen.findByRole('combobox', { name: 'Go to a chat, person or file' });
}
const type = (element: HTMLElement, value: string): void =>
  void fireEvent.change(element, { target: { value } });
const chosen = (): string =>
  screen.getByRole('option', { selected: true }).querySelector('[dir]')?.textContent ?? '';

test('Ctrl+K, a part of a name, Enter: the chat is open and the palette is gone', async () => {
  await open();
  const field = await palette();
  await screen.findByRole('group', { name: 'Recent' });
  type(field, 'lark');
  await waitFor(() => expect(chosen()).toBe('Larkfield identity'));
  expect(field.getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  );
  key('Enter');
  await screen.findByRole('heading', { name: /Larkfield identity/, level: 1 });
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('the chat that is open already gives its composer the focus', async () => {
  await open();
  await waitFor(() => expect(document.getElementById(composerFieldId)).not.toBeNull());
  const tree = screen.getByRole('tree', { name: 'Chats' });
  act(() => tree.focus());
  const field = await palette();
  type(field, 'Studio');
  await waitFor(() => expect(chosen()).toBe('Studio'));
  key('Enter');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe(composerFieldId));
});

test('what is offered first is elsewhere, and an invitation carries no mention', async () => {
  await open();
  await palette();
  const recent = within(await screen.findByRole('group', { name: 'Recent' }));
  expect(recent.queryByRole('option', { name: /^Studio/ })).toBeNull();
  for (const invited of recent.queryAllByRole('option', { name: /Invitation/ }))
    expect(invited.textContent).not.toContain('@');
});

test('a room that has moved says so and stands last', async () => {
  const [old] = exampleWorld().rooms.filter(({ name }) => name === 'Larkfield identity');
  if (old === undefined) throw new Error('no such room');
  const next = { ...old, key: '!next', roomId: '!next:fernhill.example' };
  await open({
    rooms: [old, next],
    headers: { [old.roomId]: { replacementRoomId: next.roomId } },
  });
  type(await palette(), 'lark');
  const chats = within(await screen.findByRole('group', { name: 'Chats' }));
  const [first, last] = chats.getAllByRole('option');
  expect(last?.textContent).toContain('Has moved to another room');
  expect(first?.textContent).not.toContain('moved');
});

test('arrows go round, what the pointer moves over is chosen, a press goes there', async () => {
  await open();
  await palette();
  const options = await screen.findAllByRole('option');
  key('ArrowUp');
  expect(options.at(-1)?.getAttribute('aria-selected')).toBe('true');
  key('ArrowDown');
  expect(options[0]?.getAttribute('aria-selected')).toBe('true');
  const third = options[2] as HTMLElement;
  fireEvent.pointerMove(third);
  expect(third.getAttribute('aria-selected')).toBe('true');
  const name = chosen();
  fireEvent.click(third);
  await screen.findByRole('heading', { name: new RegExp(name), level: 1 });
});

test('a person opens their card, a folder opens in Files, Ctrl+Enter searches messages', async () => {
  await open();
  type(await palette(), '@odile');
  await waitFor(() => expect(chosen()).toMatch(/Odile/));
  key('Enter');
  await screen.findByRole('dialog', { name: /Odile/ });
  key('Escape');

  type(await palette(), 'lark');
  const files = await screen.findByRole('group', { name: 'Files' });
  fireEvent.click(within(files).getByRole('option', { name: /^Lark ?field/ }));
  await screen.findByRole('grid', { name: /^Content of .*Larkfield/ });

  type(await palette(), 'gusset');
  await screen.findByRole('option', { name: /Search messages for/ });
  key('Enter', { ctrlKey: true });
  const search = await screen.findByRole('textbox', { name: 'Search messages' });
  expect((search as HTMLInputElement).value).toBe('gusset');
});

test('the card of a person stands over what is open, also where that is no chat', async () => {
  await open();
  const card = async (): Promise<HTMLElement> => {
    type(await palette(), '@odile');
    await waitFor(() => expect(chosen()).toMatch(/Odile/));
    key('Enter');
    return screen.findByRole('dialog', { name: /Odile/ });
  };
  await screen.findByRole('heading', { name: /^Studio/, level: 1 });
  within(await card()).getByText(/^In \u2068/);
  expect(screen.getByRole('heading', { name: /^Studio/, level: 1, hidden: true })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mention' })).toBeNull();
  key('Escape');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Files' }));
  await screen.findByRole('heading', { name: 'Files', level: 1 });
  await card();
  expect(screen.getByRole('heading', { name: 'Files', level: 1, hidden: true })).toBeTruthy();
});

test('the three newest messages with what is typed stand below all others, and one opens in its chat', async () => {
  const engine = await open({ messages: [...foundMessages, ...foundInFolders] });
  const field = await palette();
  type(field, 'gusset');
  const group = within(await screen.findByRole('group', { name: 'Messages' }));
  expect(group.getAllByRole('option')).toHaveLength(3);
  const options = screen.getAllByRole('option');
  expect(options.slice(-3)).toEqual(group.getAllByRole('option'));
  screen.getByRole('option', { name: /Search messages for/, selected: true });
  const hit = group.getByRole('option', { name: /bleed is 3 mm/ });
  expect(hit.textContent).toContain('Priya');
  expect(hit.textContent).toContain('Larkfield identity');
  for (let n = 0; n < 10 && hit.getAttribute('aria-selected') !== 'true'; n += 1) key('ArrowUp');
  key('Enter');
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  expect(screen.queryByRole('combobox')).toBeNull();
  await waitFor(() =>
    expect(engine.openedTimelines.map(({ around }) => around)).toContain('$bleed'),
  );
});

test('who wrote a found message stands before where, whatever the script of their name', async () => {
  const [first] = foundMessages;
  if (first === undefined) throw new Error('no message');
  const sender = { ...first.sender, name: 'דנה לוי' };
  await open({ messages: [{ ...first, sender, roomName: 'Weather', address: '#rain:a.example' }] });
  type(await palette(), 'gusset');
  const line = await screen.findByText(
    '\u2068דנה לוי\u2069 · \u2068Weather\u2069 · \u2068#rain:a.example\u2069',
  );
  // The line has the direction of the language; a `bdi` or `dir="auto"` takes that of the first letter, also of an isolated one.
  expect(line.closest('bdi, [dir="auto"]')).toBeNull();
});

test('messages are looked for with words only, not among people, rooms or acts', async () => {
  await open({ messages: foundMessages });
  const field = await palette();
  type(field, 'gusset');
  await screen.findByRole('group', { name: 'Messages' });
  for (const words of ['g', '@gusset', '#gusset', '>gusset']) {
    type(field, words);
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Messages' })).toBeNull());
  }
});

test('people of the server are found after @, and a chat begins with them', async () => {
  const engine = await open();
  const frank = {
    userId: '@frank:example.org',
    name: 'Frank Mbeki',
    ambiguous: false,
    avatar: null,
  };
  engine.update({ people: [...engine.world.people, frank] });
  type(await palette(), 'frank');
  // Not asked for by a name alone: that may be a chat, and stays on this computer.
  fireEvent.click(await screen.findByRole('option', { name: /Search people of the server/ }));
  const group = within(await screen.findByRole('group', { name: 'Begin a chat with' }));
  expect((screen.getByRole('combobox') as HTMLInputElement).value).toBe('@frank');
  fireEvent.click(group.getByRole('option', { name: /Frank Mbeki.*@frank:example\.org/ }));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await waitFor(() =>
    expect(engine.calls.filter(({ name }) => name === 'createRoom')).toMatchObject([
      { input: { direct: true, encrypted: true, invite: ['@frank:example.org'] } },
    ]),
  );
});

test('> shows what can be done, and does it', async () => {
  await open();
  type(await palette(), '>gen');
  await waitFor(() => expect(chosen()).toBe('Settings: General'));
  expect(screen.getAllByRole('option')).toHaveLength(1);
  key('Enter');
  await screen.findByRole('heading', { name: 'General' });
});

test('what stands in the list is found by its own words: the act with a name, in any order; rooms and themes by theirs', async () => {
  await open();
  const field = await palette();
  for (const words of ['Call Tomas', 'tomas call', 'call tom']) {
    type(field, words);
    await waitFor(() => expect(chosen()).toMatch(/^Call .*Tomas/));
  }
  expect(screen.queryByRole('option', { name: /^Files of/ })).toBeNull();
  type(field, 'people of lark');
  await waitFor(() => expect(chosen()).toMatch(/^People of .*Larkfield/));
  type(field, 'new room');
  await waitFor(() => expect(chosen()).toBe('New room'));
  type(field, '>dark');
  await waitFor(() => expect(chosen()).toBe('Theme: Dark'));
});

test('“mute lark” mutes that chat, and signing out is found by its words', async () => {
  const engine = await open();
  const field = await palette();
  type(field, 'mute lark');
  await waitFor(() => expect(chosen()).toContain('Mute'));
  key('Enter');
  await waitFor(() =>
    expect(engine.calls.find(({ name }) => name === 'setRoomNotifications')?.input).toEqual({
      roomId: roomId('larkfield'),
      wanted: 'nothing',
    }),
  );
  type(await palette(), 'sign out');
  await waitFor(() => expect(chosen()).toBe('Sign out, in Settings'));
  key('Enter');
  await screen.findByRole('tab', { name: 'Account', selected: true });
  const out = await screen.findByRole('button', { name: 'Sign out…' });
  await waitFor(() => expect(document.activeElement).toBe(out));
  expect(shown).toContain(out);
});

/** Counts what is observed; `grow` says that what holds an element has another size now. */
function watchSizes(): { grow: (inside: Element) => void; restore: () => void } {
  const before = globalThis.ResizeObserver;
  const observers = new Set<{ seen: Set<Element>; tell: () => void }>();
  globalThis.ResizeObserver = class {
    readonly #own: { seen: Set<Element>; tell: () => void };
    constructor(callback: ResizeObserverCallback) {
      this.#own = { seen: new Set(), tell: () => callback([], this) };
      observers.add(this.#own);
    }
    observe(element: Element): void {
      this.#own.seen.add(element);
    }
    unobserve(element: Element): void {
      this.#own.seen.delete(element);
    }
    disconnect(): void {
      this.#own.seen.clear();
    }
  };
  return {
    grow: (inside) => {
      for (const { seen, tell } of observers)
        if ([...seen].some((element) => element.contains(inside))) tell();
    },
    restore: () => {
      globalThis.ResizeObserver = before;
    },
  };
}

test('signing out is in view again when the page above it has grown, until something is done', async () => {
  const sizes = watchSizes();
  try {
    await open();
    type(await palette(), 'sign out');
    await waitFor(() => expect(chosen()).toBe('Sign out, in Settings'));
    key('Enter');
    const out = await screen.findByRole('button', { name: 'Sign out…' });
    await waitFor(() => expect(document.activeElement).toBe(out));
    // After the frames in which it was brought there at first.
    for (let frame = 0; frame < 3; frame += 1)
      await act(() => new Promise((done) => requestAnimationFrame(() => done(undefined))));
    shown.length = 0;
    sizes.grow(out);
    expect(shown).toEqual([out]);
    fireEvent.wheel(out);
    sizes.grow(out);
    expect(shown).toEqual([out]);
  } finally {
    sizes.restore();
  }
});

test('public rooms are found by the words people use, and their page opens', async () => {
  await open();
  const field = await palette();
  for (const words of ['public rooms', 'explore', 'browse', 'directory', 'join']) {
    type(field, words);
    await waitFor(() => expect(chosen()).toBe('Public rooms'));
  }
  key('Enter');
  const dialog = within(await screen.findByRole('dialog', { name: 'New chat' }));
  expect(await dialog.findByRole('radio', { name: 'Public rooms', checked: true })).toBeDefined();
});

test('a room, a space and an address have acts of their own', async () => {
  await open();
  for (const [words, label, kind] of [
    ['create room', 'New room', 'Room'],
    ['space', 'New space', 'Space'],
    ['join by', 'Join by address', 'Join'],
  ] as const) {
    type(await palette(), words);
    await waitFor(() => expect(chosen()).toBe(label));
    key('Enter');
    const dialog = within(await screen.findByRole('dialog', { name: 'New chat' }));
    expect(await dialog.findByRole('radio', { name: kind, checked: true })).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('people are invited to the open chat, and a poll begins in the one that is named', async () => {
  await open();
  type(await palette(), 'invite');
  await waitFor(() => expect(chosen()).toMatch(/^Invite people to .*Studio/));
  key('Enter');
  const invite = within(await screen.findByRole('dialog', { name: /Studio/ }));
  fireEvent.click(invite.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const field = await palette();
  type(field, 'new');
  await waitFor(() => expect(chosen()).toBe('New chat'));
  for (const words of ['poll', 'create poll']) {
    type(field, words);
    await waitFor(() => expect(chosen()).toMatch(/^Create a poll in .*Studio/));
  }
  type(field, 'poll lark');
  await waitFor(() => expect(chosen()).toMatch(/^Create a poll in .*Larkfield/));
  key('Enter');
  await screen.findByRole('heading', { name: /Larkfield identity/, level: 1, hidden: true });
  await screen.findByRole('dialog', { name: 'Create a poll' });
});

test('where there is one chat only, what can be done stands there before anything is typed', async () => {
  const { rooms } = exampleWorld();
  await open({ rooms: rooms.filter((room) => room.roomId === roomId('studio')) });
  await palette();
  await waitFor(() => expect(chosen()).toBe('New chat'));
  screen.getByRole('option', { name: /^Public rooms/ });
  screen.getByRole('option', { name: /^Settings/ });
  expect(screen.queryByText('Nothing with this name')).toBeNull();
});

test('“mute” alone is about the chat that is open; what is so already is said, and leads to the chat', async () => {
  const engine = await open();
  const field = await palette();
  type(field, 'mute');
  await waitFor(() => expect(chosen()).toMatch(/^Mute .*Studio/));
  type(field, 'unmute lark');
  await waitFor(() => expect(chosen()).toContain('is not muted'));
  key('Enter');
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  expect(engine.calls.filter(({ name }) => name === 'setRoomNotifications')).toEqual([]);
});

test('what is nowhere is said, and an address can be opened', async () => {
  await open();
  const field = await palette();
  type(field, '#zzzz');
  await screen.findByText('Nothing with this name');
  type(field, '#ideas:example.org');
  await waitFor(() => expect(chosen()).toMatch(/Open .*#ideas:example\.org/));
  await act(async () => key('Escape'));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('a pasted link leads where a press on it leads: to a person, a room or a message', async () => {
  const engine = await open();
  const frank = { userId: '@frank:example.org', name: 'Frank Mbeki', avatar: null };
  engine.update({ people: [...engine.world.people, { ...frank, ambiguous: false }] });
  const field = await palette();
  const frankLinks = ['https://matrix.to/#/@frank:example.org', 'matrix:u/frank:example.org'];
  for (const link of [...frankLinks, 'https://matrix.to/#/%40frank%3Aexample.org']) {
    type(field, '');
    type(field, link);
    await waitFor(() => expect(chosen()).toBe('Frank Mbeki'));
  }
  const larkfield = roomId('larkfield');
  type(field, `https://matrix.to/#/${encodeURIComponent(larkfield)}?via=example.org`);
  await waitFor(() => expect(chosen()).toBe('Open \u2068Larkfield identity\u2069'));
  type(field, 'https://matrix.to/#/#ideas:example.org/$one?via=example.org');
  await waitFor(() => expect(chosen()).toBe('Open a message in \u2068#ideas:example.org\u2069'));
  const servers = Array.from({ length: 9 }, (_, n) => `via=server${n}.a-long-name.example.org`);
  const long = `https://matrix.to/#/${larkfield}/$bleed?${servers.join('&')}`;
  expect(long.length).toBeGreaterThan(300);
  expect((field as HTMLInputElement).maxLength).toBeGreaterThan(long.length);
  type(field, long);
  await waitFor(() => expect(chosen()).toBe('Open a message in \u2068Larkfield identity\u2069'));
  key('Enter');
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  await waitFor(() =>
    expect(engine.openedTimelines.map(({ around }) => around)).toContain('$bleed'),
  );
});

test('the signs and the words of acts', () => {
  expect(readTyped(' @ab ')).toEqual({ wanted: 'all', text: '@ab', whole: '@ab' });
  expect(readTyped('> new')).toEqual({ wanted: 'acts', text: 'new', whole: '> new' });
  expect(labelMarks('Go to Files', 'fil go', 'en')).toEqual([
    { from: 0, to: 2 },
    { from: 6, to: 9 },
  ]);
  expect(labelMarks('Go to Files', 'iles', 'en')).toBeNull();
  expect(labelMarks('Go to (Files)', '(fi', 'en')).not.toBeUndefined();
  expect(labelMarks('Read-only e-mail', 'e-m', 'en')).toEqual([{ from: 10, to: 13 }]);
  for (const sign of '^$\\.*+?()[]{}|/-&!#%,:;<=>@`~'.split(''))
    expect(labelMarks(`a ${sign}b`, `${sign}b`, 'en')).toEqual([{ from: 2, to: 4 }]);
});

test('a setting is found by its own and by other words, and opens marked in its section', async () => {
  await open();
  const field = await palette();
  type(field, 'do not disturb');
  const group = within(await screen.findByRole('group', { name: 'Settings' }));
  const quiet = group.getByRole('option', { name: /^Quiet hours/ });
  expect(quiet.textContent).toContain('Notifications');
  type(field, 'quiet hours');
  await waitFor(() => expect(chosen()).toBe('Quiet hours'));
  key('Enter');
  await screen.findByRole('heading', { name: 'Notifications', level: 2 });
  await waitFor(() =>
    expect(document.querySelector('[data-found]')?.textContent).toContain('Quiet'),
  );
});

test('settings stand after chats and people, and not among people or rooms alone', async () => {
  const [row] = exampleWorld().rooms.filter(({ name }) => name === 'Larkfield identity');
  if (row === undefined) throw new Error('no such room');
  await open({ rooms: [{ ...row, name: 'Quiet corner' }] });
  const field = await palette();
  type(field, 'quiet');
  await screen.findByRole('group', { name: 'Settings' });
  await screen.findByRole('group', { name: 'Chats' });
  const groups = within(screen.getByRole('listbox')).getAllByRole('group');
  const titles = groups.map((one) => one.firstElementChild?.textContent ?? '');
  expect(titles.filter((title) => /Chats|Settings/.test(title))).toEqual(['Chats', 'Settings']);
  type(field, '@quiet');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Settings' })).toBeNull());
});
