// Finds the key of secret storage from the user's input: the recovery key itself, or the security phrase that it was derived from.
import type { MatrixClient } from 'matrix-js-sdk';
import type { SecretStorageKeyDescription } from 'matrix-js-sdk/lib/secret-storage';
import { decodeRecoveryKey, deriveRecoveryKeyFromPassphrase } from 'matrix-js-sdk/lib/crypto-api';
import { appFailure, AppFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { broken } from '../base/unexpected';

/** The server says how many iterations; twenty times the usual number is some seconds of work. */
const mostIterations = 10_000_000;

/** CALL-5.34, 5.35: blanks are allowed anywhere; parity, prefix and length are checked in that order. */
export function parseRecoveryKey(text: string): Uint8Array<ArrayBuffer> {
  try {
    return decodeRecoveryKey(text.replace(/\s+/g, ''));
  } catch (thrown) {
    if (thrown instanceof AppFailure) throw thrown;
    const known = ['Incorrect parity', 'Incorrect prefix', 'Incorrect length'];
    const message = thrown instanceof Error ? thrown.message : '';
    throw appFailure(
      'wrong_recovery_key',
      known.includes(message) ? message : 'This is not a recovery key',
    );
  }
}

interface Derivation {
  readonly salt: string;
  readonly iterations: number;
  readonly bits: number;
}

/** `m.pbkdf2` of the specification (11.12.2.4); null: the key was not made from a phrase, or its description is unknown. */
function derivationOf({ passphrase }: { readonly passphrase?: unknown }): Derivation | null {
  if (!isRecord(passphrase) || passphrase['algorithm'] !== 'm.pbkdf2') return null;
  const { salt, iterations, bits = 256 } = passphrase;
  if (typeof salt !== 'string' || typeof iterations !== 'number' || bits !== 256) return null;
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > mostIterations) return null;
  return { salt, iterations, bits };
}

/** The failure for a platform without PBKDF2 (CALL-8.34); any other one stays as it was thrown. */
const noDerivation = (thrown: unknown): unknown =>
  globalThis.crypto.subtle === undefined && thrown instanceof Error
    ? broken(thrown.message)
    : thrown;

/** The phrase as it was typed, then without blanks around it and in the other forms of its letters: keyboards and clipboards differ. */
const formsOf = (phrase: string): Set<string> => {
  const bare = phrase.trim();
  return new Set([phrase, bare, bare.normalize('NFC'), bare.normalize('NFD')].filter(Boolean));
};

/**
 * Reads the text as a recovery key, or else as the phrase. They do not know yet whether one fits: each costs a derivation.
 *
 * @throws AppFailure `wrong_recovery_key` when it is neither
 */
async function* keysFrom(
  text: string,
  description: SecretStorageKeyDescription,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const derivation = derivationOf(description as { passphrase?: unknown });
  try {
    yield parseRecoveryKey(text);
    return;
  } catch (thrown) {
    if (derivation === null) throw thrown;
  }
  const { salt, iterations, bits } = derivation;
  for (const form of formsOf(text)) {
    try {
      yield Uint8Array.from(await deriveRecoveryKeyFromPassphrase(form, salt, iterations, bits));
    } catch (failure) {
      throw noDerivation(failure);
    }
  }
}

/**
 * The key of secret storage, if the input fits it.
 *
 * @throws AppFailure `wrong_recovery_key`, `no_recovery_key`
 */
export async function openKey(
  secretStorage: MatrixClient['secretStorage'],
  text: string,
): Promise<{ readonly id: string; readonly key: Uint8Array }> {
  const stored = await secretStorage.getKey();
  if (stored === null) {
    parseRecoveryKey(text);
    throw appFailure('no_recovery_key', 'The account has no recovery key');
  }
  const [id, description] = stored;
  for await (const key of keysFrom(text, description))
    if (await secretStorage.checkKey(key, description)) return { id, key };
  throw appFailure('wrong_recovery_key', 'The recovery key does not fit this account');
}
