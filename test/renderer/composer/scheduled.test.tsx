// Messages that are sent later, and sending that is taken back, over an engine in memory.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const room = roomId('larkfield');

function open(more: Partial<World> = {}, settings: Record<string, unknown> = {}): FakeEngine {
  const navigation = { place: 'chats', roomId: room, turn: 'content', collapsed: [] };
  const world = { ...exampleWorld(), timelines: {}, settings: { navigation, ...settings } };
  const engine = createFakeEngine({ ...world, ...more });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return engine;
}

const field = (): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name: /essage to|Message/ });
const text = (element: HTMLElement): string => (element as HTMLTextAreaElement).value;
const type = (element: HTMLElement, value: string): void =>
  void fireEvent.change(element, { target: { value } });
const asked = (engine: FakeEngine, name: string): readonly unknown[] =>
  engine.calls.filter((call) => call.name === name).map(({ input }) => input);
const choose = (name: string): void => void fireEvent.click(screen.getByRole('menuitem', { name }));

test('a text is sent later: the field empties, the line above it says when, and it is changed, moved or deleted from there', async () => {
  const engine = open();
  const written = await field();
  type(written, 'Good *morning*');
  fireEvent.click(await screen.findByRole('button', { name: 'Send later…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When should it be sent?' }));
  // The text for this encrypted chat is shown, not the one for others.
  dialog.getByText(/^This computer encrypts and sends it/);
  expect(dialog.queryByText(/server sends it/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: /^Tomorrow morning/ }));
  await waitFor(() =>
    expect(asked(engine, 'scheduleMessage')).toMatchObject([
      { roomId: room, threadId: null, text: 'Good *morning*', undo: false, kind: 'text' },
    ]),
  );
  expect([text(written), asked(engine, 'sendMessage')]).toEqual(['', []]);
  await screen.findByText('Will be sent: Tomorrow, 09:00');
  const more = async (): Promise<void> => {
    fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
    const button = await screen.findByRole('button', { name: 'What to do with this message' });
    fireEvent.click(button);
    await screen.findByRole('menuitem', { name: 'Send now' });
  };
  await more();
  choose('Change time…');
  const again = within(await screen.findByRole('dialog', { name: 'When should it be sent?' }));
  fireEvent.click(again.getByRole('button', { name: /^In 1 hour/ }));
  await waitFor(() => expect(asked(engine, 'moveScheduled')).toHaveLength(1));
  fireEvent.click(await screen.findByRole('button', { name: 'What to do with this message' }));
  await screen.findByRole('menuitem', { name: 'Send now' });
  choose('Change text…');
  const edit = within(await screen.findByRole('dialog', { name: /^Change what is sent / }));
  const area = edit.getByRole('textbox', { name: 'Message' });
  expect(text(area)).toBe('Good *morning*');
  type(area, 'Good *evening*');
  fireEvent.click(edit.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked(engine, 'changeScheduled')).toMatchObject([{ text: 'Good *evening*' }]),
  );
  await screen.findByText('Good *evening*');
  expect([text(written), asked(engine, 'takeScheduled')]).toEqual(['', []]);
});

test('after a text was scheduled by keys the focus is in the field, not on the button beside the one that is gone', async () => {
  const engine = open();
  const written = await field();
  type(written, 'Good morning');
  // Tab passes these.
  const later = await screen.findByRole('button', { name: 'Send later…' });
  for (const one of [screen.getByRole('button', { name: 'Emoji' }), later]) act(() => one.focus());
  fireEvent.click(later);
  const dialog = within(await screen.findByRole('dialog', { name: 'When should it be sent?' }));
  const choice = dialog.getByRole('button', { name: /^Tomorrow morning/ });
  act(() => choice.focus());
  fireEvent.click(choice);
  await waitFor(() => expect(asked(engine, 'scheduleMessage')).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(written));
});

test('arrow-up in the empty field takes back the message that waits to be sent', async () => {
  const engine = open({}, { 'send.undoSeconds': 10 });
  const written = await field();
  type(written, 'oops');
  fireEvent.keyDown(written, { key: 'Enter' });
  await screen.findByRole('button', { name: 'Undo' });
  fireEvent.keyDown(written, { key: 'ArrowUp' });
  await waitFor(() => expect(text(written)).toBe('oops'));
  expect(asked(engine, 'takeScheduled')).toHaveLength(1);
});

test('with a time to undo, sending waits and is taken back with one press; commands and files do not wait', async () => {
  const engine = open({}, { 'send.undoSeconds': 10 });
  const written = await field();
  const before = Date.now();
  type(written, 'oops');
  fireEvent.keyDown(written, { key: 'Enter' });
  const bar = within(await screen.findByRole('region', { name: 'Messages that are sent later' }));
  await bar.findByText('oops');
  const [act] = asked(engine, 'scheduleMessage') as { atMs: number; undo: boolean }[];
  expect(act).toMatchObject({ undo: true });
  expect(act?.atMs).toBeGreaterThanOrEqual(before + 10_000);
  expect(act?.atMs).toBeLessThanOrEqual(Date.now() + 10_000);
  type(written, 'and more');
  fireEvent.click(await bar.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(text(written)).toContain('oops'));
  expect(text(written)).toContain('and more');
  expect(asked(engine, 'sendMessage')).toEqual([]);
});

test('what was missed or refused says so above the field', async () => {
  const missed = {
    ...{ key: 'scheduled-00000001', text: 'print it', atMs: new Date().setHours(7, 5, 0, 0) },
    ...{ undo: false, state: 'missed' as const, error: null, atServer: false },
  };
  const engine = open({ scheduled: [missed] });
  await screen.findByText('Not sent: Trellis was not running at 07:05');
  // Which message it is about stands beside it.
  screen.getByText('print it');
  act(() => engine.update({ scheduled: [{ ...missed, state: 'failed' }] }));
  await screen.findByText('Not sent: it was due at 07:05');
  act(() => engine.update({ scheduled: [{ ...missed, state: 'unsure' }] }));
  await screen.findByText(/^The server was to send it at 07:05/);
});

test('the list says what a planned message answers, as far as that is loaded', async () => {
  const asks = message(people.odile, 'Who brings the ladder?', at(9, 40), { eventId: '$ladder' });
  const planned = (key: string, replyTo?: string) => ({
    ...{ key, text: key, atMs: Date.now() + 3_600_000, undo: false },
    ...{ state: 'waiting' as const, error: null, atServer: false },
    ...(replyTo !== undefined && { replyTo }),
  });
  open({
    timelines: { [room]: [asks] },
    scheduled: [planned('I will', '$ladder'), planned('Hm', '$elsewhere'), planned('By the way')],
  });
  await screen.findByText('Who brings the ladder?');
  fireEvent.click(await screen.findByRole('button', { name: 'Show' }));
  const list = within(
    await screen.findByRole('dialog', { name: 'Messages that are sent later' }),
  ).getAllByRole('listitem');
  expect(
    list.map(({ textContent }) => textContent?.match(/^Answers.*?(?=I will|Hm)/)?.[0]),
  ).toEqual([
    'Answers \u2068Odile Marchetti\u2069: \u2068Who brings the ladder?\u2069',
    'Answers a message that is not loaded',
    undefined,
  ]);
});
