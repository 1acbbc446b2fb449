// Screens that once offered no way on: a room that moved, links to rooms, an account that does not open, files that were not loaded.
import './jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { roomLink } from '#app/places/links';
import { Root } from '../../renderer/features/shell';
import { accountRow, createFakeShell, Window } from '../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../gallery/fakes/fakeEngine';
import { at, message, people, roomId, roomRow } from '../gallery/fixtures';
import { called } from './files/filesWindow';

const accountId = 'account000';
const larkfield = roomId('larkfield');

// The list draws what is visible, and nothing has a size in jsdom.
beforeAll(() => {
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});

/** The window with its room open. */
function open(change: (engine: FakeEngine) => void): {
  engine: FakeEngine;
  fake: ReturnType<typeof createFakeShell>;
} {
  const navigation = { place: 'chats', roomId: larkfield, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation } });
  change(engine);
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  return { engine, fake };
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

/** The engine's answers once the account has joined. */
function enters(engine: FakeEngine, id: string, name: string): void {
  engine.answers.joinRoom = () => {
    engine.update({ rooms: [{ ...roomRow('came', name), roomId: id }, ...engine.world.rooms] });
    return { roomId: id };
  };
}

const html = (href: string): TimelineItem =>
  message(people.odile, 'here', at(9, 48), {
    body: { type: 'text', text: 'here', html: `<a href="${href}">here</a>` },
  });

test('a room that moved leads to the new one, which is joined there', async () => {
  const { engine } = open((one) => {
    one.world.headers = {
      [larkfield]: { replacementRoomId: '!next', replacementVia: ['old.example'] },
    };
    one.world.drafts = { [larkfield]: { text: 'half a sentence', replyTo: null, editing: null } };
    enters(one, '!next', 'Larkfield again');
  });
  // Words that nobody can send here any more can be taken along.
  await screen.findByText('half a sentence');
  // One press joins and shows it.
  await press('Open the new room');
  await screen.findByRole('heading', { level: 1, name: 'Larkfield again' });
  expect(called(engine, 'joinRoom')).toEqual([{ roomIdOrAlias: '!next', via: ['old.example'] }]);
});

test('a room that took over from another leads back to it', async () => {
  open((one) => {
    one.world.headers = { [larkfield]: { predecessorRoomId: roomId('studio') } };
  });
  await press('Show what was said there');
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
});

const leftBehind = { names: ['Odile', 'Tomas'], count: 5 };

test('who of the room before is not here yet is invited', async () => {
  const { engine } = open((one) => {
    one.world.headers = { [larkfield]: { predecessorRoomId: roomId('studio'), leftBehind } };
    one.answers.inviteLeftBehind = () => ({ invited: 2, refused: 1 });
  });
  await press('Invite them');
  await screen.findByText('2 invitations sent. 1 person could not be invited.');
  expect(called(engine, 'inviteLeftBehind')).toEqual([{ roomId: larkfield }]);
});

test('the line about who is not here yet is closed for good', async () => {
  const { engine } = open((one) => {
    one.world.headers = { [larkfield]: { predecessorRoomId: roomId('studio'), leftBehind } };
  });
  const line = await screen.findByRole('region', {
    name: /Odile.*Tomas.*3 others of the older room are not here yet\.$/,
  });
  await press('Do not invite them');
  await waitFor(() => expect(line.isConnected).toBe(false));
  expect(called(engine, 'setSetting')).toContainEqual({
    name: 'leftBehind.closed',
    value: [larkfield],
  });
  expect(called(engine, 'inviteLeftBehind')).toEqual([]);
});

test('who asks to be let in is seen above the chat, with their words, and answered there', async () => {
  const asking = [{ person: people.tomas, reason: 'I need the spade' }];
  const { engine } = open((one) => {
    one.world.headers = { [larkfield]: { asking } };
  });
  const bar = await screen.findByRole('region', { name: 'Asks to join' });
  expect(bar.textContent).toContain('I need the spade');
  await press('Let in');
  await waitFor(() =>
    expect(called(engine, 'invite')).toEqual([
      { roomId: larkfield, userIds: [people.tomas.userId], reason: null },
    ]),
  );
  await press('Decline');
  await waitFor(() =>
    expect(called(engine, 'kick')).toEqual([
      { roomId: larkfield, userId: people.tomas.userId, reason: null },
    ]),
  );
});

test('a room that takes requests is asked, one that does not says why', async () => {
  const { engine } = open((one) => {
    one.world.headers = { [larkfield]: { replacementRoomId: '!next', replacementVia: [] } };
    one.answers.joinRoom = () => {
      throw appFailure('forbidden', 'internal', { data: { joinRule: 'knock' } });
    };
    one.answers.knockRoom = () => {
      throw appFailure('forbidden', 'internal');
    };
  });
  await press('Open the new room');
  // A call would reach nobody.
  expect(screen.queryByRole('button', { name: /^Start a call/ })).toBeNull();
  await press('Join');
  await press('Ask to join');
  await screen.findByText(/takes no requests/);
  expect(called(engine, 'knockRoom')).toEqual([{ roomIdOrAlias: '!next', via: [], reason: null }]);
});

