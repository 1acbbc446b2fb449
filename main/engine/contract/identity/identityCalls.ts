// The identity server, and people by their e-mail address.
import { appFailure } from '#contract/wire/errors';
import { personOf } from '../../rooms/profile';
import { ofOnline } from '../attach';
import type { CallParts, Calls, EngineParts, Values } from '../parts';

const checked = (address: string): string => {
  const text = address.trim();
  if (!/^[^@\s]+@[^@\s]+$/.test(text))
    throw appFailure('email_invalid', 'No address of a mail box');
  return text;
};

export function identityCalls({ network, store }: CallParts) {
  const identity = async () => (await network.ready()).identity;
  const sharing = async () => (await identity()).sharing;
  return {
    async refreshIdentity() {
      await (await identity()).refresh();
      return {};
    },
    async chooseIdentityServer({ server }) {
      await (await identity()).choose(server);
      return {};
    },
    async agreeToIdentityServer() {
      await (await identity()).agree();
      return {};
    },
    async declineIdentityServer() {
      (await identity()).decline();
      return {};
    },
    async leaveIdentityServer() {
      await (await identity()).leave();
      return {};
    },
    async findByEmail({ address }) {
      const online = await network.ready();
      const userId = await online.identity.find(checked(address));
      if (userId === null) return { person: null };
      const nameless = { userId, displayName: null, avatarMxc: null };
      return { person: personOf(store, (await online.profiles.fetch(userId)) ?? nameless) };
    },
    async inviteByEmail({ roomId, address }) {
      await (await identity()).invite(roomId, checked(address));
      return {};
    },
    async refreshSharedAddresses() {
      const { addresses } = await network.ready();
      if (addresses.now().all === null) await addresses.refresh();
      await (await sharing()).refresh(addresses.now().all ?? []);
      return {};
    },
    async shareAddress({ medium, address }) {
      const { addresses } = await network.ready();
      const all = addresses.now().all ?? [];
      if (!all.some((one) => one.medium === medium && one.address === address))
        throw appFailure('not_found', 'No address of this account');
      await (await sharing()).begin({ medium, address });
      return {};
    },
    async confirmShare({ code }) {
      await (await sharing()).confirm(code);
      return {};
    },
    async cancelShare() {
      (await sharing()).cancel();
      return {};
    },
    async stopSharing({ medium, address }) {
      await (await sharing()).stop({ medium, address });
      return {};
    },
  } satisfies Partial<Calls>;
}

export function identityValues(parts: EngineParts) {
  const { network } = parts;
  return {
    sharedAddresses(_query, sink) {
      const now = () => network.now()?.identity;
      const update = (): void => {
        const { shared = null, pending = null, error = null } = now()?.sharing.now() ?? {};
        sink.set({ shared: shared === null ? null : [...shared], pending, error });
      };
      update();
      const disposers = [
        ofOnline(parts, (listener) => now()?.sharing.onChange(listener))(update),
        // With another identity server, or none, the addresses that the one before knew mean nothing.
        ofOnline(parts, (listener) => now()?.onChange(listener))(update),
      ];
      return () => disposers.forEach((dispose) => dispose());
    },
    identity(_query, sink) {
      const update = (): void =>
        sink.set(network.now()?.identity.now() ?? { server: null, offered: null, asked: null });
      update();
      return ofOnline(parts, (listener) => network.now()?.identity.onChange(listener))(update);
    },
  } satisfies Partial<Values>;
}
