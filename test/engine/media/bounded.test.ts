// What nobody takes does not stay in memory for ever.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStaging } from '#engine/media/staging';
import { silentLog } from '../../support/silentLog';

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
