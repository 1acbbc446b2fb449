// Somebody who was verified starts encryption over: they can be verified again, while all that is written for them waits.
import { roomNoOf } from '#stores/rooms/rooms';
import {
  bothConfirm,
  chooseEmoji,
  password,
  patience,
  trusted,
  twoPeople,
  useWorld,
} from './world';

useWorld();

test(
  'CHAT-4.30 who was verified and has another identity now is verified again in an encrypted room, and gets nothing else before',
  async () => {
    const { ours, peer, roomId } = await twoPeople();
    const { crypto } = ours;
    const ask = () => crypto.verifications.start({ own: false, userId: peer.userId, roomId });
    const confirm = async (): Promise<void> => {
      const theirs = await peer.asked();
      await theirs.request.accept();
      await chooseEmoji(ours);
      await bothConfirm(ours, theirs, 'ours');
      await trusted(ours, peer.userId, 'verified');
    };
    const write = () =>
      crypto.encrypt(roomNoOf(ours.store.db, roomId) ?? -1, 'm.room.message', { body: 'not yet' });
    await ask();
    await confirm();
    await peer.crypto.bootstrapCrossSigning({
      setupNewCrossSigning: true,
      authUploadDeviceSigningKeys: async (request) => {
        const identifier = { type: 'm.id.user', user: peer.userId };
        await request({ type: 'm.login.password', identifier, password });
      },
    });
    await trusted(ours, peer.userId, 'changed');
    const held = { error: { code: 'identity_changed' } };
    await expect(write()).rejects.toMatchObject(held);
    await ask();
    // The request has shared a key with them; nothing that is written uses it.
    await expect(write()).rejects.toMatchObject(held);
    await confirm();
    expect(await write()).toMatchObject({ type: 'm.room.encrypted' });
  },
  patience,
);
