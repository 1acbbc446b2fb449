// A switch whose change takes effect at once.
import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import styles from './Switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  /** The last change is being saved: it takes no other, and keeps the focus. */
  readonly pending?: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Switch(props: SwitchProps) {
  const { label, hint, isSelected, isDisabled = false, pending = false, onChange } = props;
  return (
    <AriaSwitch
      isSelected={isSelected}
      isDisabled={isDisabled}
      isReadOnly={pending}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return event.continuePropagation();
        // It would send the form that the switch stands in.
        event.preventDefault();
        if (!pending && !isDisabled) onChange(!isSelected);
      }}
      className={styles.switch}
    >
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <span className={styles.track} />
    </AriaSwitch>
  );
}
