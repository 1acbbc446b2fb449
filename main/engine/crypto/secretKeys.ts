// Holds a secret-storage key while one operation needs it, in memory only. Made before the client, because the SDK takes these
// callbacks when the client is built.
import type { ICreateClientOpts } from 'matrix-js-sdk';

type CryptoCallbacks = NonNullable<ICreateClientOpts['cryptoCallbacks']>;

export interface SecretKeys {
  readonly callbacks: CryptoCallbacks;
  /** The key is usable while `work` runs and forgotten afterwards. `idOf`: its id, once it has one. */
  during<T>(
    keyId: string | null,
    key: Uint8Array,
    work: (idOf: () => string | null) => Promise<T>,
  ): Promise<T>;
}

export function createSecretKeys(): SecretKeys {
  /** `id` null: a key that gets its id only while it is stored. */
  let held: { id: string | null; key: Uint8Array<ArrayBuffer> } | null = null;
  return {
    callbacks: {
      getSecretStorageKey: async ({ keys }) => {
        if (held === null) return null;
        const id = held.id ?? Object.keys(keys)[0];
        return id !== undefined && Object.hasOwn(keys, id) ? [id, held.key] : null;
      },
      cacheSecretStorageKey: (id, _info, key) => {
        if (held !== null) held = { id, key: Uint8Array.from(key) };
      },
    },
    during: async (keyId, key, work) => {
      held = { id: keyId, key: Uint8Array.from(key) };
      try {
        return await work(() => held?.id ?? null);
      } finally {
        held?.key.fill(0);
        held = null;
      }
    },
  };
}
