// Targets of clicks, letters and jumps in the timeline of a room.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { MessageItem, UnreadPlace } from '#contract/areas/messages/timelineModels';
import { appFailure } from '#contract/wire/errors';
import { composerFieldId } from '#app/composing';
import { messageSent } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { RoomTimeline } from '../../../renderer/features/timeline';
import type { Item } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, mara, message, people, roomId } from '../../gallery/fixtures';

const larkfield = roomId('larkfield');
const conversation = { roomId: larkfield, threadId: null };
const said = (index: number, more: Partial<MessageItem> = {}): MessageItem =>
  message(people.odile, `text ${index}`, at(9, index), {
    key: `k${index}`,
    eventId: `$k${index}`,
    ...more,
  });
const many = Array.from({ length: 8 }, (_, index) => said(index));

beforeAll(() => {
  // jsdom lays nothing out: rows of 40 in a view of 400.
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ height: 40, top: 0, bottom: 40 } as DOMRect);
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterAll(() => jest.restoreAllMocks());

async function openRoom(
  items: readonly Item[] = many,
  place: UnreadPlace | null = null,
): Promise<FakeEngine> {
  const engine = createFakeEngine(exampleWorld());
  if (place !== null) engine.update({ unreadPlaces: { [larkfield]: place } });
  engine.update({ timelines: { [larkfield]: items } });
  render(
    <AccountWindow engine={engine}>
      <main>
        <RoomTimeline conversation={conversation} />
        <textarea aria-label="field" id={composerFieldId} />
      </main>
    </AccountWindow>,
  );
  await screen.findByRole('log', { name: 'Messages' });
  return engine;
}

const rowOf = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest<HTMLElement>('[data-message]');
  if (row === null) throw new Error('The message has no row');
  return row;
};

/** Clicks like a pointer: the focus follows the press. */
function click(row: HTMLElement): void {
  fireEvent.pointerDown(row);
  act(() => row.focus());
  fireEvent.pointerUp(row);
}

test('CHAT-3.25 the way to what was unread leads there, not to a line above what came since', async () => {
  const place = { count: 260, mentions: 0, after: '$before', sinceMs: at(8, 0) };
  const since = { kind: 'unread', key: 'unread:since' } as const;
  const older = Array.from({ length: 29 }, (_, index) => said(index));
  const engine = await openRoom([...older, since, said(29)], place);
  fireEvent.click(await screen.findByRole('button', { name: '260 new messages since 08:00' }));
  await waitFor(() =>
    expect(engine.openedTimelines.at(-1)).toMatchObject({
      around: '$before',
      unreadAfter: '$before',
    }),
  );
});

