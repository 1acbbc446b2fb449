// The password that the server asks for, or that its page will open.
import { useTranslation } from '#app/words';
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
      {...(hint === undefined ? {} : { hint })}
    />
  );
}
