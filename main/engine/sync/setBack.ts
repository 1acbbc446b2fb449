// Detects a server that was restored from an older backup: it lacks the events that it gave us last. Such a server may take our position
// for one of its own and leave out events since, so only questions for known events show it. Must not sync itself.
import { newestEvents } from '#stores/events/timeline';
import { busiestRooms, lastStoredRooms } from '#stores/rooms/rooms';
import { ignoredUsers } from '#stores/settings/accountData';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { errcodeOf, statusOf } from '../http/errors';
import { isRecord } from '../base/record';
import { unexpected } from '../base/unexpected';
import { deviceListsSeen } from './cryptoSync';
import { givenUp, setGivenUp } from './givenUp';
import { askFor, findLost, type LostDeps, type Witness } from './lostThere';

export interface SetBackDeps extends LostDeps {
  /** The server has lost events that it gave us: the poll that is running brings nothing. */
  readonly onMissing: () => void;
}

export interface SetBack {
  /** The server was unreachable: remembers the events that it gave us, to ask for them later. */
  remember(): void;
  /** Asks for the remembered events, in the background. */
  look(): void;
  /** A poll was refused. True: because of its position, which is given up. */
  refused(thrown: unknown): boolean;
  /** True when the server has lost events and the position was given up for that. */
  givesUp(): boolean;
}

const mostAsked = 3;
const eventsLooked = 20;
/** Among so many events, which include pages of history, are the ones that sync brought last. */
const newestLooked = 300;
const mostRemembered = 60;
/** Shortest time between two restarts of sync: a server that deletes messages by their age looks the same, and this bounds the cost. */
const seldomMs = 3_600_000;
/** Without a position that the server accepts there are no news at all: it is given up again after a minute, then ever more seldom. */
const refusedMs = 60_000;
/** The first refusal may have been for the filter. */
const refusalsOfPosition = 2;

/**
 * Chooses the events to ask for: of the newest events of all rooms, those that were stored last. A backup from before them lacks these,
 * whichever room it is.
 */
function witnesses({ db }: Store): Witness[] {
  if (getSetting<string>(db, 'nextBatch') === null) return [];
  const missed = new Set(givenUp(db)?.eventIds);
  const unheard = ignoredUsers(db);
  const last = lastStoredRooms(db, newestLooked);
  const taken = new Set(last.map(({ roomNo }) => roomNo));
  const others = busiestRooms(db, mostAsked).filter(({ roomNo }) => !taken.has(roomNo));
  const oldestNo = last.at(-1)?.newestNo ?? 0;
  const found: (Witness & { readonly eventNo: number })[] = [];
  for (const { roomNo, roomId, newestNo } of [
    ...last,
    ...others.map((room) => ({ ...room, newestNo: oldestNo })),
  ]) {
    // Neither this room nor one after it has an event that was stored later.
    if ((found[mostAsked - 1]?.eventNo ?? -1) >= newestNo) break;
    const newest = newestEvents(db, roomNo, eventsLooked).find(
      ({ eventId, sender }) => eventId.startsWith('$') && !unheard.has(sender),
    );
    if (newest === undefined) continue;
    found.push({ roomId, eventId: newest.eventId, eventNo: newest.eventNo });
    found.sort((one, other) => other.eventNo - one.eventNo);
  }
  return found
    .slice(0, mostAsked)
    .filter(({ eventId }) => !missed.has(eventId))
    .map(({ roomId, eventId }) => ({ roomId, eventId }));
}

/**
 * The events that the server does not know; none when it does not know the room either, which may have been deleted on purpose. Rejects
 * when the server does not answer.
 */
async function missingAmong(deps: SetBackDeps, seen: readonly Witness[]): Promise<Witness[]> {
  const { http, signal } = deps;
  const missing: Witness[] = [];
  for (const witness of seen)
    if ((await askFor(deps, witness)) === 'missing') missing.push(witness);
  if (missing.length === 0) return [];
  const answer = await http.request<unknown>({
    method: 'GET',
    path: '/joined_rooms',
    retry: 'limited',
    signal: signal(),
  });
  const rooms = isRecord(answer) ? answer['joined_rooms'] : null;
  return Array.isArray(rooms) ? missing.filter(({ roomId }) => rooms.includes(roomId)) : [];
}

/**
 * Makes the next sync start again, over the stored data. False: that was done a short time ago. `missing` null: the position was refused.
 */
function giveUp({ store, clock, log }: SetBackDeps, missing: readonly Witness[] | null): boolean {
  const { db } = store;
  const before = givenUp(db);
  const agoMs = before === null ? Infinity : clock.now() - before.atMs;
  const isRecent = agoMs >= 0 && agoMs < seldomMs;
  const again = isRecent ? (before?.again ?? 0) : 0;
  if (isRecent && (missing !== null || agoMs < refusedMs * 2 ** again)) return false;
  const missingIds = (missing ?? []).map(({ eventId }) => eventId);
  const eventIds = [...(before?.eventIds ?? []), ...missingIds];
  store.write(() => {
    deleteSetting(db, 'nextBatch');
    setSetting(db, deviceListsSeen, '');
    setGivenUp(db, {
      atMs: clock.now(),
      eventIds: eventIds.slice(-mostRemembered),
      stage: 'asking',
      ...(isRecent && { again: again + 1 }),
    });
  });
  log.warn('the server was set back: sync begins anew', { missing: missingIds.length });
  return true;
}

export function createSetBack(deps: SetBackDeps): SetBack {
  const { store, log, onMissing } = deps;
  let seen: readonly Witness[] = [];
  let missing: readonly Witness[] = [];
  let refusals = 0;
  let looking = false;

  /** Finds the lost events, after the first answer. */
  function findOut(): void {
    if (looking) return;
    looking = true;
    findLost(deps)
      .catch((thrown: unknown) => {
        log.info('what the server lost could not be asked for', { status: statusOf(thrown) });
      })
      .finally(() => {
        looking = false;
      });
  }

  return {
    remember() {
      // Remembered events that were not asked for yet are older, and prove more.
      if (seen.length > 0) return;
      try {
        seen = witnesses(store);
      } catch (thrown) {
        unexpected(log, 'what the server gave us', thrown);
      }
    },
    look() {
      refusals = 0;
      findOut();
      const asked = seen;
      seen = [];
      if (asked.length === 0) return;
      missingAmong(deps, asked).then(
        (found) => {
          missing = found;
          if (found.length > 0) onMissing();
        },
        (thrown: unknown) => {
          log.info('what the server gave us could not be asked for', { status: statusOf(thrown) });
          seen = asked;
        },
      );
    },
    refused(thrown) {
      if (statusOf(thrown) !== 400) return false;
      refusals += 1;
      const isPosition = errcodeOf(thrown) === 'M_UNKNOWN_POS' || refusals >= refusalsOfPosition;
      try {
        return isPosition && getSetting(store.db, 'nextBatch') !== null && giveUp(deps, null);
      } catch (failed) {
        // The disk fails: the next refusal tries again.
        unexpected(log, 'giving up the position', failed);
        return false;
      }
    },
    givesUp() {
      // Within an hour of the last time it waits.
      const isGivenUp = missing.length > 0 && giveUp(deps, missing);
      if (isGivenUp) missing = [];
      return isGivenUp;
    },
  };
}
