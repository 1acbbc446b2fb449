// Logs rotate and hold no token, key or password.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogs, redact } from '../../main/shell/logs';
import { removeFolders, temporaryFolder } from './fakes';

afterEach(removeFolders);

test('what looks like a secret is taken out', () => {
  const secrets = [
    'syt_YWxpY2U_abcdefghijklmnop_1a2b3c',
    'Authorization: Bearer abc.def-ghi',
    'access_token=MDAxabc',
    '"refresh_token":"xyz123"',
    "password: 'hunter2'",
    'EsTc LW2K PGiF wKEA 3As5 g5c4 BXwk qeeJ ZJV8 Q9fu gUMN UE4d',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'k'.repeat(64),
  ];
  const words = [
    'YWxpY2U',
    'abc.def',
    'MDAxabc',
    'xyz123',
    'hunter2',
    'LW2K',
    'c2lnbmF0dXJl',
    'k'.repeat(40),
  ];
  const kept = secrets.map((text) => redact(`sync failed ${text} status=500`));
  expect(kept.filter((line, index) => line.includes(words[index] ?? ''))).toEqual([]);
  expect(
    kept.filter((line) => !(line.startsWith('sync failed') && line.endsWith('status=500'))),
  ).toEqual([]);
  expect(redact('sync completed rooms=12 ms=340')).toBe('sync completed rooms=12 ms=340');
  expect(redact(`a\nb\r\n${'x '.repeat(3_000)}`)).toMatch(/^a \| b \| (x ){900,1000}$/);
});

test('three files of a bounded size are kept, the newest lines always', async () => {
  const folder = join(temporaryFolder(), 'logs');
  const logs = createLogs({ folder, now: () => 0, maxBytes: 1_000 });
  for (let n = 0; n < 200; n += 1) {
    logs.log.info('line', { n });
    await logs.flush();
  }
  const names = ['trellis.log', 'trellis.1.log', 'trellis.2.log'];
  expect(names.map((name) => statSync(join(folder, name)).size <= 1_000)).toEqual([
    true,
    true,
    true,
  ]);
  expect(existsSync(join(folder, 'trellis.3.log'))).toBe(false);
  const lines = (await logs.collect()).trim().split('\n');
  expect(lines.at(-1)).toBe('1970-01-01T00:00:00.000Z info main line n=199');
  const numbers = lines.map((line) => Number(/n=(\d+)/.exec(line)?.[1]));
  expect(numbers).toEqual(numbers.map((_, index) => 200 - numbers.length + index));
});

test('goes on in the file of the last run; debug lines only when asked', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'trellis.log'), 'earlier\n');
  const logs = createLogs({ folder, now: () => 0 });
  logs.log.child('sync').debug('quiet');
  logs.line('warn', 'engine says\nsomething');
  await logs.flush();
  expect(readFileSync(join(folder, 'trellis.log'), 'utf8')).toBe(
    'earlier\n1970-01-01T00:00:00.000Z warn engine says | something\n',
  );
});

test('a folder that cannot be written costs lines, nothing else', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const logs = createLogs({ folder: join(file, 'logs'), now: () => 0 });
  for (let n = 0; n < 10_000; n += 1) logs.log.error('lost', { n });
  await logs.flush();
  expect(await logs.collect()).toBe('');
});
