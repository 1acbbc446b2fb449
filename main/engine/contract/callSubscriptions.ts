// Calls: what a window may watch. All of it begins anew when the network parts do.
import type { CallSignal } from '../../../preload/contract/callModels';
import type { ListSink, ValueSink } from '../../../preload/contract/serve';
import { noTurn } from '../calls/turn';
import { callRoomOf, historyOf, ringsOf, runningOf } from '../calls/views';
import type { Online } from '../online';
import type { EngineParts, Lists, Values } from './parts';

/** Runs `open` on the online parts now and whenever others take their place; what it returns ends it. */
function whileOnline(
  { network }: EngineParts,
  open: (online: Online) => () => void,
  offline: () => void,
): () => void {
  let current: Online | null = null;
  let close: (() => void) | null = null;
  const update = (): void => {
    const now = network.now();
    if (now !== null && now === current) return;
    close?.();
    current = now;
    close = now === null ? null : open(now);
    if (now === null) offline();
  };
  const dispose = network.onChange(update);
  update();
  return () => {
    dispose();
    close?.();
  };
}

/** A value that is read from the online parts again after each of their changes. */
function follow<V>(
  parts: EngineParts,
  sink: ValueSink<V>,
  empty: V,
  read: (online: Online) => V,
  watch: (online: Online, listener: () => void) => () => void,
): () => void {
  return whileOnline(
    parts,
    (online) => {
      const update = (): void => sink.set(read(online));
      update();
      return watch(online, update);
    },
    () => sink.set(empty),
  );
}

export function callValues(
  parts: EngineParts,
): Pick<Values, 'callTurn' | 'callRings' | 'runningCalls' | 'callRoom'> {
  const { store, clock, ownUserId } = parts;
  const ofBook = ({ calls }: Online, listener: () => void): (() => void) =>
    calls.book.onChange(listener);
  return {
    callTurn: (_query, sink) =>
      follow(
        parts,
        sink,
        noTurn,
        ({ calls }) => calls.turn.now(),
        ({ calls }, listener) => calls.turn.onChange(listener),
      ),
    callRings: (_query, sink) =>
      follow(parts, sink, [], ({ calls }) => ringsOf(store.db, clock, calls.book.all()), ofBook),
    runningCalls: (_query, sink) =>
      follow(parts, sink, [], ({ calls }) => runningOf(store.db, calls.book.all()), ofBook),
    callRoom({ roomId }, sink) {
      const update = (): void => sink.set(callRoomOf(store, roomId, ownUserId()));
      const dispose = store.onCommit((changes) => {
        if (changes.rooms.size > 0 || changes.members.size > 0) update();
      });
      update();
      return dispose;
    },
  };
}

export function callLists(parts: EngineParts): Pick<Lists, 'callSignals' | 'callHistory'> {
  return {
    callSignals: ({ sessionId }, sink: ListSink<CallSignal>) => {
      sink.set([]);
      const close = whileOnline(
        parts,
        ({ calls }) => calls.claim(sessionId, sink),
        () => sink.set([]),
      );
      return { close };
    },
    callHistory: ({ limit }, sink) => {
      const update = (): void => sink.set(historyOf(parts.store.db, limit));
      const close = parts.store.onCommit((changes) => {
        if (changes.topics.has('calls')) update();
      });
      update();
      return { close };
    },
  };
}
