// Discovery, sign-in and sign-out.
import { appFailure } from '#contract/wire/errors';
import { findServer } from '../account/server';
import { retireDevice } from '../crypto/retireDevice';
import { signInWithPassword, signOutAtServer } from '../account/signIn';
import type { StoredSession } from '../base/types';
import { unexpected } from '../base/unexpected';
import type { CallParts, Calls } from './parts';

export function accountCalls(parts: CallParts) {
  const { sessions, network, outbox, deviceName } = parts;
  const anonymous = { fetch: parts.fetch, clock: parts.clock, log: parts.log.child('account') };
  const sameAccount = (before: StoredSession, after: StoredSession): boolean =>
    before.userId === after.userId && before.baseUrl === after.baseUrl;
  /** What the device that the server deleted could read, the new one shall read too. */
  const keysOf = async (before: StoredSession): Promise<string | null> => {
    try {
      const online = network.now() ?? (await network.begin(before, null));
      return (await online.crypto?.exportRoomKeys()) ?? null;
    } catch (thrown) {
      // Its files are kept aside, and the secure backup has what was in it.
      unexpected(anonymous.log, 'keys of the device before', thrown);
      return null;
    }
  };
  return {
    discoverServer: ({ server }) => findServer(anonymous, server),
    async signIn({ server, user, password }) {
      const before = sessions.current();
      if (before?.state === 'signed_in')
        throw appFailure('already_signed_in', 'This account is signed in');
      const session = await signInWithPassword(anonymous, {
        server,
        user,
        password,
        deviceName,
        deviceId: before === null || before.deviceGone === true ? null : before.deviceId,
      });
      const meanwhile = sessions.current()?.state === 'signed_in';
      if (meanwhile || (before !== null && !sameAccount(before, session)))
        throw appFailure('already_signed_in', 'This profile belongs to another account');
      const newDevice = before !== null && before.deviceId !== session.deviceId;
      const roomKeys = newDevice ? await keysOf(before) : null;
      await network.end();
      if (newDevice) retireDevice(parts.store, parts.clock.now());
      sessions.save(session);
      // The answer waits for the keys: what comes next on the screen depends on them.
      const { crypto } = await network.begin(session, password);
      if (roomKeys !== null) await crypto?.importRoomKeys(roomKeys);
      return { userId: session.userId };
    },
    async signOutCheck() {
      const keys = await network.now()?.crypto?.beforeSignOut();
      const isExpired = sessions.current()?.state === 'expired';
      return {
        unsentMessages: outbox.waiting(),
        unbackedKeys: keys?.unbackedKeys ?? 0,
        serverHears: isExpired || network.now()?.sync.gate.open() === true,
      };
    },
    async signOut() {
      // Also while it is still loading: the device must not stay at the server.
      // `network` has logged why it could not begin; then the server is not told.
      const online = await network.ready().catch(() => null);
      if (online !== null) await signOutAtServer(online.http);
      await parts.wipe();
      return {};
    },
  } satisfies Partial<Calls>;
}
