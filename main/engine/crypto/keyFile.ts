// The file format in which clients hand room keys on: sealed with a passphrase, as the specification describes it ("Key export format").
import { OlmMachine } from '@matrix-org/matrix-sdk-crypto-wasm';
import { appFailure } from '#contract/wire/errors';

/** Rounds of PBKDF2-SHA-512. The library works in one turn: more would hold the engine up for longer than a person notices. */
const rounds = 100_000;
const begin = '-----BEGIN MEGOLM SESSION DATA-----';

/** Number of sessions in an export. @throws AppFailure `bad_request` when it is no list */
export function countKeys(json: string): number {
  const keys: unknown = JSON.parse(json);
  if (!Array.isArray(keys)) throw appFailure('bad_request', 'The file holds no keys');
  return keys.length;
}

export const sealKeys = (json: string, passphrase: string): string =>
  OlmMachine.encryptExportedRoomKeys(json, passphrase, rounds);

/** @throws AppFailure `bad_request` for another kind of file, `wrong_password` where the passphrase does not open it */
export function openKeys(text: string, passphrase: string): string {
  if (!text.trimStart().startsWith(begin)) throw appFailure('bad_request', 'This is no key file');
  try {
    return OlmMachine.decryptExportedRoomKeys(text, passphrase);
  } catch {
    // The library does not say whether the file is damaged or the passphrase is another one.
    throw appFailure('wrong_password', 'The key file was not opened');
  }
}
