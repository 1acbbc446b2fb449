// The server keeps the backup of keys. It knows the public key with which anybody can put a session in, and it can say which backup is the
// account's: what comes from there never counts as the sender's word, and what is ours goes into no other.
import {
  createCipheriv,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
} from 'node:crypto';
import { on } from '../../faults/faultProxy';
import type { TestEngine } from '../crypto/harness';
import { openWindow } from '../support';
import { password, setStage, type Stage } from './stage';

let stage: Stage;
let version: { auth_data: { public_key: string } };
const ends: (() => void)[] = [];
beforeAll(async () => {
  stage = await setStage();
  const { bob, homeserver } = stage;
  await bob.call('createRecoveryKey', { password });
  await bob.call('confirmRecoveryKey', { outcome: 'saved' });
  await bob.value('encryption', {}, ({ backupEnabled }) => backupEnabled);
  const { accessToken: token } = await homeserver.login({ username: 'bob', password });
  version = (await homeserver.request('GET', '/_matrix/client/v3/room_keys/version', {
    token,
  })) as typeof version;
}, 120_000);
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(() => stage?.close());

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Encrypts for the backup with its public key alone: m.megolm_backup.v1.curve25519-aes-sha2. */
function sealForBackup(publicKey: string, session: unknown): Record<string, string> {
  const prefix = Buffer.from('302a300506032b656e032100', 'hex');
  const der = Buffer.concat([prefix, Buffer.from(publicKey, 'base64')]);
  const theirs = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const ours = generateKeyPairSync('x25519');
  const secret = diffieHellman({ privateKey: ours.privateKey, publicKey: theirs });
  const keys = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(32), '', 80));
  const cipher = createCipheriv('aes-256-cbc', keys.subarray(0, 32), keys.subarray(64, 80));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(session)), cipher.final()]);
  // The MAC covers no bytes, as in libolm and now in the specification.
  const mac = createHmac('sha256', keys.subarray(32, 64)).digest().subarray(0, 8);
  const raw = ours.publicKey.export({ format: 'der', type: 'spki' }).subarray(prefix.length);
  return { ciphertext: unpadded(ciphertext), mac: unpadded(mac), ephemeral: unpadded(raw) };
}

interface ExportedKey {
  readonly room_id: string;
  readonly session_id: string;
  readonly sender_key: string;
  readonly sender_claimed_keys: Record<string, string>;
}

const keysOf = async (engine: TestEngine, roomId: string): Promise<ExportedKey[]> =>
  (JSON.parse(await engine.crypto.exportRoomKeys()) as ExportedKey[]).filter(
    (key) => key.room_id === roomId,
  );

test('marked: a session that the server puts into the backup under the name of a true device', async () => {
  const { alice, bob, proxy } = stage;
  const roomId = await stage.room();
  await alice.send(roomId, 'really me');
  await stage.shown((item) => 'text' in item.body && item.body.text === 'really me', roomId);
  const [true_] = (await keysOf(alice, roomId)).filter(({ sender_key: key }) => key !== '');
  const ghost = await stage.ghostOf('alice');
  // Bob gets the key of the ghost from the backup alone.
  ends.push(
    stage.rewrite((answer) => {
      const events = answer.to_device?.events ?? [];
      answer.to_device = { events: events.filter(({ type }) => type !== 'm.room.encrypted') };
    }),
  );
  await stage.deliver([stage.forge('test.mark', alice.userId, {})]);
  const before = new Set((await keysOf(ghost, roomId)).map(({ session_id: id }) => id));
  await ghost.send(roomId, 'send money');
  await ghost.until('sent', () => ghost.outbox.waiting() === 0);
  const key = (await keysOf(ghost, roomId)).find(({ session_id: id }) => !before.has(id));
  if (key === undefined || true_ === undefined) throw new Error('no session');
  const { sender_key: senderKey, sender_claimed_keys: claimed } = true_;
  const forged = { ...key, sender_key: senderKey, sender_claimed_keys: claimed };
  const sealed = sealForBackup(version.auth_data.public_key, forged);
  let asked = 0;
  ends.push(
    proxy.rules.add({
      match: (method, path) =>
        method === 'GET' &&
        path.includes('/room_keys/keys/') &&
        path.includes(encodeURIComponent(key.session_id)),
      status: 200,
      get body() {
        asked += 1;
        return {
          first_message_index: 0,
          forwarded_count: 0,
          is_verified: true,
          session_data: sealed,
        };
      },
    }),
  );
  await bob.call('retryDecryption', { roomId });
  const item = await stage.shown(
    ({ body }) => 'text' in body && body.type !== 'undecryptable' && body.text === 'send money',
    roomId,
  );
  expect(asked).toBeGreaterThan(0);
  expect(item.sender.userId).toBe(alice.userId);
  expect(item.trust).toBe('from_backup');
}, 120_000);

test('refused: a backup that the server made up gets none of our keys, and the account says that they are not kept', async () => {
  const { bob, proxy, alice } = stage;
  const roomId = await stage.room();
  await alice.send(roomId, 'before');
  await stage.shown((item) => 'text' in item.body && item.body.text === 'before', roomId);
  await bob.stop(true);
  const { publicKey } = generateKeyPairSync('x25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const other = {
    algorithm: 'm.megolm_backup.v1.curve25519-aes-sha2',
    auth_data: { public_key: unpadded(raw) },
    ...{ version: '666', count: 0, etag: '0' },
  };
  ends.push(proxy.rules.add({ match: on('GET', '/room_keys/version'), status: 200, body: other }));
  const from = proxy.log.length;
  const again = openWindow({ folder: bob.folder, key: bob.key });
  await again.value('sync', {}, ({ state }) => state === 'SYNCING');
  await alice.send(roomId, 'after');
  await again.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) =>
    JSON.stringify(items).includes('after'),
  );
  await again.call('sendMessage', {
    ...{
      requestId: 'request-backup-attack-1',
      roomId,
      threadId: null,
      text: 'mine',
      kind: 'text',
      replyTo: null,
    },
  });
  await alice.until('it came', () => alice.bodies(roomId).includes('mine'));
  const uploads = proxy.log
    .slice(from)
    .filter(({ method, path }) => method === 'PUT' && path.includes('/room_keys/keys'));
  expect(uploads).toEqual([]);
  expect(proxy.log.slice(from).some(({ path }) => path.endsWith('/room_keys/version'))).toBe(true);
  await again.value(
    'encryption',
    {},
    ({ backupEnabled, unbackedKeys }) => !backupEnabled && unbackedKeys > 0,
  );
  await again.stop(true);
}, 120_000);
