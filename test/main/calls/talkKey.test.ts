// The key that is held to talk: what is heard of the keys of a whole system, when it is listened for, and that whatever ends it lets go.
import { EventEmitter } from 'node:events';
import { UiohookKey } from 'uiohook-napi';
import {
  heldOf,
  listenFor,
  watchKey,
  type HookEvent,
  type HookModule,
} from '../../../main/shell/calls/keyHook';
import { createTalkKey, hookHere, type KeyHook } from '../../../main/shell/calls/talkKey';
import { fakeClock } from '../fakes';

// The table of codes is the real module's; its binary is loaded by the test at the end.
jest.mock('node-gyp-build', () => () => ({}));

const codes: Readonly<Record<string, number>> = UiohookKey;
const key = (name: string, held: Partial<HookEvent> = {}): HookEvent => ({
  keycode: codes[name] ?? -1,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  metaKey: false,
  ...held,
});

describe('one key of all', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function watch(accelerator: string) {
    const heard: string[] = [];
    const held = heldOf(accelerator);
    if (held === null) throw new Error(accelerator);
    const watched = watchKey(held, UiohookKey, (news) => heard.push(news));
    const later = (): void => void jest.advanceTimersByTime(30);
    return { heard, later, ...watched };
  }

  test('what can be held: function keys, the right Ctrl key, a key with others; nothing that writes', () => {
    const good = ['F9', 'ControlRight', 'Control+Shift+M', 'Alt+1', 'Super+Space', 'Command+K'];
    const bad = ['M', 'Shift+M', 'MediaPlayPause', 'Control', 'ShiftRight', '', 'constructor+F9'];
    expect([good.filter((one) => heldOf(one) === null), bad.filter(heldOf)]).toEqual([[], []]);
    const unknown = good.filter((one) => !watch(one).knows);
    expect(unknown).toEqual([]);
  });

  test('each press and each release once, however the key repeats itself', () => {
    const { heard, later, down, up } = watch('F9');
    down(key('F9'));
    down(key('F9'));
    // Some systems repeat a key like this: released and pressed in the same moment.
    up(key('F9'));
    down(key('F9'));
    later();
    expect(heard).toEqual(['down']);
    up(key('F9'));
    later();
    up(key('F9'));
    later();
    down(key('F9'));
    expect(heard).toEqual(['down', 'up', 'down']);
  });

  test('every other key is nothing, and so are these keys with more held', () => {
    const { heard, later, down, up } = watch('Control+M');
    down(key('A', { ctrlKey: true }));
    down(key('M'));
    down(key('M', { ctrlKey: true, shiftKey: true }));
    expect(heard).toEqual([]);
    down(key('M', { ctrlKey: true }));
    down(key('A', { ctrlKey: true }));
    up(key('A', { ctrlKey: true }));
    later();
    expect(heard).toEqual(['down']);
    // The Ctrl key is let go first, and M repeats itself without it.
    up(key('CtrlRight'));
    down(key('M'));
    later();
    expect(heard).toEqual(['down', 'up']);
  });

  test('the right Ctrl key is not the left one', () => {
    const { heard, down } = watch('ControlRight');
    down(key('Ctrl', { ctrlKey: true }));
    expect(heard).toEqual([]);
    down(key('CtrlRight', { ctrlKey: true }));
    expect(heard).toEqual(['down']);
  });
});

function fakeModule(start: () => void = () => undefined) {
  const hook = new EventEmitter();
  const did: string[] = [];
  const uIOhook = Object.assign(hook, {
    start: () => {
      did.push('start');
      start();
    },
    stop: () => void did.push('stop'),
  });
  const module: HookModule = { uIOhook, UiohookKey };
  return { hook, did, load: () => Promise.resolve(module) };
}

test('a module that is missing, or that the system refuses, is said; nothing is thrown', async () => {
  const heard: string[] = [];
  const listen = (accelerator: unknown, load: () => Promise<HookModule>) =>
    listenFor(accelerator, load, (news) => heard.push(news));
  await listen('F9', () => Promise.reject(new Error('Cannot find module')));
  const refusing = fakeModule(() => {
    throw new Error('refused');
  });
  await listen('F9', refusing.load);
  await listen('M', fakeModule().load);
  await listen(7, fakeModule().load);
  expect(heard).toEqual(['failed', 'failed', 'failed', 'failed']);
});

test('listening in this process ends with no listener left', async () => {
  const { hook, did, load } = fakeModule();
  const heard: unknown[] = [];
  const here = hookHere(load);
  const ready = new Promise<void>((resolve) => {
    here.onMessage((news) => {
      heard.push(news);
      resolve();
    });
  });
  here.post('F9');
  await ready;
  hook.emit('keydown', key('F9'));
  here.kill();
  await Promise.resolve();
  await Promise.resolve();
  expect([heard, did]).toEqual([
    ['ready', 'down'],
    ['start', 'stop'],
  ]);
  expect([hook.listenerCount('keydown'), hook.listenerCount('keyup')]).toEqual([0, 0]);
});

