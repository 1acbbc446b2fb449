// The field above a list of rows that are found by name: the arrow leads to the first button of the list, Enter takes what answers the words.
import { Search } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import { TextField } from './TextField';

export interface FindFieldProps {
  /** Also stands in the empty field. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** While it is inert, no key leads into it. */
  readonly list: RefObject<HTMLElement | null>;
  /** Enter with words in the field; without this it leads to the list, as Enter without words does. */
  readonly onEnter?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly suffix?: ReactNode;
}

/** Focuses the first button of the list, unless its rows are those of earlier words. */
export function leadTo(list: HTMLElement | null): void {
  if (list?.closest('[inert]') === null) list.querySelector('button')?.focus();
}

export function FindField(props: FindFieldProps) {
  const { label, value, onChange, list, onEnter, inputRef, suffix } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, nativeEvent, target } = event;
    // The keys of an input method are its own; its Enter ends a word.
    if (nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
    if (key !== 'ArrowDown' && key !== 'Enter') return;
    event.preventDefault();
    // Without words nothing is meant yet.
    if (key === 'Enter' && onEnter !== undefined && value.trim() !== '') onEnter();
    else leadTo(list.current);
  };
  return (
    <div onKeyDown={onKeyDown}>
      <TextField
        label={label}
        labelHidden
        placeholder={label}
        icon={Search}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        value={value}
        maxLength={200}
        onChange={onChange}
        suffix={suffix}
        {...(inputRef !== undefined && { inputRef })}
      />
    </div>
  );
}
