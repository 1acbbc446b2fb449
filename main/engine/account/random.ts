// Random texts of sign-in: states, nonces, verifiers, device ids.
import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const all = `${letters}${letters.toLowerCase()}0123456789`;

const ofLetters = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

export const randomText = (length: number): string => ofLetters(all, length);

/** Ten capital letters, as servers make them. */
export const newDeviceId = (): string => ofLetters(letters, 10);
