// Calls that this device has left and the server still lists it in: views leave it out at once, and the server is told until it has heard.
import { roomNoOf } from '#stores/rooms/rooms';
import { getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { expected, reported, unexpected } from '../../base/unexpected';
import type { Clock, Log } from '../../base/types';
import { isInEntry, leavingSetting, type Leaving } from '../../events/groupCallDevices';

const againMs = 5_000;

export interface LeavingCalls {
  /** Those that an earlier run did not tell are among them. */
  all(): readonly Leaving[];
  /** `clean`: own devices that exist no more go too. Resolves when the server has heard it; rejects with the first failure, and goes on trying. */
  leave(roomId: string, groupCallId: string, clean?: boolean): Promise<void>;
  /** This device is in the call again. */
  entered(groupCallId: string): void;
  /** To be called when a room has changed. */
  look(): void;
  stop(): void;
}

export function createLeavingCalls(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly ownUserId: string;
  readonly ownDeviceId: string;
  /** Takes this device out of the entry at the server. */
  readonly tell: (roomId: string, groupCallId: string, clean: boolean) => Promise<void>;
}): LeavingCalls {
  const { store, clock, ownUserId: userId, ownDeviceId: deviceId } = deps;
  const { db } = store;
  const retries = new Map<string, () => void>();
  /** Calls of which the server has heard it, or refuses to; their entry is here until sync brings the new one, or its hour is over. */
  const heard = new Set<string>();
  let leaving: readonly Leaving[] = getSetting<Leaving[]>(db, leavingSetting) ?? [];

  function keep(next: readonly Leaving[], roomId: string): void {
    leaving = next;
    try {
      store.write((changes) => {
        setSetting(db, leavingSetting, [...leaving]);
        const roomNo = roomNoOf(db, roomId);
        if (roomNo !== null) changes.room(roomNo);
      });
    } catch (thrown) {
      // A disk that takes no write keeps nobody in a call: the server is told all the same.
      unexpected(deps.log, 'note of a group call that was left', thrown);
    }
  }

  const isLeaving = (groupCallId: string): boolean =>
    leaving.some((one) => one.groupCallId === groupCallId);

  const isHere = ({ roomId, ...of }: Leaving): boolean => {
    const roomNo = roomNoOf(db, roomId);
    return roomNo !== null && isInEntry(db, roomNo, of, clock.now());
  };

  function drop(groupCallId: string): void {
    heard.delete(groupCallId);
    retries.get(groupCallId)?.();
    retries.delete(groupCallId);
    const one = leaving.find((left) => left.groupCallId === groupCallId);
    if (one !== undefined)
      keep(
        leaving.filter((left) => left !== one),
        one.roomId,
      );
  }

  function dropHeard(): void {
    for (const one of leaving)
      if (heard.has(one.groupCallId) && !isHere(one)) drop(one.groupCallId);
  }

  function over(groupCallId: string): void {
    if (isLeaving(groupCallId)) heard.add(groupCallId);
    dropHeard();
  }

  async function told(roomId: string, groupCallId: string, clean: boolean): Promise<void> {
    try {
      await deps.tell(roomId, groupCallId, clean);
      over(groupCallId);
    } catch (thrown) {
      const error = expected(thrown);
      if (error?.retryable === true && isLeaving(groupCallId)) again(roomId, groupCallId);
      if (error?.retryable === false) over(groupCallId);
      throw thrown;
    }
  }

  function again(roomId: string, groupCallId: string): void {
    const retry = (): void => {
      retries.delete(groupCallId);
      if (isLeaving(groupCallId))
        told(roomId, groupCallId, false).catch(reported(deps.log, 'leaving a group call'));
    };
    retries.get(groupCallId)?.();
    retries.set(groupCallId, clock.setTimeout(retry, againMs));
  }

  return {
    all: () => leaving,
    leave(roomId, groupCallId, clean = false) {
      const left = { roomId, groupCallId, userId, deviceId };
      if (!isLeaving(groupCallId)) keep([...leaving, left], roomId);
      return told(roomId, groupCallId, clean);
    },
    entered: drop,
    look: dropHeard,
    stop() {
      retries.forEach((cancel) => cancel());
      retries.clear();
    },
  };
}
