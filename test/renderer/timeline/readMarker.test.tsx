// When messages in view count as read: once they stand still, and also where the list never does.
import '../jsdom';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import {
  useReadMarker,
  type ReadMarker,
} from '../../../renderer/features/timeline/scroll/useReadMarker';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';
import { called } from '../files/filesWindow';

const conversation = { roomId: roomId('larkfield'), threadId: null };
const items = Array.from({ length: 8 }, (_, n) =>
  message(people.odile, `number ${n}`, at(9, n), { eventId: `$m${n}` }),
);

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(document, 'hasFocus').mockReturnValue(true);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function open() {
  const engine = createFakeEngine(exampleWorld());
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AccountWindow engine={engine}>{children}</AccountWindow>
  );
  const { result } = renderHook(() => useReadMarker(conversation), { wrapper });
  return {
    look: (last: number): void => result.current.markRead(items.slice(0, last + 1), last),
    newLine: (among: Parameters<ReadMarker['newLine']>[0]) => result.current.newLine(among),
    read: () => called(engine, 'markRead').map((input) => (input as { eventId: string }).eventId),
  };
}

test('messages that are scrolled past at once are not read one by one; where the reader stops, is read', async () => {
  const { look, read } = open();
  for (let n = 0; n < 4; n += 1) {
    look(n);
    await jest.advanceTimersByTimeAsync(100);
  }
  expect(read()).toEqual([]);
  await jest.advanceTimersByTimeAsync(300);
  expect(read()).toEqual(['$m3']);
});

test('where something changes again and again, a second in view is enough', async () => {
  const { look, read } = open();
  look(2);
  for (let n = 0; n < 11; n += 1) {
    await jest.advanceTimersByTimeAsync(100);
    look(2);
  }
  expect(read()).toEqual(['$m2']);
  await jest.advanceTimersByTimeAsync(1_000);
  look(5);
  await jest.advanceTimersByTimeAsync(200);
  expect(read()).toEqual(['$m2']);
  await jest.advanceTimersByTimeAsync(200);
  expect(read()).toEqual(['$m2', '$m5']);
});

test('a line of new messages is told as long as nothing below it was read, and until what came with it is decrypted', async () => {
  const { look, newLine } = open();
  const line = { kind: 'unread', key: 'unread' } as const;
  const lined = [...items.slice(0, 4), line, ...items.slice(4)];
  // A conversation that was just opened goes past what was new in it.
  expect(newLine(lined)).toBeNull();
  look(3);
  await jest.advanceTimersByTimeAsync(300);
  expect([newLine(items), newLine(lined)]).toEqual([null, 'unread']);
  look(5);
  await jest.advanceTimersByTimeAsync(300);
  expect(newLine(lined)).toBe('unread');
  await jest.advanceTimersByTimeAsync(10_000);
  expect(newLine(lined)).toBeNull();
});