test('after a click letters go to the field, and none of them acts on a message', async () => {
  const actions = { reply: true, edit: true } as MessageItem['actions'];
  await openRoom([said(0, { actions }), said(1, { actions })]);
  const field = screen.getByLabelText('field');
  for (const letter of ['w', 'r', 'e', 't', 'Delete']) {
    const row = await rowOf('text 1');
    click(row);
    const unhandled = fireEvent.keyDown(row, { key: letter });
    // The browser writes an unhandled letter into the element that has the focus then.
    expect([letter, unhandled]).toEqual([letter, true]);
    if (letter.length === 1) expect(document.activeElement).toBe(field);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  // A person who uses the keyboard has chosen a message.
  const row = await rowOf('text 1');
  click(row);
  fireEvent.keyDown(row, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(await rowOf('text 0'));
  expect(fireEvent.keyDown(document.activeElement ?? row, { key: 'r' })).toBe(false);
});

test('letters that mean nothing to a message go to the field as well', async () => {
  await openRoom();
  const row = await rowOf('text 2');
  act(() => row.focus());
  expect(fireEvent.keyDown(row, { key: 'w' })).toBe(true);
  expect(document.activeElement).toBe(screen.getByLabelText('field'));
});

test('the message that is being edited is marked until that ends', async () => {
  const own = message(mara, 'my words', at(9, 5), {
    key: 'own',
    eventId: '$own',
    editText: 'my words',
    mine: true,
    actions: { reply: true, edit: true } as MessageItem['actions'],
  });
  await openRoom([...many.slice(0, 3), own]);
  const row = await rowOf('my words');
  act(() => row.focus());
  expect(row.className).not.toMatch(/editing/);
  fireEvent.keyDown(row, { key: 'e' });
  await waitFor(() => expect(row.className).toMatch(/editing/));
  expect((await rowOf('text 1')).className).not.toMatch(/editing/);
});

test('a letter on a button of a message that was reached by Tab is not written into the field', async () => {
  await openRoom([said(0, { actions: { reply: true, react: true } as MessageItem['actions'] })]);
  const row = await rowOf('text 0');
  act(() => row.focus());
  const bar = await within(row).findByRole('toolbar');
  const button = within(bar).getByRole('button', { name: 'Reply' });
  act(() => button.focus());
  expect(fireEvent.keyDown(button, { key: 'r' })).toBe(false);
  expect(document.activeElement).toBe(button);
  // A person who pressed it with the pointer writes on.
  fireEvent.pointerDown(button);
  act(() => row.focus());
  act(() => button.focus());
  fireEvent.pointerUp(button);
  expect(fireEvent.keyDown(button, { key: 'w' })).toBe(true);
});

test('while the panel of one message is open no other message shows its actions', async () => {
  await openRoom();
  const [row, other] = [await rowOf('text 1'), await rowOf('text 4')];
  act(() => other.focus());
  await within(other).findByRole('toolbar');
  fireEvent.pointerEnter(row);
  const bar = await within(row).findByRole('toolbar');
  fireEvent.click(within(bar).getByRole('button', { name: 'More' }));
  await screen.findByRole('menu');
  fireEvent.pointerLeave(row);
  expect(within(other).queryByRole('toolbar')).toBeNull();
  expect(within(row).queryByRole('toolbar', { hidden: true })).not.toBeNull();
});

test('a message whose button had the focus and went with its deletion shows no actions any more', async () => {
  const engine = await openRoom([
    said(0),
    said(1, { actions: { reply: true, react: true } as MessageItem['actions'] }),
  ]);
  const gone = said(1, {
    body: { type: 'redacted', by: null, reason: null },
    actions: {} as MessageItem['actions'],
  });
  const row = await rowOf('text 1');
  act(() => row.focus());
  const bar = await within(row).findByRole('toolbar');
  act(() => within(bar).getByRole('button', { name: 'Reply' }).focus());
  act(() => engine.update({ timelines: { [larkfield]: [said(0), gone] } }));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('a menu of a picture stays while the next picture comes, and both stand together once the focus has gone', async () => {
  const picture = (index: number, more: Partial<MessageItem>): MessageItem =>
    said(index, {
      body: {
        type: 'image',
        media: {
          handle: 'handle-handle-handle',
          thumbnail: null,
          fileName: `p${index}.jpg`,
          mimeType: 'image/jpeg',
          sizeBytes: 1000,
          width: 800,
          height: 600,
          durationMs: null,
          blurhash: null,
          encrypted: true,
          broken: null,
        },
        looks: { extension: 'jpg', fileKind: 'image', warnings: [] },
        caption: null,
      },
      sentAtMs: at(9, 8),
      ...more,
    });
  const items = [...many, picture(8, {})];
  const engine = await openRoom(items);
  const first = await screen.findByRole('button', { name: 'Open p8.jpg' });
  act(() => first.focus());
  fireEvent.contextMenu(first);
  const menu = await screen.findByRole('menu');
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  act(() =>
    engine.update({
      timelines: { [larkfield]: [...items, picture(9, { continuation: true })] },
    }),
  );
  await screen.findByRole('button', { name: 'Open p9.jpg', hidden: true });
  expect(screen.getByRole('menu')).toBe(menu);
  fireEvent.keyDown(document.activeElement ?? menu, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(first));
  act(() => document.getElementById(composerFieldId)?.focus());
  await screen.findByRole('group', { name: '2 files' });
});

test('on the quote of an answer the keys act on its message', async () => {
  const reply = {
    eventId: '$k1',
    sender: people.odile,
    preview: { kind: 'text', senderName: null, mine: false, text: 'text 1' },
    inThread: false,
  } as const;
  await openRoom([...many.slice(0, 7), said(7, { reply })]);
  const quote = await screen.findByRole('button', { name: /text 1/ });
  act(() => quote.focus());
  fireEvent.keyDown(quote, { key: 'ArrowUp' });
  expect(document.activeElement?.getAttribute('data-message')).toBe('k6');
  act(() => quote.focus());
  fireEvent.keyDown(quote, { key: 'x' });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'field' }));
});

test('a quote that cannot be read says so in the words of the app, not of its library', async () => {
  const text = '** Unable to decrypt: something of the library **';
  const preview = { kind: 'undecryptable', senderName: null, mine: false, text } as const;
  const reply = { eventId: '$k1', sender: people.odile, preview, inThread: false };
  await openRoom([said(7, { reply })]);
  await screen.findByRole('button', { name: /Message cannot be read/ });
});

/** Stands for the composer. */
function Leaves() {
  const dispatch = useAppDispatch();
  return (
    <button onClick={() => dispatch(messageSent({ threadId: null }))}>A message leaves</button>
  );
}

describe('coming back to a chat with much that is new', () => {
  const line = { kind: 'unread', key: 'unread' } as const;
  const long = Array.from({ length: 60 }, (_, index) => said(index % 60));
  const place: UnreadPlace = { count: 40, mentions: 1, after: '$k19', sinceMs: at(9, 19) };

  /** The room, left and opened again: all was marked as read meanwhile. */
  async function comeBack(between: () => void | Promise<void> = () => undefined, count = 2) {
    const engine = createFakeEngine(exampleWorld());
    engine.update({ unreadPlaces: { [larkfield]: place } });
    engine.update({
      timelines: { [larkfield]: [...long.slice(0, 20), line, ...long.slice(20)] },
    });
    const window = (open: boolean) => (
      <AccountWindow engine={engine}>
        <main>
          {open && <RoomTimeline conversation={conversation} />}
          <textarea aria-label="field" id={composerFieldId} />
          <Leaves />
        </main>
      </AccountWindow>
    );
    const { rerender } = render(window(true));
    await screen.findByRole('region', { name: 'New messages' });
    await between();
    rerender(window(false));
    engine.update({
      unreadPlaces: { [larkfield]: { ...place, count, mentions: 0, after: '$k59' } },
    });
    rerender(window(true));
    await screen.findByText('text 59');
    return engine;
  }

  test('only what came since is led to, as the list counts', async () => {
    const engine = await comeBack();
    expect(engine.openedTimelines.at(-1)).not.toHaveProperty('unreadAfter');
    const bar = await screen.findByRole('region', { name: 'New messages' });
    within(bar).getByRole('button', { name: '2 new messages since 09:19' });
    expect(within(bar).queryByRole('button', { name: 'Mention' })).toBeNull();
  });

  test('nothing is led to where nothing came', async () => {
    await comeBack(undefined, 0);
    await act(async () => undefined);
    expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull();
  });

  test.each([
    [
      'was gone to',
      () => fireEvent.click(screen.getByRole('button', { name: /^40 new messages/ })),
    ],
    ['was put away', () => fireEvent.click(screen.getByRole('button', { name: 'Hide' }))],
    [
      'was put away by Escape',
      () => fireEvent.keyDown(screen.getByRole('log', { name: 'Messages' }), { key: 'Escape' }),
    ],
    [
      'was answered',
      () => fireEvent.click(screen.getByRole('button', { name: 'A message leaves' })),
    ],
  ])('it ends with the visit in which it %s', async (_, end) => {
    const engine = await comeBack(async () => {
      end();
      await waitFor(() =>
        expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull(),
      );
    });
    expect(engine.openedTimelines.at(-1)).not.toHaveProperty('unreadAfter');
    expect(screen.queryByRole('button', { name: /^4. new messages/ })).toBeNull();
  });
});

test('words that failed and cannot be sent again can be copied', async () => {
  const written: string[] = [];
  const writeText = (text: string): Promise<void> => Promise.resolve(void written.push(text));
  Object.assign(navigator, { clipboard: { writeText } });
  const { error } = appFailure('forbidden', '');
  const own = message(mara, 'too late', at(10, 0), { status: 'not_sent', error, eventId: null });
  await openRoom([{ ...own, actions: { ...own.actions, retry: false, cancel: true } }]);
  const failure = within(await screen.findByRole('alert'));
  expect(failure.queryByRole('button', { name: 'Retry' })).toBeNull();
  fireEvent.click(failure.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(written).toEqual(['too late']));
});
