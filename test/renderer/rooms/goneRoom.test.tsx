// A room that this account left or was removed from: by whom and why, what was said there, what was not sent, and the ways on.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import type { Departure } from '#contract/areas/rooms/departureModels';
import { createI18n } from '#app/i18n';
import { previewLine } from '../../../renderer/features/rooms/preview';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { people, roomId, roomRow } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const { t } = createI18n('en');
const accountId = 'account000';
const larkfield = roomId('larkfield');

// The list draws what is visible, and nothing has a size in jsdom.
beforeAll(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});

interface How {
  readonly membership?: 'leave' | 'ban';
  readonly draft?: string;
  readonly space?: boolean;
  readonly hasNew?: boolean;
  readonly wasHere?: boolean;
}

/** The window with a room open that is gone in this way. */
function open(
  departure: Departure,
  { membership = 'leave', draft, space = false, hasNew = false, wasHere }: How = {},
) {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const world = exampleWorld();
  const headers = { [larkfield]: { membership, departure, isSpace: space, hasNew, wasHere } };
  const written = { text: draft ?? '', replyTo: null, editing: null };
  const engine: FakeEngine = createFakeEngine({
    ...world,
    headers,
    settings: { navigation },
    drafts: { ...world.drafts, [larkfield]: written },
  });
  render(
    <Window fake={createFakeShell({ [accountId]: engine }, [accountRow(accountId)])}>
      <Root />
    </Window>,
  );
  return engine;
}

const removed: Departure = {
  how: 'removed',
  by: people.odile,
  reason: 'Please use Compost instead',
  listed: true,
};
const button = (name: string) => screen.findByRole('button', { name });

test('who was removed reads by whom and why, and what was said there without a way to answer', async () => {
  const engine = open(removed);
  const note = await screen.findByRole('region', { name: /Odile .*removed you from this room/ });
  expect(within(note).getByText('Please use Compost instead').tagName).toBe('BLOCKQUOTE');
  within(note).getByText(/can be read until you remove it/);
  const log = await screen.findByRole('log');
  await waitFor(() => expect(within(log).queryAllByRole('article').length).toBeGreaterThan(1));
  expect(screen.queryByRole('textbox', { name: /to / })).toBeNull();
  expect(engine.openedTimelines.filter((query) => query.roomId === larkfield)).not.toContainEqual(
    expect.objectContaining({ peek: true }),
  );
  expect(called(engine, 'markRead')).toEqual([]);
});

test('its row in the list says who removed, and is read by opening it', async () => {
  const row = roomRow('larkfield', 'Larkfield identity', {
    ...{ section: 'removed', membership: 'leave', dot: true },
    preview: { kind: 'none', senderName: 'Odile Marchetti', mine: false, text: '' },
  });
  expect(previewLine(t, row, 'en').text).toBe('\u2068Odile\u2069 removed you');
  expect(previewLine(t, { ...row, membership: 'ban' }, 'en').text).toMatch(/ banned you$/);
  const engine = open(removed, { hasNew: true });
  const read = { roomId: larkfield, read: true };
  await waitFor(() => expect(called(engine, 'setRoomRead')).toEqual([read]));
});

test('the row of a request that was declined says so; its page has nothing to read, and asks again', async () => {
  const row = roomRow('larkfield', 'Larkfield identity', {
    ...{ section: 'removed', membership: 'leave', departed: 'refused', dot: true },
    preview: { kind: 'none', senderName: 'Odile Marchetti', mine: false, text: '' },
  });
  expect(previewLine(t, row, 'en').text).toBe('\u2068Odile\u2069 declined your request');
  expect(previewLine(t, { ...row, departed: 'withdrawn' }, 'en').text).toMatch(
    / withdrew the invitation$/,
  );
  const engine = open({ how: 'refused', by: people.odile, listed: true }, { hasNew: true });
  const note = await screen.findByRole('region', { name: /Odile .*declined your request to join/ });
  expect(note.textContent).not.toMatch(/can .*be read/);
  expect(screen.queryByRole('log')).toBeNull();
  await waitFor(() => expect(called(engine, 'setRoomRead')).toHaveLength(1));
  const field = await screen.findByLabelText('What you want to say (optional)');
  fireEvent.change(field, { target: { value: ' It is Nova from school ' } });
  fireEvent.click(await button('Ask again'));
  const asked = { roomIdOrAlias: larkfield, reason: 'It is Nova from school' };
  await waitFor(() => expect(called(engine, 'knockRoom')).toMatchObject([asked]));
});

