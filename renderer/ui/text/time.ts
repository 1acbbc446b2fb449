// Formats times and sizes: relative for today, dates otherwise, in full for tooltips. Pure; the caller passes `now` and the language.

const dayMs = 86_400_000;

/** Local midnight of the day that holds `ms`. */
export function startOfDay(ms: number): number {
  const day = new Date(ms);
  day.setHours(0, 0, 0, 0);
  return day.getTime();
}

/** Whole calendar days between two instants, by local time (daylight saving included). */
export function daysBetween(earlierMs: number, laterMs: number): number {
  return Math.round((startOfDay(laterMs) - startOfDay(earlierMs)) / dayMs);
}

// eslint-disable-next-line trellis/module-state -- a pure cache: one formatter for each language and options
const cache = new Map<string, Intl.DateTimeFormat>();

/** Makes each formatter once. */
export function formatterOf(
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let formatter = cache.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(language, options);
    cache.set(key, formatter);
  }
  return formatter;
}

const format = (ms: number, language: string, options: Intl.DateTimeFormatOptions): string =>
  formatterOf(language, options).format(ms);

/** A language tag with this end (RFC 6067) has times of twelve hours; all others have 24, whatever the system's own fields do. */
const twelveHours = '-u-hc-h12';

export const withTwelveHours = (language: string): string => language + twelveHours;

const hasTwelveHours = (language: string): boolean => language.endsWith(twelveHours);

/** The form of a time of day in this language. */
export const hoursOf = (language: string): Intl.DateTimeFormatOptions =>
  hasTwelveHours(language)
    ? { hour: 'numeric', minute: '2-digit' }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

const cycleOf = (language: string): Intl.DateTimeFormatOptions =>
  hasTwelveHours(language) ? {} : { hourCycle: 'h23' };

/** `10:42`, or `10:42 AM` */
export const formatTime = (ms: number, language: string): string =>
  format(ms, language, hoursOf(language));

/** A time of day, `09:30`, as {@link formatTime} writes it. */
export function formatClock(time: string, language: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return time === '' ? '' : formatTime(new Date(2000, 0, 1, hour, minute).getTime(), language);
}

/** Reads a time of day in several forms (`9`, `930`, `9:30`, `9.30`, `9 pm`) as `09:30`; null for anything else. */
export function clockTime(text: string): string | null {
  const parts = /^(\d{1,2}?)(?:[:.]?(\d{2}))?(?:\s*([ap])\.?m\.?)?$/i.exec(text.trim());
  const [written, minute] = [Number(parts?.[1] ?? Number.NaN), Number(parts?.[2] ?? 0)];
  const half = parts?.[3]?.toLowerCase();
  if (half !== undefined && (written < 1 || written > 12)) return null;
  const hour = half === undefined ? written : (written % 12) + (half === 'p' ? 12 : 0);
  if (!(hour <= 23 && minute <= 59)) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The same in another time zone; `timeZone` must be known to this computer. */
export const formatTimeAt = (ms: number, language: string, timeZone: string): string =>
  format(ms, language, { ...hoursOf(language), timeZone });

/** For lists: the time for today, the weekday within a week, else the date. */
export function formatListTime(ms: number, nowMs: number, language: string): string {
  const days = daysBetween(ms, nowMs);
  if (days <= 0) return formatTime(ms, language);
  if (days < 7) return format(ms, language, { weekday: 'short' });
  const sameYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return format(ms, language, {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/**
 * For day dividers: `Today` or `Yesterday` in the language's words, else `Wednesday 18 November`. `within`: inside a sentence, without a
 * capital.
 */
export function formatDay(
  ms: number,
  nowMs: number,
  language: string,
  where: 'alone' | 'within' = 'alone',
): string {
  const days = daysBetween(ms, nowMs);
  if (days === 0 || days === 1) {
    const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day');
    if (where === 'within') return words;
    return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
  }
  const sameYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return format(ms, language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** Date and time in full, for tooltips. */
export const formatFull = (ms: number, language: string): string =>
  format(ms, language, { dateStyle: 'full', timeStyle: 'medium', ...cycleOf(language) });

/** The date in full, with its year and weekday. */
export const formatDate = (ms: number, language: string): string =>
  format(ms, language, { dateStyle: 'full' });

/** Date and time to the minute. */
export const formatMoment = (ms: number, language: string): string =>
  format(ms, language, { dateStyle: 'long', timeStyle: 'short', ...cycleOf(language) });

// eslint-disable-next-line trellis/module-state -- a pure cache: one formatter for each language and options
const numbers = new Map<string, Intl.NumberFormat>();

/** Formatters are cached, because making one takes longer than rendering a row. */
function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  let formatter = numbers.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(language, options);
    numbers.set(key, formatter);
  }
  return formatter;
}

/** `1.2 MB`, in the digits of the language; no line breaks between number and unit. */
export function formatSize(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let value = bytes;
  let index = 0;
  while (value >= 1000 && index < units.length - 1) {
    value /= 1000;
    index += 1;
  }
  return numberFormat(language, {
    style: 'unit',
    unit: units[index] ?? 'byte',
    unitDisplay: index === 0 ? 'long' : 'short',
    maximumFractionDigits: index === 0 || value >= 100 ? 0 : 1,
  })
    .format(value)
    .replace(/ /g, '\u00a0');
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** `4:07`, `1:02:09`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}

const spans = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** `2 hours`: in the largest unit with a value of at least one, rounded. */
export function formatSpan(ms: number, language: string): string {
  const [unit, unitMs] = spans.find(([, one]) => ms >= one) ?? spans[3];
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(Math.round(ms / unitMs));
}
