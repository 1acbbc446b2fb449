// Saved files, and files handed to other programs, are marked as coming from somebody else.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainCopy } from '#engine/media/worker/plainCopy';

const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
const folder = mkdtempSync(join(tmpdir(), 'trellis-foreign-'));
afterEach(() => Object.defineProperty(process, 'platform', platform));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  ['win32', true],
  ['linux', false],
])('a plain copy on %s', async (name, marked) => {
  Object.defineProperty(process, 'platform', { ...platform, value: name });
  const path = join(folder, `${name}.cipher`);
  const target = join(folder, `${name}.docx`);
  writeFileSync(path, 'bytes');
  const keys = { key: randomBytes(32), iv: randomBytes(16) };
  const job = { kind: 'plainCopy', path, keys, target } as const;
  await plainCopy(job, new AbortController().signal, () => undefined);
  const zone = `${target}:Zone.Identifier`;
  expect(existsSync(zone)).toBe(marked);
  if (marked) expect(readFileSync(zone, 'utf8')).toContain('ZoneId=3');
});
