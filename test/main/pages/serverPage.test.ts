// The window for a page of a homeserver: what it is made with, where it may go, and what is heard of it.
import type { BrowserWindowConstructorOptions } from 'electron/main';
import { createServerPages, serverPageUrl } from '../../../main/shell/windows/serverPage';
import { keptLog } from '../fakes';

type Listener = (...args: never[]) => void;

/** Keeps what was subscribed to, as an emitter of Electron's would. */
function listeners() {
  const all = new Map<string, Listener>();
  return {
    on: (name: string, listener: Listener) => void all.set(name, listener),
    emit: (name: string, details: object = {}) => {
      let stopped = false;
      all.get(name)?.({ ...details, preventDefault: () => (stopped = true) } as never);
      return stopped;
    },
  };
}

function setUp() {
  const made: BrowserWindowConstructorOptions[] = [];
  const sessions = new Map<string, ReturnType<typeof newSession>>();
  const external: string[] = [];
  const loaded: string[] = [];
  let now = 0;
  const newSession = () => {
    const handlers: Record<string, Listener> = {};
    const keep = (name: string) => (handler: Listener) => void (handlers[name] = handler);
    return {
      ...listeners(),
      handlers,
      setPermissionRequestHandler: keep('request'),
      setPermissionCheckHandler: keep('check'),
      setDevicePermissionHandler: keep('device'),
    };
  };
  const sessionOf = (partition: string) => {
    const known = sessions.get(partition) ?? newSession();
    sessions.set(partition, known);
    return known;
  };
  const windows: ReturnType<typeof newWindow>[] = [];
  const newWindow = () => {
    let destroyed = false;
    const own = listeners();
    return {
      ...own,
      webContents: listeners(),
      isDestroyed: () => destroyed,
      destroy: () => {
        destroyed = true;
        own.emit('closed');
      },
      loadURL: async (url: string) => void loaded.push(url),
    };
  };
  const pages = createServerPages({
    create: (options) => {
      made.push(options);
      const window = newWindow();
      windows.push(window);
      return window as never;
    },
    sessionOf: (partition) => sessionOf(partition) as never,
    openExternal: (url) => external.push(url),
    parent: () => null,
    icon: '/icon.png',
    packaged: true,
    isDark: () => false,
    now: () => now,
    t: (key, values) => `${key} ${JSON.stringify(values)}`,
    log: keptLog().log,
  });
  const pass = (ms: number): void => void (now += ms);
  return { pages, made, sessions, sessionOf, external, loaded, windows, pass };
}

const url =
  'https://matrix.example/_matrix/client/v3/auth/m.login.recaptcha/fallback/web?session=x';

test('the page has no preload script, no Node, no dialogs and a session of its own in memory, another one for each', () => {
  const { pages, made, loaded, windows } = setUp();
  pages.open(url, () => undefined);
  pages.open(url, () => undefined);
  expect(loaded).toEqual([url, url]);
  const [first, second] = made.map(({ webPreferences }) => webPreferences);
  expect(first).toEqual({
    partition: 'server-page-1',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    plugins: false,
    disableDialogs: true,
    autoplayPolicy: 'document-user-activation-required',
    spellcheck: false,
    devTools: false,
  });
  expect(second?.partition).toBe('server-page-2');
  // The title is the app's: it says whose page it is, and the page cannot change it.
  expect(made[0]?.title).toBe('main.serverPage.title {"server":"matrix.example"}');
  expect(windows[0]?.emit('page-title-updated')).toBe(true);
});

test('its session grants nothing and saves nothing', () => {
  const { pages, sessions } = setUp();
  pages.open(url, () => undefined);
  const session = sessions.get('server-page-1');
  const answers: unknown[] = [];
  session?.handlers['request']?.(
    null as never,
    'media' as never,
    ((one: boolean) => answers.push(one)) as never,
  );
  answers.push(session?.handlers['check']?.() as unknown, session?.handlers['device']?.());
  expect(answers).toEqual([false, false, false]);
  expect(session?.emit('will-download')).toBe(true);
});

