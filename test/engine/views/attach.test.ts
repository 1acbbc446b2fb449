// How long a view lives: from its subscription to the end of it, also where parts of the network come and go meanwhile.
import { attach, listed, ofOnline, paged } from '#engine/contract/attach';
import type { Changes } from '#stores/sqlite/store';

function kit() {
  const told: string[] = [];
  const listeners = new Set<(changes: Changes) => void>();
  const store = {
    onCommit: (listener: (changes: Changes) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const view = {
    refresh: () => void told.push('refresh'),
    paginate: async () => ({ reachedStart: true, reachedEnd: true }),
    close: () => void told.push('close'),
  };
  return { told, listeners, view, parts: { store } as unknown as Parameters<typeof attach>[0] };
}

test.each(['attach', 'listed', 'paged'] as const)(
  '%s: a view hears of commits until its end, and is closed then',
  (how) => {
    const { told, listeners, view, parts } = kit();
    const end =
      how === 'attach'
        ? attach(parts, view)
        : how === 'listed'
          ? listed(parts, view).close
          : paged(parts, view).close;
    for (const listener of listeners) listener({} as Changes);
    expect([told, listeners.size]).toEqual([['refresh'], 1]);
    end();
    expect([told, listeners.size]).toEqual([['refresh', 'close'], 0]);
  },
);

test('what watches the parts of the network lets go of each of them, and of those that come later', () => {
  const changes = new Set<() => void>();
  const watching: number[] = [];
  let generation = 1;
  let heard = 0;
  const network = {
    onChange: (listener: () => void) => {
      changes.add(listener);
      return () => void changes.delete(listener);
    },
  } as unknown as Parameters<typeof ofOnline>[0]['network'];
  const source = ofOnline({ network }, () => {
    const mine = generation;
    watching.push(mine);
    return () => void watching.splice(watching.indexOf(mine), 1);
  });
  const end = source(() => (heard += 1));
  generation = 2;
  for (const change of changes) change();
  expect([watching, heard]).toEqual([[2], 1]);
  end();
  expect([watching, changes.size]).toEqual([[], 0]);
});
