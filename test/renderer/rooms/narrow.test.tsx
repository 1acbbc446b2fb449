// A window in which list and content take turns, and a panel covers its chat: whoever goes somewhere sees that.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { directoryOpened } from '#app/places/filesPlace';
import { goTo } from '#app/places/goTo';
import {
  callChosen,
  hitOpened,
  initialNavigation,
  layoutChanged,
  messageShown,
  navigation,
  placeOpened,
  roomLinked,
  roomOpened,
  roomSearchChanged,
  roomSearchOpened,
  sidePanelOpened,
  spaceChosen,
  threadLeft,
  threadOpened,
  type SidePanel,
} from '#app/places/navigation';
import { createAccountStore } from '#app/store';
import { visitedAgain } from '#app/places/visits';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const [a, b] = ['!a:x', '!b:x'];

const isUnder = (media: string, width: number): boolean =>
  [...media.matchAll(/\(max-width: ([\d.]+)px\)/g)].some(([, most]) => width <= Number(most));

/** jsdom has no layout: every question for the width is answered as in a window this wide. */
function setWidth(width: number): void {
  window.matchMedia = (media: string) =>
    ({
      matches: isUnder(media, width),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
}
beforeAll(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterEach(() => {
  Reflect.deleteProperty(window, 'matchMedia');
});

describe('where a panel covers its chat', () => {
  const start = (panel: SidePanel, layout: 'wide' | 'covering' = 'covering') =>
    [layoutChanged(layout), roomOpened(a), sidePanelOpened(panel)].reduce(
      navigation,
      initialNavigation,
    );
  const visit = {
    place: 'chats',
    roomId: a,
    threadId: null,
    directoryId: null,
    spaceId: null,
    section: null,
  } as const;
  const back = { way: 'back', at: 0, from: visit } as const;
  const ways = [
    ['another chat', roomOpened(b)],
    ['the same chat', roomOpened(a)],
    ['a message', messageShown({ roomId: a, eventId: '$e' })],
    ['a hit', hitOpened({ of: 'search', key: 'k', roomId: a, eventId: '$e' })],
    ['a link', roomLinked({ roomId: b, alias: null, via: [], eventId: null })],
    ['a visited chat', visitedAgain({ ...back, to: { ...visit, roomId: b } })],
  ] as const;

  test.each(ways)('%s that is gone to is not behind it', (_what, going) => {
    for (const panel of ['members', 'files', 'threads', 'thread', 'search'] as const)
      expect(navigation(start(panel), going).sidePanel).toBeNull();
  });

  test('beside it the panel stays', () => {
    for (const panel of ['members', 'files', 'threads'] as const)
      expect(navigation(start(panel, 'wide'), roomOpened(b)).sidePanel).toBe(panel);
  });

  test('a panel that is asked for with the chat is shown', () => {
    const thread = navigation(start('members'), threadOpened({ roomId: b, threadId: '$t' }));
    expect(thread.sidePanel).toBe('thread');
    const again = visitedAgain({ ...back, to: { ...visit, threadId: '$t' } });
    expect(navigation(start('members'), again).sidePanel).toBe('thread');
    expect(navigation(start('members'), roomSearchOpened(b)).sidePanel).toBe('search');
  });

  test('asked for again, the search of the chat keeps its text', () => {
    const typed = [roomSearchOpened(a), roomSearchChanged({ text: 'plums' })].reduce(
      navigation,
      start('members'),
    );
    expect(navigation(typed, roomSearchOpened(a)).roomSearch.text).toBe('plums');
  });

  test('an unfinished answer in a thread waits until there is room beside the chat', () => {
    const half = navigation(start('members'), threadLeft({ roomId: b, threadId: '$t' }));
    const narrow = navigation(half, roomOpened(b));
    expect(narrow.sidePanel).toBeNull();
    const wide = [roomOpened(a), layoutChanged('wide'), roomOpened(b)].reduce(navigation, narrow);
    expect(wide).toMatchObject({ sidePanel: 'thread', thread: { threadId: '$t' } });
  });

  test('who comes back to the chats finds the chat, or the thread that was being read', () => {
    const away = navigation(start('files'), placeOpened('files'));
    expect(navigation(away, placeOpened('chats')).sidePanel).toBeNull();
    const thread = navigation(start('thread'), placeOpened('files'));
    expect(navigation(thread, placeOpened('chats')).sidePanel).toBe('thread');
  });
});

describe('where list and content take turns, the place that is open shows its list when it is gone to', () => {
  const open = () => {
    const store = createAccountStore();
    store.dispatch(layoutChanged('turns'));
    return store;
  };

  test('the chats, without leaving the space whose list that is', () => {
    const store = open();
    store.dispatch(spaceChosen('!space:x'));
    store.dispatch(roomOpened(a));
    const seen = () => store.getState().navigation;
    store.dispatch(goTo('chats'));
    expect(seen()).toMatchObject({ turn: 'list', roomId: a, spaceId: '!space:x' });
    store.dispatch(goTo('chats'));
    expect(seen()).toMatchObject({ turn: 'list', spaceId: null });
    store.dispatch(roomOpened(a));
    store.dispatch(goTo('files'));
    store.dispatch(goTo('chats'));
    expect(seen()).toMatchObject({ place: 'chats', turn: 'content' });
  });

  test('files and calls', () => {
    const store = open();
    store.dispatch(goTo('files'));
    store.dispatch(directoryOpened('!folder:x'));
    store.dispatch(goTo('files'));
    expect(store.getState().files).toMatchObject({ turn: 'list', directoryId: '!folder:x' });
    store.dispatch(goTo('calls'));
    store.dispatch(callChosen('call'));
    store.dispatch(goTo('calls'));
    expect(store.getState().navigation.calls.chosen).toBeNull();
  });

  test('beside the list the chat, the folder and the call stay as they are', () => {
    const store = createAccountStore();
    store.dispatch(roomOpened(a));
    store.dispatch(goTo('chats'));
    expect(store.getState().navigation.turn).toBe('content');
    store.dispatch(goTo('files'));
    store.dispatch(directoryOpened('!folder:x'));
    store.dispatch(goTo('files'));
    expect(store.getState().files.turn).toBe('content');
    store.dispatch(goTo('calls'));
    store.dispatch(callChosen('call'));
    store.dispatch(goTo('calls'));
    expect(store.getState().navigation.calls.chosen).toBe('call');
  });
});

describe('a whole window', () => {
  async function open(): Promise<FakeEngine> {
    const at = { place: 'chats', roomId: roomId('larkfield'), turn: 'content', collapsed: [] };
    const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation: at } });
    const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
    render(
      <Window fake={fake}>
        <Root />
      </Window>,
    );
    await screen.findByRole('textbox', { name: /Larkfield/ });
    return engine;
  }
  const key = (name: string, code: string): void =>
    void fireEvent.keyDown(window, { key: name, code, ctrlKey: true });
  const panel = () => screen.queryByRole('complementary');

  /** Presses the option of the palette. */
  async function choose(typed: string, name: RegExp): Promise<void> {
    key('k', 'KeyK');
    const palette = within(await screen.findByRole('dialog'));
    fireEvent.change(await palette.findByRole('combobox'), { target: { value: typed } });
    fireEvent.click(await palette.findByRole('option', { name }));
  }

  test.each([
    ['640 px', 640],
    ['800 px, beside the list', 800],
    ['1,000 px, where list and rail leave no room for both', 1000],
  ])('%s: the palette leads out of the people of a chat to another chat', async (_what, width) => {
    setWidth(width);
    await open();
    fireEvent.click(await screen.findByRole('button', { name: /^\d+ people/ }));
    await screen.findByRole('complementary');
    await choose('studio', /^Studio/);
    await screen.findByRole('textbox', { name: /Studio/ });
    await waitFor(() => expect(panel()).toBeNull());
  });

  test('640 px: the palette still opens the people of another chat', async () => {
    setWidth(640);
    await open();
    await choose('people of studio', /People/);
    expect((await screen.findByRole('complementary')).getAttribute('aria-label')).toBe('People');
  });

  test('640 px: the key of the chats leads from a chat to their list, which has the focus', async () => {
    setWidth(640);
    await open();
    act(() => screen.getByRole('textbox', { name: /Larkfield/ }).focus());
    key('1', 'Digit1');
    const tree = await screen.findByRole('tree', { name: 'Chats' });
    await waitFor(() => expect(tree.closest('[data-turn]')).toHaveProperty('dataset.turn', 'list'));
    await waitFor(() => expect(tree.contains(document.activeElement)).toBe(true));
  });

  test('640 px: from another place the key of the chats leads to their list, which has the focus, where that was shown', async () => {
    setWidth(640);
    await open();
    key('1', 'Digit1');
    await screen.findByRole('tree', { name: 'Chats' });
    key('6', 'Digit6');
    await screen.findByRole('heading', { name: 'Notifications' });
    // jsdom has no layout: the field of the chat, which is not shown, would take the focus.
    const field = jest.spyOn(HTMLTextAreaElement.prototype, 'focus');
    field.mockImplementation(() => undefined);
    key('1', 'Digit1');
    const tree = await screen.findByRole('tree', { name: 'Chats' });
    await waitFor(() => expect(tree.contains(document.activeElement)).toBe(true));
    field.mockRestore();
  });

  test('640 px: back in the chat that one has just left the message field has the focus again', async () => {
    setWidth(640);
    await open();
    const field = screen.getByRole('textbox', { name: /Larkfield/ });
    act(() => field.focus());
    key('1', 'Digit1');
    const tree = await screen.findByRole('tree', { name: 'Chats' });
    await waitFor(() => expect(tree.contains(document.activeElement)).toBe(true));
    fireEvent.click(within(tree).getByRole('treeitem', { name: /^Larkfield/ }));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.closest('[data-turn]')).toHaveProperty('dataset.turn', 'content');
  });

  test('640 px: the key of the filter leads from a chat to its field above the list', async () => {
    setWidth(640);
    await open();
    fireEvent.keyDown(window, { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true });
    const field = await screen.findByRole('textbox', { name: 'Filter' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.closest('[data-turn]')).toHaveProperty('dataset.turn', 'list');
  });

  test('640 px: only what is in view counts as read', async () => {
    setWidth(640);
    const engine = await open();
    const reported = () => engine.calls.findLast(({ name }) => name === 'setFocus')?.input;
    await waitFor(() =>
      expect(reported()).toMatchObject({ conversation: { roomId: roomId('larkfield') } }),
    );
    key('1', 'Digit1');
    await waitFor(() => expect(reported()).toMatchObject({ conversation: null, atBottom: false }));
  });
});