test('it stays at its server; links to elsewhere leave by the usual door, redirects to elsewhere end, frames are https', () => {
  const { pages, sessionOf, external } = setUp();
  pages.open(url, () => undefined);
  const contents = listeners();
  let opens: (details: { url: string }) => unknown = () => undefined;
  const guard = pages.guardOf({ session: sessionOf('server-page-1') as never });
  guard?.({
    on: contents.on,
    setWindowOpenHandler: (handler: typeof opens) => void (opens = handler),
  } as never);
  const denied = (name: string, isMainFrame: boolean, to: string): boolean =>
    contents.emit(name, { url: to, isMainFrame });
  const own = 'https://matrix.example/done';
  const foreign = [
    'https://evil.example/',
    'http://matrix.example/done',
    'https://matrix.example:8448/',
    'https://matrix.example.evil/',
    'app://bundle/index.html',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'x',
  ];
  const ways = ['will-navigate', 'will-frame-navigate', 'will-redirect'];
  expect(ways.map((way) => denied(way, true, own))).toEqual([false, false, false]);
  for (const way of ways) expect(foreign.filter((to) => !denied(way, true, to))).toEqual([]);
  // By a click in the page only: what the server itself sends on goes nowhere.
  expect(external).toEqual(foreign);
  for (const way of ['will-frame-navigate', 'will-redirect']) {
    const frames = ['https://captcha.example/frame', own, 'about:blank', 'about:srcdoc'];
    expect(frames.map((to) => denied(way, false, to))).toEqual([false, false, false, false]);
    const open = ['http://captcha.example/', 'app://bundle/index.html', 'mailto:a@b', 'x'];
    expect(open.map((to) => denied(way, false, to))).toEqual([true, true, true, true]);
  }
  expect(contents.emit('will-attach-webview')).toBe(true);
  expect(opens({ url: 'https://help.example/' })).toEqual({ action: 'deny' });
  expect(external.at(-1)).toBe('https://help.example/');
  // No other page is guarded so loosely.
  expect(pages.guardOf({ session: sessionOf('') as never })).toBeNull();
});

test('that it went on or was closed is told, and nothing after whoever wanted it has closed it', () => {
  const { pages, windows, pass } = setUp();
  const news: string[] = [];
  const page = pages.open(url, (one) => news.push(one));
  const moved = (): unknown => windows[0]?.webContents.emit('did-navigate');
  moved();
  expect(news).toEqual([]);
  moved();
  expect(news).toEqual(['moved']);
  // A page that goes on for ever is not heard for ever.
  for (let times = 0; times < 100; times += 1) moved();
  expect(news).toHaveLength(20);
  pass(10_001);
  moved();
  expect(news).toHaveLength(21);
  page?.close();
  expect(news).toHaveLength(21);
  pages.open(url, (one) => news.push(one));
  windows[1]?.webContents.emit('render-process-gone');
  expect([windows[0], windows[1]].map((window) => window?.isDestroyed())).toEqual([true, true]);
  expect(news.at(-1)).toBe('closed');
});

test.each([
  ['http://matrix.example/x', null],
  ['https://user:pw@matrix.example/x', null],
  ['https://mаtrix.example/x', null],
  ['file:///x', null],
  ['app://bundle/index.html', null],
  ['mailto:a@b.c', null],
  ['https://matrix.example/x', 'https://matrix.example/x'],
  ['http://127.0.0.1:8008/x', 'http://127.0.0.1:8008/x'],
  ['http://127.0.0.1.evil.example/x', null],
])('of addresses, %s opens %s', (text, opened) => {
  expect(serverPageUrl(text)?.href ?? null).toBe(opened);
  const { pages, made } = setUp();
  expect(pages.open(text, () => undefined) !== null).toBe(opened !== null);
  expect(made).toHaveLength(opened === null ? 0 : 1);
});
