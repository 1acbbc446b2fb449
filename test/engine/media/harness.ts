// A real store, a real homeserver behind the fault proxy, and the media parts between them.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDownloads } from '#engine/media/downloads';
import { createStaging } from '#engine/media/staging';
import { createInlineRunner } from '../../support/inlineRunner';
import { createSentCopies } from '#engine/media/sentCopies';
import { createUploads } from '#engine/media/uploads';
import type { MediaAuth } from '#engine/media/sending';
import { systemClock } from '#engine/base/clock';
import { openStore } from '#stores/profile/open';
import { silentLog } from '../../support/silentLog';

export function tempFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'trellis-media-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function mediaParts(
  baseUrl: string,
  accessToken: string,
  uploadLimit: number | null = null,
) {
  const folder = tempFolder();
  const store = openStore({ folder: folder.path, key: randomBytes(32), log: silentLog });
  const auth: MediaAuth = {
    baseUrl: () => baseUrl,
    withToken: (work) => work(accessToken),
    uploadLimit: async () => uploadLimit,
  };
  const runner = createInlineRunner();
  const stagingFolder = join(folder.path, 'staging');
  const cacheFolder = join(folder.path, 'media');
  const staging = createStaging({ folder: stagingFolder, log: silentLog });
  const clock = systemClock();
  const downloads = createDownloads({
    store,
    runner,
    auth,
    cacheFolder,
    stagingFolder,
    log: silentLog,
    clock,
  });
  const copying = { store, runner, auth, cacheFolder, downloads, clock, log: silentLog };
  const sentCopies = createSentCopies(copying);
  const uploads = createUploads({ store, downloads, staging, auth, sentCopies });
  return {
    store,
    staging,
    uploads,
    downloads,
    cacheFolder,
    stagingFolder,
    folder: folder.path,
    close: async () => {
      await staging.close();
      store.close();
      folder.remove();
    },
  };
}
