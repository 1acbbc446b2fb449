// A choice from a list in a popover; it replaces the system's drop-down list, which cannot be themed.
import { ChevronDown, Check } from 'lucide-react';
import clsx from 'clsx';
import {
  Button as AriaButton,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  type Key,
} from 'react-aria-components';
import { Icon } from '../marks/Icon';
import styles from './Select.module.css';

export interface SelectProps<T extends string> {
  readonly label: string;
  /** The label is said, not seen: a row beside it shows it. */
  readonly labelHidden?: boolean;
  /** In a long list of them: without a border until it is used, the value at the end. */
  readonly quiet?: boolean;
  readonly value: T;
  readonly options: readonly { readonly id: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

/** Ids may be empty, keys of a collection may not. */
const keyOf = (id: string): string => `one ${id}`;

export function Select<T extends string>({
  label,
  labelHidden = false,
  quiet = false,
  value,
  options,
  onChange,
}: SelectProps<T>) {
  const choose = (key: Key | null): void => {
    const found = options.find(({ id }) => keyOf(id) === key);
    if (found !== undefined) onChange(found.id);
  };
  return (
    <AriaSelect
      className={styles.select ?? ''}
      selectedKey={keyOf(value)}
      onSelectionChange={choose}
      {...(labelHidden ? { 'aria-label': label } : {})}
    >
      {!labelHidden && <Label className={styles.label}>{label}</Label>}
      <AriaButton className={clsx(styles.button, quiet && styles.quiet)}>
        <SelectValue className={styles.value ?? ''} />
        <Icon icon={ChevronDown} />
      </AriaButton>
      <Popover className={styles.popover ?? ''} offset={4}>
        <ListBox className={styles.list ?? ''}>
          {options.map((option) => (
            <ListBoxItem
              key={option.id}
              id={keyOf(option.id)}
              textValue={option.label}
              className={styles.option ?? ''}
            >
              {({ isSelected }) => (
                <>
                  <span className={clsx(styles.check, isSelected && styles.on)}>
                    {isSelected && <Icon icon={Check} />}
                  </span>
                  <span className={styles.value}>{option.label}</span>
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
