// The password that the server asks for, or that its page will open.
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/words';
import { errorText } from '#app/errors';
import { TextField } from '#ui/controls/TextField';
import { ProofWait } from './ProofWait';
import type { ProofState } from './useProof';
import styles from './Proof.module.css';

export interface ProofFieldProps {
  readonly proof: ProofState;
  readonly label: string;
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

export function ProofField({ proof, label, hint, autoFocus = false }: ProofFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { wrong } = proof;
  useEffect(() => {
    if (wrong !== null) input.current?.focus();
  }, [wrong]);
  if (proof.way === 'page')
    return (
      <>
        <p className={styles.text}>{t('proof.page')}</p>
        <ProofWait />
      </>
    );
  return (
    <TextField
      type="password"
      label={label}
      autoFocus={autoFocus}
      autoComplete="current-password"
      value={proof.typed}
      onChange={proof.type}
      inputRef={input}
      error={wrong === null ? null : errorText(t, wrong, 'changePassword')}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}
