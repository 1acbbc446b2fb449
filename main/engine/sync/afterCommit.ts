// The steps after an answer was committed: crypto gets its part, then listeners get the news, then the decrypt queue is worked off.
import { unexpected } from '../base/unexpected';
import type { Applied } from './apply';
import type { Loop } from './loop';
import type { Found } from './roomContext';
import { storagePauseMs } from './storage';

const roomsAtOnce = 64;

export async function afterCommit(
  loop: Loop,
  { found, nextBatch, toDeviceCount }: Applied,
  first: boolean,
): Promise<void> {
  const { state, crypto, machine } = loop;
  state.dropped = null;
  for (const [roomId, userIds] of found.typing) loop.typing.set(roomId, userIds);
  // Keys are processed before the events that they open; an answer without keys is announced at once, because a call may wait for it (R12).
  const keysFirst = first || toDeviceCount > 0;
  if (!keysFirst) tell(loop, found);
  await processInbox(loop);
  // All at once, so that the library's saves share their commits: a first answer has thousands.
  for (let at = 0; at < found.encryption.length; at += roomsAtOnce) {
    const some = found.encryption.slice(at, at + roomsAtOnce);
    const handed = some.map(({ roomNo, event }) =>
      tryCrypto(loop, () => crypto.roomEncryption(roomNo, event)),
    );
    await Promise.all(handed);
  }
  for (const [roomNo, events] of found.members) crypto.membersChanged(roomNo, events);
  if (toDeviceCount === 0) state.catchingUp = false;
  if (first) machine.prepared();
  crypto.syncCompleted(nextBatch, state.catchingUp);
  state.completed += 1;
  machine.synced(state.catchingUp);
  loop.tellCompleted();
  if (keysFirst) tell(loop, found);
}

/** Announces the committed news to the listeners. */
export function tell(loop: Loop, found: Found): void {
  decryptSoon(loop);
  try {
    for (const events of found.live.values()) loop.crypto.found(events);
    loop.onFound?.(found);
  } catch (thrown) {
    // The answer is applied; the failure of a listener is no failure of sync.
    unexpected(loop.log, 'news of a sync', thrown);
  }
}

export const processInbox = (loop: Loop): Promise<boolean> =>
  tryCrypto(loop, () => loop.crypto.processInbox());

/**
 * A failure of crypto is reported by crypto itself; the rows that it could not process stay, and are tried with the next sync. Rows that
 * the disk refused are reported, and tried again before that.
 */
async function tryCrypto(loop: Loop, work: () => Promise<void>): Promise<boolean> {
  const { log, machine, state } = loop;
  try {
    await work();
    return true;
  } catch (thrown) {
    const error = unexpected(log, 'crypto after a sync', thrown);
    log.error('crypto failed after a sync', { code: error.code });
    const pauseMs = storagePauseMs(thrown);
    if (pauseMs === null) return false;
    machine.unsaved(state.lost ?? error);
    state.cancelRetry ??= loop.clock.setTimeout(() => {
      state.cancelRetry = null;
      void processInbox(loop).then(() => decryptSoon(loop));
    }, pauseMs);
    return false;
  }
}

/** A whole round was saved. */
function saved({ machine, state }: Loop): void {
  if (state.cancelRetry === null) machine.unsaved(state.lost);
}

/**
 * Decrypts in the background, so that the next poll does not wait for a long queue; one run at a time, and one more for events that came
 * meanwhile.
 */
export function decryptSoon(loop: Loop): void {
  const { state, crypto } = loop;
  const next: Promise<void> = (state.decrypting ?? Promise.resolve())
    .then(() => tryCrypto(loop, () => crypto.decryptQueue(() => state.running)))
    .then((isDone) => (isDone ? saved(loop) : undefined))
    .finally(() => {
      if (state.decrypting === next) state.decrypting = null;
    });
  state.decrypting = next;
}
