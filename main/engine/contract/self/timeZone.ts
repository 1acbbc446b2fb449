// The time zone of somebody, as they tell it; and of this account.
import type { CallParts, Calls } from '../parts';

export function timeZoneCalls({ network }: CallParts) {
  const zones = async () => (await network.ready()).timeZones;
  return {
    timeZoneOf: async ({ userId }) => (await zones()).of(userId),
    async setTimeZone({ timeZone }) {
      await (await zones()).set(timeZone);
      return {};
    },
  } satisfies Partial<Calls>;
}
