// The values and lists of calls for windows. All of them start again when the network parts do.
import type { CallRing, CallSignal, RunningCall } from '#contract/areas/calls/callsModels';
import { roomNoOf } from '#stores/rooms/rooms';
import type { GroupCallRoom, LiveGroupCall } from '#contract/areas/calls/groupCallsModels';
import type { ListSink, ValueSink } from '#contract/wire/serve';
import { isDeviceGone } from '../base/deviceGone';
import { groupCallRoomOf } from '../calls/group/room';
import { watchHeldBack, watchLeftOut, type LeftOutDeps } from '../calls/leftOut';
import { noTurn } from '../calls/turn';
import { callRoomOf, historyOf, missedOf, ringsOf, runningOf } from '../calls/views';
import type { Online } from '../online';
import { amongOthers } from '../rooms/addresses';
import type { EngineParts, Lists, Values } from './parts';

/** Runs `open` on the online parts, now and whenever new ones replace them; the function that it returns ends it. */
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
  sink: Pick<ValueSink<V>, 'set'>,
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

function ofCalls({ calls }: Online, listener: () => void): () => void {
  const stops = [calls.registry.onChange(listener), calls.group.onChange(listener)];
  return () => stops.forEach((stop) => stop());
}

/** Delivers all rings of this account, now and after each change; none while the account is hidden. */
export function followRings(parts: EngineParts, set: (rings: CallRing[]) => void): () => void {
  const { store, clock, sessions } = parts;
  return follow(
    parts,
    { set },
    [],
    ({ calls: { registry, group } }) => {
      if (isDeviceGone(sessions.current())) return [];
      const busy = group.running().length > 0;
      const one = ringsOf(store.db, clock, registry.all());
      const groups = group.rings(busy || runningOf(store.db, registry.all()).length > 0);
      const rings = [...one.map((ring) => ({ ...ring, waiting: ring.waiting || busy })), ...groups];
      const callers = rings.map(({ caller }) => caller);
      const told = amongOthers(store.db, callers);
      return rings.map((ring) => ({ ...ring, caller: told(ring.caller) }));
    },
    (online, listener) => {
      const offSession = store.onCommit(({ topics }) => {
        if (topics.has('session')) listener();
      });
      const offCalls = ofCalls(online, listener);
      return () => [offSession, offCalls].forEach((off) => off());
    },
  );
}

/** Delivers the running calls of this account's windows, now and after each change. */
export function followRunning(parts: EngineParts, set: (calls: RunningCall[]) => void): () => void {
  return follow(parts, { set }, [], ({ calls }) => calls.running(), ofCalls);
}

/** Reads again after each change of the room, and when the entry of a device expires (CALL-9.11). */
function watchGroupRoom(
  { store, ownUserId, clock }: EngineParts,
  roomId: string,
  sink: ValueSink<GroupCallRoom>,
): () => void {
  let cancel: (() => void) | null = null;
  const update = (): void => {
    cancel?.();
    const room = groupCallRoomOf(store, roomId, ownUserId(), clock.now());
    sink.set(room);
    const next = Math.min(...(room.call?.devices ?? []).map(({ expiresMs }) => expiresMs));
    cancel = Number.isFinite(next) ? clock.setTimeout(update, next - clock.now() + 1) : null;
  };
  const dispose = store.onCommit((changes) => {
    const roomNo = roomNoOf(store.db, roomId);
    if (roomNo !== null && (changes.rooms.has(roomNo) || changes.members.has(roomNo))) update();
  });
  update();
  return () => {
    dispose();
    cancel?.();
  };
}

function watchLiveGroupCalls(
  { liveCalls }: EngineParts,
  sink: ValueSink<LiveGroupCall[]>,
): () => void {
  const update = (): void => sink.set(liveCalls.calls());
  const dispose = liveCalls.onChange(update);
  update();
  return dispose;
}

/** A value of people to whom signals do not go; without encryption there are none. */
function watchPeople<V>(
  parts: EngineParts,
  sink: Pick<ValueSink<V[]>, 'set'>,
  watch: (deps: LeftOutDeps, set: (people: V[]) => void) => () => void,
): () => void {
  return whileOnline(
    parts,
    ({ calls: { registry }, crypto }) => {
      const recipients = crypto?.recipients;
      const ownUserId = parts.ownUserId();
      if (recipients === undefined || ownUserId === null) return (sink.set([]), () => undefined);
      return watch({ ...parts, registry, recipients, ownUserId }, (people) => sink.set(people));
    },
    // Without a network the last value stays: the people are the same.
    () => undefined,
  );
}

export function callValues(parts: EngineParts) {
  const { store, ownUserId } = parts;
  return {
    liveGroupCalls: (_query, sink) => watchLiveGroupCalls(parts, sink),
    groupCallRoom: ({ roomId }, sink) => watchGroupRoom(parts, roomId, sink),
    callLeftOut: ({ roomId }, sink) =>
      watchPeople(parts, sink, (deps, set) => watchLeftOut(deps, roomId, set)),
    callHeldBack: ({ roomId }, sink) =>
      watchPeople(parts, sink, (deps, set) => watchHeldBack(deps, roomId, set)),
    callTurn: (_query, sink) =>
      follow(
        parts,
        sink,
        noTurn,
        ({ calls }) => calls.turn.now(),
        ({ calls }, listener) => calls.turn.onChange(listener),
      ),
    missedCalls: (_query, sink) => onHistory(parts, () => sink.set(missedOf(parts.store.db))),
    callRings: (_query, sink) => followRings(parts, (rings) => sink.set(rings)),
    cutCall: (_query, sink) =>
      follow(
        parts,
        sink,
        null,
        ({ calls }) => calls.dropped.now(),
        ({ calls }, listener) => calls.dropped.onChange(listener),
      ),
    runningCalls: (_query, sink) => followRunning(parts, (calls) => sink.set(calls)),
    callRoom({ roomId }, sink) {
      const update = (): void => sink.set(callRoomOf(store, roomId, ownUserId()));
      const dispose = store.onCommit((changes) => {
        const roomNo = roomNoOf(store.db, roomId);
        if (roomNo !== null && (changes.rooms.has(roomNo) || changes.members.has(roomNo))) update();
      });
      update();
      return dispose;
    },
  } satisfies Partial<Values>;
}

/** Calls `update` now and after each change of the history. */
function onHistory({ store }: EngineParts, update: () => void): () => void {
  const dispose = store.onCommit((changes) => {
    if (changes.topics.has('calls')) update();
  });
  update();
  return dispose;
}

export function callLists(parts: EngineParts) {
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
    callHistory: (query, sink) => {
      const update = (): void => sink.set(historyOf(parts.store.db, query));
      return { close: onHistory(parts, update) };
    },
  } satisfies Partial<Lists>;
}
