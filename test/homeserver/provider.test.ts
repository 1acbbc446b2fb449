// A prepared environment counts only with its stamp: one that a kill left half made, or that was made of another list, does not.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRunner, synapseVersion } from './provider.cjs';

const cache = mkdtempSync(join(tmpdir(), 'trellis-provider-'));
const { TRELLIS_CACHE: before, TRELLIS_HOMESERVER_URL: url } = process.env;
beforeAll(() => {
  process.env['TRELLIS_CACHE'] = cache;
  delete process.env['TRELLIS_HOMESERVER_URL'];
});
afterAll(() => {
  if (before === undefined) delete process.env['TRELLIS_CACHE'];
  else process.env['TRELLIS_CACHE'] = before;
  if (url !== undefined) process.env['TRELLIS_HOMESERVER_URL'] = url;
  rmSync(cache, { recursive: true, force: true });
});

test('an environment is ready with the stamp of the present list alone', () => {
  const venv = join(cache, `homeserver-${synapseVersion}`);
  const isReady = (): boolean => findRunner()?.kind === 'venv';
  mkdirSync(join(venv, 'bin'), { recursive: true });
  writeFileSync(join(venv, 'bin/python'), '');
  expect(isReady()).toBe(false);
  writeFileSync(join(venv, 'ready'), 'of another list');
  expect(isReady()).toBe(false);
  const list = readFileSync(join(__dirname, 'requirements.txt'));
  writeFileSync(join(venv, 'ready'), createHash('sha256').update(list).digest('hex'));
  expect(isReady()).toBe(true);
});
