// The small surfaces: notices, tray, badge, dialogs, file names, settings, quitting, the test hook.
import { EventEmitter } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBadge, sumOf } from '../../main/shell/surfaces/badge';
import { createDialogs } from '../../main/shell/files/dialogs';
import { mimeTypeOf, safeFileName } from '../../main/shell/files/fileNames';
import { menuTemplate } from '../../main/shell/windows/menu';
import { createNotifications } from '../../main/shell/surfaces/notifications';
import { writePrivateFile } from '../../main/shell/files/privateFile';
import { quitInOrder, watchQuit } from '../../main/shell/quit';
import { openSettings } from '../../main/shell/settings';
import { installTestHook } from '../../main/shell/testHook';
import { openTexts } from '../../main/shell/surfaces/texts';
import { createTray } from '../../main/shell/surfaces/tray';
import { keptLog, removeFolders, temporaryFolder, until } from './fakes';

const done = async (): Promise<void> => undefined;
const noActs = () => ({ answerNotice: done, readNotice: done });
const noPicture = async (): Promise<null> => null;

const notice = (roomId: string, title = roomId) => ({
  roomId,
  eventId: '$e',
  title,
  body: 'b',
  silent: false,
  kind: 'message' as const,
});

afterEach(removeFolders);

test('a message brings no markup into a notice, and its doubt stands before its words', async () => {
  const t = await openTexts('en');
  const bodies: (string | undefined)[] = [];
  const show = (markup: boolean, more: object): void =>
    createNotifications({
      t,
      isSupported: () => true,
      platform: markup ? 'linux' : 'darwin',
      acts: noActs,
      picture: noPicture,
      create: ({ body }) => {
        bodies.push(body);
        return Object.assign(new EventEmitter(), { show: () => undefined }) as never;
      },
      onClick: () => undefined,
    }).show('alice', { ...notice('!a'), ...more });
  const link = { body: 'a < b & c <a href="https://evil.example">pay</a>' };
  show(true, link);
  show(false, link);
  show(false, { body: '{{name}} $t(main.tray.quit)', trust: 'device_unknown' });
  show(false, { body: 'pay', trust: 'not_encrypted' });
  show(false, { body: '', kind: 'hidden_message' });
  show(false, { body: 'Bob', kind: 'hidden_message', trust: 'not_encrypted' });
  show(true, { ...link, kind: 'reminder' });
  show(false, { body: '', kind: 'reminder' });
  show(false, { body: '', kind: 'not_sent' });
  show(true, { body: '<b>Phone</b>', kind: 'sign_in' });
  show(false, { body: '', kind: 'sign_in' });
  expect(bodies).toEqual([
    'a &lt; b &amp; c &lt;a href="https://evil.example"&gt;pay&lt;/a&gt;',
    link.body,
    'Sender not confirmed: {{name}} $t(main.tray.quit)',
    'Not encrypted: pay',
    'New message',
    'Not encrypted: New message from Bob',
    'a &lt; b &amp; c &lt;a href="https://evil.example"&gt;pay&lt;/a&gt;',
    'A message that you wanted to come back to',
    'A message that was to be sent now could not be sent.',
    '&lt;b&gt;Phone&lt;/b&gt;. Was it you?',
    'A device without a name. Was it you?',
  ]);
});

test.each([
  ['show', 'shown'],
  ['failed', 'failed'],
] as const)('a notice to try it says what the system answers: %s', async (event, answer) => {
  const notifications = createNotifications({
    t: await openTexts('en'),
    isSupported: () => true,
    platform: 'darwin',
    acts: noActs,
    picture: noPicture,
    create: ({ title, silent }) => {
      expect({ title, silent }).toEqual({ title: 'Notifications work', silent: true });
      const shown = Object.assign(new EventEmitter(), { show: () => void shown.emit(event) });
      return shown as never;
    },
    onClick: () => undefined,
  });
  expect(await notifications.test(true)).toBe(answer);
});

