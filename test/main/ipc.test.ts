// Only the main frame of our page in one of our windows may call.
import { createIpc, isTrusted } from '../../main/shell/pages/ipc';
import { keptLog } from './fakes';

interface Frame {
  url: string;
  parent: unknown;
  detached: boolean;
}

const page = (change: Partial<Frame> = {}): Frame => ({
  url: 'app://bundle/index.html',
  parent: null,
  detached: false,
  ...change,
});
const gone = {
  get url(): string {
    throw new Error('Render frame was disposed');
  },
  get parent(): never {
    throw new Error('Render frame was disposed');
  },
  get detached(): never {
    throw new Error('Render frame was disposed');
  },
};

const strangers: unknown[] = [
  null,
  gone,
  page({ detached: true }),
  page({ parent: page() }),
  page({ url: 'https://example.org/' }),
  page({ url: 'app://bundle/other.html' }),
  page({ url: 'app://evil/index.html' }),
  page({ url: 'app://bundle.evil/index.html' }),
  page({ url: 'about:blank' }),
  page({ url: 'data:text/html,x' }),
  page({ url: 'blob:app://bundle/1' }),
  page({ url: 'file:///index.html' }),
  page({ url: '' }),
];

function setUp() {
  const listeners = new Map<string, (event: object, message: unknown) => void>();
  const handlers = new Map<string, (event: object, message: unknown) => Promise<unknown>>();
  const { log, lines } = keptLog();
  const ipc = createIpc<string>({
    ipcMain: {
      on: (name: string, l: never) => listeners.set(name, l),
      handle: (name: string, h: never) => void handlers.set(name, h),
    } as never,
    log,
    windowOf: (contentsId) => (contentsId === 1 ? 'ours' : null),
  });
  const heard: unknown[] = [];
  ipc.on('said', (window, message) => void heard.push([window, message]));
  ipc.handle('asked', async (window, message) => [window, message]);
  const send = (senderFrame: unknown, sender = 1): void =>
    listeners.get('said')?.({ senderFrame, sender: { id: sender } }, 'hi');
  const ask = (senderFrame: unknown, sender = 1): Promise<unknown> =>
    handlers.get('asked')?.({ senderFrame, sender: { id: sender } }, 'hi') ?? Promise.resolve(null);
  return { ipc, listeners, heard, send, ask, lines };
}

test('our page is heard', async () => {
  const { heard, send, ask } = setUp();
  send(page());
  expect([heard, await ask(page({ url: 'app://bundle/index.html#/x' }))]).toEqual([
    [['ours', 'hi']],
    ['ours', 'hi'],
  ]);
});

test('strangers, subframes, gone frames and other windows are not', async () => {
  const { heard, send, ask, lines } = setUp();
  expect(strangers.map((frame) => isTrusted({ senderFrame: frame as never }))).toEqual(
    strangers.map(() => false),
  );
  for (const frame of strangers) {
    send(frame);
    await expect(ask(frame)).rejects.toThrow('refused');
  }
  send(page(), 2);
  await expect(ask(page(), 2)).rejects.toThrow('refused');
  expect(heard).toEqual([]);
  expect(lines.length).toBe((strangers.length + 1) * 2);
});

test('a handler that throws does not reach the process', () => {
  const { ipc, listeners, lines } = setUp();
  ipc.on('breaks', () => {
    throw new Error('inside');
  });
  listeners.get('breaks')?.({ senderFrame: page(), sender: { id: 1 } }, null);
  expect(lines).toEqual(['error message handler failed']);
});
