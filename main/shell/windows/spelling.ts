// The spelling check and its languages. macOS has dictionaries of its own; elsewhere those of the system's languages come from a server of
// the browser's maker, so it is off there until the user has turned it on.
import type { Session } from 'electron/main';
import type { SettingsFile } from '../settings';

type SpellSession = Pick<
  Session,
  'availableSpellCheckerLanguages' | 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'
>;

export interface SpellingDeps {
  readonly session: SpellSession;
  readonly settings: Pick<SettingsFile, 'get' | 'set'>;
  readonly platform: NodeJS.Platform;
  /** In the system's order, such as `de-AT`. */
  systemLanguages(): readonly string[];
  changed(): void;
}

export interface Spelling {
  set(on: boolean): Promise<void>;
  /** Null: there is no dictionary for any language of the system. `fetches`: turning it on downloads dictionaries. */
  state(): { readonly on: boolean; readonly fetches: boolean } | null;
}

/** The dictionaries for the wanted languages: of exactly that language, else of the language without its country. */
export function dictionariesFor(
  wanted: readonly string[],
  available: readonly string[],
): readonly string[] {
  const found = wanted.flatMap((language) => {
    const [plain] = language.split('-');
    const fits = [language, plain].find((one) => one !== undefined && available.includes(one));
    const near = fits ?? available.find((one) => one.split('-')[0] === plain);
    return near === undefined ? [] : [near];
  });
  return [...new Set(found)];
}

export function createSpelling(deps: SpellingDeps): Spelling {
  const { session, settings, platform } = deps;
  const isMac = platform === 'darwin';
  const languages = (): readonly string[] =>
    dictionariesFor(deps.systemLanguages(), session.availableSpellCheckerLanguages);
  const isOn = (): boolean => settings.get().spelling ?? isMac;
  const apply = (): void => {
    if (isOn() && !isMac) session.setSpellCheckerLanguages([...languages()]);
    session.setSpellCheckerEnabled(isOn());
  };
  apply();
  return {
    set: async (spelling) => {
      await settings.set({ spelling });
      apply();
      deps.changed();
    },
    state: () => (isMac || languages().length > 0 ? { on: isOn(), fetches: !isMac } : null),
  };
}
