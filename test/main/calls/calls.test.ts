// Calls on the desktop: the ring window and its buttons, keep-awake, the key that mutes, camera and microphone by lease, screens.
import { EventEmitter } from 'node:events';
import type { CallRing, RunningCall } from '#contract/areas/calls/callsModels';
import { AppFailure } from '#contract/wire/errors';
import { createCallState, isShortcut } from '../../../main/shell/calls/callState';
import { createCapture, guardCapture } from '../../../main/shell/pages/capture';
import { createMediaLeases } from '../../../main/shell/pages/mediaLeases';
import { callFrame, popOutOf } from '../../../main/shell/windows/popOut';
import { createRequests, type CallRequest } from '../../../main/shell/engines/requests';
import { createRingActs, createShownRings } from '../../../main/shell/calls/rings';
import { createRingWindow, ringPlace, ringUrl } from '../../../main/shell/calls/ringWindow';
import { keptLog } from '../fakes';

const person = { userId: '@bob:x', name: 'Bob', ambiguous: false, avatar: null };

const ring = (callId: string, more: Partial<CallRing> = {}): CallRing => ({
  callId,
  roomId: '!r',
  roomName: 'Room',
  caller: person,
  media: 'voice',
  group: false,
  waiting: false,
  leftOut: false,
  startedMs: 1,
  ringsUntilMs: 60_000,
  ...more,
});

const running = (callId: string, more: Partial<RunningCall> = {}): RunningCall => ({
  callId,
  roomId: '!r',
  roomName: 'Room',
  person,
  direction: 'out',
  media: 'voice',
  state: 'connected',
  connectedMs: 1,
  sessionId: 'session',
  ...more,
});

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (thrown) {
    return thrown instanceof AppFailure ? thrown.error.code : thrown;
  }
};

class FakeWindow extends EventEmitter {
  readonly webContents = Object.assign(new EventEmitter(), { id: 0 });
  readonly did: unknown[] = [];
  gone = false;
  readonly id: number;
  readonly options: Readonly<Record<string, unknown>>;
  constructor(id: number, options: Readonly<Record<string, unknown>>) {
    super();
    this.id = id;
    this.options = options;
    this.webContents.id = id + 100;
  }
  loadURL = (url: string): Promise<void> => {
    this.did.push(url);
    return Promise.resolve();
  };
  show = (): void => void this.did.push('show');
  showInactive = (): void => void this.did.push('showInactive');
  setBounds = (bounds: unknown): void => void this.did.push(bounds);
  isDestroyed = (): boolean => this.gone;
  destroy = (): void => {
    if (this.gone) return;
    this.gone = true;
    this.emit('closed');
  };
}

function setUpRings() {
  const windows: FakeWindow[] = [];
  const closed: number[] = [];
  const world = { shown: false };
  const ringWindow = createRingWindow({
    create: (options) => {
      const made = new FakeWindow(windows.length + 1, options as Record<string, unknown>);
      windows.push(made);
      return made as never;
    },
    workArea: () => ({ x: 0, y: 20, width: 1_000, height: 700 }),
    preload: '/preload.js',
    icon: '/icon.png',
    packaged: true,
    isDark: () => false,
    isShown: () => world.shown,
    log: keptLog().log,
    onClosed: (windowId) => closed.push(windowId),
  });
  const open = (): number => windows.filter(({ gone }) => !gone).length;
  return { windows, closed, world, ringWindow, open };
}

test('the ring window comes with the first ring, over all, without the focus, and goes with the last', () => {
  const { windows, closed, ringWindow, open } = setUpRings();
  ringWindow.set([]);
  expect(windows).toEqual([]);
  ringWindow.set([{ accountId: 'alice', ring: ring('one') }]);
  ringWindow.set([
    { accountId: 'alice', ring: ring('one') },
    { accountId: 'bob', ring: ring('two') },
  ]);
  const [window] = windows;
  window?.emit('ready-to-show');
  expect([windows.length, window?.did]).toEqual([1, [ringUrl, 'showInactive']]);
  expect(window?.options).toMatchObject({
    x: 616,
    y: 44,
    width: 360,
    height: 428,
    show: false,
    frame: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    webPreferences: { preload: '/preload.js', sandbox: true, contextIsolation: true },
  });
  expect([ringWindow.byContents(101) !== null, ringWindow.byContents(7)]).toEqual([true, null]);
  ringWindow.set([{ accountId: 'bob', ring: ring('two') }]);
  expect(open()).toBe(1);
  ringWindow.set([]);
  expect([open(), closed, ringWindow.byContents(101)]).toEqual([0, [1], null]);
});

