// Reads the current state of a center; `empty` while there is none.
import { useCallback, useSyncExternalStore } from 'react';

export interface SnapshotSource<State> {
  get(): State;
  subscribe(listener: () => void): () => void;
}

const never = (): (() => void) => () => undefined;

export function useSnapshot<State>(source: SnapshotSource<State> | null, empty: State): State {
  const get = useCallback(() => source?.get() ?? empty, [source, empty]);
  return useSyncExternalStore(source?.subscribe ?? never, get);
}
