// When a timeline asks for more: before the reader gets to an edge, in front of a gap, and where nothing stands at all.
import '../jsdom';
import { act, renderHook } from '@testing-library/react';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import type { Item } from '../../../renderer/features/timeline/rows/Row';
import type { Position } from '../../../renderer/features/timeline/scroll/useAnchor';
import { usePaging } from '../../../renderer/features/timeline/scroll/usePaging';
import { countNew, useAway } from '../../../renderer/features/timeline/scroll/usePlaces';
import { at, mara, message, people } from '../../gallery/fixtures';

const odile = (more: Partial<MessageItem>, text = 'words'): MessageItem =>
  message(people.odile, text, at(9, 48), more);

describe('paging', () => {
  const text = (key: string): Item => odile({ key });
  const start: Item = { kind: 'start', key: 'start', roomName: 'a', encrypted: true };
  const gap: Item = { kind: 'gap', key: 'gap' };
  const newer: Item = { kind: 'newer', key: 'newer' };
  const position = (more: Partial<Position> = {}): Position => ({
    atEnd: true,
    toStartPx: 0,
    toEndPx: 0,
    firstVisible: 0,
    lastVisible: 2,
    moves: 0,
    ...more,
  });

  function paging() {
    const asked: string[] = [];
    const waiting: ((ok: boolean, code?: 'offline' | 'forbidden') => void)[] = [];
    const paginate: Parameters<typeof usePaging>[0] = (direction) => {
      asked.push(direction);
      return new Promise((finish) => {
        waiting.push((ok, code = 'offline') =>
          finish(
            ok
              ? { ok, output: { reachedStart: false } }
              : {
                  ok,
                  error: {
                    code,
                    message: '',
                    retryable: true,
                    retryAfterMs: null,
                    data: null,
                  },
                },
          ),
        );
      });
    };
    const { result } = renderHook(() => usePaging(paginate));
    const answer = async (ok = true): Promise<void> => act(async () => waiting.shift()?.(ok));
    const refuse = async (): Promise<void> =>
      act(async () => waiting.shift()?.(false, 'forbidden'));
    const { page: look } = result.current;
    const { pageNothing } = result.current;
    return {
      ...{ asked, look, pageNothing, answer, refuse },
      waits: () => result.current.waiting,
      refused: () => result.current.refused,
      again: () => result.current.askAgain(),
    };
  }

  test('a view that is not full is filled, page by page, until the start is there', async () => {
    jest.useFakeTimers();
    try {
      const { asked, look, answer } = paging();
      look([text('a')], position());
      look([text('a')], position());
      expect(asked).toEqual(['back']);
      await answer();
      look([text('b'), text('a')], position());
      act(() => void jest.runAllTimers());
      expect(asked).toEqual(['back', 'back']);
      await answer();
      look([start, text('b'), text('a')], position());
      act(() => void jest.runAllTimers());
      expect(asked).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  test('where the newest events are none that are shown, older ones are asked for until something stands there', async () => {
    jest.useFakeTimers();
    try {
      const { asked, look, pageNothing, answer } = paging();
      pageNothing();
      for (let pages = 1; pages <= 10; pages += 1) {
        expect(asked).toHaveLength(pages);
        await answer();
        act(() => void jest.runAllTimers());
      }
      look([start, text('a')], position());
      await answer();
      act(() => void jest.runAllTimers());
      expect(asked).toHaveLength(11);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a slow page is said to be on its way, to a reader who waits at the start', async () => {
    jest.useFakeTimers();
    try {
      const { look, answer, waits } = paging();
      look([text('a')], position({ toStartPx: 1_000 }));
      act(() => void jest.advanceTimersByTime(700));
      expect(waits()).toBeNull();
      await answer();
      act(() => void jest.advanceTimersByTime(50));
      look([text('b'), text('a')], position());
      act(() => void jest.advanceTimersByTime(500));
      expect(waits()).toBeNull();
      act(() => void jest.advanceTimersByTime(200));
      expect(waits()).toBe('loading');
      await answer();
      expect(waits()).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });

  test('without a connection a reader at the start is told that older messages come later', async () => {
    const { look, answer, waits } = paging();
    look([text('a')], position());
    await answer(false);
    expect(waits()).toBe('unreached');
    look([start, text('b'), text('a')], position());
  });

  test('far from the edge nothing is asked for, except for a gap in view', () => {
    const { asked, look } = paging();
    const far = position({ toStartPx: 5000, firstVisible: 1, lastVisible: 2 });
    look([text('a'), text('b'), text('c'), text('d'), gap], far);
    expect(asked).toEqual([]);
    look([text('a'), gap, text('c'), text('d')], far);
    expect(asked).toEqual(['back']);
  });

  test('a failed page is asked for again by itself, after a pause', async () => {
    jest.useFakeTimers();
    try {
      const { asked, look, answer } = paging();
      look([text('a')], position());
      await answer(false);
      act(() => void jest.advanceTimersByTime(2900));
      look([text('a')], position());
      expect(asked).toHaveLength(1);
      act(() => void jest.advanceTimersByTime(200));
      expect(asked).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });

  test('what the server refuses is told where it is missing, and asked for again by a press alone', async () => {
    jest.useFakeTimers();
    try {
      const { asked, look, refuse, refused, again } = paging();
      look([text('a')], position());
      expect(refused()).toBe(false);
      await refuse();
      act(() => void jest.advanceTimersByTime(10_000));
      act(() => look([text('a')], position({ moves: 1 })));
      expect([asked, refused()]).toEqual([['back'], true]);
      act(() => again());
      expect([asked, refused()]).toEqual([['back', 'back'], false]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a list that ends before the newest message goes on to it', async () => {
    const { asked, look, answer } = paging();
    look([start, text('a'), newer], position());
    expect(asked).toEqual(['forward']);
    await answer();
    look([start, text('a'), text('b')], position());
    expect(asked).toHaveLength(1);
  });

  test('what a page gave up at the other end is fetched back only after the reader moved', async () => {
    jest.useFakeTimers();
    try {
      const { asked, look, answer } = paging();
      look([text('b'), text('c')], position());
      await answer();
      look([start, text('a'), text('b'), newer], position());
      act(() => void jest.runAllTimers());
      expect(asked).toEqual(['back']);
      look([start, text('a'), text('b'), newer], position({ moves: 1 }));
      expect(asked).toEqual(['back', 'forward']);
    } finally {
      jest.useRealTimers();
    }
  });

  test('new messages are those of others behind the place that was left', () => {
    const list = [text('a'), text('b'), message(mara, 'mine', 0), text('c')];
    expect([
      countNew(list, 'b'),
      countNew(list, 'c'),
      countNew(list, null),
      countNew(list, 'gone'),
    ]).toEqual([1, 0, 0, 0]);
  });

  test('after a jump to an older message, messages that were there already are not new; what comes then is', () => {
    const said = (key: string): Item => odile({ key, eventId: `$${key}` });
    const view = renderHook(({ items }: { items: readonly Item[] }) => useAway(items), {
      initialProps: { items: [said('a'), said('b'), newer] as readonly Item[] },
    });
    const see = (items: readonly Item[], more: Partial<Position>) => {
      view.rerender({ items });
      const live = items.at(-1)?.kind !== 'newer';
      act(() => view.result.current.note(items, position(more), live));
      return view.result.current.pill?.count ?? null;
    };
    const far = { atEnd: false, toEndPx: 900 };
    expect(see([said('a'), said('b'), newer], far)).toBe(0);
    const whole = [said('a'), said('b'), said('c'), said('d')];
    expect(see(whole, far)).toBe(0);
    expect(see([...whole, said('e')], far)).toBe(1);
    // Looking far back drops the newest, which are the same when they come back.
    expect(see([said('0'), said('a'), newer], far)).toBe(0);
    expect(see([...whole, said('e')], far)).toBe(1);
    expect(see([...whole, said('e')], {})).toBe(null);
  });
});
