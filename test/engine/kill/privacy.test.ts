// After a conversation the profile folder holds nothing of it in clear: texts, names, files, tokens, keys. While the engine runs, after
// a kill, after a stop; nor do the log lines.
import { randomBytes } from 'node:crypto';
import { say } from './support/random';
import { searchBytes, searchFolder } from './support/search';
import { nextRequestId } from './support/engineProcess';
import { names, openStage, password, type Stage } from './support/stage';

let stage: Stage;
let secrets: Record<string, string | Uint8Array>;
const fileBytes = randomBytes(4096);
const ours = Array.from({ length: 20 }, (_, n) => `wolverine canary ${n} of the seven hills`);
const theirs = Array.from({ length: 20 }, (_, n) => `parsley trombone ${n} under the bridge`);

/** Access and refresh tokens as the server has them. */
function tokensOf(userId: string): Record<string, string> {
  const query = (table: string): { token: string }[] =>
    stage.homeserver.databaseQuery(`SELECT token FROM ${table} WHERE user_id = ?`, userId) as {
      token: string;
    }[];
  const all = [...query('access_tokens'), ...query('refresh_tokens')];
  return Object.fromEntries(all.map(({ token }, n) => [`token ${n}`, token]));
}

async function talk(): Promise<string> {
  const { alice, bob, roomId, ids } = stage;
  await alice.client.call('saveDraft', {
    roomId,
    threadId: null,
    draft: { text: 'marzipan draft of alice', replyTo: null, editing: null },
  });
  await Promise.all([alice.write(roomId, ours), bob.write(roomId, theirs)]);
  const fileName = 'zeppelin-blueprint.bin';
  const mimeType = 'application/octet-stream';
  const { ticket } = await alice.client.call('beginBlob', { fileName, mimeType });
  await alice.client.call('appendBlob', { ticket, seq: 0, bytes: fileBytes });
  const requestId = nextRequestId();
  const file = {
    requestId,
    roomId,
    threadId: null,
    ticket,
    preview: null,
    caption: null,
    replyTo: null,
  };
  await alice.client.call('sendAttachment', file);
  const { recoveryKey } = await alice.client.call('createRecoveryKey', { password });
  await alice.until('nothing waits', () => alice.sync()?.waitingMessages === 0);
  await alice.until('bob', () => alice.texts(ids.bob).length === theirs.length);
  await bob.until('alice', () => bob.texts(ids.alice).length === ours.length + 1);
  return recoveryKey;
}

beforeAll(async () => {
  stage = await openStage();
  const { alice, ids, roomId } = stage;
  const recoveryKey = await talk();
  const tokens = tokensOf(ids.alice);
  expect(Object.keys(tokens).length).toBeGreaterThan(1);
  const texts = [...ours, ...theirs].map((text, n) => [`text ${n}`, text]);
  secrets = {
    ...Object.fromEntries(texts),
    ...tokens,
    draft: 'marzipan draft of alice',
    'file name': 'zeppelin-blueprint',
    'file content': fileBytes.subarray(512, 560),
    'room name': 'Kill room',
    'room id': roomId,
    'name of alice': names.alice,
    'name of bob': names.bob,
    'user id of bob': ids.bob,
    password,
    'recovery key': recoveryKey,
    'recovery key without spaces': recoveryKey.replaceAll(' ', ''),
    'store key': alice.key,
  };
}, 120_000);
afterAll(() => stage?.close(), 30_000);

test('the search finds what lies in clear, in each form', () => {
  const secret = 'wolverine canary';
  const forms = [
    secret,
    Buffer.from(secret, 'utf16le'),
    Buffer.from(`"a": "${secret}"`).toString('base64'),
    Buffer.from(`ab${secret}cd`).toString('base64url'),
    Buffer.from(secret).toString('hex'),
  ].map((form) => Buffer.concat([randomBytes(99), Buffer.from(form as string), randomBytes(99)]));
  expect(forms.map((form) => searchBytes('x', form, { secret }).length > 0)).toEqual(
    forms.map(() => true),
  );
  expect(searchBytes('x', randomBytes(10_000), { secret })).toEqual([]);
});

test('nothing in clear while the engine runs, after a kill and after a stop', async () => {
  const { alice } = stage;
  const running = searchFolder(alice.folder, secrets);
  const gone = alice.nextExit();
  alice.kill();
  await gone;
  const killed = searchFolder(alice.folder, secrets);
  await alice.until('the engine again', () => alice.running());
  await alice.stop();
  const stopped = searchFolder(alice.folder, secrets);
  say(
    `privacy: ${Object.keys(secrets).length} secrets; running: ${running.files.join(' ')}, ${running.bytes} bytes`,
  );
  expect(running.files).toEqual(
    expect.arrayContaining(['events.db', 'events.db-wal', 'crypto.db', 'crypto.db-wal']),
  );
  expect([running.hits, killed.hits, stopped.hits]).toEqual([[], [], []]);
}, 60_000);

test('nor in what the engine logs', () => {
  const { alice } = stage;
  const lines = Buffer.from(alice.logLines.join('\n'));
  expect(lines.length).toBeGreaterThan(0);
  expect(searchBytes('log', lines, secrets)).toEqual([]);
});
