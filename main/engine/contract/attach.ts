// How a view lives: it hears of every commit, decides by itself whether it is concerned, and ends with its subscription.
import type { PagedView, View } from '../views/view';
import type { EngineParts } from './parts';

type Commits = Pick<EngineParts, 'store'>;

/** Answers what ends it. `when` as in {@link Store.onCommit}. */
export function attach({ store }: Commits, view: View, when?: 'first'): () => void {
  const dispose = store.onCommit((changes) => view.refresh(changes), when);
  return () => {
    dispose();
    view.close();
  };
}

export const listed = (parts: Commits, view: View) => ({ close: attach(parts, view) });

export const paged = (parts: Commits, view: PagedView, when?: 'first') => ({
  close: attach(parts, view, when),
  paginate: (direction: 'back' | 'forward', count: number) => view.paginate(direction, count),
});

export type Source = (listener: () => void) => () => void;

/** News of the running network parts, also of those that begin later. */
export function ofOnline(
  parts: Pick<EngineParts, 'network'>,
  watch: (listener: () => void) => (() => void) | undefined,
): Source {
  return (listener) => {
    let unwatch = watch(listener);
    const dispose = parts.network.onChange(() => {
      unwatch?.();
      unwatch = watch(listener);
      listener();
    });
    return () => {
      unwatch?.();
      dispose();
    };
  };
}
