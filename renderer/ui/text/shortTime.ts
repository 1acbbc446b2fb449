// The time of day for a place that is too narrow for the half of the day.
import { formatterOf, hoursOf } from './time';

/** `10:42`, of 24 hours or of twelve. */
export const formatShort = (ms: number, language: string): string =>
  formatterOf(language, hoursOf(language))
    .formatToParts(ms)
    .flatMap(({ type, value }) => (type === 'dayPeriod' ? [] : [value]))
    .join('')
    .trim();
