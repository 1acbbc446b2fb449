// End-to-end tests: the whole app, driven by Playwright through Electron's own launch path. Three projects (e2e/alone.cjs): `windows`
// and `media`, some files at once, and `alone`, for what measures frames; test/run.mjs runs one after the other. The app runs in the Chromium host unless TRELLIS_ELECTRON=real (test/verifyElectron.mjs).
import { delimiter, join, resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { aloneSpecs, longSpecs, mediaSpecs } from './e2e/alone.cjs';

const root = resolve(__dirname, '..');
const isReal = process.env['TRELLIS_ELECTRON'] === 'real';

if (!isReal) {
  process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= join(root, 'test', 'chromium-host');
  process.env['TRELLIS_HOST_HEADLESS'] ??= '1';
}
// Whatever starts `node` below must get ours.
process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(
  delimiter,
);

const filesOf = (names: string[]): string[] => names.map((name) => `**/${name}.spec.ts`);
const alone = filesOf(aloneSpecs);
const media = filesOf(mediaSpecs);
const long = filesOf(longSpecs);
const longMedia = filesOf(longSpecs.filter((name) => mediaSpecs.includes(name)));
/** `npm run bench -- R12` and nothing else. */
const isBench = process.env['TRELLIS_BENCH'] === '1';
const isCi = Boolean(process.env['CI']);

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // Each run clears its own alone: a second one must not take the traces of the first.
  outputDir: join('.artifacts', process.env['TRELLIS_RUN'] ?? 'single'),
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: isCi,
  // If no window starts at all, each test would wait two minutes: a run ends soon and says why.
  maxFailures: isCi ? 12 : 0,
  // Two apps and a homeserver start within a test; on a busy machine that alone takes 20 s.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./reporters/playwrightReporter.cjs']],
  metadata: { host: process.env['TRELLIS_HOST_LABEL'] ?? (isReal ? 'Electron' : 'Chromium host') },
  projects: isBench
    ? [{ name: 'bench', testMatch: '**/*.bench.ts', workers: 1 }]
    : [
        // Projects run side by side, their files in this order: `--project=windows` is both of that name.
        { name: 'windows', testMatch: long, testIgnore: [...media, ...alone] },
        { name: 'windows', testIgnore: [...media, ...alone, ...long] },
        { name: 'media', testMatch: longMedia },
        { name: 'media', testMatch: media, testIgnore: long },
        { name: 'alone', testMatch: alone, workers: 1 },
      ],
  use: { trace: 'retain-on-failure', screenshot: 'only-on-failure' },
});
