// A switch whose change takes effect at once.
import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import styles from './Switch.module.css';

export interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isSelected: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Switch({ label, hint, isSelected, isDisabled = false, onChange }: SwitchProps) {
  return (
    <AriaSwitch
      isSelected={isSelected}
      isDisabled={isDisabled}
      onChange={onChange}
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
