// The server gives people devices and identities that are not theirs: what we write goes to none of them.
import { on } from '../../faults/faultProxy';
import { createEngine } from '../crypto/harness';
import { password, setStage, textOf, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
}, 120_000);
afterAll(() => stage?.close());

let requests = 0;
const say = (text: string, roomId = stage.roomId) =>
  stage.bob.call('sendMessage', {
    requestId: `request-identities-${(requests += 1)}`,
    roomId,
    threadId: null,
    text,
    kind: 'text',
    replyTo: null,
  });

async function noKeyForGhostOf(username: string): Promise<void> {
  const { alice, roomId, bobId } = stage;
  const ghost = await stage.ghostOf(username);
  const text = `not for the ghost of ${username}`;
  await say(text);
  await alice.until('Alice reads it', () => alice.bodies(roomId).includes(text));
  const found = () =>
    ghost
      .events(roomId)
      .filter(({ sender, type }) => sender === bobId && type === 'm.room.encrypted');
  await ghost.until('the ghost has it', () =>
    found().some(({ utdCode, plain }) => utdCode !== null || plain !== null),
  );
  expect(found().map(({ plain }) => plain)).toEqual(found().map(() => null));
}

test('refused: a device that the server made up gets no key of what is written', () =>
  noKeyForGhostOf('alice'));

test('stopped: nothing is sent while the identity of somebody is another one, until it is accepted', async () => {
  const { bob, roomId, mallory, alice } = stage;
  expect((await bob.value('withheldKeys', { roomId }, () => true)).people).toEqual([]);
  // The server's operator can do this: make another identity, and a device signed by it.
  const other = await stage.ghostOf('mallory');
  await other.crypto.resetEncryption(password);
  const { people, waits } = await bob.value(
    'withheldKeys',
    { roomId },
    (now) => now.people.length > 0,
  );
  expect({ people, waits }).toMatchObject({
    people: [{ person: { userId: mallory.userId }, reason: 'changed' }],
    waits: true,
  });
  // A call there would be held back as well, which the window says before it is placed.
  const held = (count: number) =>
    bob.value('callHeldBack', { roomId }, (now) => now.length === count);
  expect(await held(1)).toMatchObject([{ person: { userId: mallory.userId }, inCall: false }]);
  await say('not yet');
  await stage.said('not yet', ({ status }) => status === 'queued');
  await other.send(roomId, 'meanwhile');
  await stage.said('meanwhile');
  // Each new event makes the loop look again, so it may be about to encrypt for a moment.
  const waiting = await stage.said('not yet', ({ status }) => status === 'queued');
  expect(waiting.error).toBeNull();
  expect(alice.bodies(roomId)).not.toContain('not yet');
  await bob.call('acceptIdentity', { userId: mallory.userId });
  await stage.said('not yet', ({ status }) => status === null);
  await other.until('it came', () => other.bodies(roomId).includes('not yet'));
  await bob.value('withheldKeys', { roomId }, (now) => now.people.length === 0 && !now.waits);
  await held(0);
});

test('somebody without an identity is named, gets nothing until we say so, and all from then on', async () => {
  const { bob, bobId, homeserver, alice } = stage;
  const account = await homeserver.registerUser({ username: 'carol', password });
  const carol = await createEngine({ baseUrl: homeserver.baseUrl, account, identity: false });
  const roomId = await stage.room();
  await alice.request('POST', `/rooms/${encodeURIComponent(roomId)}/invite`, {
    user_id: carol.userId,
  });
  await carol.request('POST', `/join/${encodeURIComponent(roomId)}`, {});
  await carol.untilJoined(roomId, [bobId, carol.userId]);
  const named = { person: { userId: carol.userId }, reason: 'unsigned', isSelf: false };
  const withheld = await bob.value('withheldKeys', { roomId }, ({ people }) => people.length > 0);
  expect(withheld).toMatchObject({ people: [named], waits: false });
  await say('signed devices only', roomId);
  await alice.until('Alice reads', () => alice.bodies(roomId).includes('signed devices only'));
  await bob.call('sendKeysAnyway', { userId: carol.userId });
  await bob.value('withheldKeys', { roomId }, ({ people }) => people.length === 0);
  await say('also for Carol', roomId);
  await carol.until('Carol reads', () => carol.bodies(roomId).includes('also for Carol'));
  expect(carol.bodies(roomId)).not.toContain('signed devices only');
  await carol.destroy();
}, 60_000);

