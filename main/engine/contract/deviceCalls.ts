// The account's devices: asked for, renamed, signed out.
import type { CallParts, Calls } from './parts';

export function deviceCalls({ network }: CallParts) {
  const devices = async () => (await network.ready()).devices;
  return {
    async refreshDevices() {
      await (await devices()).refresh();
      return {};
    },
    async renameDevice({ deviceId, name }) {
      await (await devices()).rename(deviceId, name);
      return {};
    },
    async endDevices({ deviceIds, password }) {
      await (await devices()).end(deviceIds, password);
      return {};
    },
    async acceptSignIn({ deviceId }) {
      (await devices()).acceptSignIn(deviceId);
      return {};
    },
    async changePassword({ password, next, endOthers }) {
      await (await devices()).changePassword(password, next, endOthers);
      return {};
    },
  } satisfies Partial<Calls>;
}
