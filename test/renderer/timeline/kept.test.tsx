// Saved messages and reminders over an engine in memory: from a message's menu to the place Saved and back.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import {
  aheadTimes,
  distinctTimes,
  fieldsOf,
  formatAhead,
  timeOfFields,
} from '../../../renderer/features/when/ahead';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';
import { keptExample } from '../../gallery/keptFixtures';

beforeAll(() => {
  // jsdom has no layout; the timeline draws the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
});

const accountId = 'account000';
const room = roomId('larkfield');

function open(place: 'chats' | 'saved', kept = keptExample): FakeEngine {
  const navigation = { place, roomId: room, turn: 'content', collapsed: [] };
  const timelines = { [room]: [message(people.odile, 'Print on Friday', at(9, 30))] };
  const world = { ...exampleWorld(), kept, timelines, settings: { navigation } };
  const engine = createFakeEngine(world);
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return engine;
}

const asked = (engine: FakeEngine, name: string): readonly unknown[] =>
  engine.calls.filter((call) => call.name === name).map(({ input }) => input);
const firstSent = (): Promise<HTMLElement> => screen.findByRole('article', { name: /Odile/ });
const menuOf = async (said: HTMLElement): Promise<void> => {
  fireEvent.contextMenu(said);
  await screen.findAllByRole('menuitem');
};
const choose = (name: string): void => void fireEvent.click(screen.getByRole('menuitem', { name }));

test('a message is saved from its menu, which then takes it out again; the rail leads to all of them', async () => {
  const engine = open('chats', []);
  const said = await firstSent();
  await menuOf(said);
  choose('Save message');
  await waitFor(() => expect(asked(engine, 'setSaved')).toMatchObject([{ saved: true }]));
  await screen.findByText('Message saved');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await menuOf(said);
  choose('Remove from saved');
  await waitFor(() => expect(asked(engine, 'setSaved').at(-1)).toMatchObject({ saved: false }));
  const place = screen.getByRole('button', { name: 'Saved messages' });
  // The word below the icon is a part of the button's name.
  expect(place.dataset['word']).toBe('Saved');
  fireEvent.click(place);
  await screen.findByText('Nothing is saved yet');
});

test('where blocked people wrote all that was saved, the place says so', async () => {
  const engine = open('saved', []);
  await screen.findByText('Nothing is saved yet');
  act(() => engine.update({ unheardKept: 2 }));
  await screen.findByText('2 saved messages are from people you blocked');
  expect(screen.queryByText('Nothing is saved yet')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Reminders' }));
  await screen.findByText('2 reminders are of messages from people you blocked');
  Element.prototype.scrollIntoView = () => undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Show blocked people' }));
  await screen.findByText(/^(You have blocked nobody|What they write is not shown to you)/);
});

test('a reminder is asked for from the same menu, with a time that lies ahead', async () => {
  const engine = open('chats', []);
  const said = await firstSent();
  await menuOf(said);
  choose('Remind me…');
  const dialog = within(await screen.findByRole('dialog', { name: 'When should this come back?' }));
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2020-01-01' } });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Remind me' }).disabled).toBe(true);
  const before = Date.now();
  fireEvent.click(dialog.getByRole('button', { name: /^In 20 minutes/ }));
  await waitFor(() => expect(asked(engine, 'setReminder')).toHaveLength(1));
  const [{ atMs } = { atMs: 0 }] = asked(engine, 'setReminder') as { atMs: number }[];
  expect(Math.abs(atMs - before - 20 * 60_000)).toBeLessThan(60_000);
});

test('the place shows what is due first, says what is deleted, away or left, and opens at the message', async () => {
  const engine = open('saved');
  const list = within(await screen.findByRole('list', { name: 'Saved messages' }));
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('Reminder, due since');
  expect(rows[3]).toContain('This message was deleted');
  expect(rows[4]).toContain('This message is not on this computer yet');
  expect(rows[5]).toContain('You are not in this chat any more');
  screen.getByText('1 reminder is due');
  const [first, second] = list.getAllByRole('button', { name: /Odile|Tomas/ });
  first?.focus();
  fireEvent.keyDown(first ?? document.body, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  fireEvent.click(list.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(asked(engine, 'setReminder')).toMatchObject([{ atMs: null }]));
  await screen.findByText('Reminder is done');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  // Its time has passed: the message comes back, the reminder does not.
  await waitFor(() => expect(asked(engine, 'setSaved')).toMatchObject([{ saved: true }]));
  if (second !== undefined) fireEvent.click(second);
  await waitFor(() =>
    expect(engine.openedTimelines.some(({ around }) => around === '$tomorrow')).toBe(true),
  );
});

test('tomorrow and next week mean nine in the morning, a Monday a week away on a Monday; fields give the same time back', () => {
  const monday = new Date(2026, 10, 23, 15, 30).getTime();
  const local = (ms: number): string => {
    const { date, time } = fieldsOf(ms);
    return `${date} ${time}`;
  };
  expect([
    local(aheadTimes.minutes20(monday)),
    local(aheadTimes.tomorrow(monday)),
    local(aheadTimes.nextWeek(monday)),
    local(aheadTimes.nextWeek(aheadTimes.tomorrow(monday))),
    local(aheadTimes.nextWeek(new Date(2026, 10, 29, 12).getTime())),
  ]).toEqual([
    '2026-11-23 15:50',
    '2026-11-24 09:00',
    '2026-11-30 09:00',
    '2026-11-30 09:00',
    '2026-11-30 09:00',
  ]);
  expect(timeOfFields('2026-11-23', '15:30')).toBe(monday);
  expect([timeOfFields('', '15:30'), timeOfFields('2026-11-23', '')]).toEqual([null, null]);
  expect([
    formatAhead(monday, monday, 'en'),
    formatAhead(aheadTimes.tomorrow(monday), monday, 'en'),
    formatAhead(aheadTimes.nextWeek(monday), monday, 'en'),
  ]).toEqual(['15:30', 'Tomorrow, 09:00', 'Nov 30, 09:00']);
});

test('on a Sunday the Monday of next week is tomorrow, and is offered once', () => {
  const offered = ['hour1', 'tomorrow', 'nextWeek'] as const;
  const sunday = new Date(2026, 10, 29, 12).getTime();
  expect(distinctTimes(offered, sunday)).toEqual(['hour1', 'tomorrow']);
  expect(distinctTimes(offered, aheadTimes.tomorrow(sunday))).toEqual(offered);
});
