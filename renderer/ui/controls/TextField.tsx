// A labelled one-line field; the error names the problem and the remedy and is announced with the field.
import clsx from 'clsx';
import { CircleAlert } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import {
  FieldError,
  Group,
  Input,
  Label,
  Text,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { Icon, type LucideIcon } from '../marks/Icon';
import styles from './TextField.module.css';

export interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  'children' | 'className' | 'style' | 'isInvalid'
> {
  readonly label: string;
  /** Keeps the label for the screen reader only. */
  readonly labelHidden?: boolean;
  readonly labelEnd?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  /** The error may be due to an incomplete text: it is shown only after the field was left. */
  readonly lateError?: boolean;
  readonly icon?: LucideIcon;
  readonly prefix?: string;
  readonly suffix?: ReactNode;
  readonly placeholder?: string;
  readonly size?: 'm' | 'l';
  /** No border, grey fill: filters. */
  readonly soft?: boolean;
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function TextField({
  label,
  labelHidden = false,
  labelEnd,
  hint,
  error,
  lateError = false,
  icon,
  prefix,
  suffix,
  placeholder,
  size = 'm',
  soft = false,
  className,
  inputRef,
  ...rest
}: TextFieldProps) {
  const [left, setLeft] = useState(false);
  const bad = (left || !lateError) && error !== null && error !== undefined && error !== '';
  return (
    <AriaTextField
      {...rest}
      onBlur={(event) => {
        setLeft(true);
        rest.onBlur?.(event);
      }}
      {...(labelHidden ? { 'aria-label': label } : {})}
      isInvalid={bad}
      validationBehavior="aria"
      className={clsx(styles.wrap, className)}
    >
      {!labelHidden && (
        <div className={styles.labelRow}>
          <Label className={styles.label}>{label}</Label>
          {labelEnd}
        </div>
      )}
      <Group className={clsx(styles.field, styles[size], soft && styles.soft, bad && styles.bad)}>
        {icon !== undefined && <Icon icon={icon} className={styles.mark} />}
        {prefix !== undefined && <span className={styles.affix}>{prefix}</span>}
        <Input
          ref={inputRef}
          {...(placeholder === undefined ? {} : { placeholder })}
          className={styles.input}
          dir={rest.type === 'password' ? 'ltr' : 'auto'}
        />
        {suffix}
      </Group>
      {hint !== undefined && hint !== null && !bad && (
        <Text slot="description" className={styles.hint}>
          {hint}
        </Text>
      )}
      <FieldError className={styles.error}>
        <Icon icon={CircleAlert} />
        <span>{error}</span>
      </FieldError>
    </AriaTextField>
  );
}