test.each([
  ['matrix:roomid/next?via=a.example', []],
  ['https://matrix.to/#/!next?via=a.example', []],
  ['matrix:r/garden:a.example', ['#garden:a.example']],
  ['https://matrix.to/#/%23garden:a.example', ['#garden:a.example']],
])('the link %s opens inside', async (href, aliases) => {
  const { engine, fake } = open((one) => {
    one.world.timelines = { ...one.world.timelines, [larkfield]: [html(href)] };
    one.answers.resolveAlias = () => ({ roomId: '!next', via: ['a.example'] });
    enters(one, '!next', 'Garden');
  });
  fireEvent.click(await screen.findByRole('link', { name: 'here' }));
  await press('Join');
  await screen.findByRole('heading', { level: 1, name: 'Garden' });
  expect(called(engine, 'resolveAlias')).toEqual(aliases.map((alias) => ({ alias })));
  expect(called(engine, 'joinRoom')).toEqual([{ roomIdOrAlias: '!next', via: ['a.example'] }]);
  expect(fake.calls.filter(({ name }) => name === 'openExternal')).toEqual([]);
});

test('a room that was found by its alias is called by it until its name is known', async () => {
  open((one) => {
    one.world.timelines = {
      ...one.world.timelines,
      [larkfield]: [html('matrix:r/garden:a.example')],
    };
    one.answers.resolveAlias = () => ({ roomId: '!next', via: [] });
  });
  fireEvent.click(await screen.findByRole('link', { name: 'here' }));
  await screen.findByRole('heading', { level: 1, name: '#garden:a.example' });
  const main = screen.getByRole('main');
  expect(within(main).getAllByText('#garden:a.example')).toHaveLength(2);
});

test('once the server has told of it, the header has the name of the room', async () => {
  const told = { roomId: '!next', name: 'Greenhouse', avatar: null, topic: null, joinedCount: 3 };
  open((one) => {
    one.world.headers = { [larkfield]: { replacementRoomId: '!next', replacementVia: [] } };
    one.answers.roomSummary = () => ({
      summary: { ...told, isSpace: false, joinRule: 'public', encrypted: false, readable: false },
    });
  });
  await press('Open the new room');
  await screen.findByRole('heading', { level: 1, name: 'Greenhouse' });
});

test('an alias that is found late takes nobody away who has gone on', async () => {
  let found: (room: { roomId: string; via: string[] }) => void = () => undefined;
  const { engine } = open((one) => {
    one.world.timelines = {
      ...one.world.timelines,
      [larkfield]: [html('matrix:r/garden:a.example')],
    };
    one.answers.resolveAlias = () => new Promise((done) => (found = done));
  });
  fireEvent.click(await screen.findByRole('link', { name: 'here' }));
  await waitFor(() => expect(called(engine, 'resolveAlias')).toHaveLength(1));
  fireEvent.click(await screen.findByText('Studio'));
  await screen.findByRole('heading', { level: 1, name: 'Studio' });
  await act(async () => found({ roomId: '!next', via: [] }));
  screen.getByRole('heading', { level: 1, name: 'Studio' });
});

test('a room that has moved takes no more messages', async () => {
  open((one) => {
    one.world.headers = { [larkfield]: { replacementRoomId: '!next', replacementVia: [] } };
  });
  await screen.findByRole('button', { name: 'Open the new room' });
  expect(screen.queryByRole('textbox', { name: /message to/i })).toBeNull();
});

test('an alias that nobody has is told, other links go to the browser', async () => {
  const { fake } = open((one) => {
    one.world.timelines = {
      ...one.world.timelines,
      [larkfield]: [html('matrix:r/nowhere:a.example')],
    };
  });
  fireEvent.click(await screen.findByRole('link', { name: 'here' }));
  await screen.findByText('There is no room with this address.');
  expect(fake.calls.filter(({ name }) => name === 'openExternal')).toEqual([]);
  // Another room is no place for the word, also while its time stands still.
  act(() => screen.getByRole('alertdialog').querySelector('button')?.focus());
  fireEvent.click(await screen.findByText('Studio'));
  await waitFor(() => expect(screen.queryByText('There is no room with this address.')).toBeNull());
});

test('a link names its message; what is no link to a room is none', () => {
  const links = [
    'https://matrix.to/#/!a:b/$e?via=b',
    'matrix:roomid/a:b/e/e?via=b',
    'MATRIX:roomid/a:b',
  ].map(roomLink);
  const here = { roomIdOrAlias: '!a:b', via: ['b'], eventId: '$e' };
  expect(links).toEqual([here, here, { ...here, via: [], eventId: null }]);
  const others = ['https://a.example/#/!a:b', '!a:b', 'matrix:u/a:b', 'https://matrix.to/#/@a:b'];
  expect(others.map(roomLink)).toEqual([null, null, null, null]);
});

test('an account that never opens is removed after a question, and one signs in anew', async () => {
  const fake = createFakeShell({ [accountId]: createFakeEngine(exampleWorld()) }, [
    accountRow(accountId, { engine: 'failed', error: appFailure('internal', 'x').error }),
  ]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  const removed = () => fake.calls.filter(({ name }) => name === 'removeAccount');
  await press('Remove from this computer');
  const dialog = await screen.findByRole('alertdialog');
  within(dialog).getByText(/messages that were not sent yet/);
  within(dialog).getByText(/recovery key/);
  expect(removed()).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Remove from this computer' }));
  await waitFor(() => expect(removed()).toEqual([{ name: 'removeAccount', input: { accountId } }]));
  await screen.findByRole('heading', { name: 'Sign in' });
});

test('a list of files that is empty says that it knows only what was loaded, unless that is the whole chat', async () => {
  const { engine } = open((one) => {
    one.world.found = [];
  });
  await press('Files of this chat');
  await screen.findByText('No files in this chat');
  expect(screen.queryByText(/Scroll up in the chat/)).toBeNull();
  const said = engine.world.timelines[larkfield] ?? [];
  engine.update({ timelines: { [larkfield]: said.filter(({ kind }) => kind !== 'start') } });
  await screen.findByText('No files in the messages loaded so far');
});
