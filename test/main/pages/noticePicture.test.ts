// The picture beside the words of a notice of the system: waited for a moment, never longer.
import { EventEmitter } from 'node:events';
import { createNotifications } from '../../../main/shell/surfaces/notifications';
import { openTexts } from '../../../main/shell/surfaces/texts';
import { until } from '../fakes';

const done = async (): Promise<void> => undefined;
const noActs = () => ({ answerNotice: done, readNotice: done });

const notice = (roomId: string, title: string) => ({
  ...{ roomId, eventId: '$e', title, body: 'b', silent: false },
  kind: 'message' as const,
});

test('a picture stands beside the words; a notice is never late for it, and is not shown any more once it was read', async () => {
  const t = await openTexts('en');
  const shown: unknown[] = [];
  const asked = new Map<string, (image: unknown) => void>();
  const notifications = createNotifications({
    t,
    isSupported: () => true,
    platform: 'linux',
    acts: noActs,
    picture: (accountId, handle) =>
      new Promise((resolve) => asked.set(`${accountId} ${handle}`, resolve as never)),
    create: ({ title, icon }) => {
      shown.push([title, icon ?? null]);
      const one = Object.assign(new EventEmitter(), { show: () => undefined });
      return Object.assign(one, { close: () => undefined }) as never;
    },
    onClick: () => undefined,
  });
  const image = { isEmpty: () => false };
  notifications.show('alice', { ...notice('!a', 'with'), picture: 'handle-a' });
  expect(shown).toEqual([]);
  asked.get('alice handle-a')?.(image);
  await until(() => shown.length === 1);
  // It never comes.
  notifications.show('alice', { ...notice('!b', 'late'), picture: 'handle-b' });
  // It is no picture.
  notifications.show('alice', { ...notice('!c', 'broken'), picture: 'handle-c' });
  asked.get('alice handle-c')?.({ isEmpty: () => true });
  // Read, replaced, signed out meanwhile.
  notifications.show('alice', { ...notice('!d', 'read'), picture: 'handle-d' });
  notifications.close('alice', '!d');
  notifications.show('alice', { ...notice('!e', 'older'), picture: 'handle-e' });
  notifications.show('alice', notice('!e', 'newer'));
  notifications.show('bob', { ...notice('!f', 'gone'), picture: 'handle-f' });
  notifications.close('bob', null);
  for (const which of ['alice handle-d', 'alice handle-e', 'bob handle-f'])
    asked.get(which)?.(image);
  await until(() => shown.length === 4);
  expect(shown).toEqual([
    ['with', image],
    ['newer', null],
    ['broken', null],
    ['late', null],
  ]);
});
