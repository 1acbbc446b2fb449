import { composerFieldId } from '#app/composing';
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { UnreadPlace, MessageItem } from '#contract/areas/messages/timelineModels';
import { appFailure } from '#contract/wire/errors';
import { roomLink } from '../../../renderer/app/places/links';
import { hitOpened, messageSent, roomSearchClosed } from '../../../renderer/app/places/navigation';
import type { AccountStore } from '../../../renderer/app/store';
import { RoomTimeline } from '../../../renderer/features/timeline';
import type { Item } from '../../../renderer/features/timeline/rows/Row';
import { tickedIndex } from '../../../renderer/features/timeline/TimelineView';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { called } from '../files/filesWindow';
import { at, mara, maySendOnly, message, people, roomId } from '../../gallery/fixtures';

const larkfield = roomId('larkfield');
const conversation = { roomId: larkfield, threadId: null };
const odile = (more: Partial<MessageItem>, text = 'words'): MessageItem =>
  message(people.odile, text, at(9, 48), more);

test('one tick: under my newest message that arrived, while nobody went on below it', () => {
  const mine = (more: Partial<MessageItem> = {}): Item => message(mara, 'mine', 0, more);
  expect(tickedIndex([odile({}), mine(), mine()])).toBe(2);
  const leaving = mine({ status: 'sending', eventId: null });
  expect(tickedIndex([mine(), mine({ status: 'sent' }), leaving])).toBe(1);
  // One with an edit that waits has arrived: the tick goes to no earlier message.
  expect(tickedIndex([mine(), mine({ status: 'queued' })])).toBe(1);
  expect(tickedIndex([mine(), odile({})])).toBe(-1);
  expect(tickedIndex([mine({ readBy: [people.priya] })])).toBe(-1);
  expect(tickedIndex([])).toBe(-1);
});

