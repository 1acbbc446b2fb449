// Encryption that is broken in the ways that happen, on a real homeserver: the line that says so, its fix pressed through the contract as
// the window does, and the line in order again, without signing out.
import { createCipheriv, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EncryptionHealth, HealthLine } from '#contract/areas/encryption/health';
import { systemClock } from '#engine/base/clock';
import { on, startFaultProxy, type FaultProxy } from '../../../faults/faultProxy';
import { startHomeserver, type Homeserver } from '../../../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window, type WindowOptions } from '../../support';

const password = 'correct horse battery';
const patience = 300_000;
let homeserver: Homeserver;
let proxy: FaultProxy;
let opened: Window[] = [];
let people = 0;

beforeAll(async () => {
  homeserver = await startHomeserver();
  proxy = await startFaultProxy(homeserver.baseUrl);
  proxy.rules.add({ match: on('GET', '/.well-known'), status: 404 });
}, 120_000);
afterEach(async () => {
  await Promise.all(opened.map((window) => window.stop()));
  opened = [];
});
afterAll(async () => {
  await proxy?.close();
  await homeserver?.stop();
});

interface Person {
  readonly name: string;
  readonly userId: string;
  readonly token: string;
}

async function person(): Promise<Person> {
  const name = `person${String((people += 1))}`;
  const { userId, accessToken } = await homeserver.registerUser({ username: name, password });
  return { name, userId, token: accessToken };
}

async function signIn({ name }: Person, options?: WindowOptions, server = homeserver.baseUrl) {
  const window = openWindow(options);
  opened.push(window);
  await window.call('signIn', { server, user: name, password });
  return window;
}

/** Signed in, with a recovery key that was saved. */
async function ready(who: Person, options?: WindowOptions, server?: string) {
  const window = await signIn(who, options, server);
  const { recoveryKey } = await window.call('createRecoveryKey', { password });
  await window.call('confirmRecoveryKey', { outcome: 'saved' });
  await healthy(window);
  return { window, recoveryKey };
}

const healthOf = (window: Window, fits: (health: EncryptionHealth) => boolean) =>
  window.value('encryptionHealth', {}, (now) => now.checkedAtMs !== null && fits(now));

/** The failing lines, in words that tell lines of one kind apart. */
const wrong = ({ lines }: EncryptionHealth): string[] =>
  lines
    .filter(({ level }) => level !== 'good')
    .map(
      (line) => `${line.about} ${line.about === 'secret' ? `${line.secret} ` : ''}${line.cause}`,
    );

