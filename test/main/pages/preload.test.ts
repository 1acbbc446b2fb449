// The page's API is frozen, takes no channel names, and leaks no event. Electron's side is a fake, the script is ours.
import { EventEmitter } from 'node:events';
import { channels } from '#contract/channels';
import type { TrellisBridge } from '#contract/shell';

const renderer = new EventEmitter();
const sent: unknown[][] = [];
const invoked: unknown[][] = [];
const exposed: Record<string, unknown> = {};
const posted: unknown[][] = [];
let answer: unknown = { ok: true, files: [] };

jest.mock(
  'electron/renderer',
  () => ({
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => (exposed[name] = api) },
    ipcRenderer: {
      on: (channel: string, listener: (...args: unknown[]) => void) =>
        renderer.on(channel, listener),
      send: (...args: unknown[]) => sent.push(args),
      invoke: async (...args: unknown[]) => {
        invoked.push(args);
        return answer;
      },
    },
    webUtils: {
      getPathForFile: (file: File) => {
        if (file.name === 'broken') throw new Error('not from the disk');
        return file.name === 'made' ? '' : `/home/${file.name}`;
      },
    },
  }),
  { virtual: true },
);

const bridge = (): TrellisBridge => exposed['trellis'] as TrellisBridge;

beforeAll(async () => {
  (globalThis as Record<string, unknown>)['window'] = {
    location: { origin: 'app://bundle' },
    postMessage: (...args: unknown[]) => posted.push(args),
  };
  await import('../../../preload/index');
});

test('one frozen object of functions, and the page is announced first', () => {
  expect([
    Object.keys(exposed),
    Object.isFrozen(bridge()),
    Object.isFrozen(bridge().shell),
  ]).toEqual([['trellis'], true, true]);
  const names = (of: object): string[] =>
    Object.entries(of).map(([name, member]) => `${name} ${typeof member}`);
  expect([names(bridge()), names(bridge().shell)]).toEqual([
    ['shell object', 'fileTickets function'],
    ['post function', 'onMessage function'],
  ]);
  expect(sent).toEqual([[channels.open]]);
});

test('a port that comes before the page listens waits for it, and so does what main says', () => {
  const port = {};
  renderer.emit(channels.shell, {}, 'first');
  renderer.emit(channels.shell, {}, 'second');
  renderer.emit(channels.enginePort, { ports: [port] }, { accountId: 'abcdefghij' });
  expect(posted).toEqual([]);
  const heard: unknown[] = [];
  bridge().shell.onMessage((message) => heard.push(message))();
  expect(heard).toEqual(['first', 'second']);
  expect(posted.splice(0)).toEqual([
    [{ type: 'trellis:engine-port', accountId: 'abcdefghij' }, 'app://bundle', [port]],
  ]);
});

test('messages pass unread, on the one channel; the page never gets an event object', () => {
  const got: unknown[][] = [];
  const stop = bridge().shell.onMessage((...args: unknown[]) => got.push(args));
  bridge().shell.post({ t: 'call', channel: 'trellis:files' });
  renderer.emit(channels.shell, { sender: 'secret' }, { t: 'ok', id: 1 });
  stop();
  renderer.emit(channels.shell, {}, { t: 'ok', id: 2 });
  expect([sent.at(-1), got]).toEqual([
    [channels.shell, { t: 'call', channel: 'trellis:files' }],
    [[{ t: 'ok', id: 1 }]],
  ]);
});

test('a port to an engine goes to our own origin only', () => {
  const port = {};
  renderer.emit(channels.enginePort, { ports: [port] }, { accountId: 'abcdefghij', extra: 'x' });
  expect(posted).toEqual([
    [{ type: 'trellis:engine-port', accountId: 'abcdefghij' }, 'app://bundle', [port]],
  ]);
});

test('only files of the disk become tickets; a path that the page names does not', async () => {
  const file = (name: string): File => new File(['x'], name);
  answer = { ok: true, files: [{ ticket: 't' }] };
  expect(await bridge().fileTickets('abcdefghij', [file('a.png')])).toEqual([{ ticket: 't' }]);
  expect(invoked).toEqual([[channels.files, { accountId: 'abcdefghij', paths: ['/home/a.png'] }]]);
  const bad: unknown[] = [
    file('made'),
    file('broken'),
    '/etc/passwd',
    { name: 'x', path: '/etc/passwd' },
    null,
    undefined,
    7,
  ];
  for (const one of bad) {
    await expect(bridge().fileTickets('abcdefghij', [file('a.png'), one])).rejects.toThrow(
      'not_found',
    );
  }
  expect(invoked.length).toBe(1);
  // More than main takes at once go in parts, in their order.
  invoked.length = 0;
  const many = Array.from({ length: 2_500 }, (_, n) => file(`${n}.txt`));
  expect((await bridge().fileTickets('abcdefghij', many)).length).toBe(3);
  const batches = invoked.map(([, asked]) => (asked as { paths: string[] }).paths);
  expect(batches.map((paths) => [paths.length, paths[0]])).toEqual([
    [1_000, '/home/0.txt'],
    [1_000, '/home/1000.txt'],
    [500, '/home/2000.txt'],
  ]);
  answer = { ok: false, code: 'forbidden' };
  await expect(bridge().fileTickets('abcdefghij', [file('a.png')])).rejects.toThrow('forbidden');
});
