// Items 1, 13, 14 and 15 of the Electron list: what loads, where a window may go, what leaves the app.
import { guardNavigation, mayNavigate } from '../../../main/shell/pages/navigation';
import { createOpenExternal } from '../../../main/shell/pages/openExternal';
import { externalUrl, isOwnOrigin, isOwnPage } from '../../../main/shell/pages/urlPolicy';
import { keptLog } from '../fakes';

const foreignPages = [
  '',
  'about:blank',
  'about:srcdoc',
  'app:',
  'app:/',
  'app://',
  'app:index.html',
  'app:/index.html',
  'app://index.html',
  'app://bundle',
  'app://bundle/',
  'app://bundle/other.html',
  'app://bundle/index.html/',
  'app://bundle/index.html%00',
  'app://bundle/index.html?x=1',
  'app://bundle/INDEX.HTML',
  'app://bundle//index.html',
  'app://bundle.evil/index.html',
  'app://evil/index.html',
  'app://app.evil/index.html',
  'app://evil@bundle/index.html',
  'app://bundle@evil/index.html',
  'app://user:pw@bundle/index.html',
  'app://bundle:80/index.html',
  'app://bundle\\@evil/index.html',
  'app:\\\\bundle\\index.html',
  'app:\\bundle/index.html',
  'app:///bundle/index.html',
  'app://bundle%2eevil/index.html',
  'app://b%75ndle.evil/index.html',
  'apps://bundle/index.html',
  'xapp://bundle/index.html',
  'https://bundle/index.html',
  'http://bundle.app.localhost/index.html',
  'https://example.org/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'file://bundle/index.html',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>1</script>',
  'blob:app://bundle/0b7e',
  'filesystem:app://bundle/temporary/x',
  'view-source:app://bundle/index.html',
  'devtools://devtools/bundled/inspector.html',
  'chrome://settings',
  'ws://bundle/',
  'mailto:a@b',
  'not a url',
  '//bundle/index.html',
];