function setUp(more: { wayland?: boolean } = {}) {
  const clock = fakeClock();
  const world = {
    shortcut: null as string | null,
    mute: null as string | null,
    inCall: false,
    allowed: true,
    asked: 0,
  };
  const hooks: {
    readonly key: string[];
    killed: boolean;
    say(message: unknown): void;
    exit(): void;
  }[] = [];
  const start = (): KeyHook => {
    let listener: (message: unknown) => void = () => undefined;
    let onExit: (code: number | null) => void = () => undefined;
    const hook = {
      key: [] as string[],
      killed: false,
      say: (message: unknown) => listener(message),
      exit: () => onExit(1),
    };
    hooks.push(hook);
    return {
      post: (accelerator) => void hook.key.push(accelerator),
      onMessage: (given) => {
        listener = given;
      },
      onExit: (given) => {
        onExit = given;
      },
      kill: () => {
        hook.killed = true;
      },
    };
  };
  const talkKey = createTalkKey({
    start,
    shortcut: {
      get: () => world.shortcut,
      set: async (accelerator) => {
        world.shortcut = accelerator;
      },
    },
    muteShortcut: () => world.mute,
    wayland: more.wayland ?? false,
    isAllowed: (ask) => {
      if (ask) world.asked += 1;
      return world.allowed;
    },
    inCall: () => world.inCall,
    later: clock.setTimeout,
  });
  const held: boolean[] = [];
  talkKey.heldChanged(() => held.push(talkKey.isHeld()));
  const call = (on: boolean): void => {
    world.inCall = on;
    talkKey.look();
  };
  /** A call runs and the key is down. */
  const hold = async () => {
    await talkKey.set('F9');
    call(true);
    const hook = hooks.at(-1);
    hook?.say('ready');
    hook?.say('down');
    return hook;
  };
  const listening = (): number => hooks.filter(({ killed }) => !killed).length;
  return { clock, world, hooks, talkKey, held, call, hold, listening };
}

test('listened for while a call runs and a key is set, for that key alone', async () => {
  const { world, hooks, talkKey, held, call, listening } = setUp();
  call(true);
  call(false);
  expect(await talkKey.set('F9')).toBe(true);
  expect([world.shortcut, hooks]).toEqual(['F9', []]);
  call(true);
  call(true);
  expect([hooks.length, hooks[0]?.key]).toEqual([1, ['F9']]);
  for (const news of ['ready', 'down', 'up', 'down']) hooks[0]?.say(news);
  expect(held).toEqual([true, false, true]);
  for (const news of ['KeyA', { key: 'a' }, null]) hooks[0]?.say(news);
  expect(held).toEqual([true, false, true]);
  call(false);
  expect([listening(), talkKey.isHeld()]).toEqual([0, false]);
  // An event that was under way when the hook was stopped.
  hooks[0]?.say('down');
  expect(talkKey.isHeld()).toBe(false);
});

test('whatever ends it lets the key go: the call, another key, no key, the lock, sleep, its process', async () => {
  const ends: ((set: Awaited<ReturnType<typeof setUp>>) => unknown)[] = [
    ({ call }) => call(false),
    ({ talkKey }) => talkKey.set('F10'),
    ({ talkKey }) => talkKey.set(null),
    ({ talkKey }) => talkKey.away('locked', true),
    ({ talkKey }) => talkKey.away('asleep', true),
    ({ hooks }) => hooks[0]?.exit(),
    ({ hooks }) => hooks[0]?.say('failed'),
    ({ world, talkKey }) => {
      world.allowed = false;
      talkKey.look();
    },
  ];
  for (const end of ends) {
    const one = setUp();
    const hook = await one.hold();
    expect(one.held).toEqual([true]);
    await end(one);
    expect([one.held, hook?.killed]).toEqual([[true, false], true]);
  }
});

test('locked and asleep: listened for again when both are over', async () => {
  const { talkKey, hold, listening } = setUp();
  await hold();
  talkKey.away('locked', true);
  talkKey.away('asleep', true);
  talkKey.away('asleep', false);
  expect(listening()).toBe(0);
  talkKey.away('locked', false);
  expect(listening()).toBe(1);
});

test('a process that dies, or waits for a display, is not started again in this call; the next one tries', async () => {
  const { clock, talkKey, call, hooks, listening, hold } = setUp();
  let changes = 0;
  talkKey.changed(() => (changes += 1));
  await talkKey.set('F9');
  call(true);
  clock.advance(4_999);
  expect([listening(), talkKey.state().talkProblem]).toEqual([1, null]);
  changes = 0;
  clock.advance(1);
  expect([listening(), talkKey.state().talkProblem, changes]).toEqual([0, 'unavailable', 1]);
  call(true);
  expect(hooks.length).toBe(1);
  call(false);
  // Said on until one works.
  expect(talkKey.state().talkProblem).toBe('unavailable');
  const hook = await hold();
  expect([hooks.length, talkKey.state().talkProblem, clock.next()]).toEqual([2, null, null]);
  hook?.exit();
  expect([talkKey.isHeld(), talkKey.state().talkProblem]).toEqual([false, 'unavailable']);
});

test('Wayland and macOS without the right: said, and nothing is started; macOS is asked when the person wants', async () => {
  const wayland = setUp({ wayland: true });
  await wayland.hold();
  expect([wayland.hooks, wayland.talkKey.state()]).toEqual([
    [],
    { talkShortcut: 'F9', talkProblem: 'wayland' },
  ]);
  const mac = setUp();
  mac.world.allowed = false;
  await mac.hold();
  expect([mac.hooks, mac.talkKey.state().talkProblem, mac.world.asked]).toEqual([
    [],
    'not_allowed',
    0,
  ]);
  mac.talkKey.askToAllow();
  expect(mac.world.asked).toBe(1);
  let changes = 0;
  mac.talkKey.changed(() => (changes += 1));
  mac.world.allowed = true;
  mac.talkKey.look();
  expect([mac.listening(), mac.talkKey.state().talkProblem, changes]).toEqual([1, null, 1]);
});

test('keys that write, media keys and the key that mutes are refused', async () => {
  const { world, talkKey } = setUp();
  world.mute = 'F8';
  const tried = ['M', 'MediaPlayPause', 'F8', 'F9'];
  expect(await Promise.all(tried.map((one) => talkKey.set(one)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(world.shortcut).toBe('F9');
});
