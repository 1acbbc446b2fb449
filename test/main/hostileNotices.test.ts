// D6: what others name and write reaches a notice of the system as it is, as words: no markup where the system reads it, nothing that our own
// sentences take for a place of theirs, and never what stands on its buttons.
import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron/main';
import type { Notice } from '#contract/control';
import { createNotifications } from '../../main/shell/surfaces/notifications';
import { openTexts } from '../../main/shell/surfaces/texts';
import { attacks } from '../e2e/injection/words/attacks';

const platforms = ['linux', 'darwin', 'win32'] as const;

const notice = (more: Partial<Notice>): Notice => ({
  ...{ roomId: '!a:a.org', eventId: '$e', title: 'Garden', body: 'hello', silent: false },
  ...{ kind: 'message', canReply: true },
  ...more,
});

/** Each place of a notice that words of others reach. */
const placesOf = (words: string): readonly Notice[] => [
  notice({ title: words }),
  notice({ body: words }),
  notice({ body: words, trust: 'device_unknown' }),
  notice({ body: words, trust: 'not_encrypted' }),
  notice({ body: words, kind: 'hidden_message' }),
  notice({ body: words, kind: 'hidden_message', trust: 'not_encrypted' }),
  notice({ body: words, kind: 'invite' }),
  notice({ title: words, kind: 'invite' }),
  notice({ title: words, body: '', kind: 'missed_call' }),
  notice({ title: words, kind: 'reminder' }),
  notice({ body: words, kind: 'reminder' }),
  notice({ body: words, kind: 'sign_in' }),
];

/** Our sentences isolate what would turn them round. */
const unturned = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

test.each(platforms)('words of others in every notice: %s', async (platform) => {
  const t = await openTexts('en');
  const made: NotificationConstructorOptions[] = [];
  const shown: string[] = [];
  const notifications = createNotifications({
    ...{ t, platform, isSupported: () => true, onClick: () => undefined },
    acts: () => ({ answerNotice: async () => undefined, readNotice: async () => undefined }),
    picture: async () => null,
    create(options) {
      made.push(options);
      const nothing = (): void => undefined;
      return Object.assign(new EventEmitter(), { show: nothing, close: nothing }) as never;
    },
    onShown: ({ title, body }) => shown.push(`${title}\n${body}`),
  });
  const lost = attacks.flatMap((words) =>
    placesOf(words).flatMap((one): unknown[] => {
      notifications.show('alice', one);
      const { title = '', body = '', ...rest } = made.pop() ?? {};
      // Only the body is read as markup, and on Linux alone.
      const isThere =
        one.title === words
          ? unturned(title).includes(unturned(words))
          : unturned(body).includes(unturned(platform === 'linux' ? escaped(words) : words));
      const plain = platform !== 'linux' || !/[<>]|&(?!amp;|lt;|gt;)/.test(body);
      const beside = JSON.stringify(rest).includes(JSON.stringify(words).slice(1, -1));
      return isThere && plain && !beside ? [] : [{ one, title, body, rest }];
    }),
  );
  expect(lost).toEqual([]);
  // The app holds the notifications as shown, before any markup was removed.
  expect(shown.length).toBe(attacks.length * placesOf('').length);
});
