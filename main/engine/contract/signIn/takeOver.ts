// Saves a fresh session, from whichever sign-in: only for the same account, with the room keys of the device before.
import { appFailure } from '#contract/wire/errors';
import { keepRoomKeys, retireDevice } from '../../crypto/retireDevice';
import { holdUnanswered } from '../../send/unanswered';
import type { StoredSession } from '../../base/types';
import { unexpected } from '../../base/unexpected';
import type { EngineParts } from '../parts';

type Parts = Pick<EngineParts, 'sessions' | 'network' | 'store' | 'clock' | 'log' | 'outbox'>;

/** The device id to ask for: after a soft logout the old one is kept. @throws AppFailure `already_signed_in` */
export function deviceToKeep({ sessions }: Parts): string | null {
  const before = sessions.current();
  if (before?.state === 'signed_in')
    throw appFailure('already_signed_in', 'This account is signed in');
  return before === null || before.deviceGone === true ? null : before.deviceId;
}

/** The room keys of the device that the server deleted, for the new device. */
async function keysOf({ network, log }: Parts, before: StoredSession): Promise<string | null> {
  try {
    const online = network.now() ?? (await network.begin(before, null));
    return (await online.crypto?.exportRoomKeys()) ?? null;
  } catch (thrown) {
    // Its crypto files are kept aside, and the secure backup has its keys.
    unexpected(log, 'keys of the device before', thrown);
    return null;
  }
}

/**
 * Saves the session and goes online with it. Resolves when the keys are there, because the next screen depends on them.
 *
 * @param password the one just typed; null: signed in another way
 * @throws AppFailure `already_signed_in` or `other_account`; nothing has changed then
 */
export async function takeOver(
  parts: Parts,
  session: StoredSession,
  password: string | null,
): Promise<void> {
  const { sessions, network } = parts;
  const before = sessions.current();
  if (before?.state === 'signed_in' && before.guest !== true)
    throw appFailure('already_signed_in', 'This profile belongs to another account');
  const sameAccount =
    before === null || (before.userId === session.userId && before.baseUrl === session.baseUrl);
  if (!sameAccount) throw appFailure('other_account', 'This profile belongs to another account');
  if (before !== null && before.deviceId !== session.deviceId)
    return replaceDevice(parts, before, session, password);
  await network.end();
  sessions.save(session);
  const { identityMade } = await network.begin(session, password);
  await identityMade;
}

/** Replaces the device of the same account: its room keys go to the new device, its crypto store is kept aside. */
export async function replaceDevice(
  parts: Parts,
  before: StoredSession,
  session: StoredSession,
  password: string | null,
): Promise<void> {
  const { sessions, network, store, outbox } = parts;
  const roomKeys = await keysOf(parts, before);
  if (roomKeys !== null) keepRoomKeys(store, roomKeys);
  await network.end();
  holdUnanswered(store.db, outbox.rows);
  retireDevice(store, parts.clock.now());
  sessions.save(session);
  const { keysTaken, identityMade } = await network.begin(session, password);
  await Promise.all([keysTaken, identityMade]);
}
