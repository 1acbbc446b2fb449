// The 32-byte key of each profile: made once, wrapped by the operating system's key store, or sealed with a passphrase where there is none
// (`vault.ts`), kept in `key.json` (D7).
// Present but undecryptable is never absent: nothing here overwrites or deletes a key file that it could not read.
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
  /** HMAC of a fixed text under the key: tells the right key from any other without revealing it. */
  check: z.string(),
  /** Empty where the key is in the vault. */
  wrapped: z.string(),
  vault: Vault.nullable(),
});
type KeyFile = z.infer<typeof KeyFile>;

const fileName = 'key.json';
/** Where one of these exists, a missing key file is a loss to explain, not a fresh profile. */
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

/** Key stores that keep nothing from whoever reads the disk: what they wrap is as good as plain. */
const plainStores: ReadonlySet<string> = new Set(['basic_text', 'unknown']);

/** Whether the system keeps the key; else a passphrase does. */
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

/** Nothing is made, and nothing that is as good as plain is gone on with, before somebody has chosen a passphrase. */
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
  // A key store has come: it keeps the key from here on. Where it cannot, the vault stays.
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

/** Gives the profile's key, making it for a fresh profile. Fails with `key_unavailable`; `data.why` says what is wrong. */
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
      // Why, only the system's key store knows.
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
  // The old wrapping stays when the new one cannot be made; it still opens.
  if (reEncrypt || moved) await write(folder, key, secrets).catch(() => undefined);
  return key;
}

/**
 * A profile's key under another passphrase, ready to be written: whole or not at all, so that one of the two opens it whatever happens.
 * `other`: the old one does not open it; `none`: it is in no vault.
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
