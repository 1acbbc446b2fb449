// Countries by their names in the window's language, for phone numbers without an international prefix.

export interface Country {
  readonly id: string;
  readonly label: string;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that are no countries: groups of them, private use, unknown. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

export function countriesIn(language: string): Country[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  return codes
    .filter((code) => !noCountries.has(code))
    .flatMap((id) => {
      // A withdrawn code has the name of the country that followed it.
      const label = new Intl.Locale('und', { region: id }).region === id ? names.of(id) : undefined;
      return label === undefined ? [] : [{ id, label }];
    })
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

/** The first country in the list of system languages, e.g. SE for sv-SE; GB if there is none. */
export const likelyCountry = (languages: readonly string[]): string =>
  languages
    .map((language) => new Intl.Locale(language).region)
    .find((region) => region !== undefined && /^[A-Z]{2}$/.test(region)) ?? 'GB';
