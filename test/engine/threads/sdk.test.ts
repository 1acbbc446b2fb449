// Threads between an engine and the JavaScript SDK on a real homeserver: what one writes, the other reads in the same thread.
import { createTimelineView } from '#engine/views/timeline/timeline';
import { systemClock } from '#engine/base/clock';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { startHomeserver } from '../../homeserver/homeserver.cjs';
import { createEngine, nextRequestId, type TestEngine } from '../crypto/harness';
import { sdkPeer, type SdkPeer } from '../files/sdkPeer';

let homeserver: Awaited<ReturnType<typeof startHomeserver>>;
let alice: TestEngine;
let sdk: SdkPeer;

beforeAll(async () => {
  homeserver = await startHomeserver();
  const account = await homeserver.registerUser({ username: 'alice', password: 'pw' });
  alice = await createEngine({ baseUrl: homeserver.baseUrl, account });
  sdk = await sdkPeer(homeserver, 'sdk');
}, 120_000);
afterAll(async () => {
  sdk?.stop();
  await alice?.destroy();
  await homeserver?.stop();
});

function texts(roomId: string, threadId: string | null): string[] {
  let items: readonly TimelineItem[] = [];
  const deps = { store: alice.store, clock: systemClock(), ownUserId: () => alice.userId };
  const query = { roomId, threadId, around: null, limit: 100 };
  createTimelineView(deps, query, {
    set: (value) => {
      items = value;
    },
    fail: ({ message }) => {
      throw new Error(message);
    },
  }).close();
  return items.flatMap((item) =>
    item.kind === 'message' && 'text' in item.body ? [item.body.text] : [],
  );
}

test.each([
  ['encrypted', true],
  ['plain', false],
])(
  'in a room that is %s',
  async (_, encrypted) => {
    const roomId = await alice.createRoom({ invite: [sdk.userId], encrypted });
    await sdk.join(roomId);
    await alice.untilJoined(roomId, [alice.userId, sdk.userId]);
    await alice.send(roomId, 'root');
    const room = () => sdk.client.getRoom(roomId);
    const read = (body: string) =>
      room()
        ?.getLiveTimeline()
        .getEvents()
        .find((event) => event.getContent()['body'] === body);
    await sdk.until('the first message', () => read('root') !== undefined);
    const root = read('root')?.getId() ?? '';

    // Theirs, as the SDK itself writes it.
    const { event_id: theirs } = await sdk.client.sendTextMessage(roomId, root, 'of the SDK');
    await alice.until('the answer', () => texts(roomId, root).length === 2);
    expect([texts(roomId, root), texts(roomId, null)]).toEqual([['root', 'of the SDK'], ['root']]);

    const act = () => ({
      requestId: nextRequestId(),
      roomId,
      threadId: root,
      kind: 'text' as const,
    });
    await alice.outbox.sendMessage({ ...act(), text: 'of Trellis', replyTo: null });
    await alice.outbox.sendMessage({ ...act(), text: 'to the SDK', replyTo: theirs });
    await sdk.until('both answers', () => read('to the SDK') !== undefined);
    const ours = read('of Trellis');
    expect(ours?.threadRootId).toBe(root);
    // Without an answer the last one is named for clients that know no threads.
    expect(ours?.getWireContent()['m.relates_to']).toEqual({
      ...{ rel_type: 'm.thread', event_id: root, is_falling_back: true },
      'm.in_reply_to': { event_id: theirs },
    });
    expect(read('to the SDK')?.getWireContent()['m.relates_to']).toEqual({
      ...{ rel_type: 'm.thread', event_id: root, is_falling_back: false },
      'm.in_reply_to': { event_id: theirs },
    });
    await alice.until('all in the thread', () => texts(roomId, root).length === 4);
    expect(texts(roomId, null)).toEqual(['root']);
  },
  60_000,
);
