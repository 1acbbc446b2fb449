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
  } satisfies Partial<Calls>;
}

export function identityValues(parts: EngineParts) {
  const { network } = parts;
  return {
    identity(_query, sink) {
      const update = (): void =>
        sink.set(network.now()?.identity.now() ?? { server: null, offered: null, asked: null });
      update();
      return ofOnline(parts, (listener) => network.now()?.identity.onChange(listener))(update);
    },
  } satisfies Partial<Values>;
}
