// Calls around the call itself, in whole windows over engines in memory: the place of past calls, its news, requests of other accounts,
// who rings where, the settings.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CallRing, RunningCall } from '#contract/areas/calls/callsModels';
import { Root } from '../../../renderer/features/shell';
import { acceleratorOf, keysInWords } from '../../../renderer/features/calls/keys/muteKeys';
import { callHistory, manyCalls } from '../../gallery/callFixtures';
import { formatDay } from '#ui/text/time';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import {
  createFakeEngine,
  exampleWorld,
  type FakeEngine,
  type World,
} from '../../gallery/fakes/fakeEngine';
import { people, roomId } from '../../gallery/fixtures';

const first = 'account000';
const second = 'account001';

// jsdom plays no sound and has no devices.
class SilentAudio {
  currentTime = 0;
  destination = {};
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: () => ({ connect: () => undefined }),
    start: () => undefined,
    stop: () => undefined,
  });
  createGain = () => ({
    gain: { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined },
  });
  close = async () => undefined;
}
const tones = jest.fn(() => new SilentAudio());
beforeAll(() => {
  Object.assign(globalThis, { AudioContext: tones });
  Object.assign(navigator, {
    mediaDevices: Object.assign(new EventTarget(), {
      enumerateDevices: async () => [
        { kind: 'audioinput', deviceId: 'mic-1', label: 'Desk microphone' },
        { kind: 'audioinput', deviceId: 'mic-2', label: 'Headset' },
      ],
    }),
  });
});
beforeEach(() => void tones.mockClear());

interface Opened {
  readonly engine: FakeEngine;
  readonly other: FakeEngine;
  readonly fake: FakeShell;
}

async function open(world: Partial<World> = {}): Promise<Opened> {
  const engine = createFakeEngine({ ...exampleWorld(), callHistory, ...world });
  const other = createFakeEngine(exampleWorld());
  const rows = [accountRow(first), accountRow(second, { label: 'Other', userId: '@o:x.example' })];
  const fake = createFakeShell({ [first]: engine, [second]: other }, rows);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('tree', { name: 'Chats' });
  return { engine, other, fake };
}

const rail = () => within(screen.getByRole('navigation', { name: 'Places' }));
const toCalls = () => fireEvent.click(rail().getByRole('button', { name: 'Calls' }));
const list = () => screen.findByRole('listbox', { name: 'Calls, newest first' });
const shownAccount = () =>
  rail()
    .getAllByRole('button')
    .find((button) => button.getAttribute('aria-current') === 'true')?.textContent;
const sent = ({ calls }: FakeEngine, name: string) =>
  calls.filter((call) => call.name === name).map(({ input }) => input);

/** The window has heard it. */
const told = (look: () => boolean | undefined) => waitFor(() => expect(look()).toBe(true));
const inCall = async (fake: FakeShell): Promise<void> => {
  act(() => fake.update({ runningCalls: [{ accountId: first, call: running }] }));
  await told(() => fake.client.values.runningCalls.get()?.length === 1);
};

const ring = (more: Partial<CallRing> = {}): CallRing => ({
  callId: 'rings',
  roomId: roomId('studio'),
  roomName: 'Studio',
  caller: people.odile,
  media: 'voice',
  group: false,
  waiting: false,
  leftOut: false,
  startedMs: 1,
  ringsUntilMs: 9e15,
  ...more,
});
const running: RunningCall = {
  callId: 'runs',
  roomId: roomId('dm-priya'),
  roomName: 'Priya Venn',
  person: people.priya,
  direction: 'out',
  media: 'voice',
  state: 'connected',
  connectedMs: 1,
  sessionId: 'session',
};

