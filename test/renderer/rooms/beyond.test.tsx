// Public rooms, looking into a room, and the settings of a room, over an engine in memory.
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
import { roomId, syncing } from '../../gallery/fixtures';
import { appFailure } from '#contract/wire/errors';

beforeAll(() => {
  // jsdom has no layout; the timeline draws the rows that fit.
  for (const side of ['clientWidth', 'clientHeight'] as const)
    jest.spyOn(Element.prototype, side, 'get').mockReturnValue(800);
  Element.prototype.scrollIntoView = () => undefined;
});

const accountId = 'account000';
const room = roomId('larkfield');

function open(world: Partial<World> = {}): FakeEngine {
  const navigation = { place: 'chats', roomId: room, turn: 'content', collapsed: [] };
  const engine = createFakeEngine({ ...exampleWorld(), settings: { navigation }, ...world });
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

/** Fills in the dialog of a request to join, and sends it. */
async function say(words: string): Promise<void> {
  const dialog = await screen.findByRole('dialog', { name: /^Ask to join/ });
  const field = within(dialog).getByRole('textbox', { name: /^What you want to say/ });
  fireEvent.change(field, { target: { value: words } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Ask to join' }));
}

async function explore(): Promise<HTMLElement> {
  const [button] = await screen.findAllByRole('button', { name: 'New chat' });
  fireEvent.click(button as HTMLElement);
  fireEvent.click(await screen.findByRole('radio', { name: 'Public rooms' }));
  return screen.findByRole('list', { name: 'Public rooms' });
}

test('public rooms are searched, and each row has what can be done with it', async () => {
  const engine = open();
  const list = await explore();
  expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  expect(within(list).getByRole('button', { name: 'Open Print shop' })).toBeTruthy();
  fireEvent.click(await within(list).findByRole('button', { name: 'Ask to join Neighbours' }));
  await say('I live in number 8');
  await within(list).findByText('You asked to join');
  expect(asked(engine, 'knockRoom')).toMatchObject([
    { roomIdOrAlias: '!neighbours:garden.example', reason: 'I live in number 8' },
  ]);
  fireEvent.change(screen.getByRole('textbox', { name: 'Search public rooms' }), {
    target: { value: 'allot' },
  });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  fireEvent.change(screen.getByRole('textbox', { name: 'Server' }), {
    target: { value: 'not a server' },
  });
  await screen.findByText('A server is written like matrix.org.');
  expect(asked(engine, 'publicRooms').at(-1)).toMatchObject({ term: 'allot', server: null });
});

test('a server without public rooms is said to have none; a word that finds none is told another way', async () => {
  const engine = open();
  await explore();
  const field = screen.getByRole('textbox', { name: 'Search public rooms' });
  fireEvent.change(field, { target: { value: 'nothing is called so' } });
  await screen.findByText('No public room found');
  screen.getByText(/^Try another word/);
  act(() => engine.update({ publicRooms: [] }));
  fireEvent.change(field, { target: { value: ' ' } });
  await screen.findByText('This server has no public rooms');
  expect(screen.queryByText(/another word/)).toBeNull();
});

test('below the name of another server stand its rooms alone, or why there are none', async () => {
  const engine = open();
  await explore();
  const rooms = (): number => screen.queryAllByRole('button', { name: /^(Open|Join) / }).length;
  const failures = ['other_server', 'forbidden'] as const;
  const field = screen.getByRole('textbox', { name: 'Server' });
  for (const code of failures) {
    engine.answers.publicRooms = ({ server }) => {
      throw appFailure(code, 'no', { data: { server } });
    };
    expect(rooms()).toBeGreaterThan(0);
    fireEvent.change(field, { target: { value: 'far.example' } });
    expect(rooms()).toBe(0);
    await screen.findByText(
      code === 'forbidden'
        ? /far\.example.? does not show its public rooms to your server/u
        : /could not reach .?far\.example/u,
    );
    expect(screen.queryByText(/has no public rooms|permission/)).toBeNull();
    delete engine.answers.publicRooms;
    fireEvent.change(field, { target: { value: '' } });
    await waitFor(() => expect(rooms()).toBeGreaterThan(0));
  }
  fireEvent.change(field, { target: { value: 'not a server' } });
  expect(rooms()).toBe(0);
});

test('public rooms that could not be had are asked for again at a press, and by itself when the connection is back', async () => {
  const engine = open({ sync: { ...syncing, phase: 'offline' } });
  engine.answers.publicRooms = () => {
    throw appFailure('offline', 'no');
  };
  const [button] = await screen.findAllByRole('button', { name: 'New chat' });
  fireEvent.click(button as HTMLElement);
  fireEvent.click(await screen.findByRole('radio', { name: 'Public rooms' }));
  const count = (): number => asked(engine, 'publicRooms').length;
  const again = await screen.findByRole('button', { name: 'Try again' });
  const before = count();
  fireEvent.click(again);
  await waitFor(() => expect(count()).toBe(before + 1));
  await screen.findByRole('button', { name: 'Try again' });
  delete engine.answers.publicRooms;
  act(() => engine.update({ sync: syncing }));
  await screen.findByRole('list', { name: 'Public rooms' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('an answer for words that are no longer typed is dropped, and the last one stays until the next is here', async () => {
  const engine = open();
  const list = await explore();
  const [first] = engine.world.publicRooms;
  if (first === undefined) throw new Error('no room');
  const waiting = new Map<string, (name: string) => void>();
  engine.answers.publicRooms = ({ term }) =>
    new Promise((resolve) =>
      waiting.set(term, (name) => resolve({ rooms: [{ ...first, name }], next: null, total: 1 })),
    );
  const before = within(list).getAllByRole('listitem').length;
  const field = screen.getByRole('textbox', { name: 'Search public rooms' });
  fireEvent.change(field, { target: { value: 'one' } });
  await waitFor(() => expect([...waiting.keys()]).toEqual(['one']));
  fireEvent.change(field, { target: { value: 'two' } });
  await waitFor(() => expect([...waiting.keys()]).toEqual(['one', 'two']));
  expect(within(list).getAllByRole('listitem')).toHaveLength(before);
  await act(async () => waiting.get('two')?.('Of two'));
  await within(list).findByText('Of two');
  await act(async () => waiting.get('one')?.('Of one'));
  expect(within(list).queryByText('Of one')).toBeNull();
  within(list).getByText('Of two');
});

test('a join that failed says so below the row, and its button stays where it was', async () => {
  const engine = open();
  engine.answers.joinRoom = () => {
    throw appFailure('forbidden', 'No');
  };
  const list = await explore();
  const button = within(list).getByRole('button', { name: 'Join Allotments' });
  const place = button.parentElement;
  fireEvent.click(button);
  const alert = await within(list).findByRole('alert');
  expect(place?.contains(button)).toBe(true);
  expect(place?.contains(alert)).toBe(false);
});

test('where a join was refused because the room takes requests, one is offered in its place', async () => {
  const engine = open();
  engine.answers.joinRoom = () => {
    throw appFailure('forbidden', 'No', { data: { joinRule: 'knock_restricted' } });
  };
  const list = await explore();
  fireEvent.click(within(list).getByRole('button', { name: 'Join Allotments' }));
  const ask = await within(list).findByRole('button', { name: 'Ask to join Allotments' });
  await waitFor(() => expect(document.activeElement).toBe(ask));
  expect(within(list).queryByRole('button', { name: 'Join Allotments' })).toBeNull();
  fireEvent.click(ask);
  await say('');
  await within(list).findByText('You asked to join');
  expect(asked(engine, 'knockRoom')).toMatchObject([{ reason: null }]);
});

test('more is fetched where the list goes on; a network of a bridge is searched by its own words', async () => {
  const bridge = {
    protocol: 'irc',
    userFields: [{ name: 'nick', example: 'ann' }],
    placeFields: [{ name: 'channel', example: '#beans' }],
    networks: [{ id: 'irc|one', name: 'Example chat', icon: null }],
  };
  const engine = open({ bridges: [bridge] });
  engine.answers.publicRooms = ({ since }) => ({
    rooms: engine.world.publicRooms.slice(since === null ? 0 : 2, since === null ? 2 : 4),
    next: since === null ? 'two' : null,
    total: 50,
  });
  const list = await explore();
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  screen.getByText('About 50 rooms');
  const field = screen.getByRole('textbox', { name: 'Search public rooms' });
  fireEvent.change(field, { target: { value: 'a' } });
  await screen.findByText('The first 2 rooms');
  const more = screen.getByRole('button', { name: 'Show more' });
  act(() => more.focus());
  fireEvent.click(more);
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(4));
  screen.getByText('4 rooms');
  await waitFor(() => expect(document.activeElement).toBe(list));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: /Network/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Example chat' }));
  const form = await screen.findByRole('form', { name: 'Find in Example chat' });
  await waitFor(() =>
    expect(asked(engine, 'publicRooms').at(-1)).toMatchObject({ network: 'irc|one' }),
  );
  fireEvent.change(within(form).getByRole('textbox', { name: 'channel' }), {
    target: { value: '#beans' },
  });
  fireEvent.click(within(form).getByRole('button', { name: 'Find' }));
  fireEvent.click(await within(form).findByRole('button', { name: 'Join #beans' }));
  await waitFor(() =>
    expect(asked(engine, 'joinRoom')).toEqual([
      { roomIdOrAlias: '#chat_beans:garden.example', via: [] },
    ]),
  );
  expect(asked(engine, 'findBridged')).toEqual([
    { what: 'place', protocol: 'irc', fields: { channel: '#beans' } },
  ]);
});

test('a room that everybody may read is looked into without joining', async () => {
  const engine = open({
    headers: { [room]: { membership: 'unknown', name: '' } },
    roomTold: true,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Look inside' }));
  const said = await screen.findByRole('log', { name: 'Messages' });
  await waitFor(() =>
    expect(said.textContent).toContain('Two handfuls. I bring them on Saturday.'),
  );
  // The number stands in the header, as that of other rooms does.
  const header = screen.getByRole('heading', { level: 1, name: 'Allotments' })
    .parentElement as HTMLElement;
  await within(header).findByText('241 people');
  expect(within(said).getByText('Two handfuls').tagName).toBe('STRONG');
  // A message's menu holds only acts that need no membership.
  const row = within(said).getByRole('article', { name: /^Message from Tomas/ });
  fireEvent.contextMenu(row);
  const menu = await screen.findByRole('menu');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Copy text']);
  fireEvent.keyDown(menu, { key: 'Escape' });
  const acts = ['joinRoom', 'markRead', 'setTyping', 'react'];
  expect(acts.flatMap((name) => asked(engine, name))).toEqual([]);
  engine.update({ peek: { ...engine.world.peek, live: false } });
  await screen.findByText(/New messages do not come at the moment/);
  engine.update({ peek: { ...engine.world.peek, ended: true } });
  await screen.findByText(/new messages do not come any more/);
  // The quoted message is not loaded: the engine is asked for it there.
  fireEvent.click(within(said).getByRole('button', { name: /Has anybody seeds/ }));
  await waitFor(() =>
    expect(engine.openedTimelines).toContainEqual(
      expect.objectContaining({ around: '$peeked', peek: true }),
    ),
  );
  expect(asked(engine, 'findThread')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(asked(engine, 'joinRoom')).toHaveLength(1));
});

test('older messages that may not be read are told, and asked for again by a press', async () => {
  const engine = open({
    headers: { [room]: { membership: 'unknown', name: '' } },
    roomTold: true,
    olderRefused: true,
    peekItems: exampleWorld().peekItems.filter(({ kind }) => kind !== 'start'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Look inside' }));
  await screen.findByText('Older messages cannot be read here.');
  engine.update({ olderRefused: false });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Older messages cannot be read here.')).toBeNull());
});

test('above what is kept of a room that this account is out of nothing is asked for again', async () => {
  const departure = { how: 'banned', by: null, listed: true } as const;
  open({
    headers: { [room]: { membership: 'ban', departure, wasHere: true } },
    olderRefused: true,
    timelines: { [room]: exampleWorld().peekItems.filter(({ kind }) => kind !== 'start') },
  });
  await screen.findByText('Older messages cannot be read any more.');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('who may not change the addresses of a room may not list it either', async () => {
  const { administration } = exampleWorld();
  const may = { ...administration.may, address: false };
  open({ administration: { ...administration, may } });
  const dialog = await settings();
  await part(dialog, 'Access');
  const listed = await within(dialog).findByRole('switch', { name: /List in the public rooms/ });
  expect((listed as HTMLInputElement).disabled).toBe(true);
  within(dialog).getByText('Your role in this room does not let you change this');
});

test('why the server does not list a room is brought into view', async () => {
  const shown: Element[] = [];
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    shown.push(this);
  };
  const engine = open();
  engine.answers.setListed = () => {
    throw appFailure('forbidden', 'internal');
  };
  const dialog = await settings();
  await part(dialog, 'Access');
  fireEvent.click(await within(dialog).findByRole('switch', { name: /List in the public rooms/ }));
  const why = await within(dialog).findByText(/Your server does not list this room/);
  expect(shown.some((one) => one.contains(why))).toBe(true);
});

test('CHAT-7.31 why a room cannot be looked into is said in words, and what is encrypted is said beside it', async () => {
  const { peek } = exampleWorld();
  const refused = { ...peek, state: 'failed' as const, live: false };
  const failure = (code: 'forbidden' | 'guest_forbidden' | 'offline') =>
    appFailure(code, 'No').error;
  const engine = open({
    headers: { [room]: { membership: 'unknown', name: '' } },
    roomTold: true,
    peek: { ...refused, error: failure('forbidden') },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Look inside' }));
  await screen.findByText(/Only members can read what is said here/);
  engine.update({ peek: { ...refused, error: failure('guest_forbidden') } });
  await screen.findByText(/Guests may not read here/);
  engine.update({ peek: { ...refused, error: failure('offline') } });
  await waitFor(() => expect(screen.queryByText(/Guests may not read here/)).toBeNull());
  // Whatever the reason, the way in stays.
  screen.getByRole('button', { name: 'Join' });
  engine.update({ peek: { ...peek, encrypted: true }, peekItems: [] });
  await screen.findByText(/only members can read them/);
});

async function settings(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Room settings…' }));
  return screen.findByRole('dialog', { name: 'Settings of Larkfield identity' });
}

/** Behind a question the dialog is hidden until that has gone. */
const part = async (dialog: HTMLElement, name: string): Promise<void> =>
  void fireEvent.click(await within(dialog).findByRole('radio', { name }));

test('name, topic, encryption and rights of a room are changed in its settings', async () => {
  const engine = open();
  const dialog = await settings();
  const name = await within(dialog).findByRole('textbox', { name: 'Name' });
  expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
  fireEvent.change(name, { target: { value: ' Orchard ' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked(engine, 'renameRoom')).toEqual([{ roomId: room, name: 'Orchard' }]),
  );
  const topic = within(dialog).getByRole('textbox', { name: 'Topic' });
  fireEvent.change(topic, { target: { value: 'Apples\nand pears' } });
  fireEvent.keyDown(topic, { key: 'Enter', ctrlKey: true });
  await waitFor(() =>
    expect(asked(engine, 'setTopic')).toEqual([{ roomId: room, topic: 'Apples\nand pears' }]),
  );
  fireEvent.click(within(dialog).getByRole('button', { name: 'Encrypt…' }));
  const question = await screen.findByRole('alertdialog', { name: 'Encrypt Larkfield identity?' });
  expect(asked(engine, 'encryptRoom')).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Encrypt for good' }));
  await waitFor(() => expect(asked(engine, 'encryptRoom')).toEqual([{ roomId: room }]));
  await within(dialog).findByText(/Messages are encrypted/);
  await part(dialog, 'Rights');
  fireEvent.click(await within(dialog).findByRole('button', { name: /Invite people/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Moderators' }));
  await waitFor(() =>
    expect(asked(engine, 'setRoomRight')).toEqual([{ roomId: room, right: 'invite', level: 50 }]),
  );
  // A person who may change rights could give the room away.
  fireEvent.click(within(dialog).getByRole('button', { name: /Change roles and rights/ }));
  await screen.findByRole('option', { name: 'Admins' });
  expect(screen.queryByRole('option', { name: 'Everybody' })).toBeNull();
});

test('who may start calls and who may join them are two rights, and joining is taken back', async () => {
  const engine = open();
  const dialog = await settings();
  await part(dialog, 'Rights');
  const right = (name: string) => within(dialog).getByRole('button', { name: new RegExp(name) });
  await within(dialog).findByRole('button', { name: /Join calls/ });
  expect(['Start calls', 'Join calls'].map((name) => right(name).textContent)).toEqual([
    'Moderators',
    'Everybody',
  ]);
  fireEvent.click(right('Join calls'));
  fireEvent.click(await screen.findByRole('option', { name: 'Moderators' }));
  await waitFor(() =>
    expect(asked(engine, 'setRoomRight')).toEqual([
      { roomId: room, right: 'joinCalls', level: 50 },
    ]),
  );
});

test('a name or a topic that was typed is not lost: it stays while another part is shown, and closing asks', async () => {
  const engine = open();
  let dialog = await settings();
  const field = (name: string) => within(dialog).findByRole('textbox', { name });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  fireEvent.change(await field('Topic'), { target: { value: 'Cold frames' } });
  for (const name of ['Access', 'General']) await part(dialog, name);
  expect(await field('Topic')).toHaveProperty('value', 'Cold frames');
  press('Close');
  let question = await screen.findByRole('alertdialog', { name: 'Save what you typed?' });
  // Back to the field.
  fireEvent.keyDown(question, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  press('Close');
  question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Go on editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked(engine, 'setTopic')).toEqual([]);
  engine.answers.setTopic = () => {
    throw appFailure('forbidden', 'internal words');
  };
  press('Close');
  question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Save' }));
  await within(dialog).findByRole('alert');
  expect(await field('Topic')).toHaveProperty('value', 'Cold frames');
  press('Close');
  question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await settings();
  fireEvent.change(await field('Name'), { target: { value: 'Orchard' } });
  press('Close');
  question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked(engine, 'renameRoom')).toEqual([{ roomId: room, name: 'Orchard' }]);
});

test('the settings of a room: guests, addresses, listing, and the move to another version', async () => {
  const engine = open();
  const dialog = await settings();
  await part(dialog, 'Access');
  fireEvent.click(await within(dialog).findByRole('switch', { name: /Guests may join/ }));
  await waitFor(() =>
    expect(asked(engine, 'setRoomRules')).toEqual([
      { roomId: room, change: { guests: 'can_join' } },
    ]),
  );
  const remove = await within(dialog).findByRole('button', {
    name: 'Remove #tote:garden.example',
  });
  fireEvent.click(remove);
  const removal = await screen.findByRole('alertdialog', { name: /#tote:garden\.example/ });
  expect(asked(engine, 'removeAlias')).toEqual([]);
  fireEvent.click(within(removal).getByRole('button', { name: 'Remove address' }));
  await waitFor(() => expect(within(dialog).queryByText('#tote:garden.example')).toBeNull());
  const field = within(dialog).getByRole('textbox', { name: 'New address' });
  fireEvent.change(field, { target: { value: 'two words' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await within(dialog).findByText('An address has no spaces and no colon.');
  fireEvent.change(field, { target: { value: 'prints' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(asked(engine, 'addAlias')).toHaveLength(1));
  // All that grows with an address comes after the button, which stays under the pointer.
  for (const grown of await within(dialog).findAllByText(/^(Main address|#prints:.*)$/))
    expect(field.compareDocumentPosition(grown)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  fireEvent.click(within(dialog).getByRole('switch', { name: /List in the public rooms/ }));
  await waitFor(() => expect(asked(engine, 'setListed')).toEqual([{ roomId: room, on: true }]));
  await part(dialog, 'Advanced');
  await within(dialog).findByText(/is out of date/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Load this room anew' }));
  await within(dialog).findByText('All of this was here as your server has it.');
  engine.answers.reloadRoom = () => ({ mended: 2 });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Load this room anew' }));
  await within(dialog).findByText('2 entries of the room were brought up to date.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Upgrade…' }));
  const question = await screen.findByRole('alertdialog', { name: 'Upgrade Larkfield identity?' });
  within(question).getByText(/^Everybody moves to a new room\. This one can be read/);
  // The present version stands beside the one that is chosen.
  await within(question).findByText(/^Version of the new room \(now \d+\)$/);
  // Older and unstable ones are not among the first.
  const offered = async (): Promise<(string | null)[]> => {
    fireEvent.click(within(question).getByRole('button', { name: /Version of the new room/ }));
    const options = await screen.findAllByRole('option');
    const names = options.map(({ textContent }) => textContent);
    fireEvent.click(options[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    return names;
  };
  expect(await offered()).toEqual(['12 (recommended)', '11']);
  fireEvent.click(within(question).getByRole('button', { name: 'Other versions' }));
  expect(await offered()).toEqual(['8', '11', '12 (recommended)']);
  fireEvent.click(within(question).getByRole('button', { name: /Version of the new room/ }));
  fireEvent.click(await screen.findByRole('option', { name: /^12/ }));
  fireEvent.click(within(question).getByRole('button', { name: 'Upgrade the room' }));
  await waitFor(() =>
    expect(asked(engine, 'upgradeRoom')).toEqual([{ roomId: room, version: '12' }]),
  );
  await waitFor(() =>
    expect(asked(engine, 'inviteLeftBehind')).toEqual([{ roomId: '!next:garden.example' }]),
  );
});

test('the move of a space to another version speaks of a space', async () => {
  const { headers } = exampleWorld();
  open({ headers: { ...headers, [room]: { ...headers?.[room], isSpace: true } } });
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^(Space|Room) settings…$/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Settings of Larkfield identity' });
  await part(dialog, 'Advanced');
  await within(dialog).findByText(/The space should move to version/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Upgrade…' }));
  const question = await screen.findByRole('alertdialog', { name: 'Upgrade Larkfield identity?' });
  within(question).getByText(/^Everybody moves to a new space\./);
  await within(question).findByText(/^Version of the new space/);
  within(question).getByRole('button', { name: 'Upgrade the space' });
  expect(question.textContent).not.toContain('room');
});

test('what this account may not change is shown as it is', async () => {
  const { administration } = exampleWorld();
  const may = {
    ...{
      name: false,
      topic: false,
      picture: false,
      spaceRooms: false,
      joinRule: false,
      history: false,
    },
    ...{ guests: false, encrypt: false, upgrade: false, address: false, packs: false },
  };
  const rights = administration.rights.map((one) => ({ ...one, mayChange: false }));
  open({ administration: { ...administration, may, rights } });
  const dialog = await settings();
  await within(dialog).findByText('Beds, seeds and who waters when');
  within(dialog).getByText(/lets you change nothing here\. An admin can give you another one\.$/);
  expect(within(dialog).queryByRole('textbox')).toBeNull();
  expect(within(dialog).queryByRole('button', { name: /Encrypt|picture/ })).toBeNull();
  await part(dialog, 'Rights');
  expect(within(dialog).getAllByText('Admins')).toHaveLength(2);
  await part(dialog, 'Advanced');
  await within(dialog).findByText('This room has version 9.');
  expect(within(dialog).queryByRole('button', { name: 'Upgrade…' })).toBeNull();
  await part(dialog, 'Access');
  await within(dialog).findByText('People who are invited');
  const guests = within(dialog).getByRole<HTMLInputElement>('switch', { name: /Guests may join/ });
  expect(guests.disabled).toBe(true);
});

test('an older version that works is not called up to date; the newest one is', async () => {
  const need = { version: '12', needed: false, urgent: false };
  const engine = open({ versionNeed: need });
  const dialog = await settings();
  await part(dialog, 'Advanced');
  await within(dialog).findByText(/It works\. Version 12 is recommended\./);
  within(dialog).getByRole('button', { name: 'Upgrade…' });
  const { administration } = exampleWorld();
  engine.update({ administration: { ...administration, version: '12' } });
  await within(dialog).findByText(/^This room has version 12\. It is up to date\./);
  expect(within(dialog).queryByRole('button', { name: 'Upgrade…' })).toBeNull();
});