test('what only somebody without an identity would get waits, with nothing lost', async () => {
  const { bob, bobId, homeserver } = stage;
  const account = await homeserver.registerUser({ username: 'dora', password });
  const dora = await createEngine({ baseUrl: homeserver.baseUrl, account, identity: false });
  const roomId = await dora.createRoom({ invite: [bobId] });
  await bob.list('rooms', { text: '', collapsed: [], limit: 50 }, (rows) =>
    rows.some((row) => row.kind === 'room' && row.roomId === roomId),
  );
  await bob.call('acceptInvite', { roomId });
  await dora.untilJoined(roomId, [bobId]);
  await bob.value('withheldKeys', { roomId }, ({ waits }) => waits);
  await say('hello Dora', roomId);
  await bob.call('sendKeysAnyway', { userId: dora.userId });
  await dora.until('Dora reads', () => dora.bodies(roomId).includes('hello Dora'));
  await dora.destroy();
}, 60_000);

interface KeysAnswer {
  readonly device_keys: Record<string, unknown>;
  readonly master_keys?: Record<string, unknown>;
  readonly self_signing_keys?: Record<string, unknown>;
}

test('stopped: device list and identity of before, which the server shows again after the new one was accepted', async () => {
  const { bob, bobId, homeserver, proxy, alice } = stage;
  const account = await homeserver.registerUser({ username: 'erin', password });
  const erin = await createEngine({ baseUrl: homeserver.baseUrl, account });
  await erin.crypto.bootstrap(password);
  // The server's answer about Erin, now and before.
  const lists = ['device_keys', 'master_keys', 'self_signing_keys'] as const;
  const before: Partial<Record<(typeof lists)[number], unknown>> = {};
  let back = false;
  const end = proxy.rules.add({
    match: on('POST', '/keys/query'),
    edit: (json) => {
      for (const list of lists) {
        const of = (json as KeysAnswer)[list];
        if (of?.[erin.userId] === undefined) continue;
        before[list] ??= structuredClone(of[erin.userId]);
        if (back) of[erin.userId] = before[list];
      }
      return json;
    },
  });
  const roomId = await stage.room();
  const path = encodeURIComponent(roomId);
  await alice.request('POST', `/rooms/${path}/invite`, { user_id: erin.userId });
  await erin.request('POST', `/join/${path}`, {});
  await erin.untilJoined(roomId, [bobId, erin.userId]);
  await say('to the first one', roomId);
  await erin.until('it came', () => erin.bodies(roomId).includes('to the first one'));

  const other = await createEngine({
    baseUrl: homeserver.baseUrl,
    account: await homeserver.login({ username: 'erin', password }),
  });
  await other.crypto.resetEncryption(password);
  const named = (people: readonly { person: { userId: string }; reason: string }[]): string[] =>
    people.map(({ person, reason }) => `${person.userId} ${reason}`);
  await bob.value('withheldKeys', { roomId }, ({ people }) => people.length > 0);
  await bob.call('acceptIdentity', { userId: erin.userId });
  await bob.value('withheldKeys', { roomId }, ({ people }) => people.length === 0);
  await say('to the second one', roomId);
  await other.until('it came', () => other.bodies(roomId).includes('to the second one'));

  const look = async (): Promise<void> => {
    let told = false;
    const endLists = stage.rewrite((answer) => {
      if (told) return;
      told = true;
      answer.device_lists = { changed: [erin.userId] };
    });
    await stage.deliver([stage.forge('test.mark', alice.userId, {})]);
    endLists();
  };
  back = true;
  await look();
  const { people, waits } = await bob.value(
    'withheldKeys',
    { roomId },
    (now) => now.people.length > 0,
  );
  expect([named(people), waits]).toEqual([[`${erin.userId} changed`], true]);
  await say('to neither', roomId);
  await stage.shown((item) => textOf(item) === 'to neither' && item.status === 'queued', roomId);
  await erin.send(roomId, 'meanwhile');
  await stage.shown((item) => textOf(item) === 'meanwhile', roomId);
  expect(erin.bodies(roomId)).not.toContain('to neither');
  end();
  await erin.destroy();
  await other.destroy();
}, 120_000);

// The last one: our own account has a device from here on that we did not sign.
test('refused: a device that the server made up for our own account gets no key either', () =>
  noKeyForGhostOf('bob'));