test('its menu exports it and removes it from this computer, and does not leave what was left', async () => {
  const engine = open(removed);
  await screen.findByRole('region', { name: /Odile/ });
  fireEvent.click(await button('More'));
  const entries = await screen.findAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Export chat…',
    'Remove from this computer',
  ]);
  fireEvent.click(entries[1] as HTMLElement);
  await screen.findByRole('alertdialog', { name: /Remove Larkfield identity from this computer/ });
  expect(called(engine, 'leaveRoom')).toEqual([]);
});

test('a message there is copied, and nothing else is done to it', async () => {
  open(removed);
  const log = await screen.findByRole('log');
  const [message] = await within(log).findAllByRole('article');
  if (message === undefined) throw new Error('no message');
  fireEvent.contextMenu(message);
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(entries).toEqual(expect.arrayContaining([expect.stringContaining('Copy')]));
  expect(entries.join()).not.toMatch(/Reply|Forward|React|Delete|Report|Pin/);
});

test('it is joined again by the server of who removed, and a refusal is told in words', async () => {
  const engine = open(removed);
  engine.answers.joinRoom = () => {
    throw appFailure('forbidden', 'internal');
  };
  fireEvent.click(await button('Join again'));
  await screen.findByText(/only to people who were invited/);
  const [, server] = people.odile.userId.split(/:(.*)/);
  expect(called(engine, 'joinRoom')).toEqual([{ roomIdOrAlias: larkfield, via: [server] }]);
});

test('where only invited people come in, joining is not offered, and it says what one needs', async () => {
  open({ ...removed, entry: 'invite' });
  await screen.findByText(/ To come in you need a new invitation\.$/);
  expect(screen.queryByRole('button', { name: /Join/ })).toBeNull();
});

test('where one has to ask, asking is offered in place of joining', async () => {
  const engine = open({ ...removed, entry: 'ask' });
  fireEvent.click(await button('Ask to join'));
  const [, server] = people.odile.userId.split(/:(.*)/);
  const asked = { roomIdOrAlias: larkfield, via: [server], reason: null };
  await waitFor(() => expect(called(engine, 'knockRoom')).toEqual([asked]));
  expect(called(engine, 'joinRoom')).toEqual([]);
});

/** The server tells the rule of the room as it is now. */
function tells(engine: FakeEngine, joinRule: string): void {
  const facts = { name: 'Larkfield identity', topic: null, avatar: null, isSpace: false };
  const summary = { ...facts, roomId: larkfield, joinedCount: 3, joinRule, encrypted: true };
  engine.answers.roomSummary = () => ({ summary: { ...summary, readable: false } });
}

test.each<Departure['entry']>([undefined, 'invite'])(
  'who may ask since the rule changed is offered to, known before: %s',
  async (entry) => {
    const engine = open({ ...removed, ...(entry !== undefined && { entry }) });
    tells(engine, 'knock');
    fireEvent.click(await button('Ask to join'));
    await waitFor(() => expect(called(engine, 'knockRoom')).toHaveLength(1));
    expect(called(engine, 'joinRoom')).toEqual([]);
    expect(screen.queryByText(/new invitation/)).toBeNull();
  },
);

test('a rule that lets in nobody without an invitation is told, although this computer knew another', async () => {
  const engine = open(removed);
  tells(engine, 'invite');
  await screen.findByText(/ To come in you need a new invitation\.$/);
  expect(screen.queryByRole('button', { name: 'Join again' })).toBeNull();
});

test('a refused join leaves the request where the room takes some', async () => {
  const engine = open(removed);
  tells(engine, 'knock_restricted');
  engine.answers.joinRoom = () => {
    throw appFailure('forbidden', 'internal', { data: { joinRule: 'knock_restricted' } });
  };
  fireEvent.click(await button('Join again'));
  await button('Ask to join');
  await screen.findByText(/ You can ask to be let in\.$/);
  expect(screen.queryByText(/only to people who were invited/)).toBeNull();
  fireEvent.click(await button('Ask to join'));
  await waitFor(() => expect(called(engine, 'knockRoom')).toHaveLength(1));
});

