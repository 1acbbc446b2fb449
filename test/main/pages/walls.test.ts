// The walls around the running app: the built bundles in a real Chromium. What tests of single parts cannot see.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { hostFolder } from '../../chromium-host/path.cjs';

const root = join(__dirname, '../../..');
const userData = mkdtempSync(join(tmpdir(), 'trellis-walls-'));
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  for (const file of ['main/index.js', 'preload/index.js', 'renderer/index.html']) {
    if (!existsSync(join(root, '.out', file))) throw new Error('build first: npm run build');
  }
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= hostFolder();
  const env = Object.entries({ ...process.env, TRELLIS_HOST_HEADLESS: '1', TRELLIS_TEST: '1' });
  app = await _electron.launch({
    args: [root, `--user-data-dir=${userData}`],
    env: Object.fromEntries(
      env.filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  });
  page = await app.firstWindow();
  await page.waitForURL(/\/index\.html/);
  await page.waitForFunction(() => 'trellis' in window);
}, 60_000);

afterAll(async () => {
  await app.close();
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

const openedLinks = (): Promise<string[] | undefined> =>
  app.evaluate(() => globalThis.__test?.openedLinks);

/** Each is one way to break the policy; the page runs it by number. */
const violations = [
  'script-src-elem by an inline script',
  'script-src-elem by a foreign script',
  'script-src by eval',
  'img-src',
  'connect-src by fetch',
  'connect-src by a socket',
  'frame-src',
  'object-src',
  'style-src-elem without the nonce',
  'style-src-attr',
  'base-uri',
  'form-action',
  'worker-src',
  'font-src',
  'media-src',
  'require-trusted-types-for',
] as const;

test('sixteen breaches of the policy are blocked and reported as what they are', async () => {
  const blocked = await page.evaluate(async (names) => {
    const far = 'https://example.org';
    const add = (tag: string, attributes: Record<string, string>, text = ''): Element => {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      if (text !== '') element.append(text);
      document.body.append(element);
      return element;
    };
    const acts: Record<string, () => unknown> = {
      'script-src-elem by an inline script': () => add('script', {}, 'window.broken = 1'),
      'script-src-elem by a foreign script': () => add('script', { src: `${far}/x.js` }),
      'script-src by eval': () => (0, eval)('window.broken = 2'),
      'img-src': () => add('img', { src: `${far}/x.png` }),
      'connect-src by fetch': () => fetch(far),
      'connect-src by a socket': () => new WebSocket('wss://example.org'),
      'frame-src': () => add('iframe', { src: far }),
      'object-src': () => add('object', { data: far, type: 'text/html' }),
      'style-src-elem without the nonce': () => add('style', {}, 'body { color: red }'),
      'style-src-attr': () => add('p', { style: 'color: red' }),
      'base-uri': () => add('base', { href: far }),
      'form-action': () =>
        (add('form', { action: far, method: 'post' }) as HTMLFormElement).submit(),
      'worker-src': () => new Worker(URL.createObjectURL(new Blob(['1']))),
      'font-src': () => new FontFace('x', `url(${far}/x.woff2)`).load(),
      'media-src': () => add('video', { src: `${far}/x.mp4` }),
      'require-trusted-types-for': () => {
        document.createElement('div').innerHTML = '<b>x</b>';
      },
    };
    const result: string[] = [];
    for (const name of names) {
      const [directive = ''] = name.split(' ');
      const seen = new Promise<boolean>((resolve) => {
        const giveUp = setTimeout(() => resolve(false), 10_000);
        document.addEventListener('securitypolicyviolation', function on(event) {
          const trusted = event.effectiveDirective === 'require-trusted-types-for';
          // A string that reaches a sink is stopped by trusted types before the rule behind it is asked.
          if (
            event.effectiveDirective !== directive &&
            !(trusted && /^(script|worker|object)/.test(directive))
          )
            return;
          document.removeEventListener('securitypolicyviolation', on);
          clearTimeout(giveUp);
          resolve(true);
        });
      });
      try {
        await Promise.resolve(acts[name]?.()).catch(() => undefined);
      } catch {
        // Blocked at once.
      }
      if (await seen) result.push(name);
    }
    return { result, broken: 'broken' in window };
  }, violations);
  expect(blocked).toEqual({ result: [...violations], broken: false });
});

test('the page has a bridge and nothing else of Electron or Node', async () => {
  const found = await page.evaluate(() => ({
    node: [
      'require',
      'process',
      'module',
      'Buffer',
      'global',
      '__dirname',
      'electron',
      'ipcRenderer',
    ].filter((name) => name in window),
    frozen: Object.isFrozen(Reflect.get(window, 'trellis')),
    nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce?.length,
    isolated: !('__test' in window),
  }));
  expect(found).toEqual({ node: [], frozen: true, nonce: 24, isolated: true });
});

test('the page cannot leave, and what it opens goes through the door for links', async () => {
  const before = page.url();
  const opened = await page.evaluate(() => {
    const results = [
      'https://example.org/a',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'app://evil/',
    ].map((url) => window.open(url));
    location.href = 'https://example.org/left';
    return results;
  });
  await page.waitForFunction(() => document.readyState === 'complete');
  expect([opened, page.url()]).toEqual([[null, null, null, null], before]);
  let links = await openedLinks();
  while (links?.length === 0) links = await openedLinks();
  expect(links).toEqual(['https://example.org/a']);
});

test('permissions beyond the six are refused', async () => {
  const states = await page.evaluate(async () => {
    const place = await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('given'),
        () => resolve('refused'),
        { timeout: 2_000 },
      ),
    );
    const read = await navigator.clipboard.readText().then(
      () => 'given',
      () => 'refused',
    );
    return { place, read };
  });
  expect(states).toEqual({ place: 'refused', read: 'refused' });
});

test('foreign messages on the bridge are answered or ignored, never acted on', async () => {
  const answers = await page.evaluate(async () => {
    const { shell } = Reflect.get(window, 'trellis') as {
      shell: {
        post(message: unknown): void;
        onMessage(listener: (message: unknown) => void): () => void;
      };
    };
    const got: { id?: number; error?: { code: string } }[] = [];
    const stop = shell.onMessage((message) => got.push(message as { id?: number }));
    const bad: unknown[] = [
      { t: 'call', id: 90_001, name: 'openExternal', input: { url: 7 } },
      { t: 'call', id: 90_002, name: 'connectEngine', input: { accountId: '../../etc' } },
      { t: 'call', id: 90_003, name: 'connectEngine', input: { accountId: 'abcdefghij' } },
      { t: 'call', id: 90_004, name: '__proto__', input: {} },
      { t: 'nonsense', id: 90_005 },
      null,
      'quit',
      { t: 'call', name: 'quit', input: {} },
    ];
    for (const message of bad) shell.post(message);
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (got.filter(({ id = 0 }) => id > 90_000).length < 5) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
    stop();
    return got
      .filter(({ id = 0 }) => id > 90_000)
      .map(({ id, error }) => [id, error?.code])
      .sort();
  });
  expect(answers).toEqual([
    [90_001, 'bad_request'],
    [90_002, 'bad_request'],
    [90_003, 'not_found'],
    [90_004, 'bad_request'],
    [90_005, 'bad_request'],
  ]);
});
