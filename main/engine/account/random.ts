// Random texts of sign-in: states, nonces, verifiers, device ids.
import { randomInt } from 'node:crypto';
import { broken } from '../base/unexpected';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const all = `${letters}${letters.toLowerCase()}0123456789`;

const mostLetters = 256;
const longest = 32_768;

/** @throws AppFailure for an alphabet with fewer than two or too many characters, or an implausible length (CHAT-5.20) */
export function randomOf(alphabet: string, length: number): string {
  if (alphabet.length < 2 || alphabet.length > mostLetters)
    throw broken('a random text needs an alphabet of 2 to 256 characters');
  if (!Number.isInteger(length) || length < 1 || length > longest)
    throw broken('a random text has 1 to 32768 characters');
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

export const randomText = (length: number): string => randomOf(all, length);

/** Ten capital letters, as servers make them. */
export const newDeviceId = (): string => randomOf(letters, 10);
