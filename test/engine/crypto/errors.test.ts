import { appFailure } from '#contract/wire/errors';
import { asFailure, createGuard, invalidStore, isPanic } from '#engine/crypto/errors';
import { megolmIndex } from '#engine/crypto/replay';
import { silentLog } from '../../support/silentLog';

const named = (name: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { name }, more);

test('only a broken machine is a panic, not an error that speaks of one', () => {
  // A real trap: wasm that runs into `unreachable`.
  const trap = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 8, 1, 0, 10, 5, 1, 3, 0, 0, 11,
  ]);
  let thrown: unknown = null;
  try {
    new WebAssembly.Instance(new WebAssembly.Module(trap));
  } catch (caught) {
    thrown = caught;
  }
  expect(isPanic(thrown)).toBe(true);
  expect(isPanic(new Error('null pointer passed to rust'))).toBe(true);
  expect(isPanic(named('MatrixError', 'server unreachable'))).toBe(false);
  expect(isPanic(named('DecryptionError', 'recursive use of an object'))).toBe(false);
  expect([isPanic(null), isPanic('unreachable')]).toEqual([false, false]);
});

test('a panic ends the engine, unless it stops anyway; any other failure goes to who asked', async () => {
  const panic = new Error('null pointer passed to rust');
  const refused = named('MatrixError', 'no');
  const fatal: unknown[] = [];
  let stopped = false;
  const guard = createGuard(
    { log: silentLog, onFatal: (thrown) => fatal.push(thrown) },
    () => stopped,
  );
  await expect(guard(Promise.reject(refused))).rejects.toBe(refused);
  expect(fatal).toEqual([]);
  await expect(guard(Promise.reject(panic))).rejects.toBe(panic);
  expect(fatal).toEqual([panic]);
  stopped = true;
  await expect(guard(Promise.reject(panic))).rejects.toBe(panic);
  expect(fatal).toEqual([panic]);
});

test('failures of requests keep whether the server answered, and lose its words', () => {
  const status = (thrown: unknown): unknown[] => {
    const { code, retryable, retryAfterMs, data } = asFailure(silentLog, thrown).error;
    return [code, retryable, retryAfterMs, data?.['status'] ?? null];
  };
  const matrix = (httpStatus: number, data: object = {}): Error =>
    named('MatrixError', 'secret words', { httpStatus, errcode: 'M_X', data });
  expect(status(named('ConnectionError', 'fetch failed'))).toEqual(['offline', true, null, null]);
  expect(status(matrix(502))).toEqual(['server_error', true, null, 502]);
  expect(status(matrix(429, { retry_after_ms: 70 }))).toEqual(['rate_limited', true, 70, 429]);
  expect(status(matrix(403))).toEqual(['forbidden', false, null, 403]);
  expect(status(new Error('secret words'))).toEqual(['internal', false, null, null]);
  expect(asFailure(silentLog, matrix(403)).message).not.toContain('secret');
  const own = appFailure('conflict', 'x');
  expect(asFailure(silentLog, own)).toBe(own);
});

test('CHAT-8.34 the words for an invalid store', () => {
  expect(invalidStore('it belongs to another device').message).toBe(
    'Crypto store is invalid because it belongs to another device, please stop the client, delete all data and start the client again',
  );
});

test('the index of a Megolm message, and nothing from nonsense', () => {
  const message = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');
  expect(megolmIndex(message(3, 8, 0, 0x12, 1, 2))).toBe(0);
  expect(megolmIndex(message(3, 8, 0x96, 0x01, 0x12, 1))).toBe(150);
  expect([
    megolmIndex(message(4, 8, 0)),
    megolmIndex('?'),
    megolmIndex(5),
    megolmIndex(''),
  ]).toEqual([null, null, null, null]);
});
