// After the server was restored from an older backup: finds the account's own messages that it has lost, and since when it lacks stored
// events, in any room. It asks and marks; stored events stay.
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
/** In so many rooms, the busiest, older own messages are searched. */
const roomsLooked = 20;
const eventsLooked = 200;
const fewLooked = 20;
/** Most own messages to ask for, and as many rooms of others. */
const mostAsked = 500;
/**
 * The newest messages were written after the restore, so the server has them; after so many in a row from the beginning the search ends.
 */
const mostKeptFirst = 10;
/** After so many in a row that the server has, it has all older ones, too. */
const keptInRow = 3;
/** The same for rooms of others, whose events may have come again from their servers. */
const keptRoomsInRow = 20;
/** After so many questions there is a pause: others ask this server, too, which has only just come back. */
const askedAtOnce = 25;
const pauseMs = 1_000;

/** `unknown`: the server says neither. Rejects when the server does not answer. */
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

/** True for an event that is shown as a message of its own. */
const isMessage = ({ type, stateKey, redactedBy, raw }: StoredEvent): boolean =>
  messageTypes.has(type) &&
  stateKey === null &&
  redactedBy === null &&
  relationIn(raw.content).relType !== 'm.replace';

/** When the event was sent. A sender's clock that is fast counts as ours; on a new device everything came at once. */
const bornMs = ({ ts, receivedTs }: StoredEvent): number => Math.min(ts, receivedTs);

const monthMs = 30 * 86_400_000;

/** The timestamp of another sender is believed up to a month before the event came. */
const claimedMs = (event: StoredEvent): number =>
  Math.max(bornMs(event), event.receivedTs - monthMs);

const newestFirst = (one: StoredEvent, other: StoredEvent): number => bornMs(other) - bornMs(one);

interface Known {
  /** Own messages, the newest first. */
  readonly own: readonly StoredEvent[];
  /** The last event of somebody else in each room; the newest first. */
  readonly others: readonly StoredEvent[];
}

/** The events that the server gave us before it was set back, in all rooms; each room is read in a turn of its own. */
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
 * The events that the server lacks. Asks for the newest first, until `first` of them in a row are there, or `then` after a missing one: the
 * server has all older ones, too. At most {@link mostAsked}, with pauses. Rejects when the server does not answer, or when the engine
 * stops.
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

/**
 * To be called once after each time that the position was given up and everything was read again. Rejects when the server does not answer.
 */
export async function findLost(deps: LostDeps): Promise<void> {
  const { store, clock, log } = deps;
  const { db } = store;
  const record = givenUp(db);
  if (record?.stage !== 'looking') return;
  const { own, others: ofOthers } = await known(deps, record.atMs);
  // Every message that we send goes through this one server.
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
