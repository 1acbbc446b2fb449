// The server holds keys back, repeats them, makes some up, and lies about devices and identities.
import { on } from '../../faults/faultProxy';
import { createEngine } from '../crypto/harness';
import { password, setStage, textOf, type Stage, type SyncAnswer } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
}, 120_000);
afterAll(() => stage?.close());

type ToDevice = NonNullable<NonNullable<SyncAnswer['to_device']>['events']>[number];

/** One sync under the rule has gone by: a request that waited before escapes it. */
async function poke(): Promise<void> {
  await stage.deliver([stage.forge('test.mark', stage.alice.userId, {})]);
}

let requests = 0;
const say = (text: string, roomId = stage.roomId) =>
  stage.bob.call('sendMessage', {
    requestId: `request-keys-attack-${(requests += 1)}`,
    roomId,
    threadId: null,
    text,
    kind: 'text',
    replyTo: null,
  });

const isOlm = ({ type }: ToDevice): boolean => type === 'm.room.encrypted';

test('a key that is held back is named as missing, made-up ones in clear do not take its place, and late it is as good as ever', async () => {
  const roomId = await stage.room();
  const kept: ToDevice[] = [];
  let made: ToDevice[] = [];
  let holding = true;
  const end = stage.rewrite((answer) => {
    const events = answer.to_device?.events ?? [];
    if (holding) kept.push(...events.filter(isOlm));
    const rest = holding ? events.filter((event) => !isOlm(event)) : [...kept.splice(0), ...events];
    answer.to_device = { events: [...rest, ...made.splice(0)] };
  });
  await poke();
  await stage.alice.send(roomId, 'held back');
  const item = await stage.shown(({ body }) => body.type === 'undecryptable', roomId);
  expect(item.body).toMatchObject({ reason: 'waiting_for_key' });
  const raw = stage.alice.events(roomId).findLast(({ type }) => type === 'm.room.encrypted')?.raw;
  const session = { algorithm: 'm.megolm.v1.aes-sha2', room_id: roomId };
  const content = {
    ...session,
    session_id: raw?.content['session_id'],
    session_key: 'A'.repeat(307),
  };
  made = ['m.room_key', 'm.forwarded_room_key', 'm.room_key.withheld'].map((type) => ({
    type,
    sender: stage.alice.userId,
    content: { ...content, code: 'm.blacklisted', sender_key: 'A'.repeat(43) },
  }));
  await poke();
  await stage.alice.send(roomId, 'held back too');
  const key = ({ eventId }: { eventId: string | null }): boolean => eventId === item.eventId;
  expect((await stage.shown(key, roomId)).body.type).toBe('undecryptable');
  holding = false;
  await poke();
  const read = await stage.shown((one) => textOf(one) === 'held back', roomId);
  expect(read.trust).toBe('ok');
  end();
}, 60_000);

test('a key that is sent again and again opens its message once', async () => {
  const roomId = await stage.room();
  const seen: ToDevice[] = [];
  const end = stage.rewrite((answer) => {
    const events = answer.to_device?.events ?? [];
    seen.push(...events.filter(isOlm));
    answer.to_device = { events: [...events, ...seen, ...seen] };
  });
  await poke();
  await stage.alice.send(roomId, 'repeated key');
  expect((await stage.shown((one) => textOf(one) === 'repeated key', roomId)).trust).toBe('ok');
  await poke();
  await stage.alice.send(roomId, 'and the next');
  expect((await stage.shown((one) => textOf(one) === 'and the next', roomId)).trust).toBe('ok');
  expect(seen.length).toBeGreaterThan(0);
  end();
}, 60_000);

interface KeysAnswer {
  device_keys: Record<string, Record<string, { keys: Record<string, string> }>>;
  master_keys?: Record<string, unknown>;
  self_signing_keys?: Record<string, unknown>;
}

/** Bob asks for Alice's devices again, and gets the answer as it was changed. */
async function lieAboutAlice(edit: (answer: KeysAnswer) => void): Promise<() => void> {
  const end = stage.proxy.rules.add({
    match: on('POST', '/keys/query'),
    edit: (json) => {
      edit(json as KeysAnswer);
      return json;
    },
  });
  let told = false;
  const endLists = stage.rewrite((answer) => {
    if (told) return;
    told = true;
    answer.device_lists = { changed: [stage.alice.userId] };
  });
  await poke();
  endLists();
  return end;
}

test.each([
  [
    'has no identity any more',
    (answer: KeysAnswer) => {
      delete answer.master_keys?.[stage.alice.userId];
      delete answer.self_signing_keys?.[stage.alice.userId];
    },
  ],
  [
    'has a device with another key',
    (answer: KeysAnswer) => {
      const { deviceId } = stage.alice.account;
      const device = answer.device_keys[stage.alice.userId]?.[deviceId];
      if (device !== undefined) device.keys[`curve25519:${deviceId}`] = 'A'.repeat(43);
    },
  ],
  ['is nobody at all', (answer: KeysAnswer) => void (answer.device_keys = {})],
])(
  'refused: what we write goes to Alice alone when the server says that she %s',
  async (name, edit) => {
    const roomId = await stage.room();
    const end = await lieAboutAlice(edit);
    const text = `for you, who ${name}`;
    await say(text, roomId);
    await stage.shown((item) => textOf(item) === text && item.status === null, roomId);
    await stage.mallory.until('it came', () => stage.mallory.bodies(roomId).includes(text));
    const { people } = await stage.bob.value('withheldKeys', { roomId }, () => true);
    expect(people).toEqual([]);
    end();
  },
  60_000,
);

test('refused: a one-time key that the server gives to two people opens the session of one; the other is named as unreadable', async () => {
  const { homeserver, proxy, alice, bobId } = stage;
  const roomId = await stage.room();
  let first: unknown = null;
  const end = proxy.rules.add({
    match: on('POST', '/keys/claim'),
    edit: (json) => (first ??= json),
  });
  const join = async (username: string) => {
    const account = await homeserver.registerUser({ username, password });
    const engine = await createEngine({ baseUrl: proxy.url, account });
    await engine.crypto.bootstrap(password);
    const path = encodeURIComponent(roomId);
    await alice.request('POST', `/rooms/${path}/invite`, { user_id: account.userId });
    await engine.request('POST', `/join/${path}`, {});
    await engine.untilJoined(roomId, [bobId, account.userId]);
    return engine;
  };
  const carol = await join('carol');
  await carol.send(roomId, 'mine was first');
  expect((await stage.shown((one) => textOf(one) === 'mine was first', roomId)).trust).toBe('ok');
  expect(JSON.stringify(first)).toContain(bobId);
  const dave = await join('dave');
  await dave.send(roomId, 'with the same key');
  const item = await stage.shown(
    ({ sender, body }) => sender.userId === dave.userId && body.type === 'undecryptable',
    roomId,
  );
  expect(item.body).toMatchObject({ reason: 'waiting_for_key' });
  // And nobody else suffers.
  await alice.send(roomId, 'all well');
  expect((await stage.shown((one) => textOf(one) === 'all well', roomId)).trust).toBe('ok');
  end();
  await carol.destroy();
  await dave.destroy();
}, 120_000);
