// Making an account, and a new password where the old one was forgotten.
import type { CallParts, Calls } from '../parts';

export function registrationCalls({ registrationDoor, browserDoor, deviceName }: CallParts) {
  const accounts = async () => (await registrationDoor.made()).registrations;
  const resets = async () => (await registrationDoor.made()).resets;
  return {
    registrationOffer: async ({ server }) => (await accounts()).offer(server),
    checkUserName: async ({ server, userName }) => ({
      problem: await (await accounts()).checkUserName(server, userName),
    }),
    async register(request) {
      const upgrade = registrationDoor.mustBeFree();
      await browserDoor.cancel();
      await (await accounts()).begin({ ...request, deviceName, upgrade });
      return {};
    },
    async agreeToTerms() {
      await (await accounts()).agree();
      return {};
    },
    async giveRegistrationToken({ token }) {
      await (await accounts()).giveToken(token);
      return {};
    },
    async checkRegistration() {
      await (await accounts()).check();
      return {};
    },
    async sendRegistrationMailAgain() {
      await (await accounts()).sendMailAgain();
      return {};
    },
    async openRegistrationPage({ place }) {
      (await accounts()).openPage(place);
      return {};
    },
    async cancelRegistration() {
      (await accounts()).cancel();
      return {};
    },
    async beginPasswordReset({ server, email }) {
      await (await resets()).begin(server, email);
      return {};
    },
    async setForgottenPassword(wanted) {
      await (await resets()).set(wanted);
      return {};
    },
    async sendResetMailAgain() {
      await (await resets()).sendMailAgain();
      return {};
    },
    async cancelPasswordReset() {
      (await resets()).cancel();
      return {};
    },
  } satisfies Partial<Calls>;
}
