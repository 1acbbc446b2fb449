// Countries by their names in the window's language, for phone numbers without an international prefix.

export interface Country {
  readonly id: string;
  readonly label: string;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Names of no country: groups of them, private use, unknown. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

export function countriesIn(language: string): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  return codes
    .filter((code) => !noCountries.has(code))
    .flatMap((id) => {
      // Codes that were given up name what came after them.
      const label = new Intl.Locale('und', { region: id }).region === id ? names.of(id) : undefined;
      return label === undefined ? [] : [{ id, label }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** Where the system's language is spoken. */
export const likelyCountry = (languages: readonly string[]): string =>
  languages
    .map((language) => new Intl.Locale(language).region)
    .find((region) => region !== undefined && /^[A-Z]{2}$/.test(region)) ?? 'GB';