test('a request that was taken back on another device reads so; who may come again by asking is told', async () => {
  open({ how: 'unasked', by: null, listed: false, entry: 'ask' });
  await screen.findByRole('region', { name: 'You took back your request to join.' });
  expect(screen.queryByRole('log')).toBeNull();
  await button('Ask to join');
  cleanup();
  open({ ...removed, how: 'unbanned', entry: 'ask' });
  await screen.findByText(/ You can ask to be let in\.$/);
  await button('Ask to join');
});

test('who was banned is not offered to join; removing it from the computer asks first', async () => {
  const engine = open({ ...removed, how: 'banned' }, { membership: 'ban' });
  await screen.findByText(/banned you from this room/);
  expect(screen.queryByRole('button', { name: 'Join again' })).toBeNull();
  fireEvent.click(await button('Remove from this computer'));
  const dialog = await screen.findByRole('alertdialog');
  expect(called(engine, 'forgetRoom')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove from this computer' }));
  await waitFor(() => expect(called(engine, 'forgetRoom')).toEqual([{ roomId: larkfield }]));
});

test('what was being written stands there and is copied', async () => {
  const writeText = jest.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  open(removed, { draft: 'I could bring the\nseedlings' });
  await screen.findByText('Not sent:');
  const [text] = screen.getAllByText(/I could bring the\s+seedlings/);
  expect(text?.textContent).toBe('I could bring the\nseedlings');
  fireEvent.click(await button('Copy what was not sent'));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('I could bring the\nseedlings'));
});

test('an edit stands there beside the draft, each can be discarded', async () => {
  const engine = open(removed, { draft: 'a draft' });
  const editing = { eventId: '$own', text: 'other words', mentions: [] };
  const draft = { text: 'a draft', replyTo: null, editing };
  act(() => engine.update({ drafts: { [larkfield]: draft } }));
  await screen.findByText('Edit not saved:');
  screen.getByText('other words');
  const [, second] = screen.getAllByRole('button', { name: 'Discard what was not sent' });
  if (second !== undefined) fireEvent.click(second);
  await waitFor(() => expect(screen.queryByText('other words')).toBeNull());
  screen.getByText('a draft');
});

test('what was to be sent later stands there with its time, and is copied', async () => {
  const writeText = jest.fn(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  const text = 'The keys are in the shed';
  const later = { key: 'k1', text, atMs: Date.now(), undo: false, atServer: false, error: null };
  const engine = open(removed);
  act(() => engine.update({ scheduled: [{ ...later, state: 'waiting' }] }));
  await screen.findByText(/^Cannot be sent any more \(\d\d:\d\d\):$/);
  screen.getByText(text);
  act(() => engine.update({ scheduled: [{ ...later, state: 'failed' }] }));
  fireEvent.click(await button('Copy what was not sent'));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(text));
});

test('who left reads so, and not that it is in the list; nothing that was never seen is shown', async () => {
  open({ how: 'left', by: null, listed: false });
  const note = await screen.findByRole('region', { name: 'You left this room.' });
  within(note).getByText(/can still be read/);
  expect(note.textContent).not.toMatch(/list|until you remove/);
});

test.each<[Departure['how'], boolean]>([
  ['withdrawn', false],
  ['removed', true],
])('%s, a space: %s – there are no messages to show', async (how, space) => {
  open({ how, by: people.odile, listed: false }, { space });
  const note = await screen.findByRole('region', { name: /Odile/ });
  expect(note.textContent).not.toMatch(/read/);
  within(note).getByRole('heading', { level: 2 });
  expect(screen.queryByRole('log')).toBeNull();
  fireEvent.click(await button('Close'));
  await waitFor(() => expect(screen.queryByRole('region', { name: /Odile/ })).toBeNull());
});

test('who declines to come back reads what was there before', async () => {
  open({ how: 'declined', by: null, listed: true }, { wasHere: true });
  await screen.findByRole('region', { name: 'You declined the invitation.' });
  const log = await screen.findByRole('log');
  await waitFor(() => expect(within(log).queryAllByRole('article').length).toBeGreaterThan(1));
});
