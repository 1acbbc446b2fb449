// A draft is kept while somebody types on and on, too: a window that is killed says nothing before.
import '../jsdom';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useDraft } from '../../../renderer/features/composer/useDraft';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a draft is saved after a pause, and at least each second while there is none', async () => {
  const engine = createFakeEngine(exampleWorld());
  const conversation = { roomId: roomId('larkfield'), threadId: null };
  const none = () => undefined;
  const around = { replyTo: null, edit: null, onReply: none, onEdit: none };
  const { result } = renderHook(() => useDraft(conversation, around), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <AccountWindow engine={engine}>{children}</AccountWindow>
    ),
  });
  const pass = (ms: number): Promise<void> => act(() => jest.advanceTimersByTimeAsync(ms));
  const saved = () =>
    called(engine, 'saveDraft').map((input) => (input as { draft: { text: string } }).draft.text);
  await pass(1_000);
  for (let length = 1; length <= 22; length += 1) {
    act(() => result.current.write({ text: 'x'.repeat(length), mentions: [] }));
    await pass(100);
  }
  expect(saved().map(({ length }) => length)).toEqual([10, 20]);
  await pass(400);
  expect(saved().at(-1)).toBe('x'.repeat(22));
});
