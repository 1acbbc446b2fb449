// Biographies (MSC4440, a field of the extended profile): read of any person, written of this account. Stores nothing; it ignores the
// markup, because no content of a stranger may be drawn or fetched before the user has talked with them.
import { isRecord } from '../base/record';
import { cleanLine } from '../events/cleanName';
import { createProfileField, type ProfileField, type ProfileFieldDeps } from './profileField';

/** The field's name in the future specification, and its name until then. */
const stableName = 'm.biography';
const unstableName = 'gay.fomx.biography';
/** Limit of characters for a text of others; the rest is cut. */
const longest = 1_000;
const mostLines = 30;
const mostForms = 10;

export interface TheirBiography {
  /** The server has extended profiles. */
  readonly isKept: boolean;
  /** Lines are separated by a line feed; null: the person has none. */
  readonly text: string | null;
}

export interface Biographies {
  /** @throws AppFailure */
  of(userId: string): Promise<TheirBiography>;
  /** Sets the biography of this account; null removes it. @throws AppFailure `unsupported_server` */
  set(text: string | null): Promise<void>;
}

/** The text without markup in a value from another person. */
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
    // Other formats of the old text are dropped; fields of other programs stay.
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
      // A biography under the stable name is read first, so where another program has written one, it gets the same text.
      const { value } = await stable.of(deps.ownUserId);
      if (value !== null) await write(stable, text);
    },
  };
}