describe('navigation', () => {
  test('of our own page only its own address passes', () => {
    expect(foreignPages.length).toBeGreaterThanOrEqual(40);
    expect(foreignPages.filter((url) => mayNavigate(url, true))).toEqual([]);
    const own = [
      'app://bundle/index.html',
      'app://bundle/index.html#/room/1',
      'APP://bundle/index.html',
    ];
    expect(own.map((url) => mayNavigate(url, true))).toEqual([true, true, true]);
    expect(own.map((url) => mayNavigate(url, false))).toEqual([false, false, false]);
    expect(own.map(isOwnPage)).toEqual([true, true, true]);
  });

  test('origins: only ours, however it is written', () => {
    const foreign = foreignPages.filter((url) => !/^app:\/\/bundle(\/|$)/i.test(url));
    expect(foreign.filter(isOwnOrigin)).toEqual([]);
    expect(['app://bundle', 'app://bundle/', 'app://bundle/x'].map(isOwnOrigin)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('every way to leave is guarded, and new windows never open', () => {
    const handlers = new Map<string, (event: object) => void>();
    let opener: ((details: { url: string }) => { action: string }) | null = null;
    const opened: string[] = [];
    const contents = {
      on: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
      setWindowOpenHandler: (handler: (details: { url: string }) => { action: string }) => {
        opener = handler;
      },
      getURL: () => 'app://bundle/index.html',
    };
    guardNavigation(contents as unknown as Parameters<typeof guardNavigation>[0], {
      log: keptLog().log,
      openExternal: (url) => opened.push(url),
      popOut: () => null,
    });
    const prevented = (name: string, details: object): boolean => {
      let stopped = false;
      handlers.get(name)?.({ ...details, preventDefault: () => (stopped = true) });
      return stopped;
    };
    const leave = { url: 'https://example.org/', isMainFrame: true };
    const stay = { url: 'app://bundle/index.html', isMainFrame: true };
    expect({
      left: ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'].map(
        (name) => prevented(name, leave),
      ),
      stayed: ['will-navigate', 'will-frame-navigate'].map((name) => prevented(name, stay)),
      redirected: prevented('will-redirect', stay),
      frame: prevented('will-frame-navigate', { ...stay, isMainFrame: false }),
    }).toEqual({
      left: [true, true, true, true],
      stayed: [false, false],
      redirected: true,
      frame: true,
    });
    const open = opener as unknown as (details: { url: string }) => unknown;
    expect([open({ url: 'https://example.org/' }), open(stay)]).toEqual([
      { action: 'deny' },
      { action: 'deny' },
    ]);
    expect(opened).toEqual(['https://example.org/', 'app://bundle/index.html']);
  });
});

const schemes = [
  'file',
  'smb',
  'ftp',
  'ftps',
  'sftp',
  'nfs',
  'dav',
  'ssh',
  'telnet',
  'javascript',
  'vbscript',
  'data',
  'blob',
  'about',
  'chrome',
  'devtools',
  'view-source',
  'app',
  'ws',
  'wss',
  'ms-msdt',
  'ms-officecmd',
  'ms-settings',
  'ms-word',
  'search-ms',
  'search',
  'shell',
  'ldap',
  'jar',
  'magnet',
  'steam',
  'slack',
  'tel',
  'sms',
  'itms',
  'x-apple',
  'intent',
  'git',
  'svn',
  'vscode',
  'zoommtg',
  'skype',
  'callto',
  'news',
  'gopher',
  'res',
  'mk',
  'hcp',
  'onenote',
  'matrix',
];
const badLinks = [
  ...schemes.map((scheme) => `${scheme}://host/path`),
  ...schemes.slice(0, 12).map((scheme) => `${scheme.toUpperCase()}:path`),
  '',
  ' ',
  'example.org',
  '//example.org',
  '/etc/passwd',
  'C:\\Windows\\notepad.exe',
  '\\\\host\\share',
  '\\\\?\\C:\\x',
  'https:',
  'https:/',
  'https://',
  'https:///',
  'https:example.org',
  'https:/example.org',
  'http:\\\\example.org',
  'https://example.org\\@evil.org',
  ' https://example.org',
  'https://example.org ',
  '\thttps://example.org',
  'https://exa\nmple.org',
  'https://example.org/\r\nX: y',
  'https://example.org/\0',
  'ht\ntps://example.org',
  'https://user@example.org',
  'https://user:pw@example.org',
  'https://example.org:99999/',
  'https://.example.org/',
  'https://exa mple.org',
  'https://example..org/',
  'https://%00.org',
  'https://[::1',
  'https://\u202eexample.org',
  'https://example.org/\u202efdp.exe',
  'https://exa\u200bmple.org',
  'https://ex\u0430mple.org',
  'https://p\u0430ypal.com',
  'https://\u0440aypal.com',
  'https://g\u03bf\u03bfgle.com',
  'https://xn--pypal-4ve.com',
  'https://example.org/\ud800',
  'https://\ufeffexample.org',
  'https://example.org/\u2028',
  `https://example.org/${'x'.repeat(5_000)}`,
  'mailto:',
  'mailto://example.org',
  'mailto:a',
  'mailto:a@b?attach=/etc/passwd',
  'mailto:a@b?attachment=x',
  'mailto:a b@c',
  'mailto:a@b\n',
  'mailto:%0aa@b',
  'mailto:a@b@c',
  'javascript:alert(1)//https://example.org',
  'url:https://example.org',
];

describe('links that leave the app', () => {
  test('a hundred bad ones open nothing', async () => {
    expect(new Set(badLinks).size).toBeGreaterThanOrEqual(100);
    const opened: string[] = [];
    const open = createOpenExternal({
      open: async (url) => void opened.push(url),
      now: () => 0,
      log: keptLog().log,
    });
    const answers = await Promise.all(badLinks.map(open));
    expect(badLinks.filter((_, index) => answers[index])).toEqual([]);
    expect(opened).toEqual([]);
  });

  test('good ones go out newly serialised', () => {
    const good = [
      'https://example.org',
      'HTTPS://EXAMPLE.ORG/Path?q=1#x',
      'http://localhost:8008/',
      'https://[2001:db8::1]/',
      'https://bücher.example/ä?ö=ü',
      'https://пример.испытание/',
      'https://例え.テスト/',
      'mailto:alice@example.org?subject=Hi%20there',
    ];
    expect(good.map(externalUrl)).toEqual([
      'https://example.org/',
      'https://example.org/Path?q=1#x',
      'http://localhost:8008/',
      'https://[2001:db8::1]/',
      'https://xn--bcher-kva.example/%C3%A4?%C3%B6=%C3%BC',
      'https://xn--e1afmkfd.xn--80akhbyknj4f/',
      'https://xn--r8jz45g.xn--zckzah/',
      'mailto:alice@example.org?subject=Hi%20there',
    ]);
  });

  test('no more than ten in ten seconds', async () => {
    let now = 0;
    const opened: string[] = [];
    const open = createOpenExternal({
      open: async (url) => void opened.push(url),
      now: () => now,
      log: keptLog().log,
    });
    const answers: boolean[] = [];
    for (let n = 0; n < 12; n += 1) answers.push(await open(`https://example.org/${n}`));
    now = 10_001;
    answers.push(await open('https://example.org/later'));
    expect(answers.map(Number).join('')).toBe('1111111111001');
    expect(opened.length).toBe(11);
  });

  test('a system that cannot open it is not a crash', async () => {
    const open = createOpenExternal({
      open: () => Promise.reject(new Error('no browser')),
      now: () => 0,
      log: keptLog().log,
    });
    expect(await open('https://example.org/')).toBe(false);
  });
});
