// The identity and the keys of an account over several devices: set up, recovery key, backup, unlocking, sign-out.
import { startHomeserver } from '../../../homeserver/homeserver.cjs';
import { encodeRecoveryKey } from 'matrix-js-sdk/lib/crypto-api/recovery-key';
import { parseRecoveryKey } from '#engine/crypto/recoveryKey';
import { createEngine, type TestEngine } from '../harness';

type Homeserver = Awaited<ReturnType<typeof startHomeserver>>;
const password = 'correct horse battery';
let homeserver: Homeserver;
let first: TestEngine;
let second: TestEngine;
let bob: TestEngine;
let roomId: string;
let recoveryKey: string;
const opened: TestEngine[] = [];

async function device(username: string, register: boolean, identity = true): Promise<TestEngine> {
  const account = register
    ? await homeserver.registerUser({ username, password })
    : await homeserver.login({ username, password });
  const engine = await createEngine({ baseUrl: homeserver.baseUrl, account, identity });
  opened.push(engine);
  return engine;
}

beforeAll(async () => {
  homeserver = await startHomeserver();
  first = await device('alice', true, false);
  bob = await device('bob', true);
  roomId = await first.createRoom({ invite: [bob.userId] });
  await bob.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await first.untilJoined(roomId, [bob.userId]);
  await bob.untilJoined(roomId, [first.userId, bob.userId]);
}, 120_000);

afterAll(async () => {
  for (const engine of opened) await engine.destroy();
  await homeserver?.stop();
});

const identityOf = async (engine: TestEngine): Promise<unknown> => {
  const answer = await engine.request<{ master_keys: Record<string, unknown> }>(
    'POST',
    '/keys/query',
    { device_keys: { [first.userId]: [] } },
  );
  return answer.master_keys[first.userId];
};

test('the first sign-in makes an identity and asks for nothing else', async () => {
  expect(first.crypto.status().state).toBe('unknown');
  await first.crypto.bootstrap(password);
  expect(first.crypto.status()).toMatchObject({
    state: 'unset',
    backupEnabled: false,
    error: null,
  });
  await first.until('signed', () => first.crypto.status().deviceVerified);
  expect(await identityOf(first)).toBeDefined();
}, 30_000);

test('CALL-9.31 CALL-5.34 the recovery key is base58 in groups of four and is read with any blanks', async () => {
  for (let i = 0; i < 5; i += 1) await first.send(roomId, `old ${i}`);
  await first.until('sent', () => first.bodies(roomId).length === 5);
  await first.until('counted', () => first.crypto.status().unbackedKeys === 1);
  recoveryKey = (await first.crypto.createRecoveryKey(password)).recoveryKey;
  expect(recoveryKey).toMatch(/^([1-9A-HJ-NP-Za-km-z]{4} )*[1-9A-HJ-NP-Za-km-z]{1,4}$/);
  const bytes = parseRecoveryKey(recoveryKey);
  expect(parseRecoveryKey(` ${recoveryKey.replaceAll(' ', '\n')} `)).toEqual(bytes);
  expect(bytes.length).toBe(32);
  expect(first.crypto.status()).toMatchObject({ state: 'key_shown', backupEnabled: true });
  await first.crypto.confirmRecoveryKey('saved');
  expect(first.crypto.status().state).toBe('ready');
}, 30_000);

test('CALL-3.12 CALL-3.13 the server keeps the key check and the secrets in their form, nothing in clear', async () => {
  const data = <T>(type: string): Promise<T> =>
    first.request<T>(
      'GET',
      `/user/${encodeURIComponent(first.userId)}/account_data/${encodeURIComponent(type)}`,
    );
  const { key } = await data<{ key: string }>('m.secret_storage.default_key');
  expect(await data(`m.secret_storage.key.${key}`)).toEqual({
    algorithm: 'm.secret_storage.v1.aes-hmac-sha2',
    iv: expect.any(String),
    mac: expect.any(String),
  });
  for (const name of ['m.cross_signing.master', 'm.megolm_backup.v1']) {
    expect(await data(name)).toEqual({
      encrypted: {
        [key]: { iv: expect.any(String), ciphertext: expect.any(String), mac: expect.any(String) },
      },
    });
  }
}, 30_000);

