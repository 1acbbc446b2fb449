// Cross-signing, secret storage and key backup of the account: set up once, unlocked on further devices, never reset silently (D14).
// The password and the recovery key are used and forgotten; neither is ever stored or logged.
import type { MatrixClient } from 'matrix-js-sdk';
import { decodeRecoveryKey } from 'matrix-js-sdk/lib/crypto-api';
import { appFailure, AppFailure } from '../../../preload/contract/errors';
import { getSetting, setSetting } from '../../../native-stores/settings/settings';
import type { Store } from '../../../native-stores/sqlite/store';
import { withPassword } from '../account/interactiveAuth';
import type { Log } from '../parts';
import type { Backend } from './backend';
import { asFailure } from './errors';
import type { SecretKeys } from './secretKeys';

export type SetupState = 'unset' | 'locked' | 'key_shown' | 'skipped' | 'ready';

/** What the user has decided so far; everything else is asked of the crypto library. */
interface Remembered {
  readonly state: 'key_shown' | 'skipped' | 'ready';
}

export interface SetupDeps {
  readonly client: MatrixClient;
  readonly backend: Pick<Backend, 'api' | 'hasPrivateKeys'>;
  readonly secrets: SecretKeys;
  readonly store: Store;
  readonly log: Log;
}

export interface Setup {
  /** Makes cross-signing if the account has none. `password` null: only if the server asks for none. */
  bootstrap(password: string | null): Promise<void>;
  createRecoveryKey(password: string | null): Promise<{ recoveryKey: string }>;
  confirm(outcome: 'saved' | 'skipped'): void;
  /** Throws `wrong_recovery_key` or `no_recovery_key`. The keys of old messages still have to be fetched. */
  unlock(recoveryKey: string): Promise<void>;
  state(): Promise<SetupState>;
  /** What is known without asking anybody; null when the account is not set up here. */
  remembered(): Promise<SetupState | null>;
  deviceVerified(): Promise<boolean>;
}

const settingName = 'encryptionSetup';
const crossSigningSecrets = [
  'm.cross_signing.master',
  'm.cross_signing.self_signing',
  'm.cross_signing.user_signing',
] as const;

export function createSetup(deps: SetupDeps): Setup {
  const { client, backend, secrets, store, log } = deps;
  const { api, hasPrivateKeys } = backend;
  const userId = client.getSafeUserId();

  const remember = (state: Remembered['state']): void =>
    store.write((changes) => {
      setSetting(store.db, settingName, { state } satisfies Remembered);
      changes.topic('encryption');
    });

  async function deviceVerified(): Promise<boolean> {
    const status = await api.getDeviceVerificationStatus(userId, client.getDeviceId() ?? '');
    return status?.crossSigningVerified ?? false;
  }

  async function bootstrap(password: string | null): Promise<void> {
    // What this device knows already needs no network.
    if ((await api.userHasCrossSigningKeys(userId)) && (await hasPrivateKeys())) return;
    if (await api.userHasCrossSigningKeys(userId, true)) return;
    // The server has none, so nothing is reset, even if an interrupted start left keys here.
    await api.bootstrapCrossSigning({
      setupNewCrossSigning: true,
      authUploadDeviceSigningKeys: async (makeRequest) => {
        await withPassword((auth) => makeRequest(auth as never), userId, password);
      },
    });
    log.info('cross-signing made');
  }

  async function createRecoveryKey(password: string | null): Promise<{ recoveryKey: string }> {
    await bootstrap(password);
    if (!(await hasPrivateKeys()))
      throw appFailure('conflict', 'This device has to be unlocked with the recovery key first');
    const info = await api.getKeyBackupInfo();
    const active = await api.getActiveSessionBackupVersion();
    // Making a new backup deletes the others: never one that this device cannot read.
    if (info !== null && active === null)
      throw appFailure('conflict', 'The account has a key backup that this device cannot read');
    const made = await api.createRecoveryKeyFromPassphrase();
    if (made.encodedPrivateKey === undefined) throw appFailure('internal', 'No recovery key');
    await secrets.during(null, made.privateKey, () =>
      api.bootstrapSecretStorage({
        createSecretStorageKey: async () => made,
        setupNewSecretStorage: true,
        setupNewKeyBackup: info === null,
      }),
    );
    remember('key_shown');
    return { recoveryKey: made.encodedPrivateKey };
  }

  async function unlock(recoveryKey: string): Promise<void> {
    const key = parseRecoveryKey(recoveryKey);
    const stored = await client.secretStorage.getKey();
    if (stored === null) throw appFailure('no_recovery_key', 'The account has no recovery key');
    const [keyId, description] = stored;
    if (!(await client.secretStorage.checkKey(key, description)))
      throw appFailure('wrong_recovery_key', 'The recovery key does not fit this account');
    await secrets.during(keyId, key, async () => {
      for (const name of crossSigningSecrets) {
        if ((await client.secretStorage.get(name)) === undefined)
          throw appFailure('no_recovery_key', 'The recovery key does not hold the identity');
      }
      await api.bootstrapCrossSigning({
        authUploadDeviceSigningKeys: () => {
          throw appFailure('conflict', 'The identity is never replaced here');
        },
      });
      await loadBackup();
    });
    // The device counts as signed as soon as the server has told us so.
    if (!(await hasPrivateKeys()))
      throw appFailure('wrong_recovery_key', 'The recovery key is not of this identity');
    remember('ready');
  }

  /** A backup that is missing, or was made by somebody else, does not stop the identity from being unlocked. */
  async function loadBackup(): Promise<void> {
    try {
      await api.loadSessionBackupPrivateKeyFromSecretStorage();
      await api.checkKeyBackupAndEnable();
    } catch (thrown) {
      log.warn('the key backup stays locked', { code: asFailure(thrown).error.code });
    }
  }

  const stored = (): SetupState | null =>
    getSetting<Remembered>(store.db, settingName)?.state ?? null;

  return {
    bootstrap,
    createRecoveryKey,
    confirm: (outcome) => remember(outcome === 'saved' ? 'ready' : 'skipped'),
    unlock,
    deviceVerified,
    state: async () => {
      if (await hasPrivateKeys()) return stored() ?? 'unset';
      return (await api.userHasCrossSigningKeys(userId)) ? 'locked' : 'unset';
    },
    remembered: async () => ((await hasPrivateKeys()) ? stored() : null),
  };
}

/** CALL-5.34, 5.35: blanks are allowed anywhere; parity, prefix and length are checked in that order. */
export function parseRecoveryKey(text: string): Uint8Array<ArrayBuffer> {
  try {
    return decodeRecoveryKey(text.replace(/\s+/g, ''));
  } catch (thrown) {
    if (thrown instanceof AppFailure) throw thrown;
    const known = ['Incorrect parity', 'Incorrect prefix', 'Incorrect length'];
    const message = thrown instanceof Error ? thrown.message : '';
    throw appFailure(
      'wrong_recovery_key',
      known.includes(message) ? message : 'This is not a recovery key',
    );
  }
}
