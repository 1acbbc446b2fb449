/** A part of a whole in the form of a language, without decimals: 0.5 is "50%". */
export const formatPercent = (part: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(part);
