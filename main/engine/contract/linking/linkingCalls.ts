// Calls of signing in with another device.
import type { CallParts, Calls } from '../parts';

export function linkingCalls({ linkDoor, browserDoor, registrationDoor, sessions }: CallParts) {
  /** One way in at a time. */
  const alone = async (): Promise<void> => {
    if (sessions.current() === null)
      await Promise.all([browserDoor.cancel(), registrationDoor.cancel()]);
  };
  return {
    linkSupport: async () => ({ can: await linkDoor.support() }),
    async showLinkCode({ server }) {
      await alone();
      await linkDoor.show(server);
      return {};
    },
    async readLinkCode({ bytes }) {
      await alone();
      return { outcome: await linkDoor.read(bytes) };
    },
    async checkLink({ digits }) {
      await linkDoor.check(digits);
      return {};
    },
    async openLinkPageAgain() {
      linkDoor.openAgain();
      return {};
    },
    async endLink() {
      await linkDoor.end();
      return {};
    },
  } satisfies Partial<Calls>;
}
