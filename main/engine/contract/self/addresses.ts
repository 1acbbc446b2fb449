// Calls on the addresses of the account, and on its deactivation, which also deletes its data on this computer.
import type { Addresses } from '#contract/areas/account/addresses';
import { ofOnline } from '../attach';
import type { CallParts, Calls, EngineParts, Values } from '../parts';

export function addressCalls({ network, wipe }: CallParts) {
  const book = async () => (await network.ready()).addresses;
  return {
    async refreshAddresses() {
      await (await book()).refresh();
      return {};
    },
    async addEmail({ address }) {
      await (await book()).add(address.trim());
      return {};
    },
    async confirmEmail({ password }) {
      await (await book()).confirm(password);
      return {};
    },
    async cancelAddEmail() {
      (await book()).cancel();
      return {};
    },
    async addPhone({ country, number }) {
      await (await book()).addPhone(country, number.trim());
      return {};
    },
    async confirmPhone({ code, password }) {
      await (await book()).confirmPhone(code, password);
      return {};
    },
    async cancelAddPhone() {
      (await book()).cancelPhone();
      return {};
    },
    async removeAddress({ medium, address }) {
      await (await book()).remove(medium, address);
      return {};
    },
    async deactivateAccount({ password, erase }) {
      await (await book()).deactivate(password, erase);
      await wipe();
      return {};
    },
  } satisfies Partial<Calls>;
}

export function addressValues(parts: EngineParts) {
  const { network } = parts;
  const unknown: Addresses = { all: null, pending: null, error: null };
  return {
    addresses(_query, sink) {
      const update = (): void =>
        sink.set(network.now()?.addresses.now() ?? { ...unknown, error: network.failure() });
      const dispose = ofOnline(parts, (listener) => network.now()?.addresses.onChange(listener))(
        update,
      );
      update();
      return dispose;
    },
  } satisfies Partial<Values>;
}
