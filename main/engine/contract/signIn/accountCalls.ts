// Discovery, sign-in and sign-out.
import { appFailure } from '#contract/wire/errors';
import { countBatchFiles } from '#stores/outbox/fileBatches';
import { countOwnScheduled } from '#stores/outbox/scheduled';
import { countDrafts } from '#stores/settings/drafts';
import { readProviderPicture } from '../../account/browser/providerPicture';
import { enterAsGuest } from '../../account/guest';
import { findServer } from '../../account/server';
import { signInWithPassword, signOutAtServer } from '../../account/signIn';
import type { StoredOauth, StoredSession } from '../../base/types';
import type { CallParts, Calls } from '../parts';
import { tryNow } from '../wakeUp';
import { uploadPicture } from '../../media/pictures';
import { deviceToKeep, takeOver } from './takeOver';

/** The service ends the session at the homeserver too. */
async function revokeTokens(
  deps: Pick<CallParts, 'fetch' | 'clock'>,
  session: StoredSession,
  oauth: StoredOauth,
): Promise<void> {
  const { revoke } = await import('../../account/browser/oauth');
  await revoke(deps, oauth, session);
}

/** Needs somebody who is signed in. @throws AppFailure */
async function online({ network, ownUserId }: CallParts) {
  const parts = await network.ready();
  const userId = ownUserId();
  if (userId === null) throw appFailure('signed_out', 'Not signed in');
  return { ...parts, userId };
}

export function accountCalls(parts: CallParts) {
  const { sessions, network, outbox, deviceName, browserDoor, registrationDoor } = parts;
  /** One way in at a time. */
  const alone = () =>
    Promise.all([browserDoor.cancel(), registrationDoor.cancel(), parts.linkDoor.end()]);
  const anonymous = { fetch: parts.fetch, clock: parts.clock, log: parts.log.child('account') };
  return {
    async discoverServer({ server }) {
      const { identityServer: _, ...found } = await findServer(anonymous, server);
      network.prepare();
      return found;
    },
    providerPicture: async ({ server, icon }) => ({
      picture: await readProviderPicture(anonymous, server, icon),
    }),
    async signIn({ server, user, password }) {
      await alone();
      const session = await signInWithPassword(anonymous, {
        server,
        user,
        password,
        deviceName,
        deviceId: deviceToKeep(parts),
      });
      await takeOver(parts, session, password);
      return { userId: session.userId };
    },
    async enterAsGuest({ server }) {
      await alone();
      deviceToKeep(parts);
      const session = await enterAsGuest(anonymous, server, deviceName);
      await takeOver(parts, session, null);
      return { userId: session.userId };
    },
    async signInByBrowser(request) {
      await Promise.all([registrationDoor.cancel(), parts.linkDoor.end()]);
      await browserDoor.begin(request);
      return {};
    },
    async openBrowserAgain() {
      await browserDoor.openAgain();
      return {};
    },
    async cancelBrowserSignIn() {
      await browserDoor.cancel();
      return {};
    },
    async tryNow() {
      await tryNow(parts);
      return {};
    },
    async setDisplayName({ name }) {
      const { profiles, ownProfile, userId } = await online(parts);
      await profiles.set(userId, 'displayname', name.trim() === '' ? null : name.trim());
      await ownProfile.refresh();
      return {};
    },
    async setOwnPicture({ ticket }) {
      const { profiles, ownProfile, userId } = await online(parts);
      const url = ticket === null ? null : (await uploadPicture(parts.media, ticket)).url;
      await profiles.set(userId, 'avatar_url', url);
      await ownProfile.refresh();
      return {};
    },
    async signOutCheck() {
      const keys = await network.now()?.crypto?.beforeSignOut();
      const isExpired = sessions.current()?.state === 'expired';
      return {
        unsentMessages:
          outbox.waiting() +
          (outbox.unsent()?.count ?? 0) +
          countBatchFiles(parts.store.db) +
          countOwnScheduled(parts.store.db),
        drafts: countDrafts(parts.store.db),
        unbackedKeys: keys?.unbackedKeys ?? 0,
        serverHears: isExpired || network.now()?.sync.gate.open() === true,
      };
    },
    async signOut() {
      // Also while the network parts are loading: the device must not stay at the server. `network` has logged the failure if they cannot
      // start; then the server is not told.
      const online = await network.ready().catch(() => null);
      const session = sessions.current();
      if (session?.oauth !== undefined) await revokeTokens(anonymous, session, session.oauth);
      else if (online !== null) await signOutAtServer(online.http);
      await Promise.all([registrationDoor.cancel(), parts.linkDoor.end()]);
      await parts.wipe();
      return {};
    },
  } satisfies Partial<Calls>;
}
