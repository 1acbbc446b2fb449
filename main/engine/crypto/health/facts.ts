// Gathers the facts that encryption depends on: from the library, from the secret storage that sync stored, from the store. It does not
// judge them.
import type { CryptoApi } from 'matrix-js-sdk/lib/crypto-api';
import { account, getAccountData } from '#stores/settings/accountData';
import type { Database } from '#stores/sqlite/statements';
import { cleanName } from '../../events/cleanName';
import { isRecord } from '../../base/record';
import type { Backend } from '../backend';
import type { HealthLibrary, PrivateKeys } from './library';

/** The secrets in secret storage under its present key, from account data; their contents cannot be read without the key. */
export interface StoredSecrets {
  /** Null: there is no key. `usable`: its description is complete and of the kind that all clients read. */
  readonly key: { readonly id: string; readonly usable: boolean; readonly phrase: boolean } | null;
  readonly master: boolean;
  readonly selfSigning: boolean;
  readonly userSigning: boolean;
  readonly backup: boolean;
}

export interface BackupFacts {
  readonly version: string;
  /** Our identity, or a device that it signed, has signed it. */
  readonly byIdentity: boolean;
  /** A key that is here opens it. */
  readonly byKey: boolean;
}

export interface OwnDevice {
  readonly deviceId: string;
  readonly name: string | null;
  readonly signed: boolean;
}

export interface Facts {
  /** The account has an identity, as far as this device knows. */
  readonly identity: boolean;
  readonly replaced: boolean;
  readonly here: PrivateKeys;
  readonly stored: StoredSecrets;
  /** Null: the server has none; undefined: it could not be asked. */
  readonly backup: BackupFacts | null | undefined;
  readonly backupOn: boolean;
  readonly keys: { readonly total: number; readonly backedUp: number };
  readonly uploadFailure: unknown;
  readonly thisDevice: boolean;
  readonly others: readonly OwnDevice[];
}

export const secretTypes = {
  master: 'm.cross_signing.master',
  selfSigning: 'm.cross_signing.self_signing',
  userSigning: 'm.cross_signing.user_signing',
  backup: 'm.megolm_backup.v1',
} as const;

/** Reads only the store, which sync keeps equal to the server. */
export function storedSecrets(db: Database): StoredSecrets {
  const data = (type: string) => getAccountData(db, account, type);
  const id = data('m.secret_storage.default_key')?.['key'];
  const keyId = typeof id === 'string' && id !== '' ? id : null;
  const description = keyId === null ? null : data(`m.secret_storage.key.${keyId}`);
  const has = (type: string): boolean => {
    const encrypted = data(type)?.['encrypted'];
    return keyId !== null && isRecord(encrypted) && isRecord(encrypted[keyId]);
  };
  return {
    key:
      keyId === null
        ? null
        : {
            id: keyId,
            usable: description?.['algorithm'] === 'm.secret_storage.v1.aes-hmac-sha2',
            phrase: isRecord(description?.['passphrase']),
          },
    master: has(secretTypes.master),
    selfSigning: has(secretTypes.selfSigning),
    userSigning: has(secretTypes.userSigning),
    backup: has(secretTypes.backup),
  };
}

async function backupFacts(
  api: CryptoApi,
  health: HealthLibrary,
): Promise<BackupFacts | null | undefined> {
  const info = await health.backup();
  if (info === null || info === undefined || info.version === undefined)
    return info === undefined ? undefined : null;
  const { trusted, matchesDecryptionKey } = await api.isKeyBackupTrusted(info);
  return { version: info.version, byIdentity: trusted, byKey: matchesDecryptionKey };
}

async function ownDevices(api: CryptoApi, userId: string): Promise<OwnDevice[]> {
  const known = (await api.getUserDeviceInfo([userId])).get(userId) ?? new Map();
  return Promise.all(
    [...known.values()].map(async ({ deviceId, displayName }) => ({
      deviceId,
      name: cleanName(displayName),
      signed: (await api.getDeviceVerificationStatus(userId, deviceId))?.signedByOwner ?? false,
    })),
  );
}

export interface FactsDeps {
  readonly backend: Pick<Backend, 'api' | 'health' | 'keyCounts'>;
  readonly db: Database;
  readonly userId: string;
  readonly deviceId: string;
  readonly identityReplaced: () => Promise<boolean>;
}

export async function gatherFacts(deps: FactsDeps): Promise<Facts> {
  const { backend, db, userId, deviceId } = deps;
  const { api, health } = backend;
  const devices = await ownDevices(api, userId);
  const own = await api.getDeviceVerificationStatus(userId, deviceId);
  return {
    identity: await api.userHasCrossSigningKeys(userId),
    replaced: await deps.identityReplaced(),
    here: await health.privateKeys(),
    stored: storedSecrets(db),
    backup: await backupFacts(api, health),
    backupOn: (await api.getActiveSessionBackupVersion()) !== null,
    keys: await backend.keyCounts(),
    uploadFailure: health.uploadFailure(),
    thisDevice: own?.crossSigningVerified ?? false,
    others: devices.filter((one) => one.deviceId !== deviceId),
  };
}