test('who closes the window, or says later, has heard it; the next call rings again', () => {
  const { windows, ringWindow, open } = setUpRings();
  const one = { accountId: 'alice', ring: ring('one') };
  const two = { accountId: 'alice', ring: ring('two') };
  ringWindow.set([one]);
  windows[0]?.destroy();
  ringWindow.set([{ ...one, ring: ring('one', { ringsUntilMs: 1 }) }]);
  expect([windows.length, open()]).toEqual([1, 0]);
  ringWindow.set([one, two]);
  expect(open()).toBe(1);
  ringWindow.dismiss('alice', 'two');
  expect(open()).toBe(0);
  // The same id in another account is another call; one that was over may ring anew.
  ringWindow.set([{ accountId: 'bob', ring: ring('one') }]);
  expect(open()).toBe(1);
  ringWindow.set([]);
  ringWindow.set([one]);
  expect(open()).toBe(1);
});

test('a window in front rings for every account; behind another program the ring window comes', () => {
  const { windows, world, ringWindow, open } = setUpRings();
  world.shown = true;
  ringWindow.set([
    { accountId: 'alice', ring: ring('one') },
    { accountId: 'bob', ring: ring('two') },
  ]);
  expect(open()).toBe(0);
  world.shown = false;
  ringWindow.look();
  expect(open()).toBe(1);
  // Looking at the app is not having heard enough.
  world.shown = true;
  ringWindow.look();
  expect(open()).toBe(0);
  world.shown = false;
  ringWindow.look();
  expect([open(), windows.length]).toEqual([1, 2]);
});

test('a window rings itself while it is in front and shows its cards; only then may it answer for any account', () => {
  let front = 1;
  let looks = 0;
  const shown = createShownRings({
    isFocused: (windowId) => windowId === front,
    changed: () => (looks += 1),
  });
  expect([shown.inFront(), shown.inFront(1)]).toEqual([false, false]);
  shown.show(1, true);
  shown.show(1, true);
  shown.show(2, false);
  expect([looks, shown.inFront(), shown.inFront(1), shown.inFront(2)]).toEqual([
    1,
    true,
    true,
    false,
  ]);
  front = 2;
  expect([shown.inFront(), shown.inFront(1)]).toEqual([false, false]);
  front = 1;
  shown.show(1, false);
  expect([looks, shown.inFront()]).toEqual([2, false]);
});

test('what was asked is done once: a page that opens later finds nothing', () => {
  const requests = createRequests<CallRequest>();
  const heard: unknown[] = [];
  requests.subscribe(() => heard.push(requests.newest()?.at ?? null));
  const request = { accountId: 'alice', roomId: '!r', callId: 'one', act: 'open' } as const;
  requests.ask(request);
  requests.took(1);
  requests.ask(request);
  requests.took(1);
  expect([heard, requests.newest()]).toEqual([[1, null, 2], { ...request, at: 2 }]);
});

test('the ring window alone sizes itself, and stays on its screen', () => {
  const { windows, ringWindow } = setUpRings();
  expect(ringWindow.fit(1, { width: 400, height: 116 })).toBe(false);
  ringWindow.set([{ accountId: 'alice', ring: ring('one') }]);
  expect([
    ringWindow.fit(2, { width: 400, height: 116 }),
    ringWindow.fit(1, { width: 400, height: 116 }),
  ]).toEqual([false, true]);
  expect(windows[0]?.did.at(-1)).toEqual({ x: 576, y: 44, width: 400, height: 116 });
  expect(ringPlace({ x: 10, y: 0, width: 300, height: 200 }, { width: 400, height: 100 }).x).toBe(
    10,
  );
});

function setUpState() {
  const did: string[] = [];
  const shown: unknown[] = [];
  const world = { shortcut: null as string | null, refuses: false };
  const pressed = new Map<string, () => void>();
  const requests = createRequests<CallRequest>();
  let blocker = 0;
  const state = createCallState({
    ringWindow: {
      set: (rings) =>
        void shown.push(rings.map(({ accountId, ring: { callId } }) => `${accountId} ${callId}`)),
      dismiss: () => undefined,
    },
    ...{ requests, decline: () => true },
    power: {
      start: (type) => {
        did.push(`start ${type}`);
        return (blocker += 1);
      },
      stop: (id) => did.push(`stop ${id}`),
    },
    shortcuts: {
      register: (accelerator, work) => {
        if (world.refuses) return false;
        pressed.set(accelerator, work);
        return true;
      },
      unregister: (accelerator) => pressed.delete(accelerator),
    },
    muteShortcut: {
      get: () => world.shortcut,
      set: async (accelerator) => {
        world.shortcut = accelerator;
      },
    },
    onInCall: (inCall) => void did.push(inCall ? 'in call' : 'out'),
  });
  return { did, shown, world, pressed, requests, state };
}

