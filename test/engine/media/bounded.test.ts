// Limits of media: untaken data does not stay in memory, unrequested data does not fill the disk, and the upkeep costs little.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createStaging } from '#engine/media/staging';
import { cachedBytes, mediaHandle } from '#stores/media/media';
import { setSetting } from '#stores/settings/settings';
import { eventually } from '../../support/eventually';
import { silentLog } from '../../support/silentLog';
import { mediaParts } from './harness';

async function served(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const parts = mediaParts(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token');
  const handle = (name: string, variant: string): string =>
    mediaHandle(parts.store.db, {
      ...{ mxc: `mxc://here/${name}`, variant, source: null },
      ...{ fileName: null, mimeType: null, sizeBytes: null },
    });
  const end = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await parts.close();
  };
  return { ...parts, handle, end };
}

test('a small picture that does not end is given up after twenty megabytes, and nothing of it stays', async () => {
  const piece = Buffer.alloc(1_000_000);
  let sent = 0;
  const { downloads, handle, cacheFolder, end } = await served((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      sent += piece.length;
    };
    response.on('drain', more);
    more();
  });
  const picture = handle('endless', 'thumb:64x64:crop');
  await expect(downloads.use(picture, () => Promise.resolve())).rejects.toMatchObject({
    error: { code: 'too_large' },
  });
  // The buffers between the processes hold more than that.
  expect(sent).toBeLessThan(60_000_000);
  expect(readdirSync(cacheFolder)).toEqual([]);
  await end();
});

test('the cache is added up once for many pictures, and stays within its limit', async () => {
  let sums = 0;
  const { prepare } = Database.prototype;
  const spy = jest.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    sql: string,
  ) {
    const statement = prepare.call(this, sql);
    if (!sql.includes('coalesce(sum(size_bytes), 0) AS bytes FROM media')) return statement;
    const real = statement.get.bind(statement) as () => unknown;
    const value = (): unknown => {
      sums += 1;
      return real();
    };
    return Object.defineProperty(statement, 'get', { value });
  });
  const { store, downloads, handle, end } = await served((_request, response) => {
    response.end(Buffer.alloc(10_000, 1));
  });
  const show = (n: number): Promise<void> =>
    downloads.use(handle(`picture${n}`, 'thumb:64x64:crop'), () => Promise.resolve());
  for (let n = 0; n < 60; n += 1) await show(n);
  expect(sums).toBe(1);
  store.write(() => setSetting(store.db, 'ui.files.cacheLimitBytes', 100_000));
  await downloads.trim();
  for (let n = 60; n < 90; n += 1) await show(n);
  await eventually('the cache is within its limit', () => cachedBytes(store.db) <= 100_000);
  spy.mockRestore();
  await end();
});

test('of very many tickets that nobody uses the oldest go, the newest are good', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-staging-'));
  const staging = createStaging({ folder, log: silentLog });
  const facts = { path: join(folder, 'x'), fileName: 'x', sizeBytes: 1, mimeType: null };
  for (let n = 0; n < 30_000; n += 1)
    staging.accept({ ...facts, ticket: `ticket ${n}`, direction: 'read' });
  const good = (n: number): boolean => staging.peek(`ticket ${n}`) !== null;
  expect([good(0), good(9_999), good(10_000), good(29_999)]).toEqual([false, false, true, true]);
  await staging.close();
  rmSync(folder, { recursive: true, force: true });
});
