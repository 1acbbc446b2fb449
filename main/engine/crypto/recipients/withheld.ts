// Tells people that a room key is kept from them because the user has not verified them: the library does so only for devices that it was
// asked to share with. Must not decide who gets a key.
import type { MatrixClient } from 'matrix-js-sdk';
import type { Log } from '../../base/types';
import { asFailure } from '../errors';
import type { Rust } from '../library';

const mostAtOnce = 200;

/** The reason of `m.unverified`, by which other clients recognise it. */
const reason = 'The sender has disabled encrypting to unverified devices.';

export interface Withheld {
  /**
   * Sends `m.room_key.withheld` (CS 11.12.4.2) to all devices of these people, once for each room key. Never rejects: the message does not
   * depend on it, and the next one tells them again.
   */
  tell(roomId: string, sessionId: unknown, userIds: readonly string[]): Promise<void>;
}

export function createWithheld(client: MatrixClient, rust: Rust, log: Log): Withheld {
  /** For each room the people who know that they do not get its present key. */
  const told = new Map<string, { readonly sessionId: string; readonly userIds: Set<string> }>();

  async function send(
    roomId: string,
    sessionId: string,
    userIds: readonly string[],
  ): Promise<void> {
    const content = {
      algorithm: 'm.megolm.v1.aes-sha2',
      room_id: roomId,
      session_id: sessionId,
      sender_key: rust.olmMachine.identityKeys.curve25519.toBase64(),
      code: 'm.unverified',
      reason,
    };
    const devices = new Map(userIds.map((userId) => [userId, new Map([['*', content]])]));
    await client.sendToDevice('m.room_key.withheld', devices);
  }

  return {
    async tell(roomId, sessionId, userIds) {
      if (userIds.length === 0 || typeof sessionId !== 'string') return;
      const before = told.get(roomId);
      const known = before?.sessionId === sessionId ? before.userIds : new Set<string>();
      told.set(roomId, { sessionId, userIds: known });
      const fresh = userIds.filter((userId) => !known.has(userId));
      try {
        for (let at = 0; at < fresh.length; at += mostAtOnce) {
          const some = fresh.slice(at, at + mostAtOnce);
          await send(roomId, sessionId, some);
          for (const userId of some) known.add(userId);
        }
      } catch (thrown) {
        const { code } = asFailure(log, thrown).error;
        log.warn('people were not told that they get no key', { code });
      }
    },
  };
}