describe('the place', () => {
  test('says in the rail how many were missed, until they were looked at', async () => {
    const { engine, fake } = await open();
    await rail().findByText('2 missed calls');
    act(() => fake.update({ app: { focused: false } }));
    await told(() => fake.client.values.app.get()?.focused === false);
    toCalls();
    await list();
    expect(sent(engine, 'callHistorySeen')).toEqual([]);
    act(() => fake.update({ app: { focused: true } }));
    await waitFor(() => expect(sent(engine, 'callHistorySeen')).toEqual([{}]));
    fireEvent.click(rail().getByRole('button', { name: 'Files' }));
    await waitFor(() => expect(rail().queryByText('2 missed calls')).toBeNull());
  });

  test('lists each call with what became of it; the missed ones alone', async () => {
    await open();
    toCalls();
    const rows = within(await list()).getAllByRole('option');
    expect(rows.slice(0, 5).map((row) => row.textContent)).toEqual([
      'Priya Venn10:20Missed',
      'Priya Venn10:18Missed video call',
      'Tomas Okafor09:58Outgoing, 4:07',
      'Studio09:30Group video call, in for 32:04',
      expect.stringMatching(/^Bartholomew .*08:12No answer$/) as string,
    ]);
    fireEvent.click(screen.getByRole('radio', { name: 'Missed' }));
    await waitFor(async () => expect(within(await list()).getAllByRole('option')).toHaveLength(3));
  });

  test('calls with people and rooms of one name say their addresses, in the row and in the details', async () => {
    const [one, , , group] = callHistory;
    const twin = { ...people.priya, ambiguous: true };
    const address = '#studio:fernhill.example';
    await open({
      callHistory: [one, { ...one, person: twin, key: 'twin' }, { ...group, address }].map(
        (item) => item as (typeof callHistory)[number],
      ),
    });
    toCalls();
    const rows = within(await list()).getAllByRole('option');
    const told = [twin.userId, address].map((text) =>
      rows.map((row) => row.textContent?.includes(text)),
    );
    expect(told).toEqual([
      [false, true, false],
      [false, false, true],
    ]);
    fireEvent.click(rows[1] as HTMLElement);
    const heading = await screen.findByRole('heading', { name: twin.name });
    within(heading.parentElement ?? document.body).getByText(twin.userId);
  });

  test('by keys: arrows, Enter, the details, the chat behind it', async () => {
    await open();
    toCalls();
    const box = await list();
    expect(box.lastElementChild?.textContent).toMatch(/^Calls from before you signed in here/);
    box.focus();
    for (const key of ['End', 'Home', 'ArrowDown', 'ArrowDown', 'Enter'])
      fireEvent.keyDown(box, { key });
    const heading = await screen.findByRole('heading', { name: 'Tomas Okafor' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const past = screen.getByRole('list', { name: 'Calls with Tomas Okafor' });
    expect(within(past).getAllByRole('listitem')).toHaveLength(2);
    fireEvent.contextMenu(box, { button: 0 });
    const menu = await screen.findByRole('menu', { name: 'Call with Tomas Okafor' });
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((one) => one.textContent),
    ).toEqual(['Voice call', 'Video call', 'Open the chat']);
    fireEvent.click(within(menu).getByText('Open the chat'));
    await screen.findByRole('heading', { name: 'Tomas Okafor', level: 1 });
  });

  test('stands by day, under the name of each day', async () => {
    await open({ callHistory: manyCalls });
    toCalls();
    const box = await list();
    const days = manyCalls
      .slice(0, 20)
      .map(({ startedMs }) => formatDay(startedMs, Date.now(), 'en'));
    const headings = [...new Set(days)];
    expect(headings.length).toBeGreaterThan(1);
    const shown = box.textContent ?? '';
    for (const day of headings.slice(0, 2)) expect(shown.split(day)).toHaveLength(2);
  });

  test('draws a few of a thousand calls', async () => {
    await open({ callHistory: manyCalls });
    toCalls();
    const rows = within(await list()).getAllByRole('option');
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.getAttribute('aria-setsize')).toBe('1000');
  });

  test('says at once that one is offline, and calls nobody', async () => {
    const { engine } = await open({ sync: { ...exampleWorld().sync, phase: 'offline' } });
    toCalls();
    const [row] = within(await list()).getAllByRole('option');
    const back = row?.querySelector('[title$="call"]');
    if (!(back instanceof HTMLElement)) throw new Error('nothing to call back with');
    fireEvent.click(back);
    await screen.findByText('You are offline.');
    expect(sent(engine, 'sendCallSignal')).toEqual([]);
    // Said of the connection, so no longer than it is away.
    act(() => engine.update({ sync: { ...exampleWorld().sync, phase: 'syncing' } }));
    await waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull());
  });

  test('says so at once from the header of a chat as well', async () => {
    const { priya } = people;
    const chat = roomId('dm-priya');
    const there = { userId: priya.userId, name: priya.name, avatar: null, joined: true };
    const { engine } = await open({
      sync: { ...exampleWorld().sync, phase: 'offline' },
      settings: { navigation: { place: 'chats', roomId: chat, turn: 'content', collapsed: [] } },
      callRooms: { [chat]: { directUserId: priya.userId, canCall: true, members: [there] } },
    });
    const header = within(await screen.findByRole('main'));
    fireEvent.click(await header.findByRole('button', { name: 'Voice call' }));
    await screen.findByText('You are offline.');
    expect(sent(engine, 'sendCallSignal')).toEqual([]);
  });

  test('calls a group from its past calls, where it may be called', async () => {
    const studio = roomId('studio');
    await open({ groupCallRooms: { [studio]: { canStart: true } } });
    toCalls();
    const rows = within(await list()).getAllByRole('option');
    const row = rows.find(({ textContent }) => textContent?.startsWith('Studio'));
    if (row === undefined) throw new Error('no call of a group');
    fireEvent.click(row);
    const main = within(await screen.findByRole('main', { name: 'Studio' }));
    fireEvent.click(await main.findByRole('button', { name: 'Start a call' }));
    await screen.findByRole('menuitem', { name: 'Voice call' });
  });

  test('without calls says where they begin, and begins one', async () => {
    await open({ callHistory: [] });
    toCalls();
    await waitFor(() => within(screen.getByRole('main')).getByText('No calls yet'));
    const main = within(screen.getByRole('main'));
    fireEvent.click(main.getByRole('button', { name: 'New call' }));
    const dialog = await screen.findByRole('dialog', { name: 'New call' });
    fireEvent.keyDown(within(dialog).getByRole('textbox'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getByRole('radio', { name: 'Missed' }));
    await screen.findByText('No missed calls');
  });
});

