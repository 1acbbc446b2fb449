// Items 7 and 18: our scheme gives out the files of the bundle with the exact policy, and nothing else of the disk.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentSecurityPolicy } from '../../../main/shell/pages/csp';
import { bundlePath, createProtocolHandler, privileges } from '../../../main/shell/pages/protocol';
import { keptLog, removeFolders, temporaryFolder } from '../fakes';

const traversals = [
  '/../secret.js',
  '/../../etc/passwd',
  '/a/../secret.js',
  '/./renderer.js',
  '/a/./b.js',
  '/..',
  '/.',
  '/...',
  '/.hidden.js',
  '/a/.git/config.js',
  '/%2e%2e/secret.js',
  '/%2E%2E/secret.js',
  '/%2e./secret.js',
  '/.%2e/secret.js',
  '/..%2fsecret.js',
  '/..%5csecret.js',
  '/%5c..%5csecret.js',
  '/..\\secret.js',
  '\\..\\secret.js',
  '/a\\b.js',
  '/%252e%252e/secret.js',
  '/%c0%ae%c0%ae/secret.js',
  '/%u002e%u002e/secret.js',
  '//secret.js',
  '///secret.js',
  '//etc/passwd',
  '/a//b.js',
  '/a/',
  '/C:/Windows/win.js',
  '/C:\\Windows\\win.js',
  '/c%3a/x.js',
  '/~/x.js',
  '/~root/x.js',
  '/\0.js',
  '/renderer.js\0',
  '/renderer.js%00',
  '/renderer.js%00.html',
  '/a\n.js',
  '/a%0a.js',
  '/a b.js',
  '/a%20b.js',
  '/renderer.js/',
  '/renderer.js/x',
  '/renderer',
  '/renderer.exe',
  '/renderer.map',
  '/key.json5',
  '/index.htm',
  '/index.html.bak',
  '/x.JSX',
  '/\u202egnp.js',
  '/é.js',
  '/*.js',
  '/a|b.js',
  '/a:b.js',
  '/<x>.js',
  '/$x.js',
  '/-x.js',
  '/a/-b.js',
  '/file:///etc/passwd',
  '/http://example.org/x.js',
  `/${'a/'.repeat(300)}x.js`,
  `/${'a'.repeat(600)}.js`,
  '/media/../index.html',
  '/media/abcdefghij/../x.js',
];

function setUp() {
  const root = temporaryFolder();
  const folder = join(root, 'bundle');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(root, 'secret.js'), 'secret');
  writeFileSync(
    join(folder, 'index.html'),
    '<meta property="csp-nonce" nonce="__CSP_NONCE__" content="__CSP_NONCE__">',
  );
  writeFileSync(join(folder, 'renderer.js'), 'js');
  writeFileSync(join(folder, 'assets', 'inter-0a1b2c3d.woff2'), 'font');
  const asked: string[] = [];
  const handler = createProtocolHandler({
    folder,
    log: keptLog().log,
    media: async (accountId, handle) => {
      asked.push(`${accountId}/${handle}`);
      return new Response('media');
    },
  });
  const get = (url: string, method = 'GET'): Promise<Response> =>
    handler({ url, method, headers: new Headers() } as Request);
  return { folder, root, get, asked };
}

afterEach(removeFolders);

test('the policy is exactly the decided one', () => {
  expect(contentSecurityPolicy('N')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-N'; font-src 'self'; img-src 'self' blob:; media-src 'self' blob:; " +
      "connect-src 'self'; worker-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types trellis dompurify",
  );
});

test('the page comes with the policy and a nonce of its own at each load', async () => {
  const { get } = setUp();
  const nonces = new Set<string>();
  for (const url of ['app://bundle/index.html', 'app://bundle/', 'app://bundle/index.html#/room']) {
    const response = await get(url);
    const body = await response.text();
    const nonce = /nonce="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64').byteLength).toBe(18);
    expect(body).not.toContain('__CSP_NONCE__');
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy(nonce));
    expect(response.headers.get('cache-control')).toBe('no-store');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(3);
});

test('files have their type, nosniff, and are kept for ever only under a hashed name', async () => {
  const { get } = setUp();
  const script = await get('app://bundle/renderer.js');
  const font = await get('app://bundle/assets/inter-0a1b2c3d.woff2');
  const head = (response: Response): unknown[] =>
    ['content-type', 'x-content-type-options', 'cache-control'].map((name) =>
      response.headers.get(name),
    );
  expect([script.status, await script.text(), ...head(script)]).toEqual([
    200,
    'js',
    'text/javascript; charset=utf-8',
    'nosniff',
    'no-cache',
  ]);
  for (const response of [script, font])
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self' /,
    );
  expect([font.status, await font.text(), ...head(font)]).toEqual([
    200,
    'font',
    'font/woff2',
    'nosniff',
    'public, max-age=31536000, immutable',
  ]);
});

test('sixty ways out of the folder lead nowhere', async () => {
  expect(new Set(traversals).size).toBeGreaterThanOrEqual(60);
  const { get, asked } = setUp();
  const statuses = await Promise.all(
    traversals.map(async (path) => (await get(`app://bundle${path}`)).status),
  );
  expect(traversals.filter((_, index) => statuses[index] !== 404)).toEqual([]);
  expect(traversals.filter((path) => bundlePath(path) !== null)).toEqual([]);
  expect(asked).toEqual([]);
});

test('other hosts, schemes and methods get nothing', async () => {
  const { get } = setUp();
  const urls = [
    'app://evil/index.html',
    'app://bundle.evil/index.html',
    'app://x@bundle/index.html',
    'app://bundle:1/index.html',
    'file:///etc/passwd',
    'app:index.html',
    'nonsense',
  ];
  expect(await Promise.all(urls.map(async (url) => (await get(url)).status))).toEqual(
    urls.map(() => 404),
  );
  const methods = ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
  expect(
    await Promise.all(
      methods.map(async (method) => (await get('app://bundle/index.html', method)).status),
    ),
  ).toEqual(methods.map(() => 405));
  const head = await get('app://bundle/renderer.js', 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('media are asked for by account and handle only, of the exact form', async () => {
  const { get, asked } = setUp();
  const good = 'app://bundle/media/abcdefghij/AAAAbbbb-cccc_dd';
  expect(await (await get(good)).text()).toBe('media');
  const bad = [
    '/media/',
    '/media/abcdefghij',
    '/media/abcdefghij/short',
    '/media/ABCDEFGHIJ/AAAAbbbb-cccc_dd',
    '/media/abcdefghi/AAAAbbbb-cccc_dd',
    '/media/abcdefghij/AAAAbbbb.cccc_dd',
    '/media/abcdefghij/AAAAbbbb-cccc_dd/x',
    '/media/abcdefghij//AAAAbbbb-cccc_dd',
  ];
  for (const path of bad)
    expect([path, (await get(`app://bundle${path}`)).status]).toEqual([path, 404]);
  expect(asked).toEqual(['abcdefghij/AAAAbbbb-cccc_dd']);
});

test('a file that cannot be read is not found', async () => {
  const { get, folder } = setUp();
  mkdirSync(join(folder, 'folder.js'));
  symlinkSync('/nowhere/at/all.js', join(folder, 'dangling.js'));
  expect([
    (await get('app://bundle/folder.js')).status,
    (await get('app://bundle/dangling.js')).status,
  ]).toEqual([404, 404]);
});

test('what a start compiled of the scripts is kept for the next one', () => {
  expect(privileges.codeCache).toBe(true);
});
