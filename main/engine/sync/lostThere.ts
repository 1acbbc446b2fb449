// After the server was set back: which of our own messages it does not have any more, and since when. Asks and marks; what is here stays.
import { relationIn } from '../events/relations';
import { pollTypes } from '../events/polls';
import { newestEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { busiestRooms, roomIdOf } from '#stores/rooms/rooms';
import { ignoredUsers } from '#stores/settings/accountData';
import { setLost, setServerSetBack } from '#stores/settings/lost';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../base/types';
import { errcodeOf, statusOf } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { givenUp, pass } from './givenUp';

export interface AskDeps {
  readonly http: Pick<Http, 'request'>;
  readonly signal: () => AbortSignal;
}

export interface LostDeps extends AskDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly ownUserId: string;
}

/** An event that the server gave us, and must still have. */
export interface Witness {
  readonly roomId: string;
  readonly eventId: string;
}

const roomsLooked = 20;
const eventsLooked = 200;
const mostAsked = 500;
/** Written since it came back; what stands before them may be lost. */
const mostKeptFirst = 10;
/** So many in a row that it has: it has what is older. */
const keptInRow = 3;
const roomsOfOthers = 3;

/** `unknown`: it says neither. Rejects when the server does not answer. */
export async function askFor(
  { http, signal }: AskDeps,
  { roomId, eventId }: Witness,
): Promise<'there' | 'missing' | 'unknown'> {
  try {
    await http.request<unknown>({
      method: 'GET',
      path: path`/rooms/${roomId}/event/${eventId}`,
      retry: 'limited',
      signal: signal(),
    });
    return 'there';
  } catch (thrown) {
    if (errcodeOf(thrown) === 'M_NOT_FOUND') return 'missing';
    if (statusOf(thrown) === null) throw thrown;
    return 'unknown';
  }
}

const messageTypes = new Set([
  'm.room.message',
  'm.room.encrypted',
  'm.sticker',
  ...pollTypes.start,
]);

/** What stands as a message of its own. */
const isMessage = ({ type, stateKey, redactedBy, raw }: StoredEvent): boolean =>
  messageTypes.has(type) &&
  stateKey === null &&
  redactedBy === null &&
  relationIn(raw.content).relType !== 'm.replace';

/** What the server gave us before it was set back, the newest first. */
const known = ({ db }: Store, roomNo: number, untilMs: number): StoredEvent[] =>
  newestEvents(db, roomNo, eventsLooked).filter(
    ({ eventId, receivedTs }) => eventId.startsWith('$') && receivedTs <= untilMs,
  );

/** Everything that we send goes through this one server: what it has is older than what it lost. */
async function lostOfOwn(deps: LostDeps, own: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const { db } = deps.store;
  const lost: StoredEvent[] = [];
  let kept = 0;
  for (const event of own.slice(0, mostAsked)) {
    const { eventId, roomNo } = event;
    const answer = await askFor(deps, { roomId: roomIdOf(db, roomNo), eventId });
    if (answer === 'missing') {
      lost.push(event);
      kept = 0;
    } else if (answer === 'there') kept += 1;
    if (kept >= (lost.length > 0 ? keptInRow : mostKeptFirst)) break;
  }
  return lost;
}

/** What others wrote last, in the rooms in which something happened last. */
async function lostOfOthers(
  deps: LostDeps,
  rooms: readonly (readonly StoredEvent[])[],
): Promise<StoredEvent[]> {
  const { db } = deps.store;
  const unheard = ignoredUsers(db);
  const lost: StoredEvent[] = [];
  for (const events of rooms.slice(0, roomsOfOthers)) {
    const newest = events.find(({ sender }) => sender !== deps.ownUserId && !unheard.has(sender));
    if (newest === undefined) continue;
    const { eventId, roomNo } = newest;
    const answer = await askFor(deps, { roomId: roomIdOf(db, roomNo), eventId });
    if (answer === 'missing') lost.push(newest);
  }
  return lost;
}

/** Once after each time that the position was given up and everything is here anew. Rejects when the server does not answer. */
export async function findLost(deps: LostDeps): Promise<void> {
  const { store, clock, log, ownUserId } = deps;
  const { db } = store;
  const record = givenUp(db);
  if (record?.stage !== 'looking') return;
  const rooms = busiestRooms(db, roomsLooked).map(({ roomNo }) =>
    known(store, roomNo, record.atMs),
  );
  const own = rooms
    .flat()
    .filter((event) => event.sender === ownUserId && isMessage(event))
    .sort((one, other) => other.ts - one.ts);
  const lost = await lostOfOwn(deps, own);
  const others = await lostOfOthers(deps, rooms);
  if (deps.signal().aborted) return;
  store.write((changes) => {
    for (const { roomNo, eventId, eventNo } of lost) {
      setLost(db, roomIdOf(db, roomNo), [eventId], true);
      changes.timeline(roomNo, { changed: [eventNo] });
    }
    const sinceMs = [...lost.map(({ ts }) => ts), ...others.map((one) => one.receivedTs)];
    if (sinceMs.length > 0)
      setServerSetBack(db, { atMs: clock.now(), sinceMs: Math.min(...sinceMs) });
    pass(db, 'looking', 'done');
    changes.topic('sync');
  });
  log.info('what the server lost', { own: lost.length, others: others.length });
}
