// An act waits for a page in the browser.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import proof from '#contract/locales/proof.en.json';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/Button';
import { Spinner } from '#ui/Spinner';
import styles from './Proof.module.css';

addWords(proof);

/** @returns null while nothing waits; whoever takes it away gives the page up */
export function ProofWait() {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { value } = useValue('proof', {});
  useEffect(() => () => void call('cancelProof', {}), [call]);
  if (value?.state !== 'waiting') return null;
  return (
    <div className={styles.wait}>
      <p className={styles.line} role="status">
        <Spinner />
        <span>{t('proof.waiting')}</span>
      </p>
      {!value.opened && <p role="alert">{t('proof.notOpened')}</p>}
      <div className={styles.acts}>
        <Button variant="text" onPress={() => void call('openProofAgain', {})}>
          {t('proof.again')}
        </Button>
        <Button variant="text" onPress={() => void call('cancelProof', {})}>
          {t('proof.stop')}
        </Button>
      </div>
    </div>
  );
}
