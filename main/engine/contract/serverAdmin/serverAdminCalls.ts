// What administrators of the server do with its users.
import type { CallParts, Calls } from '../parts';

export function serverAdminCalls({ network }: Pick<CallParts, 'network'>) {
  const admin = async () => (await network.ready()).serverAdmin;
  return {
    isServerAdmin: async () => ({ isAdmin: await (await admin()).isAdmin() }),
    serverUsers: async ({ search, from }) => (await admin()).users(search, from),
    serverWhois: async ({ userId }) => ({ sessions: await (await admin()).whois(userId) }),
    async deactivateUser({ userId, erase }) {
      await (await admin()).deactivate(userId, erase);
      return {};
    },
    async resetUserPassword({ userId, password, signOut }) {
      await (await admin()).resetPassword(userId, password, signOut);
      return {};
    },
  } satisfies Partial<Calls>;
}
