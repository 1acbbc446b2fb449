import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { TFunction } from 'i18next';
import { appFailure } from '#contract/wire/errors';
import type { RoomRow } from '#contract/areas/rooms/roomsModels';
import { Root } from '../../../renderer/features/shell';
import { layoutOf, rowHeight, sectionHeight } from '../../../renderer/features/rooms/layout';
import { drawnRows, scrollToShow, type Layout } from '#ui/lists/virtual';
import { roomAddress } from '#app/places/links';
import { previewLine } from '../../../renderer/features/rooms/preview';
import { withTyped } from '../../../renderer/features/people/usePeopleSearch';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { maySendOnly, people, roomId, roomRow } from '../../gallery/fixtures';

const accountId = 'account000';

/** With a screen above and below. */
const visibleRange = (layout: Layout, top: number, height: number) =>
  drawnRows(layout, { top, height }, height);

interface Opened {
  readonly engine: FakeEngine;
  readonly fake: FakeShell;
  readonly tree: HTMLElement;
}

async function open(change: (engine: FakeEngine) => void = () => undefined): Promise<Opened> {
  const engine = createFakeEngine(exampleWorld());
  change(engine);
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  const tree = await screen.findByRole('tree', { name: 'Chats' });
  return { engine, fake, tree };
}

const rows = (tree: HTMLElement): string[] =>
  within(tree)
    .getAllByRole('treeitem')
    .map((item) => item.getAttribute('aria-label') ?? item.querySelector('bdi')?.textContent ?? '');

const activeRow = (tree: HTMLElement): string => {
  const id = tree.getAttribute('aria-activedescendant');
  const item = id === null ? null : document.getElementById(id);
  return item?.getAttribute('aria-label') ?? item?.querySelector('bdi')?.textContent ?? '';
};

const press = (tree: HTMLElement, ...keys: string[]): void =>
  keys.forEach((key) => fireEvent.keyDown(tree, { key }));

