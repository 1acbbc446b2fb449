// The stored draft of an edit ends with the commit that keeps its new words: the window, which would end it, may be gone. The signs of a
// message without a format stay what they are.
import { outboxOfRoom } from '#stores/outbox/outbox';
import { getDraft, putDraft, type StoredDraft } from '#stores/settings/drafts';
import { createBench, nextRequestId, roomId, settle, type Bench } from './harness';

let bench: Bench;
afterEach(() => bench.close());

test('the edit that is sent comes back in no conversation after a kill; another one and typed text stay', async () => {
  bench = createBench({ open: false });
  const key = await bench.text('old');
  const draft = (eventId: string, text = ''): StoredDraft => ({
    ...{ text, replyTo: null },
    editing: { eventId, text: 'new', mentions: [] },
  });
  const { store, roomNo } = bench;
  store.write(() => {
    putDraft(store.db, roomNo, draft(key, 'typed before'), 1);
    putDraft(store.db, roomNo, draft(key), 1, '$root');
    putDraft(store.db, roomNo, draft('$another'), 1, '$elsewhere');
  });
  const told: boolean[] = [];
  store.onCommit(({ topics }) => told.push(topics.has('drafts')));
  const act = { requestId: nextRequestId(), roomId, eventId: key, text: 'new' };
  await bench.outbox.editMessage(act);
  await settle();
  expect(told).toContain(true);
  bench = bench.killAndRestart({ open: false });
  const left = [null, '$root', '$elsewhere'].map((root) =>
    getDraft(bench.store.db, bench.roomNo, root),
  );
  expect(left).toEqual([
    { text: 'typed before', replyTo: null, editing: null },
    null,
    draft('$another'),
  ]);
});

test('an edit of what was sent without a format keeps its signs; one of a formatted message is formatted', async () => {
  bench = createBench({ open: false });
  const { outbox, store, roomNo } = bench;
  const send = async (text: string, plain: boolean): Promise<string> => {
    const act = { requestId: nextRequestId(), roomId, threadId: null, replyTo: null };
    return (await outbox.sendMessage({ ...act, text, plain, kind: 'text' })).key;
  };
  for (const [text, plain] of [
    ['a*b*c stays', true],
    ['a*b*c goes', false],
    ['just words', true],
  ] as const) {
    const eventId = await send(text, plain);
    await outbox.editMessage({
      requestId: nextRequestId(),
      roomId,
      eventId,
      text: `${text} *now*`,
    });
  }
  const made = outboxOfRoom(store.db, roomNo)
    .map(({ content }) => content['m.new_content'] as Record<string, unknown> | undefined)
    .flatMap((content) => (content === undefined ? [] : [content['formatted_body'] ?? null]));
  expect(made).toEqual([null, 'a<em>b</em>c goes <em>now</em>', 'just words <em>now</em>']);
});
