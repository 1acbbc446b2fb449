// The usual times in the future, and their texts. Local time; pure.
import { daysBetween, formatTime } from '#ui/text/time';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The given hour of the day that is `days` ahead; also correct when the clocks change. */
function onDay(nowMs: number, days: number, hour: number): number {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour).getTime();
}

/** Monday of the next week. */
const nextWeek = (nowMs: number): number =>
  onDay(nowMs, ((8 - new Date(nowMs).getDay()) % 7) + (new Date(nowMs).getDay() === 1 ? 7 : 0), 9);

/** Rounded to the minute, so that the displayed time is exact. */
const after = (nowMs: number, ms: number): number => Math.round((nowMs + ms) / minuteMs) * minuteMs;

export const aheadTimes = {
  minutes20: (nowMs: number) => after(nowMs, 20 * minuteMs),
  hour1: (nowMs: number) => after(nowMs, hourMs),
  hours3: (nowMs: number) => after(nowMs, 3 * hourMs),
  tomorrow: (nowMs: number) => onDay(nowMs, 1, 9),
  nextWeek,
} as const;
export type AheadTime = keyof typeof aheadTimes;

/** Leaves out each time that equals an earlier one: on a Sunday, tomorrow is the Monday of next week. */
export const distinctTimes = (times: readonly AheadTime[], nowMs: number): readonly AheadTime[] =>
  times.filter(
    (id, index) =>
      times.findIndex((other) => aheadTimes[other](nowMs) === aheadTimes[id](nowMs)) === index,
  );

/** `14:32`, `Tomorrow, 09:00`, `Mon, 09:00`, `3 Dec, 09:00`; a time in the past has the same form, with its day unless it is today. */
export function formatAhead(atMs: number, nowMs: number, language: string): string {
  const time = formatTime(atMs, language);
  const days = daysBetween(nowMs, atMs);
  if (days === 0) return time;
  const said = (): string => {
    if (Math.abs(days) === 1) {
      const word = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
      return word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
    }
    const sameYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear();
    const near = days > 0 && days < 7;
    return new Intl.DateTimeFormat(
      language,
      near
        ? { weekday: 'short' }
        : { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) },
    ).format(atMs);
  };
  return `${said()}, ${time}`;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** The values of the form fields, in local time. */
export function fieldsOf(atMs: number): { readonly date: string; readonly time: string } {
  const at = new Date(atMs);
  return {
    date: `${String(at.getFullYear()).padStart(4, '0')}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
  };
}

/** Null while a field is empty. */
export function timeOfFields(date: string, time: string): number | null {
  const atMs = new Date(`${date}T${time}`).getTime();
  return date === '' || time === '' || Number.isNaN(atMs) ? null : atMs;
}
