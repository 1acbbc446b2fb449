// A homeserver that was set back to a backup, as the window sees it: told once, own messages that it lost are marked where they stand, and
// are sent again or taken away.
import type { MessageItem, TimelineItem } from '#contract/areas/messages/timelineModels';
import { backedUp } from '../homeserver/backedUp';
import { startHomeserver, type Homeserver } from '../homeserver/homeserver.cjs';
import { openWindow, requestId, type Window } from './support';

const password = 'correct horse battery';
let homeserver: Homeserver;
let window: Window;

beforeAll(async () => {
  homeserver = await startHomeserver();
  await homeserver.registerUser({ username: 'alice', password });
}, 120_000);
afterAll(async () => {
  await window?.stop();
  await homeserver?.stop();
});

const textOf = ({ body }: MessageItem): string => ('text' in body ? String(body.text) : '');
const messagesIn = (items: readonly TimelineItem[]): MessageItem[] =>
  items.filter((item): item is MessageItem => item.kind === 'message');

const messages = async (
  roomId: string,
  fits: (all: readonly MessageItem[]) => boolean,
): Promise<MessageItem[]> =>
  messagesIn(
    await window.list('timeline', { roomId, threadId: null, around: null, limit: 50 }, (items) =>
      fits(messagesIn(items)),
    ),
  );

async function say(roomId: string, text: string): Promise<string> {
  const { key } = await window.call('sendMessage', {
    ...{ requestId: requestId(), roomId, threadId: null, text, kind: 'text', replyTo: null },
  });
  const all = await messages(roomId, (now) =>
    now.some((one) => one.key === key && one.status === null),
  );
  return all.find((one) => one.key === key)?.eventId ?? '';
}

test.each([true, false])(
  'P7 own messages that the server lost (encrypted room: %s) are marked, sent again, or removed here',
  async (encrypted) => {
    await window?.stop();
    window = openWindow();
    await window.call('signIn', { server: homeserver.baseUrl, user: 'alice', password });
    const { roomId } = await window.call('createRoom', {
      ...{ requestId: requestId(), name: 'room', topic: null, invite: [] },
      ...{ direct: false, encrypted, public: false },
    });
    await window.value('room', { roomId }, (room) => room.membership === 'join');
    await say(roomId, 'kept');
    const setBack = backedUp(homeserver);
    const lost = [await say(roomId, 'once more'), await say(roomId, 'not again')];
    await window.value('sync', {}, ({ state }) => state === 'SYNCING');
    await setBack();
    const marked = await messages(
      roomId,
      (all) => all.filter(({ error }) => error?.code === 'lost_by_server').length === 2,
    );
    expect(marked.map((one) => [textOf(one), one.status, one.actions.retry])).toEqual([
      ['kept', null, false],
      ['once more', 'not_sent', true],
      ['not again', 'not_sent', true],
    ]);
    const status = await window.value('sync', {}, ({ setBack: told }) => told !== undefined);
    expect(status.setBack?.sinceMs).toBe(marked[1]?.sentAtMs);

    const keyOf = (text: string): string => marked.find((one) => textOf(one) === text)?.key ?? '';
    await window.call('retrySend', { roomId, key: keyOf('once more') });
    await window.call('cancelSend', { roomId, key: keyOf('not again') });
    const after = await messages(
      roomId,
      (all) => all.length === 2 && all.every(({ status: now }) => now === null),
    );
    expect(after.map(textOf)).toEqual(['kept', 'once more']);
    expect(lost).not.toContain(after[1]?.eventId);
    const stored = homeserver.databaseQuery(
      'SELECT event_id FROM events WHERE room_id = ? AND event_id = ?',
      roomId,
      after[1]?.eventId ?? '',
    );
    expect(stored).toHaveLength(1);
    // A second press does nothing more.
    await window.call('retrySend', { roomId, key: keyOf('once more') });
    expect((await messages(roomId, () => true)).map(textOf)).toEqual(['kept', 'once more']);
  },
  180_000,
);