test('a click on a notice from a thread says which answer it was', async () => {
  const clicked: unknown[] = [];
  const shown = Object.assign(new EventEmitter(), {
    show: () => undefined,
    close: () => undefined,
  });
  const notifications = createNotifications({
    t: await openTexts('en'),
    isSupported: () => true,
    platform: 'darwin',
    acts: noActs,
    picture: noPicture,
    create: () =>
      shown as unknown as ReturnType<Parameters<typeof createNotifications>[0]['create']>,
    onClick: (...args) => clicked.push(args),
  });
  notifications.show('alice', { ...notice('!c'), threadId: '$root' });
  shown.emit('click');
  // A reminder stands besides the notice of its room, and leads to its message.
  notifications.show('alice', { ...notice('!c'), kind: 'reminder' }, 'reminder !c $e');
  shown.emit('click');
  expect(clicked).toEqual([
    ['alice', '!c', { threadId: '$root', eventId: '$e' }],
    ['alice', '!c', { threadId: '$root', eventId: '$e' }],
    ['alice', '!c', { threadId: null, eventId: '$e' }],
  ]);
  // A sign-in is about no room: the account asks by itself.
  notifications.show('alice', { ...notice(''), kind: 'sign_in' }, 'sign-in D');
  shown.emit('click');
  expect(clicked.at(-1)).toEqual(['alice', '', null]);
});

test.each(['darwin', 'win32', 'linux'] as const)(
  'a message is answered and marked read in its notice: %s',
  async (platform) => {
    const acted: unknown[] = [];
    const clicked: unknown[] = [];
    let refused = false;
    const act =
      (name: string) =>
      async (...args: unknown[]): Promise<void> => {
        acted.push([name, ...args]);
        if (refused) throw new Error('refused');
      };
    interface Made {
      readonly hasReply?: boolean;
      readonly actions?: readonly object[];
      closed: boolean;
    }
    const made: (EventEmitter & Made)[] = [];
    const notifications = createNotifications({
      t: await openTexts('en'),
      isSupported: () => true,
      platform,
      acts: () => ({ answerNotice: act('answer'), readNotice: act('read') }),
      picture: noPicture,
      create({ hasReply, actions }) {
        const shown = Object.assign(new EventEmitter(), {
          ...{ hasReply, actions, closed: false, show: () => undefined },
          close: () => void (shown.closed = true),
        });
        made.push(shown);
        return shown as never;
      },
      onClick: (...args) => clicked.push(args),
    });
    const told = { roomId: '!a', threadId: null, eventId: '$e' };
    notifications.show('alice', { ...notice('!a'), canReply: true });
    const [first] = made;
    expect(first?.hasReply === true).toBe(platform !== 'linux');
    expect(first?.actions).toEqual([{ type: 'button', text: 'Mark as read' }]);
    first?.emit('reply', { reply: '  ' });
    first?.emit('reply', { reply: ' at nine ' });
    // It is gone; whatever the system says of it afterwards does nothing.
    first?.emit('reply', { reply: 'again' });
    expect(acted).toEqual([['answer', 'alice', told, 'at nine']]);
    expect(first?.closed).toBe(true);
    notifications.show('alice', { ...notice('!a'), threadId: '$root' });
    const [, second] = made;
    expect(second?.hasReply).toBeUndefined();
    refused = true;
    second?.emit('action', { actionIndex: 0 });
    expect(acted.at(-1)).toEqual(['read', 'alice', { ...told, threadId: '$root' }]);
    await until(() => clicked.length === 1);
    expect(clicked).toEqual([['alice', '!a', { threadId: '$root', eventId: '$e' }]]);
    // An invitation is no message, so it has neither a reply nor actions.
    notifications.show('alice', { ...notice('!a'), kind: 'invite', canReply: true });
    expect([made[2]?.hasReply, made[2]?.actions]).toEqual([undefined, undefined]);
  },
);

