// A profile's key sealed with a passphrase, for desktops without a key store: scrypt, then AES-256-GCM. Also keeps the passphrases that
// were typed in this run: in memory only, never written, never logged.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';

const bytes = z.string().max(200);

/** Beside the key in `key.json`; binary values in base64. */
export const Vault = z.object({
  kdf: z.literal('scrypt'),
  /** Logarithm of scrypt's N, limited so that a changed file cannot demand memory without end. */
  logN: z.number().int().min(14).max(20),
  r: z.number().int().min(1).max(16),
  p: z.number().int().min(1).max(4),
  salt: bytes,
  iv: bytes,
  tag: bytes,
  sealed: bytes,
});
export type Vault = z.infer<typeof Vault>;

/** 128 MB and about half a second on a desktop: the parameters that OWASP recommends for scrypt (2^17, 8, 1). */
const cost = { logN: 17, r: 8, p: 1 } as const;
const purpose = Buffer.from('trellis profile key');
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

const keyOf = (
  passphrase: string,
  salt: Buffer,
  { logN, r, p }: Pick<Vault, 'logN' | 'r' | 'p'>,
): Promise<Buffer> => {
  const N = 2 ** logN;
  // The same letters typed on another system are the same passphrase.
  return derive(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r });
};

export async function seal(passphrase: string, key: Uint8Array): Promise<Vault> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, cost), iv);
  cipher.setAAD(purpose);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  const text = (one: Buffer): string => one.toString('base64');
  return {
    ...{ kdf: 'scrypt', ...cost, salt: text(salt), iv: text(iv) },
    ...{ tag: text(cipher.getAuthTag()), sealed: text(sealed) },
  };
}

/** Null: the passphrase is wrong, or the file was changed. */
export async function unseal(passphrase: string, vault: Vault): Promise<Uint8Array | null> {
  const [salt, iv, tag, sealed] = [vault.salt, vault.iv, vault.tag, vault.sealed].map((one) =>
    Buffer.from(one, 'base64'),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const key = await keyOf(passphrase, salt, vault);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
    decipher.setAAD(purpose);
    decipher.setAuthTag(tag);
    return new Uint8Array(Buffer.concat([decipher.update(sealed), decipher.final()]));
  } catch {
    // It does not fit; the reason cannot be known.
    return null;
  }
}

/** The passphrase that was typed for one profile, and whether it opened it. */
export interface Passphrase {
  get(): string | null;
  right(): void;
  /** Answers whether the user typed it for this profile, rather than for another one. */
  wrong(): boolean;
  /** From now on this passphrase opens the profile. */
  became(passphrase: string): void;
}

export interface Passphrases {
  give(accountId: string, passphrase: string): void;
  of(accountId: string): Passphrase;
  /** Replaces the shared passphrase, which is tried at profiles without one of their own. */
  changed(old: string, next: string): void;
}

/** A passphrase that opened one profile is tried at the others too, so that the user types it once. */
export function createPassphrases(): Passphrases {
  const own = new Map<string, string>();
  let shared: string | null = null;
  return {
    give: (accountId, passphrase) => void own.set(accountId, passphrase),
    of: (accountId) => ({
      get: () => own.get(accountId) ?? shared,
      right: () => {
        shared ??= own.get(accountId) ?? null;
      },
      wrong: () => own.delete(accountId),
      became: (passphrase) => void own.set(accountId, passphrase),
    }),
    changed: (old, next) => {
      if (shared === old) shared = next;
    },
  };
}
