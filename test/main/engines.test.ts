// Accounts, their engines and the ports between windows and engines, with engines that are told what to say.
import { AppFailure, appFailure } from '#contract/wire/errors';
import { openAccounts } from '../../main/shell/accounts/accounts';
import { Engines } from '../../main/shell/engines/engines';
import { FakeEngine } from './fakeEngineProcess';
import { fakeClock, keptLog, removeFolders, temporaryFolder, until } from './fakes';

async function setUp(userData = temporaryFolder()) {
  const accounts = await openAccounts({ userData, log: keptLog().log });
  const clock = fakeClock();
  const forked: { accountId: string; engine: FakeEngine }[] = [];
  const notified: unknown[] = [];
  const transfers: unknown[] = [];
  const called: unknown[] = [];
  const opened: string[] = [];
  const pages: { url: string; isOpen: boolean; tell: (news: 'moved' | 'closed') => void }[] = [];
  const readers: { posted: unknown[]; exit: () => void; killed: boolean }[] = [];
  let channels = 0;
  const engines = new Engines({
    accounts,
    log: keptLog().log,
    clock,
    fork: (accountId) => {
      const engine = new FakeEngine(forked.length + 1);
      forked.push({ accountId, engine });
      return engine;
    },
    init: async (accountId) => ({
      type: 'init',
      accountId,
      profileFolder: accounts.folderOf(accountId),
      storeKey: new Uint8Array(32),
      appVersion: '1',
      deviceName: 'test',
      logLevel: 'info',
      locale: 'en',
    }),
    createChannel: () => {
      channels += 1;
      return { port1: `engine ${channels}`, port2: `window ${channels}` };
    },
    onNotify: (accountId, { roomId }) => notified.push([accountId, roomId]),
    onUnnotify: (accountId, roomId) => notified.push([accountId, 'close', roomId]),
    onRings: (accountId, rings) => called.push([accountId, 'rings', rings.length]),
    onCalls: (accountId, calls) => called.push([accountId, 'calls', calls.length]),
    onTransferProgress: (accountId, progress) => transfers.push([accountId, progress]),
    onTransfersDone: (accountId, done) => transfers.push([accountId, done]),
    openBrowser: async (url) => {
      opened.push(url);
      return !url.includes('nowhere');
    },
    openPage: (url, tell) => {
      if (url.includes('nowhere')) return null;
      const page = { url, isOpen: true, tell };
      pages.push(page);
      return { close: () => void (page.isOpen = false) };
    },
    confirm: async (windowIds) => windowIds.includes(7),
    startReader: () => {
      const reader = { posted: [] as unknown[], exit: (): void => undefined, killed: false };
      readers.push(reader);
      return {
        post: (...said) => void reader.posted.push(said),
        onExit: (listener) => void (reader.exit = () => listener(1)),
        kill: () => void (reader.killed = true),
      };
    },
    onLogLine: (level, line) => notified.push([level, line]),
  });
  const window = (id: number) => {
    const ports: unknown[] = [];
    return { id, ports, sendPort: (...port: unknown[]) => void ports.push(port) };
  };
  const running = (accountId: string): Promise<void> =>
    until(() =>
      engines.rows().some((row) => row.accountId === accountId && row.engine === 'running'),
    );
  const signIn = (engine: FakeEngine, signedIn = true): void =>
    engine.tell({ profile: { signedIn, userId: '@a:b', label: 'Alice', avatar: null } });
  const last = (): FakeEngine => forked[forked.length - 1]?.engine ?? new FakeEngine(0);
  const started = async (): Promise<string> => {
    const accountId = await engines.add();
    await running(accountId);
    return accountId;
  };
  return {
    accounts,
    pages,
    engines,
    clock,
    forked,
    notified,
    transfers,
    called,
    opened,
    window,
    running,
    signIn,
    last,
    started,
    userData,
  };
}

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (thrown) {
    return thrown instanceof AppFailure ? thrown.error.code : thrown;
  }
};

const notice = {
  eventId: '$e',
  title: 't',
  body: 'b',
  silent: false,
  kind: 'message' as const,
};

afterEach(removeFolders);