test('one notice per room, the newest; a click opens the room; reading closes it', async () => {
  const made: (EventEmitter & { title: string; body: string; open: boolean })[] = [];
  const clicked: unknown[] = [];
  const notifications = createNotifications({
    t: await openTexts('en'),
    isSupported: () => true,
    platform: 'darwin',
    acts: noActs,
    picture: noPicture,
    create: ({ title = '', body = '' }) => {
      const shown = Object.assign(new EventEmitter(), {
        title,
        body,
        open: false,
        show: () => void (shown.open = true),
        close: () => void (shown.open = false),
      });
      made.push(shown);
      return shown as unknown as ReturnType<Parameters<typeof createNotifications>[0]['create']>;
    },
    onClick: (...args) => clicked.push(args),
  });
  const open = (): string[] => made.filter((shown) => shown.open).map(({ title }) => title);
  notifications.show('alice', notice('!a', 'first'));
  notifications.show('alice', notice('!a', 'second'));
  notifications.show('alice', notice('!b'));
  notifications.show('bob', notice('!a', 'other account'));
  expect(open()).toEqual(['second', '!b', 'other account']);
  made[1]?.emit('click');
  expect(clicked).toEqual([['alice', '!a', null]]);
  notifications.close('alice', '!b');
  expect(open()).toEqual(['second', 'other account']);
  notifications.close('bob', null);
  expect(open()).toEqual(['second']);
  // An update of a notification that was clicked or dismissed is not shown.
  notifications.show('alice', { ...notice('!a', 'without words'), replaces: true });
  notifications.show('alice', { ...notice('!b', 'without words'), replaces: true });
  expect(open()).toEqual(['second']);
  // The system closed an old one after a newer took its place: the newer stays known.
  notifications.show('alice', notice('!c', 'third'));
  notifications.show('alice', notice('!c', 'fourth'));
  made[4]?.emit('close');
  notifications.close('alice', '!c');
  expect(open()).toEqual(['second']);
  notifications.show('alice', {
    ...notice('!d'),
    kind: 'invite',
    body: '{{name}} $t(main.tray.quit)',
  });
  expect(made.at(-1)?.body).toBe('{{name}} $t(main.tray.quit) invites you');
  // Transfers: one notice per account, its click is about no room; nothing to tell makes none.
  const count = made.length;
  notifications.showTransfers('alice', { uploaded: 0, downloaded: 0, failed: 0 });
  expect(made.length).toBe(count);
  notifications.showTransfers('alice', { uploaded: 1, downloaded: 0, failed: 0 });
  notifications.showTransfers('alice', { uploaded: 12, downloaded: 3, failed: 2 });
  expect(made.slice(count).map(({ title, body, open: shown }) => [title, body, shown])).toEqual([
    ['1 file uploaded', '', false],
    ['12 files uploaded', '3 files saved\n2 files could not be transferred', true],
  ]);
  made.at(-1)?.emit('click');
  expect(clicked.at(-1)).toEqual(['alice', null, null]);
  notifications.showTransfers('alice', { uploaded: 0, downloaded: 0, failed: 1 });
  expect(made.at(-1)?.title).toBe('1 file could not be transferred');
  notifications.showPaused();
  expect([made.at(-1)?.title, made.at(-1)?.body, made.at(-1)?.open]).toEqual([
    'Transfers are paused',
    'They go on when Trellis is opened again.',
    true,
  ]);
});

test('the tray tells its state by picture and words, and does without a tray', async () => {
  const t = await openTexts('en-GB');
  const log: string[] = [];
  const acts: string[] = [];
  const looks: string[] = [];
  const menu: { id?: string; click?: () => void }[] = [];
  const deps = {
    icons: '/icons',
    platform: 'linux' as const,
    log: keptLog().log,
    t,
    buildMenu: (template: object[]) => {
      menu.push(...template);
      return {} as never;
    },
    onOpen: () => void acts.push('open'),
    onQuit: () => void acts.push('quit'),
    onLook: ({ state }: { state: string }) => void looks.push(state),
  };
  const icon = Object.assign(new EventEmitter(), {
    setToolTip: (text: string) => log.push(text),
    setImage: (path: string) => log.push(path),
    setContextMenu: () => undefined,
  });
  const tray = createTray({ ...deps, create: () => icon as never });
  tray.set(0, 0);
  tray.set(1, 0);
  tray.set(5, 0);
  tray.set(5, 2);
  tray.set(0, 0);
  expect(log).toEqual([
    'Trellis',
    join('/icons', 'trayUnread.png'),
    'Trellis, 1 unread',
    'Trellis, 5 unread',
    join('/icons', 'trayMention.png'),
    join('/icons', 'trayIdle.png'),
    'Trellis',
  ]);
  log.length = 0;
  tray.setInCall(true);
  tray.set(2, 1);
  expect(tray.state()).toEqual({ state: 'call', toolTip: 'Trellis, in a call' });
  tray.setInCall(false);
  expect([log, tray.state().state]).toEqual([
    [
      join('/icons', 'trayCall.png'),
      'Trellis, in a call',
      join('/icons', 'trayMention.png'),
      'Trellis, 2 unread',
    ],
    'mention',
  ]);
  for (const { click } of menu) click?.();
  icon.emit('click');
  expect([acts, tray.available]).toEqual([['open', 'quit', 'open'], true]);
  const none = createTray({
    ...deps,
    create: () => {
      throw new Error('no tray');
    },
  });
  none.set(3, 1);
  expect([none.available, none.state().state, looks.at(-1)]).toEqual([false, 'mention', 'mention']);
});

test('the icons that main names exist', () => {
  const names = ['icon', 'trayIdle', 'trayUnread', 'trayMention', 'trayCall', 'trayTemplate'];
  const heads = names.map((name) =>
    readFileSync(join(__dirname, '../../build/icons', `${name}.png`))
      .subarray(1, 4)
      .toString(),
  );
  expect(heads).toEqual(names.map(() => 'PNG'));
});

