// A security phrase where the platform cannot make a key of it.
import { openKey } from '#engine/crypto/recoveryKey';

type SecretStorage = Parameters<typeof openKey>[0];

test('CALL-8.34 without the platform no key is made of a phrase, and that is what is said', async () => {
  const passphrase = { algorithm: 'm.pbkdf2', salt: 'salt', iterations: 1_000 };
  const secretStorage = {
    getKey: async () => ['id', { passphrase }],
    checkKey: async () => true,
  } as unknown as SecretStorage;
  Object.defineProperty(globalThis.crypto, 'subtle', { configurable: true, value: undefined });
  try {
    await expect(openKey(secretStorage, 'a phrase')).rejects.toMatchObject({
      error: { message: 'Password-based backup is not available on this platform' },
    });
  } finally {
    Reflect.deleteProperty(globalThis.crypto, 'subtle');
  }
  const { id, key } = await openKey(secretStorage, 'a phrase');
  expect([id, key.length]).toEqual(['id', 32]);
});
