// The 32-byte key of each profile: made once, wrapped by the operating system's key store, kept in `key.json` (D7).
// Present but undecryptable is never absent: nothing here overwrites or deletes a key file that it could not read.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { appFailure, type AppFailure } from '#contract/wire/errors';
import { readJson, writeJson } from './atomicFile';

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
  wrapped: z.string(),
  /** Reserved for a passphrase vault. */
  vault: z.null(),
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

const unavailable = (why: string, retryable: boolean): AppFailure =>
  appFailure('key_unavailable', 'The key of this profile cannot be read', {
    retryable,
    data: { why },
  });

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

async function create(folder: string, secrets: SecretStore): Promise<Uint8Array> {
  for (const name of storeFiles) {
    if (await exists(join(folder, name))) throw unavailable('missing', false);
  }
  if (!(await secrets.available())) throw unavailable('no_key_store', true);
  const key = new Uint8Array(randomBytes(32));
  await write(folder, key, secrets);
  return key;
}

/** Gives the profile's key, making it for a fresh profile. Fails with `key_unavailable`; `data.why` says what is wrong. */
export async function profileKey(folder: string, secrets: SecretStore): Promise<Uint8Array> {
  const found = await readJson(join(folder, fileName));
  if (found.state === 'missing') return create(folder, secrets);
  const parsed = KeyFile.safeParse(found.state === 'ok' ? found.data : null);
  if (!parsed.success) throw unavailable('damaged', false);
  const file = parsed.data;
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
  // The old wrapping stays when the new one cannot be made; it still opens.
  if (reEncrypt || moved) await write(folder, key, secrets).catch(() => undefined);
  return key;
}
