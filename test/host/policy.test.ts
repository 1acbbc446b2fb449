// Limits of a page: permissions, navigation, new windows, file paths, being offline.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, launchFixture, type Fixture } from './launch';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await launchFixture();
}, 60_000);
afterAll(() => fixture.close());

const allow = (permission: string, allowed: boolean) =>
  fixture.app.evaluate(
    (_electronModule, [name, on]) => {
      const seen = (globalThis as unknown as { __seen: { allow: Set<string> } }).__seen;
      if (on) seen.allow.add(name);
      else seen.allow.delete(name);
    },
    [permission, allowed] as [string, boolean],
  );

test('the request handler decides on permissions', async () => {
  const ask = () =>
    fixture.page.evaluate(async () => [
      await Notification.requestPermission(),
      await new Promise((resolve) => {
        navigator.geolocation.getCurrentPosition(
          () => resolve('position'),
          (error) => resolve(error.code),
        );
      }),
      await navigator.clipboard.readText().catch((error: Error) => error.name),
      await navigator.mediaDevices.getUserMedia({ audio: true }).catch((e: Error) => e.name),
    ]);
  expect(await ask()).toEqual(['denied', 1, 'NotAllowedError', 'NotAllowedError']);
  expect(await fixture.seen('permissions')).toEqual([
    ['notifications', null],
    ['geolocation', null],
    ['clipboard-read', null],
    ['media', ['audio']],
  ]);
  await allow('notifications', true);
  const now = await fixture.page.evaluate(async () => [
    await Notification.requestPermission(),
    Notification.permission,
  ]);
  expect(now).toEqual(['granted', 'granted']);
});

test('the check handler answers permissions.query', async () => {
  const query = () =>
    fixture.page.evaluate(
      async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
    );
  expect(await query()).toBe('denied');
  await allow('geolocation', true);
  expect(await query()).toBe('granted');
});

test('navigation away is asked for and denied; within the app it goes on', async () => {
  const { page } = fixture;
  await page.locator('#out').click({ noWaitAfter: true });
  await eventually(
    () => fixture.seen<string[]>('navigations'),
    (urls) => urls.includes('https://example.org/out'),
  );
  expect(await page.evaluate(() => window.api.invoke('echo', location.pathname))).toBe(
    '/index.html',
  );
  await page.locator('#inside').click();
  await page.getByRole('heading', { name: 'Second' }).waitFor();
  const address = await fixture.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getURL(),
  );
  expect(address).toBe('app://bundle/second.html');
  await fixture.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.loadURL('app://bundle/index.html'),
  );
  await page.getByRole('heading', { name: 'Fixture' }).waitFor();
  const asked = await fixture.seen<string[]>('navigations');
  expect(asked).toEqual(['https://example.org/out', 'app://bundle/second.html']);
});

test('new windows go to the handler, which denies them and opens the browser', async () => {
  const { page, app } = fixture;
  expect(await page.evaluate(() => window.open('https://example.org/opened') === null)).toBe(true);
  await page.locator('#blank').click();
  const opened = await eventually(
    () => fixture.seen<string[]>('opened'),
    (urls) => urls.length === 2,
  );
  expect(opened).toEqual(['https://example.org/opened', 'https://example.org/blank']);
  const links = await app.evaluate(() => {
    const { all } = (
      globalThis as unknown as { chromiumHost: { all: { what: string; detail: unknown }[] } }
    ).chromiumHost;
    return all.filter(({ what }) => what === 'shell.openExternal').map(({ detail }) => detail);
  });
  expect(links).toEqual(opened);
  expect(app.windows()).toHaveLength(1);
});

test('the path of a chosen file is known, also for two of the same name', async () => {
  const { page, userData } = fixture;
  const file = join(userData, 'picture.txt');
  writeFileSync(file, 'x');
  await page.locator('#file').setInputFiles(file);
  await eventually(
    () => page.locator('#path').textContent(),
    (text) => text === file,
  );
  const other = join(userData, 'Chromium', 'picture.txt');
  writeFileSync(other, 'x');
  await page.locator('#file').setInputFiles(other);
  await eventually(
    () => page.locator('#path').textContent(),
    (text) => text === other,
  );
});

test('the path of a dropped file is known when the page sees the drop', async () => {
  const { page, app, userData } = fixture;
  const file = join(userData, 'dropped.png');
  writeFileSync(file, 'x');
  await page.evaluate(() => {
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      const paths = [...(event.dataTransfer?.files ?? [])].map((each) => window.api.pathOf(each));
      Object.assign(window, { dropped: paths });
    });
  });
  const session = await app.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  await page.waitForFunction(() => 'dropped' in window);
  expect(await page.evaluate(() => Reflect.get(window, 'dropped') as string[])).toEqual([file]);
});

test('a download is announced and refused', async () => {
  await fixture.page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'page.txt';
    link.click();
  });
  const downloads = await eventually(
    () => fixture.seen<string[]>('downloads'),
    (names) => names.length > 0,
  );
  expect(downloads).toEqual(['page.txt']);
});

test('a file made by the page has no path', async () => {
  expect(await fixture.page.evaluate(() => window.api.pathOf(new File(['x'], 'made.txt')))).toBe(
    '',
  );
});

test('ipc goes on while the page is offline', async () => {
  const context = fixture.app.context();
  await context.setOffline(true);
  const state = await fixture.page.evaluate(async () => [
    navigator.onLine,
    await window.api.invoke('echo', 'still here'),
  ]);
  await context.setOffline(false);
  expect(state).toEqual([false, 'still here']);
});

test('the page is drawn, at the size that was asked for', async () => {
  const size = await fixture.page.evaluate(() => [window.innerWidth, window.innerHeight]);
  expect(size).toEqual([900, 640]);
  const picture = await fixture.page.screenshot();
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([900, 640]);
  const captured = await fixture.app.evaluate(async ({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    return (await window?.capturePage())?.getSize();
  });
  expect(captured).toEqual({ width: 900, height: 640 });
});

test('a blank child that the app allows is a window of the same page; any other is closed', async () => {
  const { app, page } = fixture;
  const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length);
  await page.evaluate(() => {
    const child = window.open('about:blank', 'child', 'width=320,height=240');
    child?.document.body.append('drawn from outside');
    (window as unknown as { child: Window | null }).child = child;
  });
  await eventually(count, (windows) => windows === 2);
  const text = () =>
    app.evaluate(({ BrowserWindow }) => {
      const child = BrowserWindow.getAllWindows().find((each) => each.getSize()[0] === 320);
      return child?.webContents.executeJavaScript('document.body.innerText + typeof window.api');
    });
  await eventually(text, (shown) => shown === 'drawn from outsideundefined');
  // The same name again is the same window.
  const same = await page.evaluate(
    () =>
      window.open('about:blank', 'child') === (window as unknown as { child: Window | null }).child,
  );
  expect([same, await count()]).toEqual([true, 2]);
  const refused = await page.evaluate(async () => {
    const other = window.open('about:blank', 'stranger');
    for (let n = 0; n < 200 && other?.closed === false; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return other?.closed;
  });
  expect([refused, await count()]).toEqual([true, 2]);
  await page.evaluate(() => (window as unknown as { child: Window | null }).child?.close());
  await eventually(count, (windows) => windows === 1);
}, 30_000);
