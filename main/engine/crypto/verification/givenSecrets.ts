// The secrets of the identity and of the backup as one bundle, from a device of a person to a new one of the same person. Must not know how they travel.
import type { MatrixClient } from 'matrix-js-sdk';
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../../base/record';
import { broken } from '../../base/unexpected';
import type { Backend } from '../backend';
import type { Repairs } from '../health/repairs';
import type { Setup } from '../setup';

export interface GivenSecrets {
  /** Throws without the identity's private keys. */
  give(): Promise<Record<string, unknown>>;
  /** Imports them and signs this device. @throws AppFailure `conflict` when they do not belong to the identity that the server has */
  take(secrets: Record<string, unknown>): Promise<void>;
}

export interface GivenSecretsDeps {
  readonly client: MatrixClient;
  readonly backend: Pick<Backend, 'api' | 'hasPrivateKeys'>;
  readonly setup: Pick<Setup, 'adopt' | 'deviceVerified'>;
  readonly repairs: Pick<Repairs, 'restoreInPassing'>;
  /** Runs an act; the status is fresh afterwards. */
  readonly act: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createGivenSecrets(deps: GivenSecretsDeps): GivenSecrets {
  const { client, setup, act } = deps;
  const { api, hasPrivateKeys } = deps.backend;
  const userId = client.getSafeUserId();

  async function take(secrets: Record<string, unknown>): Promise<void> {
    await api.importSecretsBundle?.(secrets as never);
    // When the server has another identity, the library deletes the private keys of this one.
    await api.userHasCrossSigningKeys(userId, true);
    if (!(await hasPrivateKeys()))
      throw appFailure('conflict', 'The keys are not of the identity that the server tells of');
    if (!(await setup.deviceVerified())) await api.crossSignDevice(client.getDeviceId() ?? '');
    await api.checkKeyBackupAndEnable();
    await setup.adopt();
  }

  return {
    give: () =>
      act(async () => {
        const secrets: unknown = await api.exportSecretsBundle?.();
        if (!isRecord(secrets)) throw broken('No secrets');
        return secrets;
      }),
    async take(secrets) {
      await act(() => take(secrets));
      void deps.repairs.restoreInPassing();
    },
  };
}
