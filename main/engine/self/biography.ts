// What somebody writes about themselves (MSC4440, a field of the extended profile): of anybody read, of this account set. Keeps nothing; its markup is
// left alone, because nothing of a stranger's making shall be drawn or fetched before anybody wrote with them.
import { isRecord } from '../base/record';
import { cleanLine } from '../events/cleanName';
import { createProfileField, type ProfileField, type ProfileFieldDeps } from './profileField';

/** As it shall be called, and as it is until the proposal is part of the specification. */
const stableName = 'm.biography';
const unstableName = 'gay.fomx.biography';
/** Of foreign making: more is cut. */
const longest = 1_000;
const mostLines = 30;
const mostForms = 10;

export interface TheirBiography {
  /** The server has such profiles. */
  readonly isKept: boolean;
  /** Lines are parted by a line feed; null: they tell none. */
  readonly text: string | null;
}

export interface Biographies {
  /** @throws AppFailure */
  of(userId: string): Promise<TheirBiography>;
  /** Of this account; null takes it away. @throws AppFailure `unsupported_server` */
  set(text: string | null): Promise<void>;
}

/** The words without markup in a value of foreign making. */
export function shownBiography(value: unknown): string | null {
  const forms = isRecord(value) ? value['m.text'] : null;
  if (!Array.isArray(forms)) return null;
  const plain = forms
    .slice(0, mostForms)
    .filter(isRecord)
    .find(({ mimetype }) => mimetype === undefined || mimetype === 'text/plain');
  const body = plain?.['body'];
  if (typeof body !== 'string') return null;
  const lines = body.slice(0, longest).split('\n', mostLines).map(cleanLine);
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? null : text;
}

export function createBiographies(deps: ProfileFieldDeps): Biographies {
  const stable = createProfileField(deps, stableName);
  const unstable = createProfileField(deps, unstableName);

  async function write(field: ProfileField, text: string | null): Promise<void> {
    const { value } = await field.of(deps.ownUserId);
    if (text === null) return value === null ? undefined : field.set(null);
    // Other forms say the words that were; what other programs put beside them stays.
    const beside = isRecord(value) ? value : {};
    await field.set({ ...beside, 'm.text': [{ body: text }] });
  }

  return {
    async of(userId) {
      const { isKept, value } = await stable.of(userId);
      const text = shownBiography(value);
      if (!isKept || text !== null) return { isKept, text };
      return { isKept, text: shownBiography((await unstable.of(userId)).value) };
    },
    async set(text) {
      await write(unstable, text);
      // Where another program has written the one that is read first, it shall say the same.
      const { value } = await stable.of(deps.ownUserId);
      if (value !== null) await write(stable, text);
    },
  };
}
