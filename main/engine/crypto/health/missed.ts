// Messages that somebody had no device to read with when they were sent: once they have one that their identity vouches for, they get the
// keys of that time (MSC4268), if this account invited them: nobody else's word gives old keys away, and from nobody else they would be
// taken. Where that cannot be, the messages stay marked.
import { missedIn, endMissed, roomsWithMissed, type Missed } from '#stores/settings/missed';
import { getEvent } from '#stores/events/timeline';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getMember } from '#stores/rooms/state';
import type { Store } from '#stores/sqlite/store';
import type { Clock, Log } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import type { History } from '../history';
import type { Recipients } from '../recipients/recipients';

export interface MissedDeps {
  readonly store: Store;
  readonly ownUserId: string;
  readonly recipients: Pick<Recipients, 'standing' | 'onChange'>;
  readonly share: History['share'];
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly log: Log;
}

const againMs = 60_000;

/** What only memory knows, as one record. */
interface MissedState {
  /** What was tried, by room, person and how they stood: the library tells of each look at somebody's devices as news. */
  readonly tried: Set<string>;
  /** Of these what failed for a reason that passes. */
  readonly failed: Set<string>;
  looking: boolean;
  /** News came while it was looked. */
  again: boolean;
  stopped: boolean;
  cancel: (() => void) | null;
}

/** Works from now on, whenever devices or members change. */
export function createMissed(deps: MissedDeps): { stop(): void } {
  const { store, recipients, clock, log } = deps;
  const { db } = store;
  const state: MissedState = {
    tried: new Set(),
    failed: new Set(),
    looking: false,
    again: false,
    stopped: false,
    cancel: null,
  };

  function end(roomId: string, roomNo: number, userId: string): void {
    store.write((changes) => {
      const changed = endMissed(db, roomId, userId).flatMap(
        (eventId) => getEvent(db, roomNo, eventId)?.eventNo ?? [],
      );
      changes.timeline(roomNo, { changed });
    });
  }

  async function give(roomId: string, roomNo: number, { userId, inviter }: Missed): Promise<void> {
    const membership = getMember(db, roomNo, userId)?.membership ?? 'leave';
    if (membership !== 'join' && membership !== 'invite') return end(roomId, roomNo, userId);
    if (inviter !== deps.ownUserId) return;
    if ((await recipients.standing(userId)) !== 'signed') return;
    const attempt = `${roomId} ${userId} ${membership}`;
    if (state.stopped || state.tried.has(attempt)) return;
    state.tried.add(attempt);
    try {
      const given = await deps.share(roomNo, userId);
      if (given && !state.stopped) end(roomId, roomNo, userId);
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
        else store.write(() => void endMissed(db, roomId, missed.userId));
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
    store.onCommit(({ members }) => {
      if (members.size > 0) look();
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