test('a call keeps the computer awake, video the screen too; the tray says it; all accounts count', () => {
  const { did, state } = setUpState();
  state.setCalls('alice', []);
  state.setCalls('alice', [running('one', { state: 'ringing', direction: 'in' })]);
  state.setCalls('alice', [running('one', { state: 'ended' })]);
  expect([did, state.inCall()]).toEqual([[], false]);
  state.setCalls('alice', [running('one', { state: 'invite_sent' })]);
  state.setCalls('bob', [running('two', { media: 'video' })]);
  state.setCalls('alice', []);
  expect([state.inCall(), state.mayListen()]).toEqual([true, true]);
  state.setCalls('bob', []);
  expect(did).toEqual([
    'start prevent-app-suspension',
    'in call',
    'start prevent-display-sleep',
    'stop 1',
    'stop 2',
    'out',
  ]);
  expect([state.inCall(), state.mayListen()]).toEqual([false, false]);
});

test('the key that mutes is taken during calls only, and mutes the call that is connected', async () => {
  const { world, pressed, requests, state } = setUpState();
  let changes = 0;
  state.changed(() => (changes += 1));
  expect(await state.setMuteShortcut('Control+Shift+M')).toBe(true);
  expect([[...pressed], state.keys()]).toEqual([
    [],
    { muteShortcut: 'Control+Shift+M', taken: false },
  ]);
  state.setCalls('alice', [running('new', { state: 'connecting' }), running('old')]);
  pressed.get('Control+Shift+M')?.();
  pressed.get('Control+Shift+M')?.();
  expect(requests.newest()).toEqual({
    accountId: 'alice',
    roomId: '!r',
    callId: 'old',
    act: 'toggle_mute',
    at: 2,
  });
  expect(await state.setMuteShortcut('Alt+F9')).toBe(true);
  expect([...pressed.keys()]).toEqual(['Alt+F9']);
  state.setCalls('alice', []);
  expect([pressed.size, changes > 0]).toEqual([0, true]);
  // Another program has the keys.
  world.refuses = true;
  expect(await state.setMuteShortcut('Control+Shift+K')).toBe(false);
  expect(state.keys().muteShortcut).toBe('Alt+F9');
  state.setCalls('alice', [running('one')]);
  expect(state.keys()).toEqual({ muteShortcut: 'Alt+F9', taken: true });
  expect(await state.setMuteShortcut(null)).toBe(true);
  expect(state.keys()).toEqual({ muteShortcut: null, taken: false });
});

test('a shortcut holds something that writes nothing', () => {
  const good = [
    'CommandOrControl+Shift+M',
    'Alt+Space',
    'F8',
    'Shift+F12',
    'Super+1',
    'MediaPlayPause',
  ];
  const bad = [
    'M',
    'Shift+M',
    '',
    'Control',
    'Control+',
    'Control+Alt',
    'F25',
    'Ctrl+Enter+A',
    'a',
    'Ctrl+é',
  ];
  expect([good.filter((keys) => !isShortcut(keys)), bad.filter(isShortcut)]).toEqual([[], []]);
});

test('only what rings is answered or declined; answering opens the window and asks it', () => {
  const { state, requests } = setUpState();
  const sent: [string, { readonly roomId: string; readonly callId: string }][] = [];
  const did: string[] = [];
  const engine = { runs: true };
  const act = createRingActs({
    calls: state,
    requests,
    ringWindow: { dismiss: (accountId, callId) => void did.push(`dismiss ${accountId} ${callId}`) },
    decline: (accountId, call) => {
      if (engine.runs) sent.push([accountId, call]);
      return engine.runs;
    },
    show: () => void did.push('show'),
  });
  const one = { accountId: 'alice', roomId: '!r', callId: 'one' };
  state.setRings('alice', [ring('one')]);
  for (const wrong of [{ accountId: 'bob' }, { roomId: '!x' }, { callId: 'two' }]) {
    expect(codeOf(() => act({ ...one, ...wrong, act: 'answer_video' }))).toBe('not_found');
  }
  expect([sent, did, requests.newest()]).toEqual([[], [], null]);
  act({ ...one, act: 'later' });
  act({ ...one, act: 'decline' });
  expect([sent, did]).toEqual([
    [['alice', { roomId: '!r', callId: 'one' }]],
    ['dismiss alice one', 'dismiss alice one'],
  ]);
  act({ ...one, act: 'message' });
  expect([sent.length, did.at(-1), requests.newest()]).toEqual([
    2,
    'show',
    { ...one, act: 'open', at: 1 },
  ]);
  // A ringing call opens no microphone; an answered one may until it ends.
  expect(state.mayListen()).toBe(false);
  engine.runs = false;
  expect(codeOf(() => act({ ...one, act: 'decline' }))).toBe('engine_gone');
  act({ ...one, act: 'answer_video' });
  expect([did.at(-1), requests.newest()]).toEqual(['show', { ...one, act: 'answer_video', at: 2 }]);
  expect(state.mayListen()).toBe(true);
  state.setRings('alice', []);
  expect(state.mayListen()).toBe(false);
  expect(codeOf(() => act({ ...one, act: 'answer_voice' }))).toBe('not_found');
});

