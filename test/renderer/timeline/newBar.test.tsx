// The bar over new messages since the last visit: when it is shown, and where the focus goes.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { messageSent } from '#app/places/navigation';
import type { AccountStore } from '#app/store';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { RoomTimeline } from '../../../renderer/features/timeline';
import type { Item } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const larkfield = roomId('larkfield');
const conversation = { roomId: larkfield, threadId: null };
const long = Array.from({ length: 60 }, (_, index) =>
  message(people.odile, `text ${index}`, at(9, index), { key: `k${index}`, eventId: `$k${index}` }),
);
const line = { kind: 'unread', key: 'unread' } as const;
const lined = [...long.slice(0, 20), line, ...long.slice(20)];

beforeAll(() => {
  // jsdom lays nothing out: rows of 40 in a view of 400.
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ height: 40, top: 0, bottom: 40 } as DOMRect);
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterAll(() => jest.restoreAllMocks());

let store: AccountStore | null = null;
async function openRoom(
  items: readonly Item[],
  count: number,
  mentions: number | readonly string[] = 0,
  past = false,
  since = 19,
): Promise<FakeEngine> {
  const engine = createFakeEngine(exampleWorld());
  const eventIds = typeof mentions === 'number' ? [] : mentions;
  engine.answers.findMentions = () => ({ eventIds: [...eventIds] });
  const place: UnreadPlace = {
    ...{ count, after: `$k${since}`, sinceMs: at(9, since) },
    mentions: typeof mentions === 'number' ? mentions : mentions.length,
  };
  engine.update({
    unreadPlaces: { [larkfield]: place },
    timelines: { [larkfield]: items },
  });
  render(
    <AccountWindow engine={engine} onStore={(one) => (store = one)}>
      <main>
        <RoomTimeline conversation={conversation} past={past} />
        <textarea aria-label="field" />
      </main>
    </AccountWindow>,
  );
  await screen.findByRole('log', { name: 'Messages' });
  return engine;
}

async function press(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name });
  act(() => button.focus());
  fireEvent.click(button);
}

const barGone = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull());

const expectFocusInLog = (): Promise<void> =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('log')));

test('who goes to what is new is among the messages afterwards', async () => {
  await openRoom(lined, 40);
  await press(/^40 new messages/);
  await screen.findByText('text 20');
  await barGone();
  await expectFocusInLog();
});

test('also where that is fetched first', async () => {
  const engine = await openRoom(long.slice(25), 350);
  const before = screen.getByRole('log');
  await press(/^350 new messages/);
  await waitFor(() => expect(engine.openedTimelines.at(-1)).toMatchObject({ around: '$k19' }));
  await waitFor(() => expect(before.isConnected).toBe(false));
  await expectFocusInLog();
});

test('who goes to a mention that is fetched first is among the messages afterwards', async () => {
  const engine = await openRoom(long.slice(25), 350, 1);
  engine.answers.findMentions = () => ({ eventIds: ['$k3'] });
  const before = screen.getByRole('log');
  await press('Mention');
  await waitFor(() => expect(engine.openedTimelines.at(-1)).toMatchObject({ around: '$k3' }));
  await waitFor(() => expect(before.isConnected).toBe(false));
  await expectFocusInLog();
});

const buttons = (): (string | null)[] =>
  within(screen.getByRole('region', { name: 'New messages' }))
    .getAllByRole('button')
    .map((one) => one.textContent || one.getAttribute('aria-label'));
const expectButtons = (...names: string[]): Promise<void> =>
  waitFor(() => expect(buttons()).toEqual(names));

test('the mentions stay when one goes to what is new, and lead from one to the next until all were in view', async () => {
  await openRoom(lined, 40, ['$k30', '$k31', '$k42', '$k58']);
  // The last of them is in view at the end.
  await expectButtons(expect.stringMatching(/^40 new messages/) as string, '3 mentions', 'Hide');
  await press(/^40 new messages/);
  await screen.findByText('text 20');
  await expectButtons('3 mentions', 'Hide');
  await press('3 mentions');
  await screen.findByText('text 30');
  // The one below it came into view with it.
  await expectButtons('Mention', 'Hide');
  await press('Mention');
  await screen.findByText('text 42');
  await barGone();
  await expectFocusInLog();
});

test('they stay also where what is new is fetched first, and when something is sent', async () => {
  const engine = await openRoom(long.slice(25), 350, ['$k3', '$k4']);
  await press(/^350 new messages/);
  await waitFor(() => expect(engine.openedTimelines.at(-1)).toMatchObject({ around: '$k19' }));
  await expectButtons('2 mentions', 'Hide');
  act(() => void store?.dispatch(messageSent({ threadId: null })));
  await screen.findByText('text 59');
  await expectButtons('2 mentions', 'Hide');
  await press('2 mentions');
  await waitFor(() => expect(engine.openedTimelines.at(-1)).toMatchObject({ around: '$k3' }));
  await expectButtons('Mention', 'Hide');
  await press('Hide');
  await barGone();
});

test('mentions that are all in view are not told of', async () => {
  const engine = await openRoom([...long.slice(0, 55), line, ...long.slice(55)], 5, ['$k57']);
  await waitFor(() => expect(called(engine, 'findMentions')).toHaveLength(1));
  await act(async () => undefined);
  screen.getByText('text 57');
  expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull();
});

test('who puts it away is among the messages afterwards', async () => {
  await openRoom(lined, 40);
  await press('Hide');
  await barGone();
  await expectFocusInLog();
});

test('who went elsewhere while it was fetched stays there', async () => {
  const engine = await openRoom(long.slice(25), 350);
  await press(/^350 new messages/);
  act(() => screen.getByLabelText('field').focus());
  await waitFor(() => expect(engine.openedTimelines.at(-1)).toMatchObject({ around: '$k19' }));
  await screen.findByRole('log');
  expect(document.activeElement).toBe(screen.getByLabelText('field'));
});

test('nothing is said before it is known that the line is out of view', async () => {
  const said: string[] = [];
  const watch = new MutationObserver(() => {
    if (screen.queryByRole('region', { name: 'New messages' }) !== null) said.push('said');
  });
  watch.observe(document.body, { childList: true, subtree: true });
  // Fewer than a view holds: the line comes with what is above.
  const engine = await openRoom(long.slice(20, 26), 6);
  await waitFor(() => expect(engine.calls.map(({ name }) => name)).toContain('unreadPlace'));
  await screen.findByText('text 25');
  await act(async () => undefined);
  act(() =>
    engine.update({
      timelines: { [larkfield]: [...long.slice(15, 20), line, ...long.slice(20, 26)] },
    }),
  );
  await screen.findByText('text 15');
  await act(async () => undefined);
  watch.disconnect();
  expect(said).toEqual([]);
});

test('nothing is said of what stands in view, also where no line is drawn above it, as above a call', async () => {
  const engine = await openRoom(long, 1, 0, false, 58);
  await waitFor(() => expect(called(engine, 'unreadPlace')).toHaveLength(1));
  await act(async () => {});
  screen.getByText('text 59');
  expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull();
});

test('a room that one is no longer in has no bar, whatever was unread in it', async () => {
  const engine = await openRoom(lined, 32, 0, true);
  await waitFor(() => expect(engine.calls.map(({ name }) => name)).toContain('unreadPlace'));
  await screen.findAllByText(/^text \d+$/);
  expect(screen.queryByRole('region', { name: 'New messages' })).toBeNull();
});
