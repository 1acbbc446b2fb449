// The shell contract as a page meets it: over ipc, one served port per page load, file tickets by one guarded channel.
import type { BrowserWindow } from 'electron/main';
import { channels } from '#contract/channels';
import { recorder } from '../../contract/dummy';
import { shell } from '#contract/shell';
import { servePages } from '../../../main/shell/pages/pages';
import type { Tickets } from '../../../main/shell/files/tickets';
import { appFailure } from '#contract/wire/errors';
import { keptLog, until } from '../fakes';

function setUp() {
  const listeners = new Map<string, (window: BrowserWindow, message: unknown) => void>();
  const handlers = new Map<string, (window: BrowserWindow, message: unknown) => Promise<unknown>>();
  const out: unknown[][] = [];
  const window = {
    id: 1,
    isDestroyed: () => false,
    webContents: {
      isDestroyed: () => false,
      send: (...args: unknown[]) => out.push(args),
      postMessage: (...args: unknown[]) => out.push(args),
    },
  } as unknown as BrowserWindow;
  const asked: unknown[][] = [];
  const tickets: Tickets = {
    forReading: async (...args) => {
      asked.push(args);
      if (args[1] === 'bbbbbbbbbb') throw appFailure('forbidden', 'No');
      if (args[1] === 'cccccccccc') throw new Error('inside');
      return [];
    },
    forWriting: async () => 'ticket',
    forFolder: async () => 'ticket',
  };
  const { reached, implementation } = recorder(shell);
  const gone: number[] = [];
  const begun: number[] = [];
  const windows: { sendPort(accountId: string, port: unknown): void }[] = [];
  const pages = servePages({
    ipc: {
      on: (channel, listener) => void listeners.set(channel, listener),
      handle: (channel, handler) => void handlers.set(channel, handler),
    },
    log: keptLog().log,
    tickets,
    implement: (made) => {
      windows.push(made);
      return implementation;
    },
    onPage: ({ id }) => begun.push(id),
    onPageGone: (windowId) => gone.push(windowId),
  });
  const say = (channel: string, message?: unknown): void =>
    listeners.get(channel)?.(window, message);
  const files = (message: unknown): Promise<unknown> =>
    handlers.get(channels.files)?.(window, message) ?? Promise.reject(new Error('none'));
  /** All but what a page is told before it asks. */
  const answers = (): unknown[][] => out.filter(([, message]) => !/ahead/.test(typeOf(message)));
  /** Number of files that were opened for requests. */
  const opened = (): number => reached.length - 2 * begun.length;
  return { pages, out, answers, opened, gone, begun, say, files, asked, windows };
}

const typeOf = (message: unknown): string => String(Object(message).t);

test('a page is told its accounts and the app before it asks', () => {
  const { out, say } = setUp();
  say(channels.open);
  expect(out.map(([, message]) => message)).toEqual([
    expect.objectContaining({ t: 'aheadValue', name: 'accounts' }),
    expect.objectContaining({ t: 'aheadValue', name: 'app' }),
  ]);
});

test('a page that opens is served; before that, and after it closed, it is not', async () => {
  const { pages, answers, opened, say, gone } = setUp();
  const quit = { t: 'call', id: 1, name: 'quit', input: {} };
  say(channels.shell, quit);
  say(channels.open);
  say(channels.shell, quit);
  await until(() => answers().length === 1);
  expect([answers(), opened()]).toEqual([[[channels.shell, { t: 'ok', id: 1, output: {} }]], 1]);
  pages.close(1);
  say(channels.shell, quit);
  expect([opened(), gone]).toEqual([1, [1, 1]]);
});

test('a reloaded page starts from nothing: its numbers are free and its ports are gone', async () => {
  const { answers, opened, say, gone, begun } = setUp();
  const subscribe = { t: 'value', sub: 1, name: 'accounts', query: {} };
  say(channels.open);
  say(channels.shell, subscribe);
  say(channels.open);
  say(channels.shell, subscribe);
  expect([opened(), gone, begun, answers()]).toEqual([2, [1, 1], [1, 1], []]);
});

test('an engine port is handed to the preload script with its account', () => {
  const { answers, say, windows } = setUp();
  say(channels.open);
  windows[0]?.sendPort('abcdefghij', 'port');
  expect(answers()).toEqual([[channels.enginePort, { accountId: 'abcdefghij' }, ['port']]]);
});

test('the file channel checks its message and answers failures as codes', async () => {
  const { files, asked } = setUp();
  const bad = [
    undefined,
    null,
    'x',
    [],
    {},
    { accountId: 'short', paths: ['/a'] },
    { accountId: 'aaaaaaaaaa' },
    { accountId: 'aaaaaaaaaa', paths: '/a' },
    { accountId: 'aaaaaaaaaa', paths: [''] },
    { accountId: 'aaaaaaaaaa', paths: [7] },
    { accountId: 'aaaaaaaaaa', paths: new Array(1_001).fill('/a') },
  ];
  expect(await Promise.all(bad.map(files))).toEqual(
    bad.map(() => ({ ok: false, code: 'bad_request' })),
  );
  expect(asked).toEqual([]);
  expect([
    await files({ accountId: 'aaaaaaaaaa', paths: ['/a'] }),
    await files({ accountId: 'bbbbbbbbbb', paths: ['/a'] }),
    await files({ accountId: 'cccccccccc', paths: ['/a'] }),
  ]).toEqual([
    { ok: true, files: [] },
    { ok: false, code: 'forbidden' },
    { ok: false, code: 'internal' },
  ]);
  expect(asked[0]).toEqual([1, 'aaaaaaaaaa', ['/a']]);
});
