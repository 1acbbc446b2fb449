// Pronouns (MSC4247, a field of the extended profile): read of any person, written of this account. Stores nothing.
import { isRecord } from '../base/record';
import { cleanName } from '../events/cleanName';
import { createProfileField, type ProfileFieldDeps } from './profileField';

/** The field's name until the proposal is part of the specification. */
const fieldName = 'io.fsky.nyx.pronouns';
const longest = 64;
const mostEntries = 10;
const mostShown = 3;

export interface TheirPronouns {
  /** The server has extended profiles. */
  readonly isKept: boolean;
  /** `she/her`; null: the person has none. */
  readonly pronouns: string | null;
}

export interface Pronouns {
  /** The pronouns for a language (`en`), else those of all languages. @throws AppFailure */
  of(userId: string, language: string): Promise<TheirPronouns>;
  /** Sets the pronouns of this account in one language; those in others stay. Null removes all. @throws AppFailure `unsupported_server` */
  set(pronouns: string | null, language: string): Promise<void>;
}

interface Entry {
  readonly language: string;
  readonly summary: string;
  /** The entry as it came, with fields of other programs. */
  readonly raw: object;
}

/** The valid entries in a value from another person. */
function entriesIn(value: unknown): readonly Entry[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostEntries) : [];
  return list.filter(isRecord).flatMap((raw): Entry[] => {
    const summary = cleanName(raw['summary']);
    const language = raw['language'];
    if (summary === null || summary.length > longest) return [];
    return [{ language: typeof language === 'string' ? language : '', summary, raw }];
  });
}

/** `en-GB` and `en` are the same language. */
const sameLanguage = (a: string, b: string): boolean =>
  a.split('-')[0]?.toLowerCase() === b.split('-')[0]?.toLowerCase();

export function shownPronouns(value: unknown, language: string): string | null {
  const all = entriesIn(value);
  const own = all.filter((entry) => sameLanguage(entry.language, language));
  const shown = (own.length > 0 ? own : all).slice(0, mostShown).map(({ summary }) => summary);
  return shown.length === 0 ? null : shown.join(', ');
}

export function createPronouns(deps: ProfileFieldDeps): Pronouns {
  const field = createProfileField(deps, fieldName);
  return {
    async of(userId, language) {
      const { isKept, value } = await field.of(userId);
      return { isKept, pronouns: shownPronouns(value, language) };
    },
    async set(pronouns, language) {
      if (pronouns === null) return field.set(null);
      const { value } = await field.of(deps.ownUserId);
      const others = entriesIn(value).filter((entry) => !sameLanguage(entry.language, language));
      const own = { language: language.split('-')[0], summary: pronouns };
      await field.set([own, ...others.map(({ raw }) => raw)].slice(0, mostEntries));
    },
  };
}
