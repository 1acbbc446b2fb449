// Cross-signing, secret storage and key backup of the account: set up once, unlocked on further devices, reset only knowingly (D14).
// The password and the recovery key are used and forgotten; neither is ever stored or logged.
import type { MatrixClient, UIAuthCallback } from 'matrix-js-sdk';
import type { CryptoApi } from 'matrix-js-sdk/lib/crypto-api';
import type { UnlockWays } from '#contract/areas/account/accountModels';
import { appFailure } from '#contract/wire/errors';
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { withPassword, type Prove } from '../http/interactiveAuth';
import type { Log } from '../base/types';
import { deviceListsSeen } from '../sync/cryptoSync';
import type { Backend } from './backend';
import { broken, reported } from '../base/unexpected';
import { asFailure } from './errors';
import type { Dehydration } from './health/dehydration';
import type { KnownKey } from './health/knownKey';
import { hasOtherDevice, unlockWays } from './health/ways';
import { openKey } from './recoveryKey';
import type { SecretKeys } from './secretKeys';

export type SetupState = 'unset' | 'locked' | 'key_shown' | 'skipped' | 'ready';

/**
 * How far this device came; everything else is asked of the crypto library. `resetting`: a new identity is being uploaded, and the server
 * may have it or not. `reset`: the server has it, the new recovery key is still missing, and the old backup may be deleted.
 */
interface Remembered {
  readonly state: 'resetting' | 'reset' | 'key_shown' | 'skipped' | 'ready';
  /** With `resetting`: the state to go back to when the server refuses. */
  readonly before?: Remembered | null;
}

export interface SetupDeps {
  readonly client: MatrixClient;
  readonly backend: Pick<
    Backend,
    'api' | 'health' | 'track' | 'hasPrivateKeys' | 'replaceIdentity' | 'forgetBackup'
  >;
  readonly secrets: SecretKeys;
  /** Proves acts that the user began, also at a page in the browser. */
  readonly prove: Prove;
  readonly dehydration: Pick<Dehydration, 'takeOver' | 'begin' | 'forget'>;
  readonly known: KnownKey;
  readonly store: Store;
  readonly log: Log;
}

export interface Setup {
  /**
   * Makes cross-signing if the account has none. `password` null: only if the server asks for none. `onNone` is called as soon as the
   * server has said that there is none, because making it takes some more requests.
   */
  bootstrap(password: string | null, onNone: () => void): Promise<void>;
  /** With a `phrase` the key is derived from it, so that either of the two opens secret storage. */
  createRecoveryKey(
    password: string | null,
    phrase?: string | null,
  ): Promise<{ recoveryKey: string }>;
  confirm(outcome: 'saved' | 'skipped'): void;
  /**
   * Finds the key of secret storage from the user's input: the recovery key, or the phrase that it was derived from.
   *
   * @throws AppFailure `wrong_recovery_key`, `no_recovery_key`
   */
  openKey(recoveryKey: string): Promise<{ readonly id: string; readonly key: Uint8Array }>;
  /**
   * Reads the secrets from secret storage, and stores there those that only this device has. Throws as {@link openKey}. Does not fetch the
   * keys of old messages.
   */
  unlock(recoveryKey: string): Promise<void>;
  /**
   * For a locked device whose user has no recovery key: makes a new identity, and only when the server has it, new secret storage and a
   * new backup in place of the old one. After a stop at any point it is repeated, or completed by `createRecoveryKey`.
   */
  resetEncryption(password: string | null): Promise<{ recoveryKey: string }>;
  /** Checks whether another device has given us the private keys; answers whether they unlock this device. */
  adopt(): Promise<boolean>;
  state(): Promise<SetupState>;
  /** For a locked device; null: it is not known yet. */
  ways(): Promise<UnlockWays | null>;
  /** Another device of the account that its identity signed. */
  hasOtherDevice(): Promise<boolean>;
  /** This device belonged to the identity before the present one. */
  identityReplaced(): Promise<boolean>;
  /** The state without a question to the server or the library; null when the account is not set up here. */
  remembered(): Promise<SetupState | null>;
  deviceVerified(): Promise<boolean>;
  /** When it was seen that another device has replaced the recovery key; null: it has not, or it is known. */
  keyReplacedMs(): number | null;
}

const settingName = 'encryptionSetup';
const crossSigningSecrets = [
  'm.cross_signing.master',
  'm.cross_signing.self_signing',
  'm.cross_signing.user_signing',
] as const;

