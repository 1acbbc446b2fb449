// The 32-byte key of each profile: made once, wrapped by the operating system's key store, or sealed with a passphrase where there is none
// (`vault.ts`), kept in `key.json` (D7). A key file that cannot be decrypted is never treated as missing: this module does not overwrite or
// delete a key file that it could not read.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { appFailure, type AppFailure } from '#contract/wire/errors';
import { readJson, writeJson } from '../files/atomicFile';
import { seal, unseal, Vault, type Passphrase } from './vault';

/** The seam to the operating system (safeStorage, a fake in tests). */
export interface SecretStore {
  /** `basic_text`, `gnome_libsecret`, `kwallet6`, `keychain`, `dpapi`, … */
  name(): string;
  available(): Promise<boolean>;
  encrypt(text: string): Promise<Uint8Array>;
  /** `reEncrypt`: the store asks for the value to be wrapped again. */
  decrypt(wrapped: Uint8Array): Promise<{ text: string; reEncrypt: boolean }>;
}

const KeyFile = z.object({
  version: z.literal(1),
  store: z.string(),
  /** HMAC of a fixed text under the key: it tells the right key from any other without revealing it. */
  check: z.string(),
  /** Empty where the key is in the vault. */
  wrapped: z.string(),
  vault: Vault.nullable(),
});
type KeyFile = z.infer<typeof KeyFile>;

const fileName = 'key.json';
/** If one of these files exists, a missing key file is a loss to report, not a fresh profile. */
const storeFiles = ['events.db', 'crypto.db'];

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const unavailable = (why: string, retryable: boolean, more: object = {}): AppFailure =>
  appFailure('key_unavailable', 'The key of this profile cannot be read', {
    retryable,
    data: { why, ...more },
  });

/** Key stores that do not protect against a reader of the disk: their wrapped values count as plain text. */
const plainStores: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/** Whether the system's key store keeps the key; otherwise a passphrase does. */
export const keepsKeys = async (secrets: SecretStore): Promise<boolean> =>
  !plainStores.has(secrets.name()) && (await secrets.available());

const checkOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('trellis profile key').digest('base64');

const sameText = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

async function write(folder: string, key: Uint8Array, secrets: SecretStore): Promise<void> {
  const wrapped = await secrets.encrypt(Buffer.from(key).toString('base64'));
  const file: KeyFile = {
    version: 1,
    store: secrets.name(),
    check: checkOf(key),
    wrapped: Buffer.from(wrapped).toString('base64'),
    vault: null,
  };
  await writeJson(join(folder, fileName), file);
}

async function sealedFile(key: Uint8Array, passphrase: string): Promise<KeyFile> {
  const vault = await seal(passphrase, key);
  return { version: 1, store: 'vault', check: checkOf(key), wrapped: '', vault };
}

/** Writes a sealed key file. Fails until the user has chosen a passphrase: no unprotected key is made or kept in use. */
async function writeSealed(folder: string, key: Uint8Array, passphrase: Passphrase): Promise<void> {
  const chosen = passphrase.get();
  if (chosen === null) throw unavailable('vault_new', true);
  await writeJson(join(folder, fileName), await sealedFile(key, chosen));
  passphrase.right();
}

async function openVault(
  folder: string,
  { vault, check }: KeyFile & { readonly vault: Vault },
  secrets: SecretStore,
  passphrase: Passphrase,
): Promise<Uint8Array> {
  const movesOut = await keepsKeys(secrets);
  const chosen = passphrase.get();
  const key = chosen === null ? null : await unseal(chosen, vault);
  if (key === null) {
    const isWrong = chosen !== null && passphrase.wrong();
    throw unavailable(isWrong ? 'vault_wrong' : 'vault_locked', true, { movesOut });
  }
  if (key.byteLength !== 32 || !sameText(checkOf(key), check)) throw unavailable('damaged', false);
  passphrase.right();
  // A key store is available now, and keeps the key from here on. If it fails, the vault stays.
  if (movesOut) await write(folder, key, secrets).catch(() => undefined);
  return key;
}

async function create(
  folder: string,
  secrets: SecretStore,
  passphrase: Passphrase,
): Promise<Uint8Array> {
  for (const name of storeFiles) {
    if (await exists(join(folder, name))) throw unavailable('missing', false);
  }
  const key = new Uint8Array(randomBytes(32));
  if (await keepsKeys(secrets)) await write(folder, key, secrets);
  else await writeSealed(folder, key, passphrase);
  return key;
}

/** The profile's key, made for a fresh profile. Fails with `key_unavailable`; `data.why` has the reason. */
export async function profileKey(
  folder: string,
  secrets: SecretStore,
  passphrase: Passphrase,
): Promise<Uint8Array> {
  const found = await readJson(join(folder, fileName));
  if (found.state === 'missing') return create(folder, secrets, passphrase);
  const parsed = KeyFile.safeParse(found.state === 'ok' ? found.data : null);
  if (!parsed.success) throw unavailable('damaged', false);
  const file = parsed.data;
  const { vault } = file;
  if (vault !== null) return openVault(folder, { ...file, vault }, secrets, passphrase);
  const moved = file.store !== secrets.name();
  const { text, reEncrypt } = await secrets
    .decrypt(new Uint8Array(Buffer.from(file.wrapped, 'base64')))
    .catch(() => {
      // Only the system's key store knows the reason.
      throw unavailable(moved ? 'key_store_changed' : 'locked', true);
    });
  const key = new Uint8Array(Buffer.from(text, 'base64'));
  if (key.byteLength !== 32 || !sameText(checkOf(key), file.check)) {
    throw unavailable('other_key', true);
  }
  if (!(await keepsKeys(secrets))) {
    await writeSealed(folder, key, passphrase);
    return key;
  }
  // The old wrapping stays when the new one cannot be made; it can still be decrypted.
  if (reEncrypt || moved) await write(folder, key, secrets).catch(() => undefined);
  return key;
}

/**
 * A profile's key sealed with another passphrase, ready to be written: whole or not at all, so that one of the two always opens it.
 * `other`: the old passphrase does not open it; `none`: it is not in a vault.
 */
export async function resealed(
  folder: string,
  old: string,
  next: string,
): Promise<(() => Promise<void>) | 'other' | 'none'> {
  const path = join(folder, fileName);
  const found = await readJson(path);
  const parsed = KeyFile.safeParse(found.state === 'ok' ? found.data : null);
  if (!parsed.success || parsed.data.vault === null) return 'none';
  const key = await unseal(old, parsed.data.vault);
  if (key === null || !sameText(checkOf(key), parsed.data.check)) return 'other';
  const file = await sealedFile(key, next);
  return () => writeJson(path, file);
}
