// Loads the state of a room that this account is in anew, as the server has it, whatever sync brought. Messages are left to sync and to the
// gaps: their order is known to these alone.
import { memberLeft, putState, stateGone } from '#stores/ingest/state';
import type { RawEvent } from '#stores/events/types';
import { getRoom, roomIdOf, updateRoom } from '#stores/rooms/rooms';
import { getState, stateEvents, stateName } from '#stores/rooms/state';
import type { Changes } from '#stores/sqlite/store';
import { recomputeRoom } from './derive';
import type { RoomsDeps } from './membership';
import { askState, type StatePart } from './snapshot';

/** A server of several workers may answer with what was before the last of what it sent by sync, which would never come again. */
const lagMs = 60_000;

export interface Reloaded {
  /** Pieces of state that were not as the server has them. */
  readonly mended: number;
  readonly members: readonly { readonly userId: string; readonly membership: string }[];
}

interface Loading extends RoomsDeps {
  readonly roomNo: number;
  /** What stood here before the server was asked. What differs by now is sync's word, which is newer. */
  readonly before: ReadonlyMap<string, string>;
  /** Pieces of it that came just before: sync's word too. */
  readonly recent: ReadonlySet<string>;
  readonly named: Set<string>;
  /** All members were here; else who is new to this computer is no mistake of it. */
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

/** What the server does not name, where its answer is whole. */
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

/** Names what no room is without, so that an answer which was cut, or is of something else, takes nothing away. */
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
