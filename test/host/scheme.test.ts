// The app's scheme: streaming, ranges, headers and CSP; nobody else gets in.
import http from 'node:http';
import { launchFixture, type Fixture } from './launch';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await launchFixture();
}, 60_000);
afterAll(() => fixture.close());

test('a range is answered by the bytes of that range', async () => {
  const part = await fixture.page.evaluate(async () => {
    const response = await fetch('/media', { headers: { range: 'bytes=1000-1009' } });
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      sniff: response.headers.get('x-content-type-options'),
      bytes: [...new Uint8Array(await response.arrayBuffer())],
    };
  });
  expect(part).toEqual({
    status: 206,
    range: 'bytes 1000-1009/100000',
    sniff: 'nosniff',
    bytes: Array.from({ length: 10 }, (_, i) => (1000 + i) % 251),
  });
});

test('a body is streamed while its handler still writes', async () => {
  const { page, app } = fixture;
  const first = await page.evaluate(async () => {
    const response = await fetch('/slow');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    Object.assign(window, { reader });
    return [response.headers.get('x-kind'), (await reader?.read())?.value];
  });
  expect(first).toEqual(['slow', 'first,']);
  await app.evaluate(() => {
    (globalThis as unknown as { __seen: { finishSlow(): void } }).__seen.finishSlow();
  });
  const rest = await page.evaluate(async () => {
    const reader = Reflect.get(window, 'reader') as ReadableStreamDefaultReader<string>;
    return [(await reader.read()).value, (await reader.read()).done];
  });
  expect(rest).toEqual(['second', true]);
});

test('statuses, bodies of requests and failures pass through', async () => {
  const got = await fixture.page.evaluate(async () => {
    const echo = await fetch('/echo', { method: 'POST', body: 'said' });
    return [
      [echo.status, await echo.text()],
      (await fetch('/nothing')).status,
      await fetch('/broken').then(
        (response) => response.status,
        (error: Error) => error.name,
      ),
    ];
  });
  expect(got).toEqual([[201, 'said'], 404, 'TypeError']);
});

test('the content security policy of the response holds, and the host works under it', async () => {
  const tried = await fixture.page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(event.effectiveDirective);
    });
    const script = document.createElement('script');
    let refused = '';
    try {
      script.textContent = 'window.injected = true';
    } catch (error) {
      refused = (error as Error).name;
    }
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
    const elsewhere = await fetch('https://example.org/').catch((error: Error) => error.name);
    await new Promise((resolve) => setTimeout(resolve));
    return { refused, elsewhere, violations: [...new Set(violations)].sort() };
  });
  expect(tried).toEqual({
    refused: 'TypeError',
    elsewhere: 'TypeError',
    violations: ['connect-src', 'require-trusted-types-for', 'style-src-elem'],
  });
});

test('handlers see app:// and no cookie of ours', async () => {
  const requests = await fixture.seen<{ url: string; cookie: string | null }[]>('requests');
  expect(requests[0]).toEqual({ url: 'app://bundle/index.html', cookie: null });
  expect(requests.every(({ url, cookie }) => url.startsWith('app://bundle/') && !cookie)).toBe(
    true,
  );
});

test('another program on the machine is refused', async () => {
  const address = await fixture.page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation');
    return entry?.name;
  });
  expect(address).toBe('http://bundle.app.localhost/index.html');
  const port = await fixture.app.evaluate(
    () => (globalThis as unknown as { chromiumHost: { port: number } }).chromiumHost.port,
  );
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'bundle.app.localhost', cookie: 'chromium_host=guess' };
    http
      .get({ host: '127.0.0.1', port, path: '/index.html', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject);
  });
  expect(status).toBe(403);
});

test('a handled address that does not load is an error of loadURL', async () => {
  const error = await fixture.app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false });
    const text = await window.loadURL('app://bundle/broken').then(
      () => 'loaded',
      (failed: Error) => failed.message,
    );
    window.destroy();
    return text;
  });
  expect(error).toMatch(/^ERR_[A-Z_]+ \(-\d+\) loading 'app:\/\/bundle\/broken'$/);
});
