// After the server was set back: which of our own messages it does not have any more, and since when it lacks what is here, in any room. Asks and
// marks; what is here stays.
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
import { wait } from '../http/retry';
import { path } from '../http/url';
import { givenUp, pass } from './givenUp';

export interface AskDeps {
  readonly http: Pick<Http, 'request'>;
  readonly signal: () => AbortSignal;
}

export interface LostDeps extends AskDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly ownUserId: string;
}

/** An event that the server gave us, and must still have. */
export interface Witness {
  readonly roomId: string;
  readonly eventId: string;
}

const mostRooms = 10_000;
/** In these, the busiest, one looks further back for own messages. */
const roomsLooked = 20;
const eventsLooked = 200;
const fewLooked = 20;
/** Own messages, and as many rooms of others. */
const mostAsked = 500;
/** The newest were written since it came back, and it has them; with so many in a row from the beginning the search ends. */
const mostKeptFirst = 10;
/** So many in a row that it has: it has what is older. */
const keptInRow = 3;
/** What others wrote may have come again from their servers. */
const keptRoomsInRow = 20;
/** Then a pause: others ask this server, too, which has only just come back. */
const askedAtOnce = 25;
const pauseMs = 1_000;

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

/** When it came about. A clock that runs ahead counts as ours; on a new device everything came at once. */
const bornMs = ({ ts, receivedTs }: StoredEvent): number => Math.min(ts, receivedTs);

const monthMs = 30 * 86_400_000;

/** What somebody else says of the time of theirs counts as far as a month back. */
const claimedMs = (event: StoredEvent): number =>
  Math.max(bornMs(event), event.receivedTs - monthMs);

const newestFirst = (one: StoredEvent, other: StoredEvent): number => bornMs(other) - bornMs(one);

interface Known {
  /** Own messages, the newest first. */
  readonly own: readonly StoredEvent[];
  /** Of each room the last that somebody else did there; the newest first. */
  readonly others: readonly StoredEvent[];
}

/** What the server gave us before it was set back, in all rooms; reading one is a turn of its own. */
async function known({ store, ownUserId, signal }: LostDeps, untilMs: number): Promise<Known> {
  const { db } = store;
  const unheard = ignoredUsers(db);
  const others: StoredEvent[] = [];
  let own: StoredEvent[] = [];
  for (const [index, { roomNo }] of busiestRooms(db, mostRooms).entries()) {
    await new Promise((resolve) => setImmediate(resolve));
    // The store may be closed by then.
    signal().throwIfAborted();
    const looked = index < roomsLooked ? eventsLooked : fewLooked;
    const events = newestEvents(db, roomNo, looked).filter(
      ({ eventId, receivedTs }) => eventId.startsWith('$') && receivedTs <= untilMs,
    );
    own.push(...events.filter((event) => event.sender === ownUserId && isMessage(event)));
    if (own.length > 2 * mostAsked) own = own.sort(newestFirst).slice(0, mostAsked);
    const newest = events.find(({ sender }) => sender !== ownUserId && !unheard.has(sender));
    if (newest !== undefined) others.push(newest);
  }
  return { own: own.sort(newestFirst), others: others.sort(newestFirst) };
}

/**
 * Those that are missing. Asks for the newest first, until `first` of them in a row are there, or `then` after one that is missing: what is
 * older is there, too. At most {@link mostAsked}, with pauses. Rejects when the server does not answer, or all ends.
 */
async function missingOf(
  deps: LostDeps,
  events: readonly StoredEvent[],
  enough: { readonly first: number; readonly then: number },
): Promise<StoredEvent[]> {
  const { store, clock, signal } = deps;
  const missing: StoredEvent[] = [];
  let kept = 0;
  for (const [index, event] of events.slice(0, mostAsked).entries()) {
    if (index > 0 && index % askedAtOnce === 0) await wait(clock, pauseMs, signal());
    const { eventId, roomNo } = event;
    const answer = await askFor(deps, { roomId: roomIdOf(store.db, roomNo), eventId });
    if (answer === 'missing') {
      missing.push(event);
      kept = 0;
    } else if (answer === 'there') kept += 1;
    if (kept >= (missing.length > 0 ? enough.then : enough.first)) break;
  }
  return missing;
}

/** Once after each time that the position was given up and everything is here anew. Rejects when the server does not answer. */
export async function findLost(deps: LostDeps): Promise<void> {
  const { store, clock, log } = deps;
  const { db } = store;
  const record = givenUp(db);
  if (record?.stage !== 'looking') return;
  const { own, others: ofOthers } = await known(deps, record.atMs);
  // Everything that we send goes through this one server.
  const lost = await missingOf(deps, own, { first: mostKeptFirst, then: keptInRow });
  const others = await missingOf(deps, ofOthers, { first: keptRoomsInRow, then: keptRoomsInRow });
  if (deps.signal().aborted) return;
  store.write((changes) => {
    for (const { roomNo, eventId, eventNo } of lost) {
      setLost(db, roomIdOf(db, roomNo), [eventId], true);
      changes.timeline(roomNo, { changed: [eventNo] });
    }
    const sinceMs = [...lost.map(bornMs), ...others.map(claimedMs)];
    if (sinceMs.length > 0)
      setServerSetBack(db, { atMs: clock.now(), sinceMs: Math.min(...sinceMs) });
    pass(db, 'looking', 'done');
    changes.topic('sync');
  });
  log.info('what the server lost', { own: lost.length, others: others.length });
}