test('adding an account: one fresh profile at a time, registered once somebody signed in', async () => {
  const { accounts, engines, signIn, last, forked, running } = await setUp();
  const [first, again] = await Promise.all([engines.add(), engines.add()]);
  await running(first);
  expect([again, forked.length, accounts.isRegistered(first)]).toEqual([first, 1, false]);
  signIn(last(), false);
  expect(accounts.isRegistered(first)).toBe(false);
  signIn(last());
  await until(() => accounts.isRegistered(first));
  expect(engines.rows()).toEqual([
    {
      accountId: first,
      signedIn: true,
      label: 'Alice',
      userId: '@a:b',
      avatar: null,
      unread: 0,
      highlights: 0,
      engine: 'running',
      error: null,
    },
  ]);
  const second = await engines.add();
  expect(second).not.toBe(first);
  await running(second);
  expect(forked.map(({ accountId }) => accountId)).toEqual([first, second]);
});

test('pages for the browser and questions are followed once each, and the engine hears what came of them', async () => {
  const { opened, engines, window, last, started, running } = await setUp();
  const accountId = await started();
  await running(accountId);
  const engine = last();
  const url = 'https://service.example/';
  const question = { act: 'end_account', userId: '@b:c', isWide: true } as const;
  const answers = (count: number): Promise<void> => until(() => engine.asked.length === count);
  engine.tell({ browser: { turn: 1, url: `${url}nowhere`, place: 'browser' } });
  await answers(1);
  engine.tell({
    browser: { turn: 1, url: `${url}nowhere`, place: 'browser' },
    question: { ...question, turn: 1 },
  });
  await answers(2);
  // The request belongs to a window that shows the account.
  engines.connect(accountId, window(7));
  engine.tell({ browser: null });
  for (const turn of [1, 2]) engine.tell({ question: { ...question, turn } });
  engine.tell({ browser: { turn: 2, url, place: 'browser' } });
  await answers(3);
  await until(() => opened.length === 2);
  expect(opened).toEqual([`${url}nowhere`, url]);
  expect(engine.asked).toEqual([
    ['browserNotOpened', { turn: 1 }],
    ...[1, 2].map((turn) => ['answerQuestion', { turn, yes: turn === 2 }]),
  ]);
});

