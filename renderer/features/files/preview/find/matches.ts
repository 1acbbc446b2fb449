// Finds words in a text, ignoring case, accents and the kind of space. Pure.

/** Half-open, in UTF-16 units. */
export interface Match {
  readonly from: number;
  readonly to: number;
}

function foldedUnit(unit: string): string {
  const [base = unit] = unit.normalize('NFD').toLowerCase();
  return base.length === 1 ? base : unit;
}

/** One unit for one unit: places in it are places in the text. */
export const folded = (text: string): string =>
  text
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/\s/g, ' ')
    .replace(/[\u0080-\uffff]/g, foldedUnit);

/** In order, none within another; at most `most`. Text and terms are folded. */
export function matchesOf(text: string, terms: readonly string[], most: number): Match[] {
  const all: Match[] = [];
  for (const term of terms) {
    let found = 0;
    let at = term === '' ? -1 : text.indexOf(term);
    while (at >= 0 && found < most) {
      all.push({ from: at, to: at + term.length });
      found += 1;
      at = text.indexOf(term, at + term.length);
    }
  }
  if (terms.length < 2) return all;
  all.sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return all
    .filter(({ from, to }) => {
      if (from < end) return false;
      end = to;
      return true;
    })
    .slice(0, most);
}