test('CALL-5.35 a mistyped recovery key is refused with the reason', () => {
  const reason = (text: string): string => {
    try {
      parseRecoveryKey(text);
      return 'accepted';
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown);
    }
  };
  const letter = recoveryKey.at(-1) === 'a' ? 'b' : 'a';
  expect(reason(recoveryKey.slice(0, -1) + letter)).toBe('Incorrect parity');
  // Zero bytes: parity holds, nothing else does.
  expect(reason('1111')).toBe('Incorrect prefix');
  expect(reason(String(encodeRecoveryKey(new Uint8Array(16))))).toBe('Incorrect length');
  // The first of two faults is reported.
  expect(reason(`${encodeRecoveryKey(new Uint8Array(16))}z`)).toBe('Incorrect parity');
  expect(reason('0OIl')).toBe('This is not a recovery key');
});

test('all keys reach the backup', async () => {
  await first.until('nothing unbacked', () => first.crypto.status().unbackedKeys === 0, 30_000);
  expect(await first.crypto.beforeSignOut()).toEqual({ unbackedKeys: 0 });
}, 40_000);

test('a further device is locked, never resets the identity, and is opened by the right key alone', async () => {
  second = await device('alice', false);
  const before = await identityOf(first);
  await second.crypto.bootstrap(password);
  expect(second.crypto.status()).toMatchObject({ state: 'locked', deviceVerified: false });
  const wrong = recoveryKey.slice(0, -1) + (recoveryKey.at(-1) === 'a' ? 'b' : 'a');
  for (const key of [
    wrong,
    'nonsense',
    'EsTc LW2K PGiF wKEA 3As5 g5c4 BXwk qeeJ ZJV8 Q9fu gUMN UE4d',
  ]) {
    await expect(second.crypto.unlock(key)).rejects.toMatchObject({
      error: { code: 'wrong_recovery_key' },
    });
  }
  await expect(second.crypto.createRecoveryKey(password)).rejects.toMatchObject({
    error: { code: 'conflict' },
  });
  expect(await identityOf(first)).toEqual(before);

  const codes = () => second.events(roomId).flatMap(({ utdCode }) => utdCode ?? []);
  await second.until('old messages are here', () => codes().length === 5);
  expect(codes()).toEqual(Array<string>(5).fill('HISTORICAL_MESSAGE_BACKUP_UNCONFIGURED'));
  await second.until('counted', () => second.crypto.status().undecryptable === 5);
  await second.crypto.unlock(recoveryKey);
  expect(second.crypto.status()).toMatchObject({ state: 'ready', backupEnabled: true });
  await second.until('signed', () => second.crypto.status().deviceVerified);
  await second.until('history is readable', () => second.bodies(roomId).length === 5);
  expect(second.bodies(roomId)).toEqual(['old 0', 'old 1', 'old 2', 'old 3', 'old 4']);
  await second.until('counted', () => second.crypto.status().undecryptable === 0);
  expect(await identityOf(first)).toEqual(before);
}, 60_000);

test('new messages reach all devices, in both directions', async () => {
  await bob.send(roomId, 'for everyone');
  await second.send(roomId, 'from the second');
  for (const engine of [first, second, bob])
    await engine.until('both', () =>
      ['for everyone', 'from the second'].every((text) => engine.bodies(roomId).includes(text)),
    );
}, 30_000);

test('a later start asks for nothing and stays ready, also without the server', async () => {
  const { folder, key, account } = second;
  await second.stop();
  second = await createEngine({
    baseUrl: 'http://127.0.0.1:9',
    account,
    folder,
    key,
    start: false,
  });
  opened.push(second);
  void second.crypto.bootstrap(null);
  await second.until('ready', () => second.crypto.status().state === 'ready');
});