test('a page in a window goes with the wish, and the engine hears what became of it', async () => {
  const { pages, last, started, running } = await setUp();
  await running(await started());
  const engine = last();
  const url = 'https://matrix.example/';
  const wish = (turn: number, place: 'window' | 'browser', to = url) =>
    engine.tell({ browser: { turn, url: to, place } });
  const heard = (count: number): Promise<void> => until(() => engine.asked.length === count);
  wish(1, 'window');
  await until(() => pages.length === 1);
  pages[0]?.tell('moved');
  await heard(1);
  // Another turn replaces it; the browser takes its place; none is wanted any more.
  wish(2, 'window');
  await until(() => pages.length === 2);
  expect(pages.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  wish(3, 'browser');
  await until(() => pages[1]?.isOpen === false);
  wish(4, 'window');
  await until(() => pages.length === 3);
  engine.tell({ browser: null });
  await until(() => pages[2]?.isOpen === false);
  wish(5, 'window', `${url}nowhere`);
  await heard(2);
  wish(6, 'window');
  await until(() => pages.length === 4);
  pages[3]?.tell('closed');
  await heard(3);
  expect(engine.asked).toEqual([
    ['pageNews', { turn: 1, news: 'moved' }],
    ['browserNotOpened', { turn: 5 }],
    ['pageNews', { turn: 6, news: 'closed' }],
  ]);
});

test('a window gets a port to each generation, one that left gets none', async () => {
  const { engines, clock, window, last, started, running } = await setUp();
  const accountId = await started();
  const [one, two] = [window(1), window(2)];
  engines.connect(accountId, one);
  engines.connect(accountId, two);
  const first = last();
  expect(
    first
      .raw()
      .slice(-2)
      .map(({ message, ports }) => [message.type, ports]),
  ).toEqual([
    ['attach', ['engine 1']],
    ['attach', ['engine 2']],
  ]);
  engines.disconnect(2);
  expect(first.types()).toEqual(['init', 'attach', 'attach', 'detach']);
  first.exit(9);
  expect(engines.rows()[0]?.engine).toBe('down');
  clock.advance(250);
  await running(accountId);
  expect([one.ports, two.ports]).toEqual([
    [
      [accountId, 'window 1'],
      [accountId, 'window 3'],
    ],
    [[accountId, 'window 2']],
  ]);
  expect([engines.isConnected(1, accountId), engines.isConnected(2, accountId)]).toEqual([
    true,
    false,
  ]);
});

test('a page that asks again has its former connection taken away', async () => {
  const { engines, window, last, started } = await setUp();
  const accountId = await started();
  const one = window(1);
  engines.connect(accountId, one);
  engines.connect(accountId, one);
  expect(
    last()
      .raw()
      .slice(1)
      .map(({ message }) => message),
  ).toEqual([
    { type: 'attach', connection: 1, first: true },
    { type: 'detach', connection: 1 },
    { type: 'attach', connection: 2, first: true },
  ]);
  expect(one.ports.length).toBe(2);
});

test('the account that a page shows first needs no asking, and asking for it takes nothing away', async () => {
  const { engines, signIn, accounts, window, last, started } = await setUp();
  const accountId = await started();
  signIn(last());
  await until(() => accounts.active() === accountId);
  const one = window(1);
  engines.connectFirst(one);
  expect(one.ports).toEqual([[accountId, 'window 1']]);
  engines.connect(accountId, one);
  expect(one.ports.length).toBe(1);
  engines.connect(accountId, one);
  expect(one.ports.length).toBe(2);
  engines.disconnect(1);
  engines.connectFirst(one);
  engines.disconnect(1);
  engines.connect(accountId, one);
  expect(one.ports.length).toBe(4);
});

test('a port asked for while the engine is away comes when it is there', async () => {
  const { engines, clock, window, last, started, running } = await setUp();
  const accountId = await started();
  last().exit(1);
  const one = window(1);
  engines.connect(accountId, one);
  expect(one.ports).toEqual([]);
  clock.advance(250);
  await running(accountId);
  expect(one.ports).toEqual([[accountId, 'window 1']]);
});

test('media tickets are answered each to its own question; an engine that dies answers none', async () => {
  const { engines, last, started } = await setUp();
  const accountId = await started();
  const ticket = {
    path: '/x',
    key: new Uint8Array(32),
    iv: new Uint8Array(16),
    sizeBytes: 1,
    mimeType: 'image/png',
    readyTo: 1,
  };
  last().answers.set('one', { ticket: null }).set('two', { ticket }).set('odd', { ticket: 7 });
  const asked = ['one', 'two', 'odd', 'three'].map((handle) =>
    engines.media(accountId, handle, null),
  );
  expect(last().asked.map(([, { handle }]) => handle)).toEqual(['one', 'two', 'odd', 'three']);
  // An answer that breaks the contract is none.
  expect(await Promise.all(asked.slice(0, 3))).toEqual([null, ticket, null]);
  last().exit(1);
  expect([
    await asked[3],
    await engines.media(accountId, 'down', null),
    await engines.media('nobody', 'x', null),
  ]).toEqual([null, null, null]);
});

test('a plain copy and a saved place are asked of this account alone; failures keep their code', async () => {
  const { engines, last, started } = await setUp();
  const accountId = await started();
  const code = (promise: Promise<void>): Promise<string> =>
    promise.then(
      () => 'done',
      (thrown: unknown) => (thrown instanceof AppFailure ? thrown.error.code : 'else'),
    );
  last()
    .answers.set('a', {})
    .set('b', appFailure('media_damaged', 'x'))
    .set('known', { path: '/home/x' })
    .set('unknown', { path: null });
  const copies = ['a', 'b', 'c'].map((handle) =>
    code(engines.exportFile(accountId, handle, `/private/${handle}`)),
  );
  const places = ['known', 'unknown', 'lost'].map((id) => engines.savedPath(accountId, id));
  expect(last().asked[1]).toEqual(['exportFile', { handle: 'b', path: '/private/b' }]);
  expect([await copies[0], await copies[1], await places[0], await places[1]]).toEqual([
    'done',
    'media_damaged',
    '/home/x',
    null,
  ]);
  last().exit(1);
  expect([await copies[2], await places[2]]).toEqual(['engine_gone', null]);
  expect([
    await code(engines.exportFile('nobody', 'a', '/x')),
    await engines.savedPath('nobody', 'x'),
  ]).toEqual(['engine_gone', null]);
});

test('a path is given to the running engine, and waits for its answer', async () => {
  const { engines, last, started } = await setUp();
  const accountId = await started();
  const facts = {
    ticket: 't',
    path: '/x',
    fileName: 'x',
    sizeBytes: 1,
    mimeType: null,
    direction: 'read' as const,
    isFolder: false,
  };
  last().answers.set('t', {});
  await engines.acceptFile(accountId, facts);
  expect(last().asked).toEqual([['acceptFile', facts]]);
  last().exit(1);
  await expect(engines.acceptFile(accountId, facts)).rejects.toMatchObject({
    error: { code: 'engine_gone' },
  });
});

test('without an engine nothing rings; calls go on until one says otherwise', async () => {
  const { engines, called, last, started } = await setUp();
  const accountId = await started();
  called.length = 0;
  const person = { userId: '@b:x', name: 'Bob', ambiguous: false, avatar: null };
  const call = { callId: 'c', roomId: '!r', roomName: 'Room', media: 'voice' as const };
  const times = { group: false, waiting: false, leftOut: false, startedMs: 1, ringsUntilMs: 2 };
  last().tell({ rings: [{ ...call, ...times, caller: person }] });
  last().tell({
    calls: [
      { ...call, person, direction: 'in', state: 'connected', connectedMs: 1, sessionId: 's' },
    ],
  });
  const where = { roomId: '!r', callId: 'c' };
  expect(engines.declineCall(accountId, where)).toBe(true);
  expect(last().asked).toEqual([['declineCall', where]]);
  last().exit(1);
  expect(engines.declineCall(accountId, where)).toBe(false);
  expect(called).toEqual([
    [accountId, 'rings', 1],
    [accountId, 'calls', 1],
    [accountId, 'rings', 0],
  ]);
  called.length = 0;
  await engines.remove(accountId);
  expect(called).toContainEqual([accountId, 'calls', 0]);
});

test('transfers are told per account, each end once; an engine that goes away moves nothing', async () => {
  const { transfers, clock, last, started, running } = await setUp();
  const accountId = await started();
  transfers.length = 0;
  const progress = { fraction: 0.5, running: 2, failed: 0 };
  const done = { uploaded: 2, downloaded: 0, failed: 0, run: 1 };
  last().tell({ transferProgress: progress });
  last().tell({ transfersDone: done });
  last().exit(1);
  expect(transfers).toEqual([
    [accountId, progress],
    [accountId, done],
    [accountId, null],
  ]);
  transfers.length = 0;
  clock.advance(250);
  await running(accountId);
  last().tell({ transfersDone: done });
  expect(transfers.filter((told) => (told as unknown[])[1] !== null)).toEqual([[accountId, done]]);
});

test('badge, notices and log lines go where they belong', async () => {
  const { engines, notified, last, started } = await setUp();
  const accountId = await started();
  let changes = 0;
  engines.onChange(() => (changes += 1));
  last().tell({ badge: { unread: 3, highlights: 1 } });
  last().notice('!r', { ...notice, roomId: '!r' });
  last().notice('!r', null);
  last().say({ type: 'log', level: 'warn', line: 'sync late' });
  expect([engines.rows()[0], changes]).toMatchObject([{ unread: 3, highlights: 1 }, 1]);
  expect(notified).toEqual([
    [accountId, '!r'],
    [accountId, 'close', '!r'],
    ['warn', 'sync late'],
  ]);
});

test('no notice is shown twice when the list begins anew; a new engine closes what the former one told', async () => {
  const { notified, clock, last, started, running } = await setUp();
  const accountId = await started();
  last().notice('!a', { ...notice, roomId: '!a' });
  last().notice('!b', { ...notice, roomId: '!b' });
  last().loseStep();
  last().notice('!a', { ...notice, roomId: '!a', eventId: '$next' });
  const told = ['!a', '!b', '!a'].map((roomId) => [accountId, roomId]);
  expect(notified).toEqual(told);
  last().exit(1);
  clock.advance(250);
  await running(accountId);
  expect(notified).toEqual(told);
  last().notice('!b', null);
  expect(notified).toEqual([...told, [accountId, 'close', '!b']]);
});

test('removing stops the engine, closes its notices and deletes the profile', async () => {
  const { accounts, engines, notified, last, signIn, started } = await setUp();
  const accountId = await started();
  signIn(last());
  await until(() => accounts.isRegistered(accountId));
  signIn(last(), false);
  await engines.remove(accountId);
  expect([last().gone, engines.rows(), notified, accounts.list()]).toEqual([
    true,
    [],
    [[accountId, 'close', null]],
    [],
  ]);
  await expect(engines.remove(accountId)).rejects.toThrow();
  expect(codeOf(() => engines.retry(accountId))).toBe('not_found');
});

test('no page removes an account while somebody is signed in, whatever its engine does; one that cannot start may go', async () => {
  const { accounts, clock, engines, last, running, signIn, started } = await setUp();
  const accountId = await started();
  signIn(last());
  await until(() => accounts.isRegistered(accountId));
  const refused = (): Promise<void> =>
    expect(engines.remove(accountId)).rejects.toMatchObject({ error: { code: 'forbidden' } });
  await refused();
  expect([last().gone, accounts.list()]).toEqual([false, [accountId]]);
  // While nobody can say, too.
  last().exit(1);
  await refused();
  while (engines.rows()[0]?.engine !== 'failed') {
    clock.advance(clock.next() ?? 0);
    await running(accountId);
    signIn(last());
    last().exit(1);
  }
  expect(accounts.list()).toEqual([accountId]);
  await engines.remove(accountId);
  expect(accounts.list()).toEqual([]);
});

test('an account that does not exist: every act is refused', async () => {
  const { engines, window, forked } = await setUp();
  expect([
    codeOf(() => engines.connect('abcdefghij', window(1))),
    codeOf(() => engines.retry('__proto__')),
    engines.declineCall('abcdefghij', { roomId: '!r', callId: 'c' }),
    engines.isConnected(1, 'abcdefghij'),
  ]).toEqual(['not_found', 'not_found', false, false]);
  await expect(engines.setActive('abcdefghij')).rejects.toThrow();
  expect(forked).toEqual([]);
});

test('the account on the screen leaves what it shows, as long as its engine runs', async () => {
  const { engines, last, started, signIn, accounts } = await setUp();
  await engines.leavePlace();
  const accountId = await started();
  signIn(last());
  await until(() => accounts.isRegistered(accountId));
  const leaving = engines.leavePlace();
  await until(() => last().asked.length > 0);
  expect(last().asked).toEqual([['leavePlace', {}]]);
  last().exit(1);
  await expect(leaving).rejects.toMatchObject({ error: { code: 'engine_gone' } });
});

test('all start, all wake, all stop; the next run finds the registered ones', async () => {
  const { accounts, engines, signIn, forked, last, started, userData } = await setUp();
  const first = await started();
  signIn(last());
  await until(() => accounts.isRegistered(first));
  const second = await started();
  signIn(last());
  await until(() => accounts.isRegistered(second));
  await engines.setActive(second);
  engines.wake();
  expect(forked.map(({ engine }) => engine.asked)).toEqual([[['wake', {}]], [['wake', {}]]]);
  expect(engines.pids()).toEqual({ [first]: 1, [second]: 2 });
  await engines.stopAll();
  expect(forked.map(({ engine }) => engine.gone)).toEqual([true, true]);
  const next = await setUp(userData);
  next.engines.startAll();
  await Promise.all([next.running(first), next.running(second)]);
  expect([next.engines.rows().map(({ accountId }) => accountId), next.accounts.active()]).toEqual([
    [first, second],
    second,
  ]);
});

test('an engine that gave up is explained and starts again when asked', async () => {
  const { engines, forked, last, started, running } = await setUp();
  const accountId = await started();
  const error = {
    code: 'store_newer' as const,
    message: 'Newer',
    retryable: false,
    retryAfterMs: null,
    data: null,
  };
  last().say({ type: 'unusable', error });
  last().exit(1);
  expect(engines.rows()[0]).toMatchObject({ engine: 'failed', error: { code: 'store_newer' } });
  engines.retry(accountId);
  await running(accountId);
  expect([forked.length, engines.rows()[0]?.error]).toEqual([2, null]);
});

test('asking for a fresh profile again retries the one that failed', async () => {
  const { engines, forked, last, started, running } = await setUp();
  const accountId = await started();
  const error = {
    code: 'disk_full' as const,
    message: '',
    retryable: true,
    retryAfterMs: null,
    data: null,
  };
  last().say({ type: 'unusable', error });
  last().exit(1);
  expect([engines.rows()[0]?.engine, await engines.add()]).toEqual(['failed', accountId]);
  await running(accountId);
  expect(forked.length).toBe(2);
});
