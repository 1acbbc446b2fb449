// Calls of server administrators on users. Main asks the user again before an act that cannot be undone, so that a page alone cannot do it.
import type { CallParts, Calls } from '../parts';

export function serverAdminCalls({ network, desktop }: Pick<CallParts, 'network' | 'desktop'>) {
  const admin = async () => (await network.ready()).serverAdmin;
  const { questions } = desktop;
  return {
    isServerAdmin: async () => ({ isAdmin: await (await admin()).isAdmin() }),
    serverUsers: async ({ search, from }) => (await admin()).users(search, from),
    serverWhois: async ({ userId }) => ({ sessions: await (await admin()).whois(userId) }),
    async deactivateUser({ userId, erase }) {
      const server = await admin();
      server.mustBeSomebodyElse(userId);
      await questions.ask({ act: 'end_account', userId, isWide: erase });
      await server.deactivate(userId, erase);
      return {};
    },
    async resetUserPassword({ userId, password, signOut }) {
      const server = await admin();
      server.mustBeSomebodyElse(userId);
      server.mustBeShown(password);
      await questions.ask({ act: 'new_password', userId, isWide: signOut, password });
      await server.resetPassword(userId, password, signOut);
      return {};
    },
  } satisfies Partial<Calls>;
}
