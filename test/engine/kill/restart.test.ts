// A written message survives the end of the process and is sent once; a profile has one owner; a newer profile is left unchanged.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Draft } from '#contract/areas/rooms/roomsModels';
import { connect } from '#stores/sqlite/connect';
import { on } from '../../faults/faultProxy';
import { removeBuiltCopy } from './support/build';
import { createEngineProcess, type EngineUnderTest } from './support/engineProcess';
import { openStage, type Stage } from './support/stage';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
}, 120_000);
afterAll(() => stage?.close(), 30_000);

async function restart(engine: EngineUnderTest): Promise<void> {
  const gone = engine.nextExit();
  engine.kill();
  await gone;
  await engine.until('the engine again', () => engine.running());
}

const pending = (engine: EngineUnderTest): string[] =>
  engine
    .messages()
    .filter(({ status }) => status !== null && status !== 'sent')
    .map(({ body, status }) => `${body.type === 'text' ? body.text : body.type}: ${status}`);

/** All of it is on the server, read by the witness, and nothing waits. */
async function untilWitnessed(texts: readonly string[]): Promise<void> {
  const { alice, carol } = stage;
  await alice.until('nothing waits', () => alice.sync()?.waitingMessages === 0);
  const bodies = (): unknown[] => [...carol.events.values()].map(({ body }) => body);
  await carol.until('the texts', () => texts.every((text) => bodies().includes(text)));
}

test('written offline, killed, started again offline: it waits, and goes out once and in order', async () => {
  const { alice, proxy, roomId, ids } = stage;
  await alice.send(roomId, 'before');
  await untilWitnessed(['before']);
  await proxy.setDown(true);
  await alice.until('offline', () => alice.sync()?.phase === 'offline');
  const texts = ['offline one', 'offline two', 'offline three'];
  await alice.write(roomId, texts);
  await restart(alice);
  await alice.until('the texts', () => pending(alice).length === 3);
  expect(pending(alice)).toEqual(texts.map((text) => `${text}: queued`));
  expect(stage.truth(ids.alice)).toEqual(['before']);

  await proxy.setDown(false);
  await untilWitnessed(texts);
  expect(stage.truth(ids.alice)).toEqual(['before', ...texts]);
}, 90_000);

test.each([
  ['before the server has it', 'before-forward'],
  ['after the server has it', 'after-answer'],
] as const)(
  'killed while sending, %s: the message exists once',
  async (text, at) => {
    const { alice, proxy, roomId, ids } = stage;
    const before = stage.truth(ids.alice);
    const hold = proxy.hold(on('PUT', '/send/m.room.encrypted/'), at);
    await alice.send(roomId, text);
    await hold.reached;
    await restart(alice);
    hold.drop();
    await untilWitnessed([text]);
    expect(stage.truth(ids.alice)).toEqual([...before, text]);
  },
  60_000,
);

test('a call repeated with its request id after the kill does not send twice', async () => {
  const { alice, roomId, ids } = stage;
  const before = stage.truth(ids.alice);
  const input = {
    roomId,
    threadId: null,
    text: 'asked twice',
    kind: 'text',
    replyTo: null,
  } as const;
  const requestId = 'the-same-request-0001';
  const first = await alice.client.call('sendMessage', { ...input, requestId });
  await restart(alice);
  const second = await alice.client.call('sendMessage', { ...input, requestId });
  await untilWitnessed(['asked twice']);
  const third = await alice.client.call('sendMessage', { ...input, requestId });
  await alice.send(roomId, 'afterwards');
  await untilWitnessed(['afterwards']);
  expect([second, third]).toEqual([first, first]);
  expect(stage.truth(ids.alice)).toEqual([...before, 'asked twice', 'afterwards']);
}, 60_000);

test('an own message stays in sight from the writing to the echo', async () => {
  const { alice, roomId } = stage;
  // The window was there before crypto, as after every start.
  await restart(alice);
  await alice.until('sync', () => alice.sync()?.state === 'SYNCING');
  const before = alice.vanished().length;
  const texts = Array.from({ length: 30 }, (_, n) => `in sight ${n}`);
  const keys = await alice.write(roomId, texts);
  await untilWitnessed(texts);
  await alice.until('the echoes', () => alice.messages().every(({ status }) => status === null));
  expect(alice.vanished().slice(before)).toEqual([]);
  expect(alice.messages().flatMap(({ key }) => (keys.includes(key) ? [key] : []))).toEqual(keys);
}, 60_000);

test('a draft is there after a kill', async () => {
  const { alice, roomId } = stage;
  const draft: Draft = { text: 'half a thou', replyTo: null, editing: null };
  await alice.client.call('saveDraft', { roomId, threadId: null, draft });
  await restart(alice);
  const seen = await new Promise<Draft>((resolve) => {
    alice.client.value('draft', { roomId, threadId: null }, resolve);
  });
  expect(seen).toEqual(draft);
}, 30_000);

test('a second engine on the profile is refused with store_locked; the first goes on', async () => {
  const { alice, roomId } = stage;
  const second = createEngineProcess({ folder: alice.folder, key: alice.key });
  second.start();
  await second.until('its refusal', () => second.failure() !== null);
  expect(second.failure()).toMatchObject({ code: 'store_locked' });
  await second.stop();
  await alice.send(roomId, 'still here');
  await untilWitnessed(['still here']);
}, 30_000);

test('a profile of a newer version is refused with store_newer and keeps every byte', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-newer-'));
  const key = randomBytes(32);
  const engine = createEngineProcess({ folder, key });
  const content = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder)
        .filter((name) => name.startsWith('events.db'))
        .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
    );
  try {
    engine.start();
    await engine.until('the engine', () => engine.running());
    await engine.stop();
    const db = connect(join(folder, 'events.db'), key);
    db.pragma('user_version = 99990');
    db.close();
    const before = content();
    engine.start();
    await engine.until('its refusal', () => engine.failure() !== null);
    expect(engine.failure()).toMatchObject({ code: 'store_newer' });
    expect(content()).toEqual(before);
  } finally {
    await engine.destroy();
    rmSync(folder, { recursive: true, force: true });
    removeBuiltCopy();
  }
}, 30_000);
