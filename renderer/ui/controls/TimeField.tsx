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
  /** Said at the field when the text is no time; `example` is one as it can be written. */
  readonly noTime: (example: string) => string;
  /** `09:30`; empty while the text is no time. */
  readonly onChange: (time: string) => void;
}

/** Whether a few more signs make it a time: nothing is wrong yet while it is typed. */
const beginsTime = (text: string): boolean =>
  ['0', '00', 'm'].some((rest) => clockTime(text + rest) !== null) || text.trim() === '';

export function TimeField({
  label,
  language,
  value,
  isDisabled = false,
  noTime,
  onChange,
}: TimeFieldProps) {
  /** The text while the person types; null: the value is shown. */
  const [text, setText] = useState<string | null>(null);
  const example = formatClock('09:30', language);
  const unread = text !== null && clockTime(text) === null;
  return (
    <TextField
      label={label}
      value={text ?? formatClock(value, language)}
      isDisabled={isDisabled}
      autoComplete="off"
      spellCheck="false"
      maxLength={8}
      placeholder={example}
      error={unread ? noTime(example) : null}
      lateError={unread && beginsTime(text)}
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