function setUpLeases(platform: NodeJS.Platform = 'linux') {
  const world = { focused: 1, calls: false, status: 'granted', agrees: true };
  const asked: string[] = [];
  const leases = createMediaLeases({
    platform,
    system: {
      getMediaAccessStatus: () => world.status as never,
      askForMediaAccess: async (kind) => {
        asked.push(kind);
        return world.agrees;
      },
    },
    isFocused: (windowId) => windowId === world.focused,
    hasCalls: () => world.calls,
  });
  return { world, asked, leases };
}

test('camera and microphone: for the window that asked, what it asked for, until it is done', async () => {
  const { world, leases } = setUpLeases();
  const granted = (...kinds: string[]): boolean => leases.isGranted(1, kinds);
  expect([granted('audio'), granted('video'), granted()]).toEqual([false, false, false]);
  expect(await leases.request(1, { microphone: true, camera: false })).toEqual({
    microphone: 'granted',
    camera: 'granted',
  });
  expect([
    granted('audio'),
    granted('video'),
    granted('audio', 'video'),
    granted('unknown'),
  ]).toEqual([true, false, false, true]);
  expect(leases.isGranted(2, ['audio'])).toBe(false);
  await leases.request(1, { microphone: false, camera: true });
  expect(granted('audio', 'video')).toBe(true);
  leases.release(1);
  expect(granted('audio')).toBe(false);
  // In the background only for a call that was placed or accepted.
  world.focused = 2;
  await expect(leases.request(1, { microphone: true, camera: true })).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
  expect(granted('audio')).toBe(false);
  world.calls = true;
  await leases.request(1, { microphone: true, camera: true });
  expect(granted('audio', 'video')).toBe(true);
});

test('macOS is asked once, and its no is a no; Windows says what it has', async () => {
  const mac = setUpLeases('darwin');
  mac.world.status = 'not-determined';
  expect(await mac.leases.request(1, { microphone: true, camera: false })).toEqual({
    microphone: 'granted',
    camera: 'not_asked',
  });
  mac.world.agrees = false;
  expect(await mac.leases.request(1, { microphone: false, camera: true })).toEqual({
    microphone: 'not_asked',
    camera: 'denied',
  });
  expect([mac.asked, mac.leases.isGranted(1, ['video'])]).toEqual([
    ['microphone', 'camera'],
    false,
  ]);
  const windows = setUpLeases('win32');
  windows.world.status = 'denied';
  expect(await windows.leases.request(1, { microphone: true, camera: true })).toEqual({
    microphone: 'denied',
    camera: 'denied',
  });
  expect([windows.asked, windows.leases.isGranted(1, ['audio'])]).toEqual([[], false]);
});

const source = (id: string, name: string, bytes = 'jpeg') => ({
  id,
  name,
  display_id: '',
  appIcon: null,
  thumbnail: { isEmpty: () => bytes === '', toJPEG: () => Buffer.from(bytes) },
});

function setUpCapture(more: { picker?: 'own' | 'system' | 'portal'; systemAudio?: boolean } = {}) {
  const clock = { now: 0 };
  const capture = createCapture({
    picker: more.picker ?? 'own',
    systemAudio: more.systemAudio ?? false,
    now: () => clock.now,
    getSources: async () =>
      [
        source('screen:0:0', 'Entire screen'),
        source('window:7:0', 'Letter\u202e to\n you', ''),
      ] as never,
  });
  return { clock, capture };
}