test('the badge is the sum over accounts, told only when it changes', () => {
  const told: unknown[] = [];
  const badge = createBadge((sum) => told.push(sum));
  const row = (unread: number, highlights: number) =>
    ({ unread, highlights }) as Parameters<typeof badge>[0][number];
  badge([row(0, 0)]);
  badge([row(1, 0), row(2, 1)]);
  badge([row(2, 1), row(1, 0)]);
  badge([]);
  expect([told, sumOf([])]).toEqual([
    [
      { unread: 3, highlights: 1 },
      { unread: 0, highlights: 0 },
    ],
    { unread: 0, highlights: 0 },
  ]);
});

test('names from a page or a server become plain file names', () => {
  const names = [
    'photo.jpg',
    '../etc/passwd',
    'C:\\x\\evil.exe',
    'con.txt',
    'NUL',
    'lpt1.log',
    '...',
    '',
    ' . ',
    'a\u202egpj.exe',
    'a\0b\nc',
    'a<b>:c|d?e*.txt',
    `${'x'.repeat(300)}.tar`,
    'x. . .',
    '\u200b',
    'e\u0301.png',
  ];
  expect(names.map((name) => safeFileName(name, 'file'))).toEqual([
    'photo.jpg',
    'passwd',
    'evil.exe',
    '_con.txt',
    '_NUL',
    '_lpt1.log',
    'file',
    'file',
    'file',
    'agpj.exe',
    'abc',
    'a_b__c_d_e_.txt',
    `${'x'.repeat(116)}.tar`,
    'x',
    'file',
    'é.png',
  ]);
  const long = ['文'.repeat(200), `${'文'.repeat(100)}.pdf`, `${'🙂'.repeat(90)}.png`].map((name) =>
    safeFileName(name, 'file'),
  );
  expect(long.map((name) => [Buffer.byteLength(name) <= 200, name.isWellFormed()])).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ]);
  expect(long.map((name) => name.slice(-4))).toEqual(['文文文文', '.pdf', '.png']);
  expect(['a.JPG', 'a.webm', 'a', 'a.exe', '.png', 'a.png/'].map(mimeTypeOf)).toEqual([
    'image/jpeg',
    'video/webm',
    null,
    null,
    'image/png',
    null,
  ]);
});

test('dialogs give paths to main, and a safe name to the user', async () => {
  const asked: unknown[] = [];
  const answer = { canceled: false, filePath: '/saved' };
  const dialogs = createDialogs({
    dialog: {
      showSaveDialog: async (_window: unknown, options: unknown) => {
        asked.push(options);
        return answer;
      },
    } as never,
    t: await openTexts('xx'),
    downloads: () => '/downloads',
  });
  const window = {} as never;
  expect([await dialogs.saveFile(window, '../.bashrc'), await dialogs.saveLogs(window)]).toEqual([
    '/saved',
    '/saved',
  ]);
  expect(asked).toMatchObject([
    { title: 'Save file', defaultPath: '/downloads/bashrc' },
    { title: 'Save logs', defaultPath: '/downloads/trellis-logs.txt' },
  ]);
  answer.canceled = true;
  expect(await dialogs.saveFile(window, 'x')).toBeNull();
});

test('choosing files, folders and a place for many; what runs programs opens only with a yes', async () => {
  const asked: unknown[] = [];
  const answer = { canceled: false, filePaths: ['/a', '/b'] };
  let response = 1;
  const dialogs = createDialogs({
    dialog: {
      showOpenDialog: async (_window: unknown, options: unknown) => {
        asked.push(options);
        return answer;
      },
      showMessageBox: async (_window: unknown, options: unknown) => {
        asked.push(options);
        return { response, checkboxChecked: false };
      },
    } as never,
    t: await openTexts('en'),
    downloads: () => '/downloads',
  });
  const window = {} as never;
  expect([
    await dialogs.chooseFiles(window, false),
    await dialogs.chooseFiles(window, true),
    await dialogs.chooseFolder(window),
    await dialogs.confirmOpen(window, 'setup.exe'),
  ]).toEqual([['/a', '/b'], ['/a', '/b'], '/a', false]);
  expect(asked).toMatchObject([
    { properties: ['openFile', 'multiSelections'] },
    { properties: ['openDirectory', 'multiSelections'] },
    { properties: ['openDirectory', 'createDirectory'] },
    {
      type: 'warning',
      message: '“setup.exe” can run programs. Open it?',
      defaultId: 1,
      cancelId: 1,
    },
  ]);
  response = 0;
  answer.canceled = true;
  expect([
    await dialogs.chooseFiles(window, true),
    await dialogs.chooseFolder(window),
    await dialogs.confirmOpen(window, 'x'),
  ]).toEqual([[], null, true]);

  asked.length = 0;
  const act = { act: 'new_password', userId: '@bob:b', isWide: false } as const;
  const password = { ...act, password: 'as it was typed' };
  const end = { act: 'end_account', userId: '@bob:b', isWide: true } as const;
  expect([
    await dialogs.confirmAct(window, password),
    await dialogs.confirmAct(window, end),
  ]).toEqual([true, true]);
  response = 1;
  expect(await dialogs.confirmAct(window, end)).toBe(false);
  expect(asked).toMatchObject([
    {
      message: 'Give @bob:b a new password?',
      detail: expect.stringContaining('The new password is: as it was typed') as string,
      ...{ defaultId: 1, cancelId: 1 },
    },
    {
      message: 'Deactivate @bob:b?',
      detail: expect.stringMatching(/erased[^]*If you did not just ask for this/) as string,
      ...{ defaultId: 1, cancelId: 1 },
    },
    {},
  ]);
});

