// The strength of a new password, below its field. Renders nothing until the word lists are loaded, or while the field is empty.
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import type { strengthOf } from './judgePassword';
import { useAccountWords } from '../words';
import styles from './Register.module.css';

const steps = [0, 1, 2, 3] as const;
const words = [
  'register.strength0',
  'register.strength1',
  'register.strength2',
  'register.strength3',
  'register.strength4',
] as const;
const tones = [styles.weak, styles.weak, styles.fair, styles.good, styles.good];

export interface PasswordStrengthProps {
  readonly password: string;
  /** Words that others know of the person, such as the user name; they weaken a password. */
  readonly known: readonly string[];
}

export function PasswordStrength({ password, known }: PasswordStrengthProps) {
  const { t } = useTranslation();
  useAccountWords();
  const [judge, setJudge] = useState<typeof strengthOf | null>(null);
  useEffect(() => {
    let gone = false;
    void import('./judgePassword').then((loaded) => {
      if (!gone) setJudge(() => loaded.strengthOf);
    });
    return () => {
      gone = true;
    };
  }, []);
  if (judge === null || password === '') return <>{t('register.passwordHint')}</>;
  const strength = judge(password, known);
  return (
    <span className={styles.strength}>
      <span className={clsx(styles.bars, tones[strength])} aria-hidden="true">
        {steps.map((step) => (
          <span key={step} className={clsx(step < Math.max(1, strength) && styles.full)} />
        ))}
      </span>
      <span>{t(words[strength])}</span>
    </span>
  );
}