test('a page sees names, pictures and ids that are good once, for its window', async () => {
  const { clock, capture } = setUpCapture();
  const [screen, window] = await capture.list(1);
  expect([screen, window]).toEqual([
    {
      sourceId: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/) as string,
      kind: 'screen',
      name: 'Entire screen',
      thumbnail: new Uint8Array(Buffer.from('jpeg')),
    },
    {
      sourceId: expect.stringMatching(/^[A-Za-z0-9_-]{24}$/) as string,
      kind: 'window',
      name: 'Letter to you',
      thumbnail: null,
    },
  ]);
  const id = screen?.sourceId ?? '';
  expect(capture.take(1, false)).toBeNull();
  const again = (await capture.list(1))[0]?.sourceId ?? '';
  for (const [windowId, wrong] of [
    [1, id],
    [2, again],
    [1, 'screen:0:0'],
  ] as const) {
    expect(codeOf(() => capture.choose(windowId, wrong, false))).toBe('not_found');
  }
  capture.choose(1, again, true);
  expect(codeOf(() => capture.choose(1, again, true))).toBe('not_found');
  expect(capture.take(2, false)).toBeNull();
  expect(capture.take(1, true)).toEqual({ video: { id: 'screen:0:0', name: 'Entire screen' } });
  expect(capture.take(1, true)).toBeNull();
  const late = (await capture.list(1))[1]?.sourceId ?? '';
  capture.choose(1, late, false);
  clock.now = 10_001;
  expect(capture.take(1, false)).toBeNull();
  const lost = (await capture.list(1))[0]?.sourceId ?? '';
  capture.choose(1, lost, false);
  capture.forget(1);
  expect(capture.take(1, false)).toBeNull();
});

test('sound goes along where the system can, and was asked for by both', async () => {
  const { capture } = setUpCapture({ systemAudio: true });
  const take = async (chosen: boolean, wanted: boolean): Promise<unknown> => {
    capture.choose(1, (await capture.list(1))[0]?.sourceId ?? '', chosen);
    return capture.take(1, wanted)?.audio;
  };
  expect([await take(true, true), await take(true, false), await take(false, true)]).toEqual([
    'loopback',
    undefined,
    undefined,
  ]);
  expect(await setUpCapture({ picker: 'system' }).capture.list(1)).toEqual([]);
});

test('getDisplayMedia of anything but our own main frame gets nothing', async () => {
  const { capture } = setUpCapture();
  type Handler = (
    request: { frame: unknown; audioRequested: boolean },
    answer: (streams: object) => void,
  ) => void;
  let handler: Handler = () => undefined;
  let options: unknown;
  guardCapture(
    {
      setDisplayMediaRequestHandler: (given: unknown, with_: unknown) => {
        handler = given as Handler;
        options = with_;
      },
    } as never,
    capture,
    (frame) => (frame === ('ours' as never) ? 1 : null),
  );
  const ask = (frame: unknown): unknown => {
    let given: unknown = 'none';
    handler({ frame, audioRequested: false }, (streams) => {
      given = streams;
      // Like Electron when the answer has no video.
      if (!('video' in streams)) throw new TypeError('Video was requested');
    });
    return given;
  };
  const choose = async (): Promise<void> =>
    capture.choose(1, (await capture.list(1))[0]?.sourceId ?? '', false);
  await choose();
  expect([ask('a stranger'), ask(null)]).toEqual([{}, {}]);
  expect([ask('ours'), ask('ours'), options]).toEqual([
    { video: { id: 'screen:0:0', name: 'Entire screen' } },
    {},
    { useSystemPicker: false },
  ]);
});

test('a page opens one kind of window, during a call, without a preload script', () => {
  const world = { inCall: true };
  const asked = { url: 'about:blank', frameName: callFrame };
  const own = 'app://bundle/index.html#/room/x';
  const open = (openerUrl: string, more: object = {}) =>
    popOutOf(
      { icon: '/icon.png', packaged: true, isDark: () => false, inCall: () => world.inCall },
      openerUrl,
      { ...asked, ...more },
    );
  const options = open(own);
  expect(options).toMatchObject({
    alwaysOnTop: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  expect(Object.keys(options?.webPreferences ?? {})).not.toContain('preload');
  expect([
    open('https://example.org/'),
    open('about:blank'),
    open(own, { frameName: '' }),
    open(own, { url: 'app://bundle/index.html' }),
    open(own, { url: 'https://example.org/' }),
  ]).toEqual([null, null, null, null, null]);
  world.inCall = false;
  expect(open(own)).toBeNull();
});
