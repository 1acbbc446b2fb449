// Replaces the stored state of a joined room by the server's current state. Messages are left to sync and to the
// gaps, because only these know the order of messages.
import { memberLeft, putState, stateGone } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { getRoom, roomIdOf, updateRoom } from '#stores/rooms/rooms';
import { getState, stateEvents, stateName } from '#stores/rooms/state';
import type { Changes } from '#stores/sqlite/store';
import { recomputeRoom } from './derive';
import type { RoomsDeps } from './membership';
import { askState, type StatePart } from './snapshot';

/** A server with several workers may answer with older state than it already sent by sync, and sync would not send it again. */
const lagMs = 60_000;

export interface Reloaded {
  /** Pieces of state that were not as the server has them. */
  readonly mended: number;
  readonly members: readonly { readonly userId: string; readonly membership: string }[];
}

interface Loading extends RoomsDeps {
  readonly roomNo: number;
  /** Event ids of the state before the request. A piece that differs by now came by sync, which is newer. */
  readonly before: ReadonlyMap<string, string>;
  /** Pieces that sync brought shortly before the request; these stay too. */
  readonly recent: ReadonlySet<string>;
  readonly named: Set<string>;
  /** All members were loaded; otherwise a member who is new here does not count as an error of the store. */
  readonly membersLoaded: boolean;
  readonly members: { readonly userId: string; readonly membership: string }[];
}

const idNow = ({ store: { db }, roomNo }: Loading, type: string, key: string): string | undefined =>
  getState(db, roomNo, type, key)?.eventId;

function putPart(loading: Loading, events: readonly RawEvent[], changes: Changes): number {
  const { store, roomNo, before, recent, named, clock } = loading;
  const fresh = events.filter(({ type, state_key: key = '', event_id: eventId }) => {
    const name = stateName(type, key);
    named.add(name);
    const now = idNow(loading, type, key);
    return now !== eventId && now === before.get(name) && !recent.has(name);
  });
  if (fresh.length === 0) return 0;
  putState(store.db, roomNo, fresh, clock.now());
  for (const { type, state_key: userId, content } of fresh) {
    const { membership } = content;
    if (type === 'm.room.member' && userId !== undefined && typeof membership === 'string')
      loading.members.push({ userId, membership });
  }
  changes.room(roomNo);
  changes.members(roomNo);
  changes.topic('files');
  return fresh.filter(
    ({ type, state_key: key = '' }) =>
      type !== 'm.room.member' || loading.membersLoaded || before.has(stateName(type, key)),
  ).length;
}

/** Removes the state that the server's answer does not name. To be called only when the answer is complete. */
function dropRest(loading: Loading, changes: Changes): number {
  const { store, roomNo, before, recent, named, members } = loading;
  let dropped = 0;
  for (const [name, eventId] of before) {
    if (named.has(name) || recent.has(name)) continue;
    const [type, key] = JSON.parse(name) as [string, string];
    if (idNow(loading, type, key) !== eventId) continue;
    dropped += 1;
    if (type === 'm.room.member') {
      memberLeft(store.db, roomNo, key);
      members.push({ userId: key, membership: 'leave' });
    } else stateGone(store.db, roomNo, type, key);
  }
  if (dropped > 0) {
    changes.room(roomNo);
    changes.members(roomNo);
    changes.topic('files');
  }
  return dropped;
}

/** True when the answer names the state events that each room has; a truncated answer, or one of another kind, then deletes nothing. */
const isWhole = ({ named, ownUserId }: Loading): boolean =>
  named.has(stateName('m.room.create', '')) && named.has(stateName('m.room.member', ownUserId));

async function takeState(loading: Loading, parts: AsyncIterable<StatePart>): Promise<number> {
  let [mended, unread] = [0, 0];
  for await (const { events, bad } of parts) {
    unread += bad;
    mended += loading.store.write((changes) => putPart(loading, events, changes));
  }
  if (unread > 0 || !isWhole(loading)) return mended;
  return mended + loading.store.write((changes) => dropRest(loading, changes));
}

/** @throws AppFailure, as the server refuses it */
export async function reloadRoom(deps: RoomsDeps, roomNo: number): Promise<Reloaded> {
  const { store, ownUserId, clock } = deps;
  const { db } = store;
  const here = [...stateEvents(db, roomNo)];
  const since = clock.now() - lagMs;
  const loading: Loading = {
    ...{ ...deps, roomNo, named: new Set(), members: [] },
    before: new Map(here.map(([name, { eventId }]) => [name, eventId])),
    recent: new Set(here.flatMap(([name, one]) => (one.receivedTs >= since ? [name] : []))),
    membersLoaded: getRoom(db, roomNo)?.membersLoaded === true,
  };
  const mended = await takeState(loading, await askState(deps, roomIdOf(db, roomNo)));
  store.write((changes) => {
    // All members stood in the state.
    if (isWhole(loading)) updateRoom(db, roomNo, { membersLoaded: true });
    recomputeRoom(db, roomNo, ownUserId, changes);
    changes.room(roomNo);
  });
  return { mended, members: loading.members };
}
