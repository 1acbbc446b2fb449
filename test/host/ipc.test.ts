// The host's ipc: calls, errors, structured clone, isolation of the worlds, and what is missing.
import { launchFixture, type Fixture } from './launch';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await launchFixture();
}, 60_000);
afterAll(() => fixture.close());

test('the app describes itself as it would in Electron', async () => {
  const about = await fixture.app.evaluate(({ app }) => ({
    name: app.getName(),
    version: app.getVersion(),
    type: (process as unknown as { type: string }).type,
    electron: process.versions['electron']?.replace(/\.[\d.]+/, ''),
    chrome: Number(process.versions['chrome']?.split('.')[0]) > 100,
    userData: app.getPath('userData'),
    argv: process.argv.slice(1),
  }));
  expect(about).toEqual({
    name: 'Host Fixture',
    version: '1.2.3',
    type: 'browser',
    electron: '45+chromium-host',
    chrome: true,
    userData: fixture.userData,
    argv: [expect.stringMatching(/fixture$/), `--user-data-dir=${fixture.userData}`],
  });
});

test('invoke answers, and names the sender', async () => {
  const { page } = fixture;
  expect(await page.evaluate(() => window.api.invoke('echo', { a: [1, 'x', null] }))).toEqual({
    a: [1, 'x', null],
  });
  expect(await page.evaluate(() => window.api.invoke('sender'))).toEqual([
    true,
    'app://bundle/index.html',
    'app://bundle',
    true,
  ]);
});

test('errors carry the texts that Electron gives them', async () => {
  const texts = await fixture.page.evaluate(async () => {
    const textOf = (promise: Promise<unknown>) => promise.then(String, (error) => String(error));
    return [
      await textOf(window.api.invoke('boom')),
      await textOf(window.api.invoke('nobody')),
      await textOf(window.api.invoke('uncloneable')),
      await textOf(window.api.invoke('echo', Symbol.iterator in document.body ? 1 : () => 1)),
    ];
  });
  expect(texts).toEqual([
    "Error: Error invoking remote method 'boom': TypeError: kaput",
    "Error: Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    expect.stringContaining('An object could not be cloned.'),
    expect.stringContaining('An object could not be cloned.'),
  ]);
});

test('the kinds of structured clone arrive as themselves', async () => {
  const arrived = await fixture.page.evaluate(() => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    return window.api.invoke('kinds', {
      bytes: new Uint8Array(7),
      buffer: new ArrayBuffer(9),
      date: new Date(5),
      map: new Map([['k', 'v']]),
      set: new Set([2]),
      nan: NaN,
      none: undefined,
      big: 12n,
      error: new RangeError('far'),
      cycle,
    });
  });
  expect(arrived).toEqual({
    bytes: 7,
    buffer: 9,
    date: 5,
    map: 'v',
    set: true,
    nan: NaN,
    hasUndefined: true,
    big: 12n,
    error: 'RangeError',
    cycle: true,
  });
});

test('values come back unchanged', async () => {
  const same = await fixture.page.evaluate(async () => {
    const values: unknown[] = [
      0,
      -1.5,
      '',
      '\u2028 𝄞 \ud800 "\\',
      [],
      {},
      [undefined, null],
      { $: 'u' },
      { $: '#', v: 0, b: { $: 1 } },
      'long'.repeat(50_000),
      [[[[[{ deep: true }]]]]],
      undefined,
    ];
    const shown = (value: unknown) => JSON.stringify(value) + typeof value;
    const failed: string[] = [];
    for (const value of values) {
      const back = await window.api.invoke('echo', value);
      if (shown(back) !== shown(value)) failed.push(`${shown(value)} → ${shown(back)}`);
    }
    return failed;
  });
  expect(same).toEqual([]);
});

test('the page sees what the preload exposes and nothing else', async () => {
  const view = await fixture.page.evaluate(() => {
    const thrown = (act: () => void) => {
      try {
        act();
        return 'nothing';
      } catch (error) {
        return error instanceof Error ? error.message : 'not an error';
      }
    };
    return {
      atStart: window.atStart,
      argv: window.api.argv,
      frozen: Object.isFrozen(window.api.nested.deep),
      fixed: !Object.getOwnPropertyDescriptor(window, 'api')?.writable,
      node: [typeof Reflect.get(window, 'require'), typeof Reflect.get(window, 'process')],
      leaks: Object.keys(window).filter((key) => /^host[0-9a-f]/.test(key)),
      failed: thrown(() => window.api.fail()),
      missing: thrown(() => window.api.missing()),
    };
  });
  expect(view).toEqual({
    atStart: { api: 'object', secret: 'undefined' },
    argv: ['--fixture=1'],
    frozen: true,
    fixed: true,
    node: ['undefined', 'undefined'],
    leaks: [],
    failed: 'from the preload',
    missing: 'chromium-host: electron.ipcRenderer.sendSync is not emulated',
  });
});

test('a member that the host lacks throws by its name', async () => {
  const texts = await fixture.app.evaluate((electron) => {
    const messageOf = (act: () => unknown) => {
      try {
        return String(act());
      } catch (error) {
        return error instanceof Error ? error.message : 'not an error';
      }
    };
    const read = (object: object, key: string) => messageOf(() => Reflect.get(object, key));
    const window = electron.BrowserWindow.getAllWindows()[0];
    if (!window) return [];
    return [
      read(electron, 'inAppPurchase'),
      read(electron.shell, 'readShortcutLink'),
      read(electron.app, 'importCertificate'),
      read(electron.BrowserWindow, 'addExtension'),
      read(window, 'setVibrancy'),
      read(window.webContents, 'print'),
      read(electron.app.commandLine, 'frobnicate'),
    ];
  });
  expect(texts).toEqual([
    'chromium-host: electron.inAppPurchase is not emulated',
    'chromium-host: electron.shell.readShortcutLink is not emulated',
    'chromium-host: electron.app.importCertificate is not emulated',
    'chromium-host: electron.BrowserWindow.addExtension is not emulated',
    'chromium-host: electron.BrowserWindow.setVibrancy is not emulated',
    'chromium-host: electron.WebContents.print is not emulated',
    'chromium-host: electron.app.commandLine.frobnicate is not emulated',
  ]);
});

test('main sends to the page, in order', async () => {
  const { app, page } = fixture;
  await page.evaluate(() => {
    const got: unknown[] = [];
    Object.assign(window, { got, off: window.api.on('tick', (value) => got.push(value)) });
  });
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (let i = 0; i < 500; i++) contents?.send('tick', i);
  });
  await page.waitForFunction(() => (Reflect.get(window, 'got') as unknown[]).length >= 500);
  const got = await page.evaluate(() => Reflect.get(window, 'got') as number[]);
  expect(got).toEqual(Array.from({ length: 500 }, (_, i) => i));
});
