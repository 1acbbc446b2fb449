// A conversation is a room or a thread of it. Threads have no timeline here yet, and nothing says that they had.
import { putDraft } from '#stores/settings/drafts';
import { ensureTimeline } from '#stores/events/timelines';
import { createTimelineView } from '#engine/views/timeline';
import { createDraftView } from '#engine/views/values';
import type { AppError } from '#contract/wire/errors';
import { message } from '../../fixtures/events';
import { roomBench, type RoomBench } from '../views/support';

let bench: RoomBench;
beforeEach(() => {
  bench = roomBench();
});
afterEach(() => bench.temp.remove());

function openThread(threadId: string): { items: () => unknown; error: () => AppError | null } {
  let items: unknown = null;
  let error: AppError | null = null;
  const query = { roomId: bench.roomId, threadId, around: null, limit: 50 };
  createTimelineView(bench.deps, query, {
    set: (value) => {
      items = value;
    },
    fail: (failure) => {
      error = failure;
    },
  });
  return { items: () => items, error: () => error };
}

test('a thread without a timeline is not here; it never shows the room in its place', () => {
  bench.live([message('in the room')]);
  const { items, error } = openThread('$root');
  expect([items(), error()]).toEqual([null, expect.objectContaining({ code: 'not_found' })]);
});

test('a thread with a timeline shows that one', () => {
  bench.live([message('in the room')]);
  bench.temp.store.write(() => void ensureTimeline(bench.temp.store.db, bench.roomNo, '$root'));
  const { items, error } = openThread('$root');
  expect([items(), error()]).toEqual([[], null]);
});

test('the draft of a thread is not the draft of its room', () => {
  const { store } = bench.temp;
  const draft = { text: 'below', replyTo: null, editing: null };
  store.write(() => putDraft(store.db, bench.roomNo, draft, 1, '$root'));
  const textOf = (threadId: string | null): string => {
    let shown = '';
    createDraftView(
      { store },
      { roomId: bench.roomId, threadId },
      {
        set: ({ text }) => {
          shown = text;
        },
        fail: ({ message: said }) => {
          throw new Error(said);
        },
      },
    );
    return shown;
  };
  expect([textOf(null), textOf('$root')]).toEqual(['', 'below']);
});
