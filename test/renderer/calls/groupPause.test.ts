// A paused screen in a group call: who hears of it, and who never sees the screen.
import { createGroup, flowing, type Device, type Group } from './groupPair';
import { FakePeerConnection, withFakeMedia } from './fakeMedia';
import { settle } from './pair';

let group: Group;
withFakeMedia(
  () => (group = createGroup()),
  () => group.stop(),
);

const enter = async (device: Device): Promise<void> => {
  await device.session.enter(true);
  await settle();
};
/** One of two in a call, who shares a screen. */
async function sharing(): Promise<Device> {
  const a = group.device('@a:x', 'A');
  await enter(a);
  await enter(group.device('@b:x', 'B'));
  await flowing(group);
  await a.session.share({ name: 'Screen', preset: 'text', audio: false });
  await flowing(group);
  return a;
}

test('who is being reached while a screen is paused is told when the line stands', async () => {
  const a = await sharing();
  const c = group.device('@c:x', 'C');
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  group.slow.set('m.call.answer', promise);
  await enter(c);
  await flowing(group);
  // The invitation is under way, in which the screen is seen.
  expect(a.session.groupCall.legOf('@c:x', 'C')?.state).toBe('invite_sent');
  a.session.pauseShare(true);
  group.slow.clear();
  answer();
  await flowing(group);
  for (const connection of FakePeerConnection.all) connection.ice('connected');
  await flowing(group);
  expect(
    c.session.snapshot().participants.find(({ userId }) => userId === '@a:x')?.screen?.muted,
  ).toBe(true);
});

test('a screen that goes on after a pause stays dark for a device that is not listed', async () => {
  const a = await sharing();
  a.session.pauseShare(true);
  const isExpected = jest.spyOn(a.session.groupCall.legs, 'isExpected').mockReturnValue(false);
  a.session.pauseShare(false);
  isExpected.mockRestore();
  const [leg] = a.session.groupCall.legs.all;
  expect(leg?.localScreensharingStream?.getTracks().map(({ enabled }) => enabled)).toEqual([false]);
});
