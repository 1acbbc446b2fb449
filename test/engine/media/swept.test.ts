// A redacted file leaves the disk soon, and whoever shows the space that files take hears of it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createMedia } from '#engine/media/media';
import { forgetMedia, mediaHandle, mediaUse, updateMedia } from '#stores/media/media';
import { ensureRoom } from '#stores/rooms/rooms';
import { openStore } from '#stores/profile/open';
import { createInlineRunner } from '../../support/inlineRunner';
import { silentLog } from '../../support/silentLog';
import { createTestClock } from '../http/testClock';
import { tempFolder } from './harness';

test('a file that was deleted for good leaves the disk and the space used, without another act', async () => {
  const folder = tempFolder();
  const store = openStore({ folder: folder.path, key: randomBytes(32), log: silentLog });
  const clock = createTestClock();
  const media = createMedia({
    ...{ store, clock, log: silentLog, profileFolder: folder.path, runner: createInlineRunner() },
    auth: {
      baseUrl: () => 'https://example.org',
      withToken: (work) => work(''),
      uploadLimit: async () => null,
    },
  });
  await clock.pass(5000);
  const mxc = 'mxc://example.org/picture';
  const cached = join(folder.path, 'media', 'copy');
  mkdirSync(join(folder.path, 'media'), { recursive: true });
  writeFileSync(cached, 'bytes');
  const roomNo = store.write(() => {
    const source = { mxc, variant: 'full', source: null, fileName: 'a', mimeType: null } as const;
    const handle = mediaHandle(store.db, { ...source, sizeBytes: 5 });
    updateMedia(store.db, handle, { cacheFile: 'copy', verified: true, usedMs: clock.now() });
    return ensureRoom(store.db, '!room:example.org');
  });
  expect(mediaUse(store.db).bytes).toBe(5);
  const told = new Promise<number>((resolve) => {
    store.onCommit(({ topics }) => {
      if (topics.has('media')) resolve(mediaUse(store.db).bytes);
    });
  });
  // All that a redaction does to media.
  store.write((changes) => {
    forgetMedia(store.db, [mxc]);
    changes.timeline(roomNo);
  });
  await clock.pass(5000);
  expect(await told).toBe(0);
  expect(existsSync(cached)).toBe(false);
  await media.close();
  store.close();
  folder.remove();
});