test('a new call begins in the place Calls: a chat is found by its name, by keyboard, and its ways to call stand beside it', async () => {
  const { userId, name } = people.priya;
  const members = [{ userId, name, avatar: null, joined: true }];
  await open({ callRooms: { [roomId('dm-priya')]: { members } } });
  toCalls();
  fireEvent.click(await screen.findByRole('button', { name: 'New call' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New call' }));
  const field = dialog.getByRole('textbox', { name: 'Name of a person or a room' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: 'Priya' } });
  const row = within(await dialog.findByRole('group', { name: 'Priya Venn' }));
  const voice = await row.findByRole('button', { name: 'Voice call' });
  await waitFor(() => expect(dialog.getAllByRole('group')).toHaveLength(1));
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(voice);
  expect(row.getByRole('button', { name: 'Video call' })).toBeTruthy();
  fireEvent.click(voice);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New call' })).toBeNull());
  expect(await screen.findByRole('main', { name: /Priya Venn/ })).toBeTruthy();
});

test('a chat that cannot be called says why in the dialog of a new call', async () => {
  await open();
  toCalls();
  fireEvent.click(await screen.findByRole('button', { name: 'New call' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New call' }));
  const row = within(await dialog.findByRole('group', { name: 'Priya Venn' }));
  await row.findByRole('button', { name: /Whom you want to call has not joined yet/ });
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Nobody of that name' } });
  await dialog.findByText(/No chat and no person of this name/);
});

test('a new call finds a person without a chat too, also by a full address, and starts the chat', async () => {
  const { engine } = await open();
  toCalls();
  fireEvent.click(await screen.findByRole('button', { name: 'New call' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New call' }));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '@newcomer:elsewhere.org' } });
  const row = within(await dialog.findByRole('group', { name: '@newcomer:elsewhere.org' }));
  fireEvent.click(row.getByRole('button', { name: 'Start a chat' }));
  const chat = within(await screen.findByRole('dialog', { name: 'New chat' }));
  expect(screen.queryByRole('dialog', { name: 'New call' })).toBeNull();
  fireEvent.click(await chat.findByRole('button', { name: 'Start chat' }));
  await waitFor(() =>
    expect(sent(engine, 'createRoom')).toMatchObject([
      { direct: true, invite: ['@newcomer:elsewhere.org'] },
    ]),
  );
});

test('a call of two or of many is the line of its room', async () => {
  const { engine } = await open();
  type Preview = Extract<(typeof engine.world.rooms)[number], { kind: 'room' }>['preview'];
  const show = (preview: Partial<Preview>): void => {
    const called = {
      kind: 'call' as const,
      senderName: 'Tomas',
      mine: false,
      text: '',
      ...preview,
    };
    const rooms = engine.world.rooms.map((row) =>
      row.roomId === roomId('studio') ? { ...row, preview: called } : row,
    );
    act(() => engine.update({ rooms }));
  };
  const call = { callId: 'one', direction: 'in', media: 'voice', durationMs: null } as const;
  show({ call: { ...call, outcome: 'missed' } });
  await screen.findByText('Missed call from \u2068Tomas\u2069');
  const group = {
    groupCallId: 'one',
    media: 'video',
    isPtt: false,
    people: 0,
    mine: false,
  } as const;
  show({ groupCall: { ...group, outcome: 'ended', durationMs: 303_000 } });
  await screen.findByText('\u2068Tomas\u2069 started a video call, 5:03');
  show({ groupCall: { ...group, outcome: 'running', durationMs: null, mine: true } });
  await screen.findByText('You started a video call');
});

describe('other accounts', () => {
  const request = (act_: 'open' | 'answer_voice', at = 1) => ({
    callRequest: { accountId: second, roomId: roomId('studio'), callId: 'rings', act: act_, at },
  });

  test('a request for an account that is not shown shows it first, then the room; once', async () => {
    const { fake } = await open();
    await act(async () => fake.update({ rings: [{ accountId: second, ring: ring() }] }));
    act(() => fake.update(request('open')));
    await screen.findByRole('heading', { name: 'Studio', level: 1 });
    expect(shownAccount()).toContain('Other');
    fireEvent.click(rail().getByRole('button', { name: /^Mara/ }));
    await waitFor(() => expect(shownAccount()).toContain('Mara'));
    await screen.findByRole('tree', { name: 'Chats' });
    fireEvent.click(rail().getByRole('button', { name: /^Other/ }));
    await waitFor(() => expect(shownAccount()).toContain('Other'));
    await screen.findByRole('tree', { name: 'Chats' });
    expect(screen.queryByRole('heading', { name: 'Studio', level: 1 })).not.toBeNull();
  });

  test('nothing that was typed or opened in one account is there in the next one', async () => {
    await open();
    const tree = screen.getByRole('tree', { name: 'Chats' });
    fireEvent.click(within(tree).getByText('Studio'));
    await screen.findByRole('heading', { name: 'Studio', level: 1 });
    const filter = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter' });
    fireEvent.change(filter(), { target: { value: 'stu' } });
    fireEvent.click(rail().getByRole('button', { name: /^Other/ }));
    await waitFor(() => expect(shownAccount()).toContain('Other'));
    await screen.findByRole('tree', { name: 'Chats' });
    expect(filter().value).toBe('');
    expect(screen.queryByRole('heading', { name: 'Studio', level: 1 })).toBeNull();
  });

  test('during a call another account is shown without a question, and the key that mutes shows none', async () => {
    const { fake } = await open();
    act(() => fake.update({ runningCalls: [{ accountId: second, call: running }] }));
    const mute = { accountId: second, roomId: running.roomId, callId: 'runs', at: 1 };
    act(() => fake.update({ callRequest: { ...mute, act: 'toggle_mute' } }));
    await told(() => fake.client.values.callRequest.get()?.act === 'toggle_mute');
    expect(shownAccount()).toContain('Mara');
    act(() => fake.update(request('open', 2)));
    await screen.findByRole('heading', { name: 'Studio', level: 1 });
    expect(shownAccount()).toContain('Other');
  });

  test('who answers another call has been told already, and is not asked', async () => {
    const { fake } = await open();
    await inCall(fake);
    act(() =>
      fake.update({ rings: [{ accountId: second, ring: ring() }], ...request('answer_voice') }),
    );
    await waitFor(() => expect(shownAccount()).toContain('Other'));
    expect(screen.queryByRole('alertdialog', { name: /^End the call/ })).toBeNull();
  });

  test('the window says that it shows rings, and sounds only in front and where that is wanted', async () => {
    const { engine, fake } = await open({ callRings: [ring()] });
    await screen.findByRole('alertdialog', { name: 'Odile Marchetti is calling' });
    const shows = fake.calls.filter(({ name }) => name === 'showRings').map(({ input }) => input);
    expect(shows.at(-1)).toEqual({ shown: true });
    await waitFor(() => expect(tones).toHaveBeenCalledTimes(1));
    act(() => engine.update({ callRings: [] }));
    act(() => fake.update({ app: { ringSound: false } }));
    act(() => engine.update({ callRings: [ring({ callId: 'again' })] }));
    await screen.findByRole('alertdialog', { name: 'Odile Marchetti is calling' });
    expect(tones).toHaveBeenCalledTimes(1);
  });

  const acted = (fake: FakeShell) =>
    fake.calls.filter(({ name }) => name === 'actOnRing').map(({ input }) => input);
  const rings = (fake: FakeShell, ...all: readonly CallRing[]) =>
    act(() => fake.update({ rings: all.map((one) => ({ accountId: second, ring: one })) }));
  const calling = { name: 'Odile Marchetti is calling' };

  test('of two accounts each card of a call says for whom it rings', async () => {
    const { fake, engine } = await open();
    act(() => engine.update({ callRings: [ring()] }));
    rings(fake, ring());
    await waitFor(() => expect(screen.getAllByRole('alertdialog', calling)).toHaveLength(2));
    const whom = screen
      .getAllByRole('alertdialog', calling)
      .map((card) => within(card).getByText(/^Voice call for /).textContent);
    expect(whom).toEqual(['Voice call for Mara Lindqvist', 'Voice call for Other']);
  });

  test('a call for an account that is not shown rings over the one that is, and says for whom; once and by keys', async () => {
    const { fake } = await open();
    rings(fake, ring());
    const card = await screen.findByRole('alertdialog', calling);
    within(card).getByText('Voice call for Other');
    await waitFor(() => expect(tones).toHaveBeenCalledTimes(1));
    const which = { accountId: second, roomId: roomId('studio'), callId: 'rings' };
    fireEvent.keyDown(window, { code: 'KeyD', ctrlKey: true, shiftKey: true });
    await waitFor(() => expect(acted(fake)).toEqual([{ ...which, act: 'decline' }]));
    expect(shownAccount()).toContain('Mara');
    fireEvent.click(within(card).getByRole('button', { name: 'Answer' }));
    fireEvent.keyDown(window, { code: 'KeyA', ctrlKey: true, shiftKey: true });
    await waitFor(() => expect(acted(fake)).toHaveLength(3));
    expect(acted(fake).slice(1)).toEqual(Array(2).fill({ ...which, act: 'answer_voice' }));
    // Main asks this window, which shows the account and answers there.
    act(() => fake.update(request('answer_voice')));
    await waitFor(() => expect(shownAccount()).toContain('Other'));
    expect(tones).toHaveBeenCalledTimes(1);
    rings(fake);
    await waitFor(() => expect(screen.queryByRole('alertdialog', calling)).toBeNull());
  });

  test('a call of another account is answered by holding or leaving the one that runs, of whatever account', async () => {
    const { fake } = await open();
    act(() => fake.update({ runningCalls: [{ accountId: second, call: running }] }));
    await told(() => fake.client.values.runningCalls.get()?.length === 1);
    rings(fake, ring({ media: 'video' }));
    const video = { name: 'Odile Marchetti is calling with video' };
    const card = within(await screen.findByRole('alertdialog', video));
    card.getByText('You are in a call with Priya Venn.');
    // Tab goes the way that the eye goes.
    const buttons = card.getAllByRole('button');
    const order = buttons.map(({ textContent }) => textContent?.replace(/Ctrl.*/, ''));
    expect(order).toEqual([
      'Decline',
      'Hold and answer',
      'End and answer',
      'Hold and answer without video',
    ]);
    for (const name of order.slice(1).reverse())
      fireEvent.click(card.getByRole('button', { name: name ?? '' }));
    fireEvent.keyDown(window, { code: 'KeyA', ctrlKey: true, shiftKey: true });
    await waitFor(() => expect(acted(fake)).toHaveLength(4));
    expect(acted(fake)).toMatchObject([
      { act: 'answer_hold' },
      { act: 'answer_video' },
      { act: 'answer_hold_video' },
      { act: 'answer_hold_video' },
    ]);
    // A call runs: it rings in silence.
    expect(tones).not.toHaveBeenCalled();
    rings(fake, ring({ leftOut: true }));
    await screen.findByText(/You talk only with people you have verified/);
    expect(screen.queryByRole('button', { name: 'End and answer' })).toBeNull();
  });
});

describe('settings', () => {
  const openSettings = async () => {
    const opened = await open();
    fireEvent.click(rail().getByRole('button', { name: 'Settings' }));
    fireEvent.click(await screen.findByRole('tab', { name: 'Calls' }));
    const group = within(await screen.findByRole('region', { name: 'Calls' }));
    return { ...opened, group };
  };

  test('devices and noise are remembered with the account', async () => {
    const { engine, group } = await openSettings();
    const microphone = await group.findByRole('button', { name: /Microphone$/ });
    await waitFor(() => {
      if (screen.queryByRole('option', { name: 'Headset' }) === null) fireEvent.click(microphone);
      screen.getByRole('option', { name: 'Headset' });
    });
    fireEvent.click(screen.getByRole('option', { name: 'Headset' }));
    fireEvent.click(group.getByRole('switch', { name: /^Take noise/ }));
    await waitFor(() =>
      expect(sent(engine, 'setSetting')).toEqual(
        expect.arrayContaining([
          {
            name: 'calls.devices',
            value: { microphoneId: 'mic-2', cameraId: null, speakerId: null },
          },
          { name: 'calls.noiseSuppression', value: false },
        ]),
      ),
    );
  });

  test('the key that mutes is recorded, shown and removed; keys that write are refused with a word', async () => {
    const { fake, group } = await openSettings();
    fireEvent.click(await group.findByRole('button', { name: 'Set: Key to mute' }));
    const recorder = await group.findByRole('button', { name: /^Press the keys/ });
    fireEvent.keyDown(recorder, { key: 'm', code: 'KeyM' });
    await group.findByText(/^Hold Ctrl, Alt/);
    fireEvent.keyDown(recorder, { key: 'Control', code: 'ControlLeft', ctrlKey: true });
    fireEvent.keyDown(recorder, { key: 'M', code: 'KeyM', ctrlKey: true, shiftKey: true });
    await group.findByText('Ctrl+Shift+M');
    fireEvent.click(group.getByRole('button', { name: 'Remove: Key to mute' }));
    await group.findByText('Not set');
    const asked = fake.calls.filter(({ name }) => name === 'setMuteShortcut');
    expect(asked.map(({ input }) => input)).toEqual([
      { accelerator: 'Control+Shift+M' },
      { accelerator: null },
    ]);
  });

  test('ringing aloud is a switch of this computer', async () => {
    const { fake, group } = await openSettings();
    fireEvent.click(await group.findByRole('switch', { name: /^Ring aloud/ }));
    await waitFor(() => expect(fake.app.ringSound).toBe(false));
  });
});

test('keys as Electron writes them, and in words', () => {
  const key = (code: string, held = '') =>
    acceleratorOf(
      {
        code,
        ctrlKey: held.includes('c'),
        altKey: held.includes('a'),
        shiftKey: held.includes('s'),
        metaKey: held.includes('m'),
      },
      held.includes('!'),
    );
  expect([
    key('KeyM', 'cs'),
    key('Digit1', 'm'),
    key('KeyK', 'm!'),
    key('F8'),
    key('MediaPlayPause'),
    key('KeyM', 's'),
    key('Enter', 'c'),
    key('ShiftLeft', 's'),
  ]).toEqual([
    'Control+Shift+M',
    'Super+1',
    'Command+K',
    'F8',
    'MediaPlayPause',
    null,
    null,
    'more',
  ]);
  expect([keysInWords('Control+Shift+M', false), keysInWords('Command+Shift+M', true)]).toEqual([
    'Ctrl+Shift+M',
    '⌘⇧M',
  ]);
});

test('a call that the window lost is offered again, not beside a ring, and no more once it is waved away', async () => {
  const { callId, roomId: where, roomName, person, media } = running;
  const { engine } = await open({ cutCall: { callId, roomId: where, roomName, person, media } });
  const offer = () => screen.queryByText(/Your call with .*Priya Venn.* was cut off/);
  await waitFor(() => expect(offer()).not.toBeNull());
  screen.getByRole('button', { name: 'Call again by voice' });
  act(() => engine.update({ callRings: [ring()] }));
  await screen.findByRole('region', { name: 'Incoming calls' });
  expect(offer()).toBeNull();
  act(() => engine.update({ callRings: [] }));
  await waitFor(() => expect(offer()).not.toBeNull());
  const card = screen.getByRole('button', { name: 'Call again by voice' })
    .parentElement as HTMLElement;
  fireEvent.click(within(card).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(offer()).toBeNull());
  expect(sent(engine, 'dismissCutCall')).toEqual([{}]);
});
