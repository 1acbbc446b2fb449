// One row of a settings page: title, explanation, and the control at its end.
import type { ReactNode } from 'react';
import { Switch, type SwitchProps } from './Switch';
import styles from './SettingRow.module.css';

export interface SettingRowProps {
  /** Shown before the text. */
  readonly picture?: ReactNode;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** A problem, shown below the text. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function SettingRow({ picture, title, text, note, children }: SettingRowProps) {
  return (
    <div className={styles.row} data-setting={typeof title === 'string' ? title : undefined}>
      {picture}
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {text !== undefined && <div className={styles.text}>{text}</div>}
        {note}
      </div>
      {children}
    </div>
  );
}

/** A line that is switched on or off, anywhere on its words. */
export function SettingSwitch(props: SwitchProps) {
  return (
    <div className={styles.row} data-setting={props.label}>
      <Switch {...props} />
    </div>
  );
}