/** All lines are in order. On failure it says which are not. */
async function healthy(window: Window): Promise<void> {
  let last: EncryptionHealth | null = null;
  const done = healthOf(window, (now) => {
    last = now;
    return wrong(now).length === 0;
  });
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not in order: ${last === null ? '-' : wrong(last).join(', ')}`)),
      200_000,
    );
    void done.then(() => clearTimeout(timer));
  });
  await Promise.race([done, late]);
}

type About = HealthLine['about'];
async function line<A extends About>(
  window: Window,
  about: A,
  fits: (line: Extract<HealthLine, { about: A }>) => boolean = ({ level }) =>
    level !== 'good' && level !== 'working',
): Promise<Extract<HealthLine, { about: A }>> {
  const ofKind = ({ lines }: EncryptionHealth) =>
    lines.find(
      (one): one is Extract<HealthLine, { about: A }> =>
        one.about === about && fits(one as Extract<HealthLine, { about: A }>),
    );
  const found = ofKind(await healthOf(window, (now) => ofKind(now) !== undefined));
  if (found === undefined) throw new Error('no such line');
  return found;
}

/** Another client of the account, which knows nothing of ours. */
async function raw<T>(
  who: Person,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
) {
  const options = { token: who.token, ...(body === undefined ? {} : { body }) };
  return (await homeserver.request(method, `/_matrix/client/v3${path}`, options)) as T;
}
const accountData = ({ userId }: Person, type: string) =>
  `/user/${encodeURIComponent(userId)}/account_data/${type}`;

async function roomOfTwo(alice: Window, bob: Window, bobId: string): Promise<string> {
  const { roomId } = await alice.call('createRoom', {
    ...{ requestId: requestId(), name: 'room', topic: null, invite: [bobId] },
    ...{ direct: false, encrypted: true, public: false },
  });
  await bob.value('room', { roomId }, (room) => room.membership === 'invite');
  await bob.call('acceptInvite', { roomId });
  await alice.list('members', { roomId, text: '', limit: 10 }, (members) =>
    members.some((one) => one.person.userId === bobId && one.membership === 'join'),
  );
  return roomId;
}

const say = (window: Window, roomId: string, text: string) =>
  window.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text, kind: 'text', replyTo: null },
  });

const reads = (window: Window, roomId: string, text: string) =>
  window.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) =>
    items.some((one) => JSON.stringify(one).includes(text)),
  );

test(
  'all is in order after the recovery key was saved',
  async () => {
    const { window } = await ready(await person());
    const { lines } = await healthOf(window, () => true);
    expect(lines.map(({ about }) => about)).toEqual([
      ...['store', 'identity', 'device', 'secret', 'secret', 'secret', 'secret'],
      ...['recovery', 'backup', 'upload', 'other', 'messages', 'clock'],
    ]);
    expect(lines.find(({ about }) => about === 'backup')).toMatchObject({
      ...{ version: '1', byIdentity: true, byKey: true },
    });
  },
  patience,
);

test(
  'a backup of somebody else is replaced, and the recovery key stays the same',
  async () => {
    const who = await person();
    const { window, recoveryKey } = await ready(who);
    await raw(who, 'DELETE', '/room_keys/version/1');
    await raw(who, 'POST', '/room_keys/version', {
      algorithm: 'm.megolm_backup.v1.curve25519-aes-sha2',
      auth_data: { public_key: randomBytes(32).toString('base64').replace(/=+$/, '') },
    });
    await window.call('repairEncryption', { fix: 'check' });
    const found = await line(window, 'backup');
    expect(found).toMatchObject({
      cause: 'foreign',
      byIdentity: false,
      byKey: false,
      version: '2',
    });
    expect(found.fixes[0]).toBe('new_backup');
    await window.call('replaceBackup', { recoveryKey });
    await healthy(window);
    const second = await signIn(who);
    await second.call('unlockWithRecoveryKey', { recoveryKey });
    await healthy(second);
  },
  patience,
);

test(
  'a secret that secret storage has lost is stored again from this device',
  async () => {
    const who = await person();
    const { window, recoveryKey } = await ready(who);
    await raw(who, 'PUT', accountData(who, 'm.cross_signing.self_signing'), {});
    const found = await line(window, 'secret');
    expect(found).toMatchObject({
      ...{ secret: 'self_signing', here: true, stored: false, cause: 'not_stored' },
      fixes: ['unlock'],
    });
    await window.call('unlockWithRecoveryKey', { recoveryKey });
    await healthy(window);
  },
  patience,
);

test(
  'an own device that nobody signed is signed out',
  async () => {
    const who = await person();
    const { window } = await ready(who);
    const second = await signIn(who);
    const { deviceId } = await second.value('session', {}, (one) => one.deviceId !== null);
    const found = await line(window, 'other');
    expect(found).toMatchObject({ deviceId, cause: 'unsigned', fixes: ['verify', 'sign_out'] });
    await window.call('endDevices', { deviceIds: [deviceId ?? ''], password });
    await healthy(window);
  },
  patience,
);

test(
  'an identity that another device replaced is taken over with its recovery key',
  async () => {
    const who = await person();
    const { window: first } = await ready(who);
    const second = await signIn(who);
    const { recoveryKey } = await second.call('resetEncryption', { password });
    await second.call('confirmRecoveryKey', { outcome: 'saved' });
    const found = await line(first, 'identity');
    expect(found).toMatchObject({ cause: 'replaced' });
    expect(found.fixes).toContain('unlock');
    await first.call('unlockWithRecoveryKey', { recoveryKey });
    await healthy(first);
    await healthy(second);
  },
  patience,
);

test(
  'a crypto store that is lost: a new device takes the place of this one, and the messages on the disk stay',
  async () => {
    const who = await person();
    const before = await ready(who);
    const { recoveryKey } = before;
    const { folder, key } = before.window;
    const bobby = await person();
    const bob = await signIn(bobby);
    const roomId = await roomOfTwo(before.window, bob, bobby.userId);
    await say(bob, roomId, 'said before');
    await reads(before.window, roomId, 'said before');
    await healthy(before.window);
    const { deviceId } = await before.window.value('session', {}, (one) => one.deviceId !== null);
    await before.window.stop(true);
    for (const name of ['crypto.db', 'crypto-meta.db'])
      for (const end of ['', '-wal', '-shm'])
        rmSync(join(folder, `${name}${end}`), { force: true });
    const window = openWindow({ folder, key });
    opened = [...opened.filter((one) => one !== before.window), window];
    const found = await line(window, 'store');
    expect(found).toMatchObject({ cause: 'lost', fixes: ['renew'] });
    await expect(window.call('renewDevice', { password: 'wrong' })).rejects.toMatchObject({
      error: { code: 'wrong_password' },
    });
    await window.call('renewDevice', { password });
    await window.call('unlockWithRecoveryKey', { recoveryKey });
    await healthy(window);
    await reads(window, roomId, 'said before');
    await say(window, roomId, 'said after');
    await reads(bob, roomId, 'said after');
    await say(bob, roomId, 'answered after');
    await reads(window, roomId, 'answered after');
    const now = await window.value('session', {}, (one) => one.deviceId !== deviceId);
    expect(now).toMatchObject({ state: 'signed_in', userId: who.userId });
  },
  patience,
);

test(
  'keys that were withheld from a device nobody signed come from the backup once it is unlocked',
  async () => {
    const who = await person();
    const { window: first, recoveryKey } = await ready(who);
    const second = await signIn(who);
    const bobby = await person();
    const bob = await signIn(bobby);
    const roomId = await roomOfTwo(first, bob, bobby.userId);
    await say(bob, roomId, 'for signed devices');
    await reads(first, roomId, 'for signed devices');
    const { first: at, ...found } = await line(second, 'messages');
    expect(found).toMatchObject({ count: 1, level: 'warning' });
    expect(['withheld', 'withheld_unverified', 'waiting_for_key']).toContain(found.cause);
    expect(at).toEqual({ roomId, eventId: expect.stringMatching(/^\$/) });
    expect(await line(second, 'device')).toMatchObject({ cause: 'unsigned' });
    await healthy(first);
    await second.call('unlockWithRecoveryKey', { recoveryKey });
    await second.call('repairEncryption', { fix: 'restore' });
    await reads(second, roomId, 'for signed devices');
    await healthy(second);
  },
  patience,
);

test(
  'a server that takes no keys is told, and takes them at once when it has room again',
  async () => {
    const who = await person();
    const { window } = await ready(who, {}, proxy.url);
    const release = proxy.rules.add({
      match: on('PUT', '/room_keys/keys'),
      status: 507,
      body: { errcode: 'M_RESOURCE_LIMIT_EXCEEDED', error: 'full' },
    });
    const bobby = await person();
    const bob = await signIn(bobby);
    const roomId = await roomOfTwo(window, bob, bobby.userId);
    await say(window, roomId, 'hello');
    const found = await line(window, 'upload');
    expect(found).toMatchObject({ cause: 'full', waiting: 1, fixes: ['upload'] });
    await expect(window.call('repairEncryption', { fix: 'upload' })).rejects.toMatchObject({
      error: { code: 'server_error' },
    });
    release();
    await window.call('repairEncryption', { fix: 'upload' });
    await healthy(window);
  },
  patience,
);

test(
  'a clock that is two hours ahead is told until it is set right',
  async () => {
    let offMs = 0;
    const system = systemClock();
    const clock = { ...system, now: () => system.now() + offMs };
    const { window } = await ready(await person(), { deps: { clock } });
    offMs = 2 * 3_600_000;
    await window.call('repairEncryption', { fix: 'check' });
    const found = await line(window, 'clock');
    expect(found).toMatchObject({ cause: 'ahead', fixes: ['check'] });
    expect(Math.abs(found.offMs - offMs)).toBeLessThan(60_000);
    offMs = 0;
    await window.call('repairEncryption', { fix: 'check' });
    await healthy(window);
  },
  patience,
);

test(
  'another own device makes a new backup: this one gets its key with the recovery key',
  async () => {
    const who = await person();
    const { window: first, recoveryKey } = await ready(who);
    const second = await signIn(who);
    await second.call('unlockWithRecoveryKey', { recoveryKey });
    await healthy(second);
    await second.call('replaceBackup', { recoveryKey });
    await healthy(second);
    const found = await line(first, 'backup', (one) => one.version === '2');
    // The other device may have handed over the key by itself by now.
    if (found.cause !== null) {
      expect(found).toMatchObject({ cause: 'locked', byIdentity: true });
      expect(found.fixes[0]).toBe('unlock');
    }
    await first.call('unlockWithRecoveryKey', { recoveryKey });
    await healthy(first);
  },
  patience,
);

test(
  'CALL-1.4 a phrase opens secret storage as the recovery key does, and a wrong one is refused',
  async () => {
    const who = await person();
    const first = await signIn(who);
    const phrase = 'fünf zufällige Wörter am Stück';
    const { recoveryKey } = await first.call('createRecoveryKey', { password, phrase });
    await first.call('confirmRecoveryKey', { outcome: 'saved' });
    await healthy(first);
    expect(await line(first, 'recovery', () => true)).toMatchObject({ phrase: true, cause: null });
    for (const [typed, opens] of [
      ['fünf zufällige Wörter am Stüc', false],
      [phrase, true],
      // A clipboard and another keyboard give it so.
      [` ${phrase.normalize('NFD')}\n`, true],
      [recoveryKey, true],
    ] as const) {
      const next = await signIn(who);
      const unlocking = next.call('unlockWithRecoveryKey', { recoveryKey: typed });
      if (opens) await unlocking;
      else await expect(unlocking).rejects.toMatchObject({ error: { code: 'wrong_recovery_key' } });
      await next.value('encryption', {}, ({ state }) => state === (opens ? 'ready' : 'locked'));
    }
  },
  patience,
);

test(
  'CALL-9.30 the key of a phrase has 256 bits of PBKDF2 with SHA-512, as other clients make and read it',
  async () => {
    const who = await person();
    const { window } = await ready(who);
    const phrase = 'made by another client';
    const peer = descriptionOf(phrase, 'some salt', 1234);
    await raw(who, 'PUT', accountData(who, 'm.secret_storage.key.other'), peer);
    await raw(who, 'PUT', accountData(who, 'm.secret_storage.default_key'), { key: 'other' });
    // The secrets of this device are stored under the new key.
    await line(window, 'secret', ({ stored }) => !stored);
    await window.call('unlockWithRecoveryKey', { recoveryKey: phrase });
    await healthy(window);
    const second = await signIn(who);
    await second.call('unlockWithRecoveryKey', { recoveryKey: phrase });
    await healthy(second);
  },
  patience,
);

/** The description that another client stores of a key it made from a phrase, by Node's own PBKDF2 (not the SDK's). */
function descriptionOf(phrase: string, salt: string, iterations: number) {
  const key = pbkdf2Sync(phrase, salt, iterations, 32, 'sha512');
  const iv = randomBytes(16);
  // The key check of the specification: 32 zero bytes under keys that HKDF makes, with an empty name.
  const keys = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(32), '', 64));
  iv[8] = (iv[8] ?? 0) & 0x7f;
  const cipher = createCipheriv('aes-256-ctr', keys.subarray(0, 32), iv);
  const text = Buffer.concat([cipher.update(Buffer.alloc(32)), cipher.final()]);
  const mac = createHmac('sha256', keys.subarray(32)).update(text).digest();
  const plain = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
  return {
    algorithm: 'm.secret_storage.v1.aes-hmac-sha2',
    ...{ iv: plain(iv), mac: plain(mac) },
    passphrase: { algorithm: 'm.pbkdf2', salt, iterations },
  };
}
