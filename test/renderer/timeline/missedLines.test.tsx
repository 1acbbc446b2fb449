// Messages that come unseen into the conversation that stands open: the list stops at it, says how much it is, and reads only what is in view.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RoomTimeline } from '../../../renderer/features/timeline';
import type { Item } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const larkfield = roomId('larkfield');
const conversation = { roomId: larkfield, threadId: null };
const all = Array.from({ length: 80 }, (_, index) =>
  message(people.odile, `text ${index}`, at(9, index), { key: `k${index}`, eventId: `$k${index}` }),
);
const line = { kind: 'unread', key: 'unread' } as const;

beforeAll(() => {
  // jsdom lays nothing out: rows of 40 in a view of 400.
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ height: 40, top: 0, bottom: 40 } as DOMRect);
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
  Element.prototype.scrollIntoView ??= () => undefined;
});
afterAll(() => jest.restoreAllMocks());

/** A room whose 20 messages are read to the end, and what is read of it afterwards. */
async function openRead() {
  const engine = createFakeEngine(exampleWorld());
  const show = (items: readonly Item[]): void =>
    act(() => engine.update({ timelines: { [larkfield]: items } }));
  show(all.slice(0, 20));
  render(
    <AccountWindow engine={engine}>
      <RoomTimeline conversation={conversation} />
    </AccountWindow>,
  );
  const log = await screen.findByRole('log', { name: 'Messages' });
  const read = (): string | undefined =>
    called(engine, 'markRead')
      .map((input) => (input as { eventId: string }).eventId)
      .at(-1);
  await waitFor(() => expect(read()).toBe('$k19'));
  return { log, read, show };
}

const missed = (count: number): Item[] => [...all.slice(0, 20), line, ...all.slice(20, 20 + count)];

test('the line of what was missed stays in view, the way to the rest counts it, and only what is in view is read', async () => {
  const { log, read, show } = await openRead();
  show(missed(30));
  await screen.findByRole('button', { name: '30 new messages' });
  // The line, as high as a row, stands a third down the view of ten rows.
  expect(Math.abs(log.scrollTop - (20 * 40 - 400 / 3))).toBeLessThan(1);
  await waitFor(() => expect(read()).toBe('$k24'));
});

test('what fits below the line is shown to its end', async () => {
  const { read, show } = await openRead();
  show(missed(5));
  await waitFor(() => expect(read()).toBe('$k24'));
  expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
});

test('whoever goes to the newest message is at the end from then on, until something is missed again', async () => {
  const { log, read, show } = await openRead();
  show(missed(30));
  fireEvent.click(await screen.findByRole('button', { name: '30 new messages' }));
  show(missed(31));
  await waitFor(() => expect(read()).toBe('$k50'));
  const atEnd = log.scrollTop;
  show(missed(32));
  await waitFor(() => expect(log.scrollTop).toBe(atEnd + 40));
  await waitFor(() => expect(read()).toBe('$k51'));
  show([...all.slice(0, 52), line, ...all.slice(52)]);
  await screen.findByRole('button', { name: '28 new messages' });
});

test('whoever scrolls to the end past the line is not led back to it', async () => {
  const { log, read, show } = await openRead();
  const scrollTo = (top: number): void =>
    act(() => {
      log.scrollTop = top;
      fireEvent.scroll(log);
    });
  scrollTo(200);
  show(missed(30));
  await screen.findByRole('button', { name: '30 new messages' });
  const end = 51 * 40 - 400;
  for (let top = 320; top < end; top += 120) scrollTo(top);
  scrollTo(end);
  await waitFor(() => expect(read()).toBe('$k49'));
  show(missed(31));
  await waitFor(() => expect(read()).toBe('$k50'));
  expect(log.scrollTop).toBe(end + 40);
});
