// Keys and ciphers of encrypted attachments (Matrix spec, "Sending encrypted attachments", version v2: AES-256-CTR, SHA-256 of
// the ciphertext). No files and no network here.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Cipheriv, Decipheriv } from 'node:crypto';
import { counterBefore } from '#contract/counter';

/** The `file` object of an encrypted attachment in an event. */
export interface EncryptedFile {
  readonly url: string;
  readonly v: 'v2';
  readonly key: {
    readonly alg: 'A256CTR';
    readonly ext: true;
    readonly k: string;
    readonly key_ops: readonly string[];
    readonly kty: 'oct';
  };
  /** Unpadded base64 of the 16-byte counter block; its second half starts at 0. */
  readonly iv: string;
  readonly hashes: { readonly sha256: string };
}

export interface AttachmentKey {
  readonly key: Uint8Array;
  /** 16 bytes: 8 random ones, then the counter from 0. */
  readonly iv: Uint8Array;
}

const blockBytes = 16;

/** A fresh key and counter block. Never used twice: the file may have changed between two attempts (D4). */
export function newAttachmentKey(): AttachmentKey {
  return { key: randomBytes(32), iv: Buffer.concat([randomBytes(8), Buffer.alloc(8)]) };
}

export function unpaddedBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('base64')
    .replace(/=+$/, '');
}

export function encryptedFile(
  url: string,
  { key, iv }: AttachmentKey,
  sha256: Uint8Array,
): EncryptedFile {
  const k = Buffer.from(key).toString('base64url');
  return {
    url,
    v: 'v2',
    key: { alg: 'A256CTR', ext: true, k, key_ops: ['encrypt', 'decrypt'], kty: 'oct' },
    iv: unpaddedBase64(iv),
    hashes: { sha256: unpaddedBase64(sha256) },
  };
}

/** How the store names what makes a file readable: the same text for the file that was sent and for the one in its message. */
export const sourceOfFile = ({
  url,
  key,
  iv,
  hashes,
  v,
}: Readonly<Record<keyof EncryptedFile, unknown>>): string =>
  JSON.stringify({ url, key, iv, hashes, v });

export interface AttachmentSource extends AttachmentKey {
  readonly sha256: Uint8Array;
}

/** Reads the key material of a received `file` object; null when anything is missing or of the wrong size. */
export function readEncryptedFile(file: unknown): AttachmentSource | null {
  if (typeof file !== 'object' || file === null) return null;
  const { v, key, iv, hashes } = file as Record<string, unknown>;
  if (v !== 'v2' || typeof iv !== 'string' || typeof key !== 'object' || key === null) return null;
  const { alg, k } = key as Record<string, unknown>;
  const sha256 =
    typeof hashes === 'object' && hashes !== null
      ? (hashes as Record<string, unknown>)['sha256']
      : null;
  if (alg !== 'A256CTR' || typeof k !== 'string' || typeof sha256 !== 'string') return null;
  const source = {
    key: Buffer.from(k, 'base64url'),
    iv: Buffer.from(iv, 'base64'),
    sha256: Buffer.from(sha256, 'base64'),
  };
  const sound =
    source.key.length === 32 && source.iv.length === blockBytes && source.sha256.length === 32;
  return sound ? source : null;
}

/** @param offset of the first byte that goes through it */
export function attachmentCipher({ key, iv }: AttachmentKey, offset = 0): Cipheriv {
  const { counter, skip } = counterBefore(iv, offset);
  const cipher = createCipheriv('aes-256-ctr', key, counter);
  cipher.update(new Uint8Array(skip));
  return cipher;
}

export function attachmentDecipher({ key, iv }: AttachmentKey): Decipheriv {
  return createDecipheriv('aes-256-ctr', key, iv);
}
