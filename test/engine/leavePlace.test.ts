// The engine drops the last open conversation when main asks for it, so that a page that crashes on it can start without it.
import { openWindow } from './support';

test('main has the place left: the chats are remembered, none of them open, and what else was remembered stays', async () => {
  const window = openWindow();
  const collapsed = ['rooms'];
  const files = { directoryId: '!deep:example.org' };
  const place = { place: 'files', roomId: '!bomb:example.org', turn: 'content', collapsed, files };
  await window.call('setSetting', { name: 'navigation', value: place });
  await window.main.call('leavePlace', {});
  const now = await window.value('settings', {}, () => true);
  expect(now['navigation']).toEqual({ ...place, place: 'chats', roomId: null });
  await window.stop();

  const fresh = openWindow();
  await fresh.main.call('leavePlace', {});
  expect(await fresh.value('settings', {}, () => true)).not.toHaveProperty('navigation');
  await fresh.stop();
});
