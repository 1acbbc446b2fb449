// A day, written and shown in one form, whatever the system's own fields do, or chosen from a calendar beside it.
import { CalendarDays } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/when.en.json';
import { addWords } from '#app/i18n';
import { IconButton } from '#ui/controls/IconButton';
import { PopoverButton } from '#ui/overlays/PopoverButton';
import { TextField, type TextFieldProps } from '#ui/controls/TextField';
import { Calendar } from './Calendar';
import { dateOfDay, dayOf, daysLater, dayWritten, formatDate } from './day';
import styles from './Calendar.module.css';

addWords(words);

export interface DateFieldProps {
  readonly label: string;
  /** `2026-11-27`. */
  readonly value: string;
  readonly hint?: string | undefined;
  readonly error?: string | null;
  readonly autoFocus?: boolean;
  /** `2026-11-27`; empty while the text is no day. */
  readonly onChange: (day: string) => void;
}

export function DateField(props: DateFieldProps): ReactNode {
  const { label, value, hint, error = null, autoFocus = false, onChange } = props;
  const { t, i18n } = useTranslation();
  /** The text while the person types; null: the value is shown. */
  const [text, setText] = useState<string | null>(null);
  const date = dateOfDay(value);
  const change = (next: Date): void => {
    setText(null);
    onChange(dayOf(next));
  };
  const onKeyDown: TextFieldProps['onKeyDown'] = (event) => {
    const days = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    // A key that is not the field's is its dialog's: Escape closes that.
    if (days === undefined || date === null) return event.continuePropagation();
    event.preventDefault();
    change(daysLater(date, days));
  };
  const example = formatDate(new Date(), i18n.language);
  const asShown = date === null ? '' : formatDate(date, i18n.language);
  return (
    <TextField
      label={label}
      value={text ?? asShown}
      hint={hint}
      error={error ?? (text !== null && date === null ? t('when.noDate', { example }) : null)}
      autoFocus={autoFocus}
      autoComplete="off"
      spellCheck="false"
      onKeyDown={onKeyDown}
      onChange={(next) => {
        setText(next);
        onChange(dayWritten(next, i18n.language, Date.now()) ?? '');
      }}
      onBlur={() => {
        if (date !== null) setText(null);
      }}
      suffix={
        <PopoverButton
          label={t('when.calendar')}
          className={styles.panel}
          dialogClassName={styles.dialog}
          panel={(close) => (
            <Calendar
              date={date ?? new Date()}
              chosen={value}
              onChoose={(day) => {
                change(day);
                close();
              }}
            />
          )}
        >
          <IconButton label={t('when.calendar')} icon={CalendarDays} size="s" />
        </PopoverButton>
      }
    />
  );
}
