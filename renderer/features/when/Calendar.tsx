// A calendar of one month to choose a day from. Arrow keys move by days and weeks, Page Up and Page Down by months.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import clsx from 'clsx';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { dayOf, daysLater, monthsLater } from './day';
import styles from './Calendar.module.css';

export interface CalendarProps {
  /** The selected day, or the day to begin with. */
  readonly date: Date;
  readonly chosen: string;
  readonly onChoose: (date: Date) => void;
}

/** Weeks begin on Monday, as everywhere in the app. */
function weeksOf(month: Date): readonly Date[][] {
  const first = new Date(month.getFullYear(), month.getMonth(), 1);
  const start = daysLater(first, -((first.getDay() + 6) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => daysLater(start, week * 7 + day)),
  );
}

/** The date that a key moves to; null: another key. */
function moved(key: string, date: Date): Date | null {
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[key];
  if (days !== undefined) return daysLater(date, days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months === undefined ? null : monthsLater(date, months);
}

export function Calendar({ date, chosen, onChoose }: CalendarProps): ReactNode {
  const { t, i18n } = useTranslation();
  const [at, setAt] = useState(date);
  const table = useRef<HTMLTableElement>(null);
  const byKeys = useRef(true);
  const today = dayOf(new Date());
  const weeks = weeksOf(at);
  const names = new Intl.DateTimeFormat(i18n.language, { weekday: 'narrow' });
  const full = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full' });
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'long', year: 'numeric' });
  useEffect(() => {
    if (byKeys.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [at]);
  const turn = (months: number): void => {
    byKeys.current = false;
    setAt(monthsLater(at, months));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const mirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const turned = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[event.key];
    const next = moved(mirrored ? (turned ?? event.key) : event.key, at);
    if (next === null) return;
    event.preventDefault();
    byKeys.current = true;
    setAt(next);
  };
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <IconButton
          label={t('when.previousMonth')}
          icon={ChevronLeft}
          directional
          size="s"
          onPress={() => turn(-1)}
        />
        <span className={styles.month} role="status">
          {month.format(at)}
        </span>
        <IconButton
          label={t('when.nextMonth')}
          icon={ChevronRight}
          directional
          size="s"
          onPress={() => turn(1)}
        />
      </div>
      <table ref={table} className={styles.days} role="grid" aria-label={month.format(at)}>
        <thead aria-hidden>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day.getDay()}>{names.format(day)}</th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={dayOf(week[0] ?? at)}>
              {week.map((day) => {
                const text = dayOf(day);
                return (
                  <td key={text} role="gridcell" aria-selected={text === chosen}>
                    <button
                      type="button"
                      tabIndex={text === dayOf(at) ? 0 : -1}
                      aria-label={full.format(day)}
                      aria-current={text === today ? 'date' : undefined}
                      className={clsx(
                        styles.day,
                        day.getMonth() !== at.getMonth() && styles.other,
                        text === today && styles.today,
                        text === chosen && styles.chosen,
                      )}
                      onClick={() => onChoose(day)}
                    >
                      {day.getDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