describe('the room', () => {
  let focused = true;
  /** How often somebody asked whether the window has the focus. */
  let looks = 0;
  beforeAll(() => {
    // jsdom lays nothing out: rows of 40 in a view of 400.
    jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
    jest
      .spyOn(Element.prototype, 'getBoundingClientRect')
      .mockReturnValue({ height: 40, top: 0, bottom: 40 } as DOMRect);
    Element.prototype.scrollIntoView ??= () => undefined;
    jest.spyOn(document, 'hasFocus').mockImplementation(() => {
      looks += 1;
      return focused;
    });
  });
  afterAll(() => jest.restoreAllMocks());
  beforeEach(() => {
    focused = true;
    looks = 0;
  });

  const many = Array.from({ length: 8 }, (_, index) =>
    odile({ key: `k${index}`, eventId: `$k${index}`, sentAtMs: at(9, index) }, `text ${index}`),
  );
  async function openRoom(
    items: readonly Item[] = many,
    place: UnreadPlace | null = null,
    lists: Parameters<typeof createFakeEngine>[1] = {},
    onStore: (store: AccountStore) => void = () => undefined,
  ): Promise<FakeEngine> {
    const engine = createFakeEngine(exampleWorld(), lists);
    if (place !== null) engine.update({ unreadPlaces: { [larkfield]: place } });
    engine.update({ timelines: { [larkfield]: items } });
    render(
      <AccountWindow engine={engine} onStore={onStore}>
        <main>
          <RoomTimeline conversation={conversation} />
          <textarea aria-label="field" id={composerFieldId} />
        </main>
      </AccountWindow>,
    );
    await screen.findByRole('log', { name: 'Messages' });
    return engine;
  }
  const marked = (engine: FakeEngine) =>
    engine.calls.filter(({ name }) => name === 'markRead').map(({ input }) => input);

  test('a file opens over everything, with the files before and after it, who sent it and what was said', async () => {
    const file = (
      fileName: string,
      fileKind: 'archive' | 'document',
      caption: string | null,
    ): Item =>
      odile({
        key: fileName,
        body: {
          type: 'file',
          media: {
            handle: `handle-of-${fileName}`.replace('.', ''),
            thumbnail: null,
            fileName,
            mimeType: null,
            sizeBytes: 2_000,
            width: null,
            height: null,
            durationMs: null,
            blurhash: null,
            encrypted: true,
            broken: null,
          },
          looks: { extension: fileName.split('.')[1] ?? '', fileKind, warnings: [] },
          caption: caption === null ? null : { text: caption, html: null },
        },
      });
    await openRoom([
      file('fonts.zip', 'archive', null),
      odile({ key: 'between' }, 'between'),
      file('offer.docx', 'document', `the last offer of ${people.odile.userId}`),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Open fonts.zip' }));
    let shown = await screen.findByRole('dialog', { name: 'fonts.zip' });
    within(shown).getByText(/1 of 2$/);
    within(shown).getByText(/Trellis cannot show this kind of file/);
    fireEvent.click(within(shown).getByRole('button', { name: 'Next file' }));
    shown = await screen.findByRole('dialog', { name: 'offer.docx' });
    within(shown).getByText(/the last offer of/);
    within(shown).getByText(`@${people.odile.name}`);
    within(shown).getByText(/Odile Marchetti\u2069 · /);
    expect(within(shown).getAllByRole('button', { name: 'Save' })).not.toEqual([]);
    fireEvent.click(within(shown).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  const long = Array.from({ length: 60 }, (_, index) =>
    odile({ key: `k${index}`, eventId: `$k${index}`, sentAtMs: at(9, index) }, `text ${index}`),
  );
  const behind = (count: number, mentions = 0): UnreadPlace => ({
    ...{ count, mentions, after: '$k19', sinceMs: at(9, 19) },
  });

  test('what came since is said above, and leads to the first of it and to the mention', async () => {
    const line = { kind: 'unread', key: 'unread' } as const;
    const engine = await openRoom([...long.slice(0, 20), line, ...long.slice(20)], behind(40, 1));
    engine.answers.findMentions = () => ({ eventIds: ['$k30'] });
    const bar = await screen.findByRole('region', { name: 'New messages' });
    fireEvent.click(within(bar).getByRole('button', { name: 'Mention' }));
    await screen.findByText('text 30');
    fireEvent.click(within(bar).getByRole('button', { name: '40 new messages since 09:19' }));
    await screen.findByText('text 20');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull());
  });

  test('what is new is still said at a message that a search led to', async () => {
    const line = { kind: 'unread', key: 'unread' } as const;
    const all = [...long.slice(0, 20), line, ...long.slice(20)];
    let store: AccountStore | null = null;
    const engine = createFakeEngine(exampleWorld());
    engine.update({
      unreadPlaces: { [larkfield]: behind(40, 1) },
      timelines: { [larkfield]: all },
    });
    render(
      <AccountWindow engine={engine} onStore={(one) => (store = one)}>
        <main>
          <RoomTimeline conversation={conversation} />
        </main>
      </AccountWindow>,
    );
    await screen.findByRole('button', { name: '40 new messages since 09:19' });
    const hit = { of: 'roomSearch', key: 'hit', roomId: larkfield, eventId: '$k50' } as const;
    act(() => void store?.dispatch(hitOpened(hit)));
    await waitFor(() => expect(engine.openedTimelines.at(-1)).toMatchObject({ around: '$k50' }));
    act(() => void store?.dispatch(roomSearchClosed()));
    fireEvent.click(await screen.findByRole('button', { name: '40 new messages since 09:19' }));
    await screen.findByText('text 20');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull());
  });

  test('a long message that one is led to stands there whole, and stays so', async () => {
    const long = odile({ key: 'k2', eventId: '$k2' }, 'line\n'.repeat(60));
    let store: AccountStore | null = null;
    const items = [...many.slice(0, 2), long, ...many.slice(3)];
    await openRoom(items, null, {}, (one) => (store = one));
    await screen.findByRole('button', { name: 'Show all' });
    const hit = { of: 'search', key: '$k2', roomId: larkfield, eventId: '$k2' } as const;
    act(() => void (store as AccountStore | null)?.dispatch(hitOpened(hit)));
    await screen.findByRole('button', { name: 'Show less' });
  });

  test('what is not loaded is fetched around the last message that was read', async () => {
    const engine = await openRoom(long.slice(25), behind(350));
    fireEvent.click(await screen.findByRole('button', { name: '350 new messages since 09:19' }));
    await waitFor(() =>
      expect(engine.openedTimelines.at(-1)).toMatchObject({
        around: '$k19',
        unreadAfter: '$k19',
      }),
    );
    expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull();
  });

  test('a place that cannot be loaded is told, and the newest messages are shown again', async () => {
    await openRoom([], behind(350), {
      timeline: ({ around }, sink) => {
        if (around === null) sink.set(long.slice(25));
        else sink.fail(appFailure('not_found', 'Failed to find event').error);
        return {
          close: () => undefined,
          paginate: async () => ({ reachedStart: true, reachedEnd: true }),
        };
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: '350 new messages since 09:19' }));
    await screen.findByText(/^This place in the chat could not be loaded\./);
    await screen.findByText('text 59');
  });

  test('CHAT-9.14 what a moderator hid says so and why; who sees it all the same is told', async () => {
    await openRoom([
      odile({ key: 'gone', body: { type: 'hidden', reason: 'off topic' } }),
      odile({ key: 'kept', hidden: { reason: null } }, 'still seen by me'),
    ]);
    const [gone, kept] = await screen.findAllByRole('article');
    expect(gone?.textContent).toContain('Hidden by a moderator: \u2068off topic\u2069');
    expect(kept?.textContent).toContain('A moderator hid this from the others');
    expect(kept?.textContent).toContain('still seen by me');
  });

  test('a message that is sent while another place is being loaded leads to the newest', async () => {
    const asked: (string | null)[] = [];
    let store: AccountStore | null = null;
    const engine = createFakeEngine(exampleWorld(), {
      timeline: ({ around }, sink) => {
        asked.push(around);
        // The events around the message never come.
        if (around === null) sink.set(long.slice(25));
        return {
          close: () => undefined,
          paginate: async () => ({ reachedStart: true, reachedEnd: true }),
        };
      },
    });
    engine.update({ unreadPlaces: { [larkfield]: behind(350) } });
    render(
      <AccountWindow engine={engine} onStore={(made) => (store = made)}>
        <main>
          <RoomTimeline conversation={conversation} />
        </main>
      </AccountWindow>,
    );
    fireEvent.click(await screen.findByRole('button', { name: '350 new messages since 09:19' }));
    await waitFor(() => expect(asked.at(-1)).toBe('$k19'));
    await waitFor(() => expect(screen.queryByText('text 59')).toBeNull());
    act(() => void store?.dispatch(messageSent({ threadId: null })));
    await screen.findByText('text 59');
    expect(asked.at(-1)).toBeNull();
  });

  test('nothing is said where all of it is in view, or hidden by the reader', async () => {
    const line = { kind: 'unread', key: 'unread' } as const;
    const engine = await openRoom([...many.slice(0, 6), line, ...many.slice(6)], behind(2));
    await waitFor(() => expect(called(engine, 'unreadPlace')).toHaveLength(1));
    await screen.findByText('text 7');
    expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull();
  });

  test('what was in view is read, once', async () => {
    const engine = await openRoom();
    await waitFor(() =>
      expect(marked(engine)).toEqual([{ roomId: larkfield, threadId: null, eventId: '$k7' }]),
    );
    act(() =>
      engine.update({
        timelines: {
          [larkfield]: [...many, odile({ key: 'k8', eventId: '$k8', sentAtMs: at(9, 30) })],
        },
      }),
    );
    await waitFor(() => expect(marked(engine)).toHaveLength(2));
  });

  test('what stands below is newer, whatever the clock of its sender says', async () => {
    const engine = await openRoom();
    await waitFor(() => expect(marked(engine)).toHaveLength(1));
    // A computer that is an hour behind wrote it.
    const late = odile({ key: 'k8', eventId: '$k8', sentAtMs: at(8, 0) });
    act(() => engine.update({ timelines: { [larkfield]: [...many, late] } }));
    await waitFor(() => expect(marked(engine)).toHaveLength(2));
    expect(marked(engine)[1]).toMatchObject({ eventId: '$k8' });
  });

  test('nothing is read in a window without the focus; coming back reads it', async () => {
    focused = false;
    const engine = await openRoom();
    await screen.findByText('text 7');
    await waitFor(() => expect(looks).toBeGreaterThan(0));
    expect(marked(engine)).toEqual([]);
    focused = true;
    fireEvent.focus(window);
    await waitFor(() => expect(marked(engine)).toHaveLength(1));
  });

  test('arrows go from message to message, letters act, Escape leads to the field', async () => {
    await openRoom([
      ...many.slice(0, 7),
      message(mara, 'mine', at(10, 0), { key: 'own', eventId: '$own' }),
    ]);
    const log = screen.getByRole('log');
    log.focus();
    const press = (key: string): boolean =>
      fireEvent.keyDown(document.activeElement ?? log, { key });
    press('ArrowUp');
    expect(document.activeElement?.getAttribute('data-message')).toBe('own');
    press('ArrowUp');
    expect(document.activeElement?.getAttribute('data-message')).toBe('k6');
    press('ArrowDown');
    press('Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this message?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    log.focus();
    press('Escape');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('field');
    // Back from outside the first arrow leads to where one was.
    log.focus();
    press('ArrowUp');
    expect(document.activeElement?.getAttribute('data-message')).toBe('own');
  });

  test('notices in a row are read as one line, reached by arrows and opened by its press', async () => {
    const notice = (key: string, minute: number): Item => ({
      kind: 'notice',
      key,
      eventId: `$${key}`,
      what: 'joined',
      actor: { ...people.odile, userId: `@${key}:x`, name: key },
      target: null,
      detail: null,
      sentAtMs: at(9, minute),
    });
    const engine = await openRoom([
      ...many.slice(0, 2),
      notice('Ada', 20),
      notice('Ben', 21),
      notice('Cleo', 22),
    ]);
    const line = await screen.findByRole('button', { name: /Ada.*Ben.*Cleo.* joined/ });
    await waitFor(() =>
      expect(marked(engine)).toEqual([{ roomId: larkfield, threadId: null, eventId: '$Cleo' }]),
    );
    screen.getByRole('log').focus();
    fireEvent.keyDown(document.activeElement ?? line, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(line);
    expect(line.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getAllByText(/^\u2068(Ada|Ben|Cleo)\u2069 joined$/)).toHaveLength(3);
    expect(document.activeElement).toBe(line);
    fireEvent.click(line);
    expect(screen.queryAllByText(/^\u2068Ada\u2069 joined$/)).toEqual([]);
    fireEvent.keyDown(line, { key: 'ArrowUp' });
    expect(document.activeElement?.getAttribute('data-message')).toBe('k1');
  });

  test('a reaction of mine is taken back by its event, a new one is made', async () => {
    const reactions = [{ key: '👍', count: 2, mine: '$mine', senders: ['Mara', 'Priya'] }];
    const engine = await openRoom([
      odile({ key: 'r', eventId: '$r', reactions }),
      odile({
        key: 's',
        eventId: '$s',
        reactions: [{ key: '🥐', count: 1, mine: null, senders: ['Priya'] }],
      }),
    ]);
    fireEvent.click(await screen.findByRole('button', { name: /👍/ }));
    fireEvent.click(screen.getByRole('button', { name: /🥐/ }));
    await waitFor(() => {
      const names = engine.calls.map(({ name, input }) => [name, input] as const);
      expect(names).toContainEqual(['redact', expect.objectContaining({ eventId: '$mine' })]);
      expect(names).toContainEqual([
        'react',
        expect.objectContaining({ eventId: '$s', key: '🥐' }),
      ]);
    });
  });

  test('after it was deleted the keyboard goes on at what is left of it', async () => {
    await openRoom([...many, message(mara, 'mine', at(9, 50), { key: 'own', eventId: '$own' })]);
    const rows = await screen.findAllByRole('article');
    act(() => rows.find(({ dataset }) => dataset['message'] === 'k5')?.focus());
    const own = rows.find(({ dataset }) => dataset['message'] === 'own');
    if (own !== undefined) fireEvent.contextMenu(own);
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this message?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(own));
  });
});

describe('a message itself', () => {
  async function menuOf(item: MessageItem, wanted: string): Promise<FakeEngine> {
    const engine = createFakeEngine({ ...exampleWorld(), timelines: { [larkfield]: [item] } });
    render(
      <AccountWindow engine={engine}>
        <RoomTimeline conversation={conversation} />
      </AccountWindow>,
    );
    fireEvent.contextMenu(await screen.findByRole('article'));
    fireEvent.click(await screen.findByRole('menuitem', { name: wanted }));
    return engine;
  }

  test('its text is copied, which a notice says', async () => {
    const written: string[] = [];
    const writeText = async (text: string) => void written.push(text);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await menuOf(odile({ eventId: '$one' }), 'Copy text');
    await screen.findByText('Copied');
    expect(written).toHaveLength(1);
  });

  test('its link names servers that know the room', async () => {
    const written: string[] = [];
    const writeText = async (text: string) => void written.push(text);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await menuOf(odile({ eventId: '$one' }), 'Copy link');
    await screen.findByText('Link copied');
    const id = encodeURIComponent(larkfield);
    expect(written).toEqual([`https://matrix.to/#/${id}/%24one?via=example.org`]);
    expect(roomLink(written[0] ?? '')).toEqual({
      roomIdOrAlias: larkfield,
      via: ['example.org'],
      eventId: '$one',
    });
  });

  test('it is pinned by who may, and its pin is taken away where it stands', async () => {
    const engine = await menuOf(odile({ eventId: '$one' }), 'Pin for everybody');
    await waitFor(() => expect(engine.world.pinned[larkfield]).toEqual(['$one']));
    fireEvent.contextMenu(screen.getByRole('article'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Unpin' }));
    await waitFor(() => expect(engine.world.pinned[larkfield]).toEqual([]));
    act(() => engine.update({ headers: { [larkfield]: { permissions: maySendOnly } } }));
    fireEvent.contextMenu(screen.getByRole('article'));
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: 'Pin for everybody' })).toBeNull();
  });

  test('it is forwarded into one chat after the other; what is refused is told beside that chat', async () => {
    const engine = await menuOf(odile({ eventId: '$one' }), 'Forward…');
    const dialog = await screen.findByRole('dialog', { name: 'Forward message' });
    const field = within(dialog).getByRole('textbox', { name: 'Search chats' });
    // Clicks of a test count as a screen reader's, for whom the dialog may take the focus itself.
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    act(() => field.focus());
    fireEvent.change(field, { target: { value: 'studio' } });
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    const studio = within(dialog).getByRole('button', { name: /^Forward to .*Studio/ });
    expect(document.activeElement).toBe(studio);
    fireEvent.click(studio);
    await within(dialog).findByText('Forwarded');
    expect(engine.calls.filter(({ name }) => name === 'forwardMessage')).toEqual([
      {
        name: 'forwardMessage',
        input: expect.objectContaining({
          roomId: roomId('studio'),
          from: { roomId: larkfield, eventId: '$one' },
        }),
      },
    ]);
    await waitFor(() => expect(document.activeElement).toBe(field));
    engine.answers.forwardMessage = () => {
      throw appFailure('conflict', 'no', { data: { reason: 'keys' } });
    };
    fireEvent.change(field, { target: { value: 'lark' } });
    const again = await within(dialog).findByRole('button', { name: /^Forward to .*Larkfield/ });
    fireEvent.click(again);
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'chat is not encrypted',
    );
  });

  test('it is reported with a reason; what the server refuses is told, and can be sent again', async () => {
    const engine = await menuOf(odile({ eventId: '$one' }), 'Report…');
    const dialog = await screen.findByRole('alertdialog', { name: 'Report this message' });
    const send = within(dialog).getByRole('button', { name: 'Send report' });
    fireEvent.click(send);
    await within(dialog).findByText('Say what is wrong, in a few words.');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: ' a lie ' } });
    engine.answers.reportMessage = () => {
      throw appFailure('not_found', 'no');
    };
    fireEvent.click(send);
    await within(dialog).findByText(/does not take reports/);
    engine.answers.reportMessage = () => ({});
    fireEvent.click(send);
    await screen.findByText('Report sent');
    expect(called(engine, 'reportMessage').at(-1)).toEqual({
      roomId: larkfield,
      eventId: '$one',
      reason: 'a lie',
    });
    expect(screen.queryByRole('alertdialog', { name: 'Report this message' })).toBeNull();
  });

  test('its earlier versions, from the menu and from the mark of the edit', async () => {
    const engine = await menuOf(odile({ eventId: '$one', edited: true }), 'Earlier versions');
    const dialog = await screen.findByRole('dialog', { name: 'Earlier versions' });
    await within(dialog).findByText('Bleed is 2 mm all round.');
    expect(within(dialog).getAllByRole('listitem')[0]?.textContent).toMatch(
      /^Now, edited [A-Z][a-z]+ \d+, 2\d{3} at \d\d:\d\d.*3 mm/,
    );
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByText('(edited)'));
    await screen.findByRole('dialog', { name: 'Earlier versions' });
    expect(called(engine, 'messageVersions')).toHaveLength(2);
  });

  test('a person who is mentioned in an earlier version has their name there, too', async () => {
    const { userId, name } = people.tomas;
    const mentioning = { eventId: '$one', edited: true, mentions: [people.tomas] };
    const engine = await menuOf(odile(mentioning), 'Copy text');
    const html = `<a href="https://matrix.to/#/${userId}">${name}</a>, look`;
    engine.answers.messageVersions = () => ({
      versions: [{ key: 'v', sentAtMs: at(9, 0), text: `${name}, look`, html }],
    });
    fireEvent.click(await screen.findByText('(edited)'));
    const dialog = await screen.findByRole('dialog', { name: 'Earlier versions' });
    await within(dialog).findByText(name);
    expect(dialog.textContent).not.toContain(userId);
  });

  test('who reacted, by emoji', async () => {
    const reactions = [{ key: '👍', count: 2, mine: null, senders: ['Mara', 'Odile'] }];
    await menuOf(odile({ eventId: '$one', reactions }), 'Who reacted');
    const dialog = await screen.findByRole('dialog', { name: 'Who reacted' });
    const thumbs = await within(dialog).findByRole('region', { name: '\u2068👍\u2069, 2 people' });
    expect(within(thumbs).getAllByRole('listitem')).toHaveLength(2);
  });

  test('it is in view while one is asked whether to delete it, and Enter does', async () => {
    const text = 'שלום This one goes away';
    const engine = await menuOf(message(mara, text, at(9, 0), { eventId: '$own' }), 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this message?' });
    within(dialog).getByText(mara.name);
    expect(within(dialog).getByText(text).getAttribute('dir')).toBe('auto');
    const field = within(dialog).getByRole('textbox', { name: /^Reason/ });
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(called(engine, 'redact')).toEqual([]);
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(called(engine, 'redact')).toMatchObject([{ eventId: '$own' }]));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('it is deleted with the reason that was given, or without one', async () => {
    const item = message(mara, 'mine', at(9, 0), { eventId: '$own' });
    const engine = await menuOf(item, 'Delete');
    const answer = async (reason: string): Promise<void> => {
      const dialog = await screen.findByRole('alertdialog', { name: 'Delete this message?' });
      const field = within(dialog).getByRole('textbox', { name: /^Reason/ });
      fireEvent.change(field, { target: { value: reason } });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Delete message' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await answer(' a mistake ');
    fireEvent.contextMenu(screen.getByRole('article'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await answer('');
    const common = { roomId: larkfield, eventId: '$own', requestId: expect.any(String) };
    expect(called(engine, 'redact')).toEqual([
      { ...common, reason: 'a mistake' },
      { ...common, reason: null },
    ]);
  });

  test('its source, decrypted and as it came', async () => {
    await menuOf(odile({ eventId: '$one' }), 'View source');
    const dialog = await screen.findByRole('dialog', { name: 'Source of the message' });
    const decrypted = await within(dialog).findByRole('region', { name: 'As it was decrypted' });
    expect(decrypted.textContent).toContain('"body": "words"');
    within(dialog).getByRole('region', { name: 'As it came from the server' });
  });
});
