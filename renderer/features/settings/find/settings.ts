// All settings with their words, in the order of their pages.
import type { TFunction } from 'i18next';
import { addWords } from '#app/i18n';
import type { SettingsSection } from '#app/places/navigation';
import { keyNames } from '#ui/focus/keys';
import type { LucideIcon } from '#ui/marks/Icon';
import { sections } from '../sections';
import { findable, found, type Findable } from './findable';
import { findWords } from './words';

for (const words of findWords) addWords(words);

export interface Setting extends Findable {
  readonly id: string;
  readonly section: SettingsSection;
  readonly icon: LucideIcon;
  /** The name of its section; null: it is a section. */
  readonly about: string | null;
  /** `more` without the name of its section. */
  readonly words: string;
}

/** Each section before its rows. */
export function allSettings(t: TFunction, isAdmin: boolean): readonly Setting[] {
  const keys = `${keyNames.mod}Enter`;
  return sections
    .filter(({ id }) => id !== 'admin' || isAdmin)
    .flatMap(({ id: section, icon, title }) => {
      const place = t(title);
      const rows = findable
        .filter(([of]) => of === section)
        .map(([, key, ...others]) => {
          const words = others.map((word) => t(word)).join(' ');
          return {
            id: key as string,
            ...{ section, icon, about: place, words, more: `${place} ${words}` },
            title: t(key, { keys }),
          };
        });
      const of = { id: section, section, icon, about: null, title: place, words: '', more: '' };
      return [of, ...rows];
    });
}

/** Rows alone, by their own words: their sections are acts of the palette already. */
export const rowsFound = (t: TFunction, typed: string): readonly Setting[] =>
  found(
    allSettings(t, false).flatMap((one) => (one.about === null ? [] : { ...one, more: one.words })),
    typed,
  );
