// A file that could not be copied when it was handed over is read in its place when it is uploaded.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStaging, type Staging } from '#engine/media/staging';
import { createUploads } from '#engine/media/uploads';
import { silentLog } from '../../support/silentLog';

let folder: string;
let staging: Staging;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trellis-uploads-'));
  staging = createStaging({ folder: join(folder, 'staging'), log: silentLog });
  writeFileSync(join(folder, 'a.txt'), 'x'.repeat(3_000_000));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** For files of other rooms alone. */
const unused = { store: null as never, downloads: null as never };

/** The names that went to the server, and the signals that the copying got. */
function setUp(copied: (work: () => Promise<void>) => Promise<void> = (work) => work()) {
  const sent: string[] = [];
  const uploads = createUploads({
    ...unused,
    staging: {
      ...staging,
      stageClaimed: async (claimed, signal) => {
        const staged = Promise.withResolvers<Awaited<ReturnType<Staging['stageClaimed']>>>();
        await copied(async () => staging.stageClaimed(claimed, signal).then(staged.resolve));
        return staged.promise;
      },
    },
    auth: { uploadLimit: async () => null },
    sentCopies: {
      send: async ({ fileName }) => {
        sent.push(fileName ?? '');
        return { url: 'mxc://x/y', file: null } as never;
      },
    },
  });
  return { uploads, sent };
}

const row = () => ({
  localKey: '~key',
  content: { body: 'a.txt' },
  attachment: {
    claimed: { path: join(folder, 'a.txt'), fileName: 'a.txt', mimeType: null },
    encrypt: false,
  },
});
const cancelled = { error: { code: 'cancelled' } };

test('it is sent, and its copy is left to the sweep', async () => {
  const { uploads, sent } = setUp();
  const content = await uploads.upload(row(), new AbortController().signal);
  expect(content).toMatchObject({ msgtype: 'm.file', url: 'mxc://x/y', info: { size: 3_000_000 } });
  expect([sent, uploads.progress('~key')]).toEqual([['a.txt'], null]);
  await staging.sweep(() => new Set());
  expect(readdirSync(join(folder, 'staging'))).toEqual([]);
});

test('cancelled while it is copied, it is not uploaded, and no copy stays', async () => {
  const { uploads, sent } = setUp();
  const work = uploads.upload(row(), new AbortController().signal);
  expect(uploads.progress('~key')).toBe(0);
  uploads.cancel('~key');
  await expect(work).rejects.toMatchObject(cancelled);
  expect([sent, readdirSync(join(folder, 'staging'))]).toEqual([[], []]);
});

test('cancelled at the moment in which the copy is complete, it is not uploaded either', async () => {
  const { uploads, sent } = setUp(async (work) => {
    await work();
    uploads.cancel('~key');
  });
  await expect(uploads.upload(row(), new AbortController().signal)).rejects.toMatchObject(
    cancelled,
  );
  expect(sent).toEqual([]);
});

test('the end of sending does not wait for the copy', async () => {
  const { uploads, sent } = setUp();
  const end = new AbortController();
  const work = uploads.upload(row(), end.signal);
  end.abort();
  await expect(work).rejects.toMatchObject(cancelled);
  expect([sent, readdirSync(join(folder, 'staging'))]).toEqual([[], []]);
});