test('what is saved is readable by the user alone, also where a file stood before', async () => {
  const path = join(temporaryFolder(), 'key.txt');
  writeFileSync(path, 'something longer that was here', { mode: 0o644 });
  await writePrivateFile(path, 'EsTG 9qVb\n');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['EsTG 9qVb\n', 0o600]);
  await expect(writePrivateFile(join(path, 'no folder'), 'x')).rejects.toMatchObject({
    error: { code: 'forbidden' },
  });
});

test('settings of the shell survive, damaged ones are the defaults', async () => {
  const userData = temporaryFolder();
  const settings = await openSettings(userData);
  await settings.set({ theme: 'dark' });
  expect((await openSettings(userData)).get()).toEqual({
    theme: 'dark',
    zoom: 100,
    closeToTray: false,
    muteShortcut: null,
    talkShortcut: null,
    ringSound: true,
    spelling: null,
  });
  writeFileSync(join(userData, 'shell.json'), '{"version":1,"theme":"pink"}');
  expect((await openSettings(userData)).get()).toEqual({
    theme: 'system',
    zoom: 100,
    closeToTray: false,
    muteShortcut: null,
    talkShortcut: null,
    ringSound: true,
    spelling: null,
  });
});

test('quitting stops the engines, drops fresh profiles, writes the log, leaves once', async () => {
  const app = Object.assign(new EventEmitter(), {
    exit: (code: number) => done.push(`exit ${code}`),
  });
  const done: string[] = [];
  const step = (name: string) => async () => void done.push(name);
  const quitting = watchQuit(app as never);
  quitInOrder({
    app: app as never,
    engines: { stopAll: step('engines') },
    accounts: { discardFresh: () => Promise.reject(new Error('disk')) },
    logs: { flush: step('logs'), log: keptLog().log },
    copies: { empty: step('copies') },
    onLeaving: () => done.push('notice'),
  });
  expect(quitting.begun()).toBe(false);
  app.emit('before-quit', {});
  let prevented = 0;
  for (let n = 0; n < 2; n += 1) app.emit('will-quit', { preventDefault: () => (prevented += 1) });
  await until(() => done.includes('exit 0'));
  expect([quitting.begun(), prevented, done]).toEqual([
    true,
    2,
    ['notice', 'engines', 'copies', 'logs', 'exit 0'],
  ]);
});

test('developer tools and reload are in the menu of unpackaged runs only', async () => {
  const t = await openTexts('en');
  const text = (packaged: boolean): string =>
    JSON.stringify(menuTemplate(t, 'linux', packaged, () => undefined));
  expect([
    text(true).includes('toggleDevTools'),
    text(true).includes('reload'),
    text(false).includes('toggleDevTools'),
  ]).toEqual([false, false, true]);
});

test('the test hook exists only when asked for, and never in a packaged app', () => {
  const live = {
    tray: () => ({ available: true, state: 'idle' as const, toolTip: '' }),
    badge: () => 0,
    enginePids: () => ({}),
  };
  for (const env of [{}, { TRELLIS_TEST: '' }, { TRELLIS_TEST: '0' }, { TRELLIS_TEST: 'true' }]) {
    expect([installTestHook(env, false, live), globalThis.__test]).toEqual([null, undefined]);
  }
  expect([installTestHook({ TRELLIS_TEST: '1' }, true, live), globalThis.__test]).toEqual([
    null,
    undefined,
  ]);
  expect(installTestHook({ TRELLIS_TEST: '1' }, false, live)).toBe(globalThis.__test);
  globalThis.__test = undefined;
});
