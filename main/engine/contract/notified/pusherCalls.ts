// Calls on the pushers of the account.
import { addMailPusher, fetchPushers, pausePusher, removePusher } from '../../notified/pushers';
import type { CallParts, Calls } from '../parts';

export function pusherCalls({ network }: Pick<CallParts, 'network'>) {
  const http = async () => (await network.ready()).http;
  return {
    pushers: async () => ({ all: await fetchPushers(await http()) }),
    async pausePusher({ on, ...name }) {
      await pausePusher(await http(), name, on);
      return {};
    },
    async removePusher(name) {
      await removePusher(await http(), name);
      return {};
    },
    async addMailPusher({ address, lang }) {
      await addMailPusher(await http(), address, lang);
      return {};
    },
  } satisfies Partial<Calls>;
}
