// Somebody who was verified starts encryption over: they can be verified again, while all that is written for them waits. Nobody else has
// another identity when the own one was started over.
import { roomNoOf } from '#stores/rooms/rooms';
import type { Peer } from './peer';
import {
  bothConfirm,
  chooseEmoji,
  eventually,
  password,
  patience,
  secondDevice,
  trusted,
  twoPeople,
  useWorld,
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