describe('the list', () => {
  test('stands in sections, by latest activity, with each row in words', async () => {
    const { tree } = await open();
    expect(rows(tree).slice(0, 6)).toEqual([
      'Invites, 1',
      'Winter market',
      'Favourites, 2',
      'Larkfield identity',
      'Studio',
      'People, 4',
    ]);
    within(tree).getByText('\u2068Odile\u2069 is typing');
    // The sender stands beside the words, so that each keeps its own direction.
    const said = (text: string): HTMLElement | null => within(tree).getByText(text).parentElement;
    expect(said('Stand-up moved to 10:15, the kettle is on')?.textContent).toBe(
      'Tomas: Stand-up moved to 10:15, the kettle is on',
    );
    expect(said('I will bring the swatches')?.textContent).toBe('You: I will bring the swatches');
    within(tree).getByText('Draft:');
    within(tree).getByText('No recent messages');
    expect(within(tree).queryByRole('img', { name: 'Not encrypted' })).toBeNull();
    within(tree).getByText('3 unread');
  });

  test('arrows move, Enter opens, Left goes to the section and folds it', async () => {
    const { tree } = await open();
    press(tree, 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(activeRow(tree)).toBe('Larkfield identity');
    press(tree, 'ArrowLeft');
    expect(activeRow(tree)).toBe('Favourites, 2');
    press(tree, 'ArrowLeft');
    await waitFor(() => expect(rows(tree)).not.toContain('Studio'));
    // Studio has three unread messages: its folded section tells it.
    within(tree).getByRole('treeitem', { name: 'Favourites, 2, New in 1 chat' });
    press(tree, 'ArrowRight');
    await waitFor(() => expect(rows(tree)).toContain('Studio'));
    press(tree, 'End', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
    await screen.findByRole('heading', { name: 'Studio' });
    expect(
      within(tree).getByRole('treeitem', { selected: true }).querySelector('bdi')?.textContent,
    ).toBe('Studio');
  });

  test('typing filters without accents and case; Escape shows all again', async () => {
    const { tree, engine } = await open();
    act(() => engine.update({ rooms: [...engine.world.rooms, roomRow('cafe', 'Café Ünal')] }));
    press(tree, 'c', 'a', 'f', 'e');
    const field = screen.getByRole('textbox', { name: 'Filter' });
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(rows(tree)).toEqual(['Rooms, 1', 'Café Ünal']));
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByRole('heading', { name: 'Café Ünal' });
    // The filter has done its work: all chats are there again.
    await waitFor(() => expect(rows(tree).length).toBeGreaterThan(10));
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'cafe' } });
    await waitFor(() => expect(rows(tree)).toEqual(['Rooms, 1', 'Café Ünal']));
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Café Ünal/ }));
    press(tree, 'z', 'z', 'z');
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(rows(tree).length).toBeGreaterThan(10));
  });

  test('a filter without a match says so', async () => {
    const { tree } = await open();
    press(tree, 'z', 'z', 'z');
    await screen.findByText('Nothing called “zzz”');
  });

  test('unread only shows what is new, also of folded sections; with nothing new it says so and leads back', async () => {
    const { tree, engine } = await open();
    const all = rows(tree).length;
    fireEvent.click(screen.getByRole('button', { name: 'Unread only', pressed: false }));
    await waitFor(() => expect(rows(tree).length).toBeLessThan(all));
    within(tree).getByText('Studio');
    act(() =>
      engine.update({
        rooms: engine.world.rooms.map((row) => ({ ...row, unread: 0, highlights: 0, dot: false })),
      }),
    );
    await screen.findByText('You have read everything');
    fireEvent.click(screen.getByRole('button', { name: 'Show all chats' }));
    await screen.findByRole('tree', { name: 'Chats' });
  });

  test('a compact list has lower rows, without the last message; the settings choose it', async () => {
    const { tree, engine } = await open();
    const said = 'I will bring the swatches';
    await within(tree).findByText(said);
    fireEvent.click(screen.getByRole('button', { name: 'Settings' }));
    fireEvent.click(await screen.findByRole('tab', { name: 'General' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Compact' }));
    await waitFor(() => expect(engine.world.settings['listDensity']).toBe('compact'));
    fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
    const compact = await screen.findByRole('tree', { name: 'Chats' });
    expect(within(compact).queryByText(said)).toBeNull();
    within(compact).getByText('Priya Venn');
    // A draft is not forgotten there, either.
    const [draft] = engine.world.rooms.filter(({ preview }) => preview.kind === 'draft');
    const row = within(compact)
      .getByText(draft?.name ?? '')
      .closest('[role=treeitem]');
    within(row as HTMLElement).getByRole('img', { name: 'Draft' });
    expect(layoutOf(['section', 'room', 'room'], true).total).toBe(32 + 2 * 36);
  });

  test('ten thousand rooms draw a screen of rows', async () => {
    const many = Array.from({ length: 10_000 }, (_, index): RoomRow =>
      roomRow(`r${index}`, `R${index}`),
    );
    const { tree } = await open((engine) => engine.update({ rooms: many }));
    expect(within(tree).getAllByRole('treeitem').length).toBeLessThan(60);
  });

  test('an account without rooms teaches what to do', async () => {
    const engine = createFakeEngine();
    render(
      <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
        <Root />
      </Window>,
    );
    await screen.findByText('No chats yet');
    fireEvent.click(screen.getByRole('button', { name: 'Start a chat' }));
    await screen.findByRole('dialog', { name: 'New chat' });
  });
});

describe('a row', () => {
  test('shows what is on its way, with a clock', async () => {
    const { tree, engine } = await open();
    const sent = { kind: 'text' as const, senderName: null, mine: true, text: 'From the train' };
    const show = (waiting: boolean) =>
      act(() =>
        engine.update({
          rooms: engine.world.rooms.map((row) =>
            row.roomId === roomId('lunch') ? { ...row, preview: { ...sent, waiting } } : row,
          ),
        }),
      );
    show(true);
    await within(tree).findByText('From the train');
    within(tree).getByRole('img', { name: 'Waiting to be sent' });
    show(false);
    await waitFor(() =>
      expect(within(tree).queryByRole('img', { name: 'Waiting to be sent' })).toBeNull(),
    );
  });

  test('of a mention counts the mentions, and its label tells all that is unread', async () => {
    const { tree } = await open();
    const label = within(tree).getByText('You were mentioned, 4 unread');
    expect(label.previousSibling?.textContent).toBe('@');
  });
});

test('Ctrl with a figure opens the places, in the order of the rail', async () => {
  await open();
  for (const [key, name] of [
    ['2', 'Files'],
    ['3', 'Calls'],
    ['4', 'Search'],
    ['5', 'Saved messages'],
    ['6', 'Notifications'],
    ['1', 'Chats'],
  ] as const) {
    fireEvent.keyDown(window, { key, code: `Digit${key}`, ctrlKey: true });
    await waitFor(() =>
      expect(screen.getByRole('button', { name }).getAttribute('aria-current')).toBe('page'),
    );
  }
});

describe('layout of the list', () => {
  const layout = layoutOf(['section', 'room', 'room', 'section', 'room']);

  test('rows stand below each other in their heights', () => {
    const [s, r] = [sectionHeight, rowHeight];
    expect(layout.tops).toEqual([0, s, s + r, s + 2 * r, 2 * s + 2 * r, 2 * s + 3 * r]);
    expect(layout.total).toBe(2 * s + 3 * r);
  });

  test('the visible range covers the view with a margin and never more than there is', () => {
    const long = layoutOf(Array.from({ length: 1000 }, () => 'room' as const));
    expect(visibleRange(long, 560 * 10, 560)).toEqual({ from: 90, to: 121 });
    expect(visibleRange(long, 0, 560).from).toBe(0);
    expect(visibleRange(long, long.total, 560).to).toBe(1000);
    expect(visibleRange(layoutOf([]), 0, 560)).toEqual({ from: 0, to: 0 });
  });

  test('showing a row moves as little as possible', () => {
    expect(scrollToShow(layout, 1, { top: 0, height: 200 })).toBe(0);
    expect(scrollToShow(layout, 4, { top: 0, height: 100 })).toBe(layout.total - 100);
    expect(scrollToShow(layout, 0, { top: 150, height: 100 })).toBe(0);
  });
});

describe('the menu of a row', () => {
  async function openMenu(opened: Opened, name: string): Promise<HTMLElement> {
    const row = within(opened.tree).getByText(name);
    fireEvent.contextMenu(row, { clientX: 10, clientY: 10 });
    return screen.findByRole('menu', { name: `Actions for ${name}` });
  }
  const choose = (menu: HTMLElement, name: string) =>
    fireEvent.click(within(menu).getByRole('menuitem', { name }));

  test('of an invitation accepts, declines or reports it', async () => {
    const opened = await open();
    const words = within(opened.tree).getByText('\u2068Odile\u2069 invites you');
    const row = words.closest<HTMLElement>('[role="treeitem"]');
    expect(row?.querySelector('[title="Invitation"]')?.textContent).toBe('1Invitation');
    const menu = await openMenu(opened, 'Winter market');
    const entries = within(menu).getAllByRole('menuitem');
    expect(entries.map((one) => one.textContent)).toEqual(['Accept', 'Decline', 'Report…']);
    choose(menu, 'Accept');
    await screen.findByRole('heading', { name: 'Winter market' });
    const answered = { name: 'acceptInvite', input: { roomId: roomId('winter') } };
    expect(opened.engine.calls).toContainEqual(answered);
  });

  test('leaving asks first and names the room', async () => {
    const opened = await open();
    choose(await openMenu(opened, 'Lunch'), 'Leave');
    const question = await screen.findByRole('alertdialog', { name: 'Leave Lunch?' });
    within(question).getByText(/saved on this computer is kept, and shown again if you come back/);
    expect(opened.engine.calls.some((call) => call.name === 'leaveRoom')).toBe(false);
    fireEvent.click(within(question).getByRole('button', { name: 'Leave Lunch' }));
    await waitFor(() => expect(rows(opened.tree)).not.toContain('Lunch'));
  });

  test.each([
    [{}, [/^You will get no new messages from it. To come back you need/, /shown again/]],
    [
      { isSpace: true },
      [/^The space goes from your list. Its rooms that you are in stay .*To come back you need/],
    ],
    [
      { joinedCount: 1, invitedCount: 0 },
      [/^You will get no new messages from it. Nobody else is in it/],
    ],
    [
      { joinedCount: 1, invitedCount: 0, isSpace: true },
      [/^The space goes from your list.* Nobody else is in it/],
    ],
    [
      { joinedCount: 1, invitedCount: 0, public: true },
      [/^You will get no new messages from it. You can come back at any time/, /shown again/],
    ],
  ])('leaving %j says what becomes of it', async (more, words) => {
    const opened = await open();
    opened.engine.update({ headers: { [roomId('lunch')]: more } });
    choose(await openMenu(opened, 'Lunch'), 'Leave');
    const question = await screen.findByRole('alertdialog', { name: 'Leave Lunch?' });
    for (const text of words) within(question).getByText(text);
    expect(question.querySelectorAll('p')).toHaveLength(words.length);
  });

  test('a room becomes a favourite', async () => {
    const opened = await open();
    choose(await openMenu(opened, 'Lunch'), 'Add to favourites');
    await within(opened.tree).findByRole('treeitem', { name: 'Favourites, 3' });
  });

  test('renaming changes the row; a refusal is said in words', async () => {
    const opened = await open();
    choose(await openMenu(opened, 'Lunch'), 'Rename…');
    const dialog = await screen.findByRole('dialog', { name: 'Rename Lunch' });
    opened.engine.answers.renameRoom = () => {
      throw appFailure('forbidden', 'no');
    };
    const field = within(dialog).getByLabelText('Name');
    fireEvent.change(field, { target: { value: 'Soup' } });
    const save = within(dialog).getByRole('button', { name: 'Save' });
    fireEvent.click(save);
    await within(dialog).findByText('You do not have permission for this.');
    delete opened.engine.answers.renameRoom;
    fireEvent.click(save);
    await within(opened.tree).findByText('Soup');
  });

  test('a fault of Trellis itself is told in a notice that leads to the logs', async () => {
    const opened = await open();
    opened.engine.answers.setFavourite = () => {
      throw appFailure('internal', 'no');
    };
    choose(await openMenu(opened, 'Lunch'), 'Add to favourites');
    const notice = await screen.findByRole('alertdialog');
    within(notice).getByText(/save the logs in Settings/);
    fireEvent.click(within(notice).getByRole('button', { name: 'Go to the logs' }));
    await screen.findByRole('heading', { name: 'About' });
  });

  test('what this account may not do is not offered', async () => {
    const opened = await open((engine) =>
      engine.update({
        headers: {
          [roomId('lunch')]: {
            permissions: maySendOnly,
          },
        },
      }),
    );
    const menu = await openMenu(opened, 'Lunch');
    const item = within(menu).getByRole('menuitem', { name: /^Invite people…/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    within(item).getByText('Your role here does not allow it');
    for (const name of ['Rename…', 'Change topic…'])
      expect(within(menu).queryByRole('menuitem', { name })).toBeNull();
  });
});

describe('invitations', () => {
  async function openInvite(): Promise<Opened> {
    const opened = await open();
    fireEvent.click(within(opened.tree).getByText('Winter market'));
    await screen.findByText('Odile Marchetti invites you');
    return opened;
  }

  test('accepting joins; who was there before reads that the messages come back', async () => {
    const { engine } = await openInvite();
    const before = 'You were here before. Your messages come back when you accept.';
    expect(screen.queryByText(before)).toBeNull();
    engine.update({ headers: { ...engine.world.headers, [roomId('winter')]: { wasHere: true } } });
    await screen.findByText(before);
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.queryByText('Odile Marchetti invites you')).toBeNull());
    expect(engine.calls).toContainEqual({
      name: 'acceptInvite',
      input: { roomId: roomId('winter') },
    });
  });

  test('declining asks, offers to block who invited, and closes it', async () => {
    const { tree, engine } = await openInvite();
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    const question = await screen.findByRole('alertdialog', { name: /to Winter market\?$/ });
    fireEvent.click(within(question).getByRole('switch', { name: /Block .*Odile.* as well/ }));
    fireEvent.click(within(question).getByRole('button', { name: 'Decline invitation' }));
    await waitFor(() => expect(rows(tree)).not.toContain('Winter market'));
    await screen.findByText('Choose a chat');
    expect(engine.calls.map(({ name }) => name)).toContain('setIgnored');
  });
});

describe('a new chat', () => {
  async function openDialog(opened: Opened): Promise<HTMLElement> {
    expect(opened.tree).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'New chat' }));
    return screen.findByRole('dialog', { name: 'New chat' });
  }
  const created = (engine: FakeEngine) => engine.calls.find((call) => call.name === 'createRoom');

  test('a direct chat is encrypted by default and opens', async () => {
    const opened = await open();
    const dialog = await openDialog(opened);
    fireEvent.change(within(dialog).getByLabelText('Person'), { target: { value: 'jonas' } });
    fireEvent.click(await within(dialog).findByRole('option', { name: /Jonas Achterberg/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start chat' }));
    await screen.findByRole('heading', { name: people.jonas.userId });
    expect(created(opened.engine)?.input).toMatchObject({
      direct: true,
      encrypted: true,
      invite: [people.jonas.userId],
    });
  });

  test('nobody chosen is named as the problem', async () => {
    const opened = await open();
    const dialog = await openDialog(opened);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start chat' }));
    await within(dialog).findByText('Choose somebody to write to.');
    expect(created(opened.engine)).toBeUndefined();
  });

  test('who walks through the kinds by arrow keys stays among them', async () => {
    const dialog = await openDialog(await open());
    const radio = (name: string) => within(dialog).getByRole('radio', { name });
    act(() => radio('Direct').focus());
    for (const [name, field] of [
      ['Room', 'Room name'],
      ['Space', /name/i],
    ] as const) {
      fireEvent.keyDown(document.activeElement ?? dialog, { key: 'ArrowRight' });
      await waitFor(() => expect(document.activeElement).toBe(radio(name)));
      await within(dialog).findByRole('textbox', { name: field });
      expect(document.activeElement).toBe(radio(name));
    }
  });

  test('a room has a name, people, and may be unencrypted; trying again is the same act', async () => {
    const opened = await open();
    const dialog = await openDialog(opened);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Room' }));
    const submit = () =>
      fireEvent.click(within(dialog).getByRole('button', { name: 'Create room' }));
    submit();
    await within(dialog).findByText('Give the room a name.');
    fireEvent.change(within(dialog).getByLabelText('Room name'), { target: { value: 'Print' } });
    fireEvent.change(within(dialog).getByLabelText('People'), {
      target: { value: '@new:other.example' },
    });
    fireEvent.click(await within(dialog).findByRole('option', { name: /@new:other.example/ }));
    fireEvent.click(within(dialog).getByRole('switch', { name: /Encrypted/ }));
    const ids: string[] = [];
    opened.engine.answers.createRoom = ({ requestId, encrypted, invite }) => {
      ids.push(requestId);
      expect({ encrypted, invite }).toEqual({ encrypted: false, invite: ['@new:other.example'] });
      if (ids.length === 1) throw appFailure('timeout', 'late', { retryable: true });
      return { roomId: roomId('studio') };
    };
    submit();
    await within(dialog).findByText(/took too long/);
    submit();
    await screen.findByRole('heading', { name: 'Studio' });
    expect(ids[1]).toBe(ids[0]);
  });

  test('joining by address checks the address and names an unknown room', async () => {
    const opened = await open();
    const dialog = await openDialog(opened);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Join' }));
    const field = within(dialog).getByLabelText('Room address');
    const submit = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Join room' }));
    fireEvent.change(field, { target: { value: 'studio' } });
    submit();
    await within(dialog).findByText(/An address starts with/);
    fireEvent.change(field, { target: { value: '#studio:fernhill.example' } });
    submit();
    await within(dialog).findByText('There is no room with this address.');
  });

  test('a room that lets nobody in unasked is asked, waits, and the request can be withdrawn', async () => {
    const opened = await open();
    const dialog = await openDialog(opened);
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Join' }));
    const field = within(dialog).getByLabelText('Room address');
    const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    fireEvent.change(field, { target: { value: '#closed:fernhill.example' } });
    press('Join room');
    await within(dialog).findByText('This room is open only to people who were invited.');
    expect(within(dialog).queryByRole('button', { name: 'Ask to join' })).toBe(null);
    const link = 'https://matrix.to/#/%23ask:fernhill.example?via=fernhill.example&via=b.example';
    fireEvent.change(field, { target: { value: link } });
    press('Join room');
    const reason = await within(dialog).findByLabelText('What you want to say (optional)');
    fireEvent.change(reason, { target: { value: ' It is me ' } });
    press('Ask to join');
    await screen.findByText(
      'When somebody in the room lets you in, an invitation stands here. Accept it to join.',
    );
    expect(opened.engine.calls.filter((call) => call.name === 'knockRoom')).toEqual([
      {
        name: 'knockRoom',
        input: {
          roomIdOrAlias: '#ask:fernhill.example',
          via: ['fernhill.example', 'b.example'],
          reason: 'It is me',
        },
      },
    ]);
    press('Withdraw');
    await screen.findByText('Your request was withdrawn.');
    expect(opened.engine.calls.map((call) => call.name)).toContain('leaveRoom');
  });

  test('the row of a room that was asked says so, whatever was written there', () => {
    const words = ((key: string) => key) as unknown as TFunction;
    const row = roomRow('asked', 'Asked', { membership: 'knock', typing: ['Odile'] });
    expect(previewLine(words, row, 'en').text).toBe('rooms.asked');
  });

  test('a room that nobody is named for says only that one is no longer in it', () => {
    const words = ((key: string) => key) as unknown as TFunction;
    const row = roomRow('gone', 'Gone', {
      membership: 'leave',
      section: 'removed',
      preview: { kind: 'none', senderName: null, mine: false, text: '' },
    });
    expect(previewLine(words, row, 'en').text).toBe('rooms.section.removed');
  });

  test('words and names from right to left turn no line round: who speaks stands first, and the words run in their own direction', async () => {
    const name = 'نور الدين';
    const preview = {
      kind: 'text',
      senderName: name,
      mine: false,
      text: 'The seedlings are fine',
    } as const;
    const turned = { ...preview, senderName: 'Bob', text: 'שלום לכולם, מי משקה את העצים מחר?' };
    const { tree } = await open((engine) =>
      engine.update({
        rooms: [
          roomRow('garden', 'Garden', { preview }),
          roomRow('trees', 'Trees', { preview: turned }),
          roomRow('typing', 'Typing', { typing: [name] }),
        ],
      }),
    );
    for (const { text, senderName } of [preview, turned]) {
      // The sender stands first in the direction of the app, whatever the direction of the name: a `bdi` has its own.
      const words = within(tree).getByText(text);
      expect(words.dir).toBe('auto');
      expect(words.parentElement?.closest('[dir="auto"]')).toBeNull();
      expect(words.parentElement?.textContent).toBe(`${senderName}: ${text}`);
      expect(within(tree).getByText(senderName).tagName).toBe('BDI');
    }
    const typing = within(tree).getByText(`\u2068${name}\u2069 is typing`);
    expect(typing.closest('[dir]')?.getAttribute('dir')).not.toBe('auto');
  });

  test('a room of which nothing but a deleted message is left says that, not whose it was', () => {
    const words = ((key: string) => key) as unknown as TFunction;
    const preview = { kind: 'redacted', senderName: 'Odile', mine: true, text: '' } as const;
    const row = roomRow('deleted', 'Deleted', { preview });
    expect(previewLine(words, row, 'en')).toMatchObject({ text: 'rooms.preview.redacted' });
  });

  test('addresses come as aliases, ids and links', () => {
    const via = ['a.example'];
    expect(
      [
        ' #a:b.example ',
        '!opaque',
        'matrix.to/#/!opaque/$event?via=a.example',
        'matrix:r/a:b.example?action=join',
        'matrix:roomid/opaque?via=a.example&via=%2F..',
      ].map(roomAddress),
    ).toEqual([
      { roomIdOrAlias: '#a:b.example', via: [] },
      { roomIdOrAlias: '!opaque', via: [] },
      { roomIdOrAlias: '!opaque', via },
      { roomIdOrAlias: '#a:b.example', via: [] },
      { roomIdOrAlias: '!opaque', via },
    ]);
    for (const bad of ['', '#', 'a', '@a:b.example', 'https://matrix.to/#/@a:b.example', '#a b'])
      expect([bad, roomAddress(bad)]).toEqual([bad, null]);
  });

  test('a full address is found without the server', () => {
    expect(withTyped([], '@a:b.example').map((one) => one.userId)).toEqual(['@a:b.example']);
    expect(withTyped([], '@a')).toEqual([]);
    expect(withTyped([people.odile], people.odile.userId)).toEqual([people.odile]);
  });
});
