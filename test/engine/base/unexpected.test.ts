// Unexpected errors are logged with a stack, but without the text of the error.
import { appFailure } from '#contract/wire/errors';
import { StoreError } from '#stores/sqlite/errors';
import { createLog } from '#engine/base/log';
import { broken, expected, reported, unexpected } from '#engine/base/unexpected';

const lines: string[] = [];
const log = createLog((level, line) => lines.push(`${level} ${line}`), 'debug').child('sync');
beforeEach(() => void lines.splice(0));

function thrownDeepInside(): unknown {
  try {
    throw new TypeError('hello world\n    at nobody (secret.ts:1:1) of @alice:example.org');
  } catch (thrown) {
    return thrown;
  }
}

test('an error of ours is internal, and its frames are in the log without its text and folders', () => {
  expect(unexpected(log, 'one answer', thrownDeepInside()).code).toBe('internal');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^error sync unexpected area=one answer name=TypeError stack=thrownDeepInside \(unexpected\.test\.ts:\d+:\d+\) < /,
  );
  for (const text of ['hello', 'secret', 'alice', __dirname]) expect(lines[0]).not.toContain(text);
  // Longer than any other value of a line.
  expect(lines[0]?.split(' < ').length).toBeGreaterThan(4);
});

test('an expected failure keeps its code and costs no line', () => {
  const offline = appFailure('offline', 'fetch failed');
  expect(unexpected(log, 'x', offline)).toBe(offline.error);
  expect(reported(log, 'x')(offline)).toBeUndefined();
  expect(expected(offline)).toBe(offline.error);
  expect(lines).toEqual([]);
});

test('a broken rule of ours, a failure of the store and what is no error at all are logged', () => {
  reported(log, 'a')(broken('no two of these'));
  reported(log, 'b')(new StoreError('disk_full', 'The disk is full'));
  reported(log, 'c')('just words');
  expect(lines.map((line) => line.replace(/ stack=.+$/, ' stack'))).toEqual([
    'error sync unexpected area=a name=AppFailure stack',
    'error sync unexpected area=b name=StoreError disk_full stack',
    'error sync unexpected area=c name=string stack=',
  ]);
  expect(expected(new Error('x'))).toBeNull();
});

test.each([
  [new StoreError('disk_full', 'The disk is full'), 'disk_full'],
  [Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' }), 'disk_failed'],
  [Object.assign(new Error('no space left'), { code: 'ENOSPC' }), 'disk_full'],
])('a failure of the disk keeps its code, and may be tried again', (thrown, code) => {
  expect(unexpected(undefined, 'x', thrown)).toMatchObject({ code, retryable: true });
});