const typed =
  (userId: string, password: string | null): UIAuthCallback<void> =>
  async (makeRequest) => {
    await withPassword((auth) => makeRequest(auth as never), userId, password);
  };

/** A backup that is missing, or is not ours, does not stop the identity from being unlocked. */
async function loadBackup({ backend, log }: Pick<SetupDeps, 'backend' | 'log'>): Promise<void> {
  const { api } = backend;
  try {
    // A key that fits stays: it is not replaced by one from secret storage that may be wrong.
    const info = (await api.checkKeyBackupAndEnable())?.backupInfo ?? null;
    const fits = info !== null && (await api.isKeyBackupTrusted(info)).matchesDecryptionKey;
    if (fits) return;
    await backend.forgetBackup();
    await api.loadSessionBackupPrivateKeyFromSecretStorage();
  } catch (thrown) {
    log.warn('the key backup stays locked', { code: asFailure(log, thrown).error.code });
  }
  await api.checkKeyBackupAndEnable();
}

export function createSetup(deps: SetupDeps): Setup {
  const { client, backend, secrets, store, log, prove, known } = deps;
  const { api, hasPrivateKeys, replaceIdentity } = backend;
  const userId = client.getSafeUserId();

  const stored = (): Remembered | null => getSetting<Remembered>(store.db, settingName);

  const remember = (now: Remembered | null): void =>
    store.write((changes) => {
      if (now === null) deleteSetting(store.db, settingName);
      else setSetting(store.db, settingName, now);
      changes.topic('encryption');
    });

  async function deviceVerified(): Promise<boolean> {
    const status = await api.getDeviceVerificationStatus(userId, client.getDeviceId() ?? '');
    return status?.crossSigningVerified ?? false;
  }

  async function bootstrap(auth: UIAuthCallback<void>, onNone?: () => void): Promise<void> {
    await settleReset();
    // The first sync reports no changes of devices since this query.
    if (getSetting(store.db, 'nextBatch') === null)
      store.write(() => setSetting(store.db, deviceListsSeen, ''));
    // Whatever reads an identity waits up to a second for a person who is tracked but was not queried yet.
    await backend.track([userId]);
    // For the own account the library asks the server each time.
    if (await api.userHasCrossSigningKeys(userId, true)) return;
    onNone?.();
    // The server has none, so nothing is reset, even if an interrupted start left keys here.
    await api.bootstrapCrossSigning({
      setupNewCrossSigning: true,
      authUploadDeviceSigningKeys: auth,
    });
    log.info('cross-signing made');
  }

  const proven =
    (password: string | null): UIAuthCallback<void> =>
    async (makeRequest) => {
      await prove((auth) => makeRequest(auth as never), password);
    };

  async function createRecoveryKey(
    password: string | null,
    phrase: string | null = null,
  ): Promise<{ recoveryKey: string }> {
    await bootstrap(proven(password));
    if (!(await hasPrivateKeys()))
      throw appFailure('conflict', 'This device has to be unlocked with the recovery key first');
    const info = await api.getKeyBackupInfo();
    // Trust is not enough: a backup whose key was lost in a kill is signed by us, and could never be opened.
    const readable = info !== null && (await api.isKeyBackupTrusted(info)).matchesDecryptionKey;
    // Making a new backup deletes the others: one that this device cannot read is deleted only when the user has given it up.
    if (info !== null && !readable && stored()?.state !== 'reset')
      throw appFailure('conflict', 'The account has a key backup that this device cannot read');
    const made = await api.createRecoveryKeyFromPassphrase(phrase ?? undefined);
    if (made.encodedPrivateKey === undefined) throw broken('No recovery key');
    if (!readable) await backend.forgetBackup();
    const storing = secrets.during(null, made.privateKey, async (idOf) => {
      await api.bootstrapSecretStorage({
        createSecretStorageKey: async () => made,
        setupNewSecretStorage: true,
        setupNewKeyBackup: !readable,
      });
      const id = idOf();
      if (id !== null) known.know(id);
    });
    await known.while(storing);
    remember({ state: 'key_shown' });
    return { recoveryKey: made.encodedPrivateKey };
  }

  async function resetEncryption(password: string | null): Promise<{ recoveryKey: string }> {
    await settleReset();
    // A device that holds the private keys keeps the identity: then only a backup that cannot be read is in the way.
    if (!(await hasPrivateKeys())) await newIdentity(password);
    remember({ state: 'reset' });
    return createRecoveryKey(password);
  }

  async function newIdentity(password: string | null): Promise<void> {
    remember({ state: 'resetting', before: stored() });
    try {
      await replaceIdentity(proven(password));
    } catch (thrown) {
      await settleReset().catch(reported(log, 'settling a reset'));
      throw thrown;
    }
    await settleReset();
    if (!(await hasPrivateKeys())) throw appFailure('conflict', 'Somebody else made an identity');
    await deps.dehydration.forget();
    log.info('the identity was replaced');
  }

  /** Asks the server which identity it has: when it is not the one made here, the library deletes our private keys. */
  async function settleReset(): Promise<void> {
    const { state, before = null } = stored() ?? {};
    if (state !== 'resetting') return;
    await api.userHasCrossSigningKeys(userId, true);
    if (!(await hasPrivateKeys())) return remember(before);
    if (!(await deviceVerified())) await api.crossSignDevice(client.getDeviceId() ?? '');
    remember({ state: 'reset' });
  }

  async function unlock(recoveryKey: string): Promise<void> {
    const { id, key } = await openKey(client.secretStorage, recoveryKey);
    await secrets.during(id, key, async () => {
      if (!(await hasPrivateKeys())) await fetchIdentity(client.secretStorage, api);
      // The device counts as signed as soon as the server has told us so.
      if (!(await hasPrivateKeys()))
        throw appFailure('wrong_recovery_key', 'The recovery key is not of this identity');
      // The following steps may take minutes. After a kill during them the account must not look as if it had no recovery key.
      known.know(id);
      remember({ state: 'ready' });
      await loadBackup(deps);
      // Stores secrets that only this device has, which would otherwise be lost with it.
      await api.bootstrapSecretStorage({});
      await deps.dehydration.takeOver();
    });
  }

  async function adopt(): Promise<boolean> {
    const before = stored()?.state;
    if (before === 'resetting' || !(await hasPrivateKeys())) return false;
    // Without secret storage the user still has to make a recovery key; after an identity was made here, still has to save it.
    if (before !== 'reset' && (await client.secretStorage.getDefaultKeyId()) !== null)
      remember({ state: 'ready' });
    return true;
  }

  /** Null: this device does not hold the identity, or it is not known whether it does. */
  async function held(): Promise<SetupState | 'known' | null> {
    const state = stored()?.state ?? 'known';
    if (state === 'resetting' || !(await hasPrivateKeys())) return null;
    return state === 'reset' ? 'unset' : state;
  }

  async function state(): Promise<SetupState> {
    const own = await held();
    if (own !== null) return own === 'known' ? 'unset' : own;
    // An answer now would have the old identity, and the library would delete the keys of the new one.
    if (stored()?.state === 'resetting') return 'locked';
    return (await api.userHasCrossSigningKeys(userId)) ? 'locked' : 'unset';
  }

  return {
    bootstrap: (password, onNone) =>
      bootstrap(typed(userId, password), onNone).finally(deps.dehydration.begin),
    createRecoveryKey,
    resetEncryption,
    confirm(outcome) {
      known.accept();
      remember({ state: outcome === 'saved' ? 'ready' : 'skipped' });
    },
    openKey: (recoveryKey) => openKey(client.secretStorage, recoveryKey),
    unlock,
    adopt,
    keyReplacedMs: known.replacedMs,
    deviceVerified,
    state,
    ways: () => unlockWays(deps),
    hasOtherDevice: () => hasOtherDevice(deps),
    identityReplaced: async () => {
      const now = stored();
      const before = now?.state === 'resetting' ? now.before : now;
      return before != null && (await held()) === null;
    },
    remembered: async () => {
      const own = await held();
      return own === 'known' ? null : own;
    },
  };
}

/** Reads the private keys from secret storage, whose key is held meanwhile. */
async function fetchIdentity(
  secretStorage: MatrixClient['secretStorage'],
  api: CryptoApi,
): Promise<void> {
  // Without these the library would make a new identity.
  for (const name of crossSigningSecrets) {
    if ((await secretStorage.get(name)) === undefined)
      throw appFailure('no_recovery_key', 'The recovery key does not hold the identity');
  }
  await api.bootstrapCrossSigning({
    authUploadDeviceSigningKeys: () => {
      throw appFailure('conflict', 'The identity is never replaced here');
    },
  });
}
