// SecretStore over Electron's safeStorage, by its async calls only.
import type { SafeStorage } from 'electron/main';
import type { SecretStore } from './keyStore';

const platformStores: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'keychain',
  win32: 'dpapi',
};

export function safeStorageSecrets(
  safeStorage: Pick<
    SafeStorage,
    | 'isAsyncEncryptionAvailable'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
    | 'getSelectedStorageBackend'
  >,
  platform: NodeJS.Platform,
): SecretStore {
  return {
    name: () => platformStores[platform] ?? safeStorage.getSelectedStorageBackend(),
    available: () => safeStorage.isAsyncEncryptionAvailable(),
    encrypt: async (text) => new Uint8Array(await safeStorage.encryptStringAsync(text)),
    decrypt: async (wrapped) => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(
        Buffer.from(wrapped),
      );
      return { text: result, reEncrypt: shouldReEncrypt };
    },
  };
}
