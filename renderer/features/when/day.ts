// Calendar days as text: `2026-11-27` for forms, and the forms that people write and read. Local time; pure.

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** `2026-11-27`. */
export const dayOf = (date: Date): string =>
  `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** Local midnight; null if the text is no day. */
export function dateOfDay(day: string): Date | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date));
  return dayOf(at) === day ? at : null;
}

/** The date after `days` days, also over a clock change. */
export const daysLater = (date: Date, days: number): Date =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** The same day of another month, or the last day of it. */
export function monthsLater(date: Date, months: number): Date {
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0);
  return new Date(last.getFullYear(), last.getMonth(), Math.min(date.getDate(), last.getDate()));
}

/** `27 Nov 2026`, in the order of the language. */
export const formatDate = (date: Date, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(
    date,
  );

/** The month whose name begins with `word` (`nov`, `Novem`); 0 for January, -1 for none. */
function monthNamed(word: string, language: string): number {
  const name = new Intl.DateTimeFormat(language, { month: 'long' });
  const wanted = word.toLocaleLowerCase(language);
  return Array.from({ length: 12 }, (_, month) => month).findIndex((month) =>
    name
      .format(new Date(2026, month, 1))
      .toLocaleLowerCase(language)
      .startsWith(wanted),
  );
}

const monthFirst = (language: string): boolean =>
  new Intl.DateTimeFormat(language)
    .formatToParts(0)
    .find(({ type }) => type === 'day' || type === 'month')?.type === 'month';

/**
 * Reads a day in several forms as `2026-11-27`; null for anything else. Without a year it is in this year. With points the day comes first,
 * otherwise the order of the language counts.
 */
export function dayWritten(text: string, language: string, nowMs: number): string | null {
  const said = text.trim();
  const numbers = (said.match(/\d+/g) ?? []).map(Number);
  const word = /\p{L}{3,}/u.exec(said)?.[0];
  const thisYear = new Date(nowMs).getFullYear();
  const made = (year: number, month: number, date: number): string | null => {
    const day = `${pad(year < 100 ? 2000 + year : year, 4)}-${pad(month)}-${pad(date)}`;
    return dateOfDay(day) === null ? null : day;
  };
  const [first = 0, second = 0, third = thisYear] = numbers;
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(said)) return made(first, second, third);
  if (word !== undefined) {
    if (numbers.length === 0 || numbers.length > 2) return null;
    return made(numbers[1] ?? thisYear, monthNamed(word, language) + 1, first);
  }
  if (!/^\d{1,2}\s*[./ -]\s*\d{1,2}\s*(?:[./ -]\s*(?:\d{4}|\d{2})?)?$/.test(said)) return null;
  const swapped = !said.includes('.') && monthFirst(language) && first <= 12;
  return swapped ? made(third, first, second) : made(third, second, first);
}
