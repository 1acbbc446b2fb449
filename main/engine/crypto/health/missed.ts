// Messages whose recipients had no device to read with when they were sent: once such a person has a device that their identity vouches
// for, they get the old keys of the room (MSC4268), if this account invited them. Others may not give them old keys, and the library
// accepts keys only from the inviter, within a day. People who cannot be given keys stay marked. Those whom somebody else invited get the
// keys from there: they are marked until they have read the message.
import { mostWaitMs } from '#stores/settings/awaitedKeys';
import {
  endMissed,
  missedIn,
  missedOf,
  roomsWithMissed,
  type Missed,
  type MissedMessage,
} from '#stores/settings/missed';
import { getEvent } from '#stores/events/timeline';
import { getRoom, roomIdOf, roomNoOf } from '#stores/rooms/rooms';
import { getState } from '#stores/rooms/state';
import type { ChangeSet, Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import type { History } from '../history';
import type { Recipients } from '../recipients/recipients';

export interface MissedDeps {
  readonly store: Store;
  readonly ownUserId: string;
  readonly recipients: Pick<Recipients, 'standing' | 'leavesOut' | 'isVerified' | 'onChange'>;
  readonly share: History['share'];
  /** A receipt of this person stands at the message or after it. */
  readonly hasRead: (roomNo: number, userId: string, eventId: string) => boolean;
  readonly clock: Pick<Clock, 'now' | 'setTimeout'>;
  readonly log: Log;
}

const againMs = 60_000;

/** State that is only in memory. */
interface MissedState {
  /** Attempts, by all the inputs that they depended on: the library reports each query of a person's devices as a change. */
  readonly tried: Set<string>;
  /** The attempts that failed for a temporary reason. */
  readonly failed: Set<string>;
  looking: boolean;
  /** A change came during the last look. */
  again: boolean;
  stopped: boolean;
  cancel: (() => void) | null;
}

/** Starts to work whenever devices or members change. */
export function createMissed(deps: MissedDeps): { stop(): void } {
  const { store, recipients, clock, log, ownUserId } = deps;
  const { db } = store;
  const state: MissedState = {
    tried: new Set(),
    failed: new Set(),
    looking: false,
    again: false,
    stopped: false,
    cancel: null,
  };

  function end(
    roomId: string,
    roomNo: number | null,
    userId: string,
    ended: readonly MissedMessage[] = missedOf(db, roomId, userId),
  ): void {
    store.write((changes) => {
      endMissed(db, roomId, userId, ended);
      if (roomNo === null) return;
      const changed = ended.flatMap(({ id }) => getEvent(db, roomNo, id)?.eventNo ?? []);
      changes.timeline(roomNo, { changed });
    });
  }

  function endRead(roomId: string, roomNo: number, { userId, inviter }: Missed): void {
    // A receipt is no sign of the key where nobody else can have brought it.
    if (inviter === null || inviter === ownUserId) return;
    const read = missedOf(db, roomId, userId).filter(
      ({ id, hidden }) => !hidden && deps.hasRead(roomNo, userId, id),
    );
    if (read.length > 0) end(roomId, roomNo, userId, read);
  }

  function lookAtReceipts({ timelines }: ChangeSet): void {
    for (const [roomNo, { receipts, whole }] of timelines) {
      if (!receipts && !whole) continue;
      const roomId = roomIdOf(db, roomNo);
      for (const missed of missedIn(db, roomId)) endRead(roomId, roomNo, missed);
    }
  }

  async function give(roomId: string, roomNo: number, { userId, inviter }: Missed): Promise<void> {
    const member = getState(db, roomNo, 'm.room.member', userId)?.raw;
    const membership = member?.content['membership'] ?? 'leave';
    if (membership !== 'join' && membership !== 'invite') return end(roomId, roomNo, userId);
    endRead(roomId, roomNo, { userId, inviter });
    if (inviter !== ownUserId || (await recipients.standing(userId)) !== 'signed') return;
    const ageMs = clock.now() - (member?.origin_server_ts ?? 0);
    if (membership === 'join' && ageMs > mostWaitMs) return;
    const missed = missedOf(db, roomId, userId).filter(({ hidden }) => !hidden);
    if (missed.length === 0) return;
    const visibility = getState(db, roomNo, 'm.room.history_visibility', '')?.raw.event_id;
    const leftOut = await recipients.leavesOut(roomId, userId);
    const vouched = await recipients.isVerified(ownUserId);
    const how = [membership, visibility, leftOut, vouched];
    const attempt = [roomId, userId, ...how].map(String).join(' ');
    if (state.stopped || leftOut || state.tried.has(attempt)) return;
    state.tried.add(attempt);
    try {
      const given = await deps.share(roomNo, userId);
      if (given && !state.stopped) end(roomId, roomNo, userId, missed);
      log.info('keys of what was missed', { given });
    } catch (thrown) {
      const { code, retryable } = unexpected(log, 'keys of what was missed', thrown);
      log.info('keys of what was missed could not be given', { code });
      if (!retryable || state.stopped) return;
      state.failed.add(attempt);
      state.cancel ??= clock.setTimeout(() => {
        state.cancel = null;
        for (const one of state.failed) state.tried.delete(one);
        state.failed.clear();
        look();
      }, againMs);
    }
  }

  async function lookOnce(): Promise<void> {
    for (const roomId of roomsWithMissed(db)) {
      const roomNo = roomNoOf(db, roomId);
      const isIn = roomNo !== null && getRoom(db, roomNo)?.membership === 'join';
      for (const missed of missedIn(db, roomId)) {
        if (state.stopped) return;
        if (isIn) await give(roomId, roomNo, missed);
        else end(roomId, roomNo, missed.userId);
      }
    }
  }

  async function lookUntilQuiet(): Promise<void> {
    if (state.looking) {
      state.again = true;
      return;
    }
    state.looking = true;
    try {
      do {
        state.again = false;
        await lookOnce();
      } while (state.again && !state.stopped);
    } finally {
      state.looking = false;
    }
  }

  const look = (): void =>
    void lookUntilQuiet().catch((thrown: unknown) => unexpected(log, 'what was missed', thrown));

  const disposers = [
    recipients.onChange(look),
    store.onCommit((changes) => {
      if (changes.members.size > 0) look();
      lookAtReceipts(changes);
    }),
  ];
  look();
  return {
    stop() {
      state.stopped = true;
      state.cancel?.();
      for (const dispose of disposers) dispose();
    },
  };
}
