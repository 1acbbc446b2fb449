// A time of the clock, written and shown as the rest of the app shows times, whatever the system's own fields do.
import { useState } from 'react';
import { TextField } from './TextField';
import { clockTime, formatClock } from '../text/time';

export interface TimeFieldProps {
  readonly label: string;
  /** Says how times are written. */
  readonly language: string;
  /** `09:30`. */
  readonly value: string;
  readonly isDisabled?: boolean;
  /** `09:30`; empty while the text is no time. */
  readonly onChange: (time: string) => void;
}

export function TimeField({
  label,
  language,
  value,
  isDisabled = false,
  onChange,
}: TimeFieldProps) {
  /** The text while the person types; null: the value is shown. */
  const [text, setText] = useState<string | null>(null);
  return (
    <TextField
      label={label}
      value={text ?? formatClock(value, language)}
      isDisabled={isDisabled}
      autoComplete="off"
      spellCheck="false"
      maxLength={8}
      placeholder={formatClock('09:30', language)}
      onChange={(next) => {
        setText(next);
        onChange(clockTime(next) ?? '');
      }}
      onBlur={() => {
        if (text !== null && clockTime(text) !== null) setText(null);
      }}
    />
  );
}
