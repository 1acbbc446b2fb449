// Calls of profile fields beyond name and avatar (time zone, pronouns, biography), of others and of this account.
import type { CallParts, Calls } from '../parts';

export function timeZoneCalls({ network }: CallParts) {
  const zones = async () => (await network.ready()).timeZones;
  return {
    timeZoneOf: async ({ userId }) => (await zones()).of(userId),
    async setTimeZone({ timeZone }) {
      await (await zones()).set(timeZone);
      return {};
    },
    pronounsOf: async ({ userId, language }) =>
      (await network.ready()).pronouns.of(userId, language),
    async setPronouns({ pronouns, language }) {
      await (await network.ready()).pronouns.set(pronouns, language);
      return {};
    },
    biographyOf: async ({ userId }) => (await network.ready()).biographies.of(userId),
    async setBiography({ text }) {
      await (await network.ready()).biographies.set(text);
      return {};
    },
  } satisfies Partial<Calls>;
}
