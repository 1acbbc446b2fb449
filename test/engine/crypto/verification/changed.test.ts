// Somebody who was verified starts encryption over: they can be verified again, while all that is written for them waits. Nobody else has
// another identity when the own one was started over.
import { roomNoOf } from '#stores/rooms/rooms';
import { on } from '../../../faults/faultProxy';
import type { Peer } from './peer';
import {
  bothConfirm,
  chooseEmoji,
  eventually,
  password,
  patience,
  secondDevice,
  trusted,
  twoApart,
  twoPeople,
  useWorld,
  type Apart,
} from './world';

useWorld();

type World = Awaited<ReturnType<typeof twoPeople>>;

const ask = ({ ours, peer, roomId }: World) =>
  ours.crypto.verifications.start({ own: false, userId: peer.userId, roomId });

async function confirm({ ours, peer }: World): Promise<void> {
  const theirs = await peer.asked();
  await theirs.request.accept();
  await chooseEmoji(ours);
  await bothConfirm(ours, theirs, 'ours');
  await trusted(ours, peer.userId, 'verified');
}

const write = ({ ours, roomId }: World) =>
  ours.crypto.encrypt(roomNoOf(ours.store.db, roomId) ?? -1, 'm.room.message', { body: 'words' });

const startOver = ({ crypto, userId }: Peer) =>
  crypto.bootstrapCrossSigning({
    setupNewCrossSigning: true,
    authUploadDeviceSigningKeys: async (request) => {
      const identifier = { type: 'm.id.user', user: userId };
      await request({ type: 'm.login.password', identifier, password });
    },
  });

const held = { error: { code: 'identity_changed' } };

test(
  'CHAT-4.30 who was verified and has another identity now is verified again in an encrypted room, and gets nothing else before',
  async () => {
    const world = await twoPeople();
    const { ours, peer } = world;
    await ask(world);
    await confirm(world);
    await startOver(peer);
    await trusted(ours, peer.userId, 'changed');
    await expect(write(world)).rejects.toMatchObject(held);
    await ask(world);
    // The request has shared a key with them; nothing that is written uses it.
    await expect(write(world)).rejects.toMatchObject(held);
    await confirm(world);
    expect(await write(world)).toMatchObject({ type: 'm.room.encrypted' });
  },
  patience,
);

test(
  'the own encryption that is started over on another device makes nobody else look changed',
  async () => {
    const world = await twoPeople();
    const { ours, peer } = world;
    const standing = () => ours.crypto.recipients.standing(peer.userId);
    await ask(world);
    await confirm(world);
    await startOver(await secondDevice(ours.account));
    await trusted(ours, peer.userId, 'unverified');
    expect(await standing()).toBe('signed');
    expect(await write(world)).toMatchObject({ type: 'm.room.encrypted' });
    // Another identity of theirs is told as ever.
    await startOver(peer);
    await eventually(async () => (await standing()) === 'changed');
    await expect(write(world)).rejects.toMatchObject(held);
  },
  patience,
);

type KeysAnswer = Record<string, Record<string, unknown>>;

const keysQuery = on('POST', '/keys/query');

/** The homeserver tells us the identity that somebody had at its next query, for as long as it lies. */
function lyingServer({ ourWay: { rules }, peer: { userId } }: Apart) {
  let had: Map<string, unknown> | null = null;
  const names = ['master_keys', 'self_signing_keys'];
  const isOf = (answer: KeysAnswer): boolean => answer['master_keys']?.[userId] !== undefined;
  let lies = false;
  rules.add({
    match: keysQuery,
    edit(json) {
      const answer = json as KeysAnswer;
      if (!isOf(answer)) return answer;
      had ??= new Map(names.map((name) => [name, answer[name]?.[userId]]));
      if (!lies) return answer;
      const edited = names.map((name) => [name, { ...answer[name], [userId]: had?.get(name) }]);
      return { ...answer, ...Object.fromEntries(edited) };
    },
  });
  return {
    lie: () => {
      lies = true;
    },
  };
}

test(
  'an identity that was seen before another one was verified is told as changed when it comes back',
  async () => {
    const world = await twoApart('ours', true);
    const { ours, peer } = world;
    const standing = () => ours.crypto.recipients.standing(peer.userId);
    const server = lyingServer(world);
    // The first one that is seen counts as theirs until something else is known.
    expect(await write(world)).toMatchObject({ type: 'm.room.encrypted' });
    await startOver(peer);
    await eventually(async () => (await standing()) === 'changed');
    await ask(world);
    await confirm(world);
    await eventually(async () => (await standing()) === 'signed');
    server.lie();
    // A new device of theirs makes us ask for their keys.
    await secondDevice(peer);
    await trusted(ours, peer.userId, 'changed');
    expect(await standing()).toBe('changed');
    await expect(write(world)).rejects.toMatchObject(held);
  },
  patience,
);
