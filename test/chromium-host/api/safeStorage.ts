// safeStorage with a key in a file of mode 0600: the strength of `basic_text`, which is what it reports. Tests have it report another store, or
// none (`TRELLIS_KEY_STORE`).
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { app } from './app.ts';
import { namespace } from '../guard.ts';
import { runtime } from '../runtime.ts';

const PREFIX = Buffer.from('h10');
const store = (): string => process.env['TRELLIS_KEY_STORE'] ?? 'basic_text';

function key(): Buffer {
  const file = path.join(app.getPath('userData'), 'chromium-host.key');
  try {
    return fs.readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const fresh = crypto.randomBytes(32);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, fresh, { mode: 0o600, flag: 'wx' });
  return fresh;
}

function encrypt(text: string): Buffer {
  const iv = crypto.randomBytes(12);
  const cipher = crypto.createCipheriv('aes-256-gcm', key(), iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([PREFIX, iv, cipher.getAuthTag(), body]);
}

function decrypt(encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted);
  if (bytes.length < 31 || !bytes.subarray(0, 3).equals(PREFIX)) {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.');
  }
  const decipher = crypto.createDecipheriv('aes-256-gcm', key(), bytes.subarray(3, 15));
  decipher.setAuthTag(bytes.subarray(15, 31));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(31)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    throw new Error('Error while decrypting the ciphertext provided to safeStorage.');
  }
}

export const safeStorage = namespace('safeStorage', {
  isEncryptionAvailable: (): boolean => runtime.ready,
  isAsyncEncryptionAvailable: async (): Promise<boolean> => {
    await runtime.started;
    return store() !== 'none';
  },
  getSelectedStorageBackend: (): string =>
    runtime.ready && store() !== 'none' ? store() : 'unknown',
  setUsePlainTextEncryption: (): void => undefined,
  encryptString: encrypt,
  decryptString: decrypt,
  encryptStringAsync: async (text: string): Promise<Buffer> => {
    await runtime.started;
    return encrypt(text);
  },
  decryptStringAsync: async (
    encrypted: Uint8Array,
  ): Promise<{ result: string; shouldReEncrypt: boolean }> => {
    await runtime.started;
    return { result: decrypt(encrypted), shouldReEncrypt: false };
  },
});
