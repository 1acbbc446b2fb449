// MessagePorts between page, main and utility process: both ways, order, death, reload.
import { eventually, launchFixture, type Fixture } from './launch';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await launchFixture();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.app.evaluate(async ({ BrowserWindow }) => {
    (globalThis as unknown as { __seen: { restart(): void } }).__seen.restart();
    await BrowserWindow.getAllWindows()[0]?.loadURL('app://bundle/index.html');
  });
  await fixture.page.getByRole('heading', { name: 'Fixture' }).waitFor();
});

async function openPort(): Promise<void> {
  await fixture.page.evaluate(() => window.api.send('engine'));
  await fixture.page.waitForFunction(() => window.ports.length > 0);
}

test('page and utility process talk over a port that main handed out, in order', async () => {
  await openPort();
  const { page } = fixture;
  const first = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const [port] = window.ports;
        if (!port) return;
        port.onmessage = ({ data }) => resolve([data.type, data.data.bytes instanceof Uint8Array]);
        port.postMessage({ bytes: new Uint8Array([1, 2]) });
      }),
  );
  expect(first).toEqual(['utility', true]);
  const hostile = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const [port] = window.ports;
        if (!port) return;
        port.onmessage = ({ data }) => resolve([JSON.stringify(data.data), data.data.x]);
        port.postMessage(JSON.parse('{"__proto__":{"x":1},"$":2,"none":[null]}'));
      }),
  );
  expect(hostile).toEqual(['{"__proto__":{"x":1},"$":2,"none":[null]}', undefined]);
  const counted = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const [port] = window.ports;
        const seen: number[] = [];
        if (!port) return;
        port.onmessage = ({ data }) => {
          seen.push(data.i);
          if (seen.length === 2000) resolve(seen.findIndex((value, i) => value !== i));
        };
        port.postMessage({ kind: 'count', to: 2000 });
      }),
  );
  expect(counted).toBe(-1);
});

test('what the page posts does not wait until the page has done what it does next', async () => {
  await openPort();
  const [arrivedMs, doneMs] = await fixture.page.evaluate(async () => {
    const [port] = window.ports;
    const arrived = new Promise<number>((resolve) => {
      if (port !== undefined) port.onmessage = ({ data }) => resolve(data.at);
    });
    port?.postMessage({ kind: 'when' });
    await Promise.resolve();
    for (const until = Date.now() + 1_000; Date.now() < until;);
    const doneMs = Date.now();
    return [await arrived, doneMs] as const;
  });
  expect(arrivedMs).toBeLessThan(doneMs);
});

test('what the page posts while the utility process still starts waits for it', async () => {
  await fixture.app.evaluate(() => {
    (globalThis as unknown as { __seen: { restart(): void } }).__seen.restart();
  });
  const answer = await fixture.page.evaluate(async () => {
    window.api.send('engine');
    await new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
    return new Promise((resolve) => {
      const [port] = window.ports;
      if (!port) return;
      port.onmessage = ({ data }) => resolve(data.data);
      port.postMessage('early');
    });
  });
  expect(answer).toBe('early');
});

test('a timeline of 1,000 events crosses quickly', async () => {
  await openPort();
  const times = await fixture.page.evaluate(async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      key: `$event${i}`,
      sender: '@alice:example.org',
      body: `A message of ordinary length, the ${i}th of this room`,
      atMs: 1e12 + i,
      reactions: [{ key: '+', count: i, mine: false }],
      quote: { key: `$event${i - 1}`, text: 'x'.repeat(90) },
    }));
    const once = () =>
      new Promise<number>((resolve) => {
        const startMs = performance.now();
        const [port] = window.ports;
        if (!port) return;
        port.onmessage = () => resolve(performance.now() - startMs);
        port.postMessage({ kind: 'rows', rows });
      });
    const all: number[] = [];
    for (let i = 0; i < 5; i++) all.push(await once());
    return all;
  });
  // there and back; some 30 ms on an idle machine, a bound for a busy one
  expect(Math.min(...times)).toBeLessThan(400);
});

test('a port that the preload made works both ways with main, and its close is told', async () => {
  const back = await fixture.page.evaluate(() => window.api.give([1, 'two', [3]]));
  expect(back).toEqual([1, 'two', [3]]);
  await fixture.page.reload();
  await eventually(
    () => fixture.seen<number>('portsClosed'),
    (count) => count === 1,
  );
});

test('when the utility process dies, the page learns it', async () => {
  await openPort();
  await fixture.page.evaluate(() => window.ports[0]?.start());
  await fixture.app.evaluate(() => {
    const { __utility } = globalThis as unknown as { __utility: Electron.UtilityProcess };
    process.kill(__utility.pid ?? 0, 'SIGKILL');
  });
  await fixture.page.waitForFunction(() => window.portsClosed === 1);
  expect(await fixture.seen<number[]>('utilityExits')).toEqual([9]);
});

test('when the page goes away, the utility process learns it', async () => {
  await openPort();
  await fixture.page.reload();
  const told = await eventually(
    () => fixture.seen<unknown>('fromUtility'),
    (value) => value !== undefined && value !== null,
  );
  expect(told).toEqual({ closed: true });
});

test('the utility process has parentPort and no electron; its exit code is reported', async () => {
  const post = (message: object) =>
    fixture.app.evaluate((_electronModule, value) => {
      const { __utility } = globalThis as unknown as { __utility: Electron.UtilityProcess };
      __utility.postMessage(value);
    }, message);
  await post({ kind: 'ask' });
  const told = await eventually(
    () => fixture.seen<unknown>('fromUtility'),
    (value) => value !== undefined && value !== null,
  );
  expect(told).toEqual({
    received: 1,
    electron: "chromium-host: 'electron' does not exist in a utility process",
  });
  await post({ kind: 'exit', code: 3 });
  await eventually(
    () => fixture.seen<number[]>('utilityExits'),
    (codes) => codes.length === 1 && codes[0] === 3,
  );
});

test('a crashed page is reported, its ports close, and it loads again', async () => {
  await openPort();
  await fixture.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await eventually(
    () => fixture.seen<string[]>('gone'),
    (reasons) => reasons.join() === 'crashed',
  );
  await eventually(
    () => fixture.seen<unknown>('fromUtility'),
    (value) => JSON.stringify(value) === '{"closed":true}',
  );
  const text = await fixture.app.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    await window?.loadURL('app://bundle/second.html');
    return window?.webContents.executeJavaScript(
      `api.invoke('echo', document.querySelector('h1').textContent)`,
    ) as Promise<string>;
  });
  expect(text).toBe('Second');
});
