// An act waits for a page of the server.
import { useEffect } from 'react';
import { useTranslation } from '#app/words';
import proof from '#contract/locales/proof.en.json';
import { useEngineCall, useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { Spinner } from '#ui/layout/Spinner';
import styles from './Proof.module.css';

addWords(proof);

/** @returns null while no proof waits; unmounting cancels the proof */
export function ProofWait() {
  const { t } = useTranslation();
  const call = useEngineCall();
  const { value } = useValue('proof', {});
  useEffect(() => () => void call('cancelProof', {}), [call]);
  if (value?.state !== 'waiting') return null;
  const { shown } = value;
  const inWindow = shown === 'window' || shown === 'closed';
  return (
    <div className={styles.wait}>
      {shown !== 'closed' && (
        <p className={styles.line} role="status">
          <Spinner />
          <span>{t(inWindow ? 'proof.waitingWindow' : 'proof.waiting')}</span>
        </p>
      )}
      {shown === 'closed' && <p role="alert">{t('proof.closed')}</p>}
      {shown === 'not_opened' && <p role="alert">{t('proof.notOpened')}</p>}
      <div className={styles.acts}>
        <Button
          variant="text"
          onPress={() => void call('openProofAgain', { place: inWindow ? 'window' : null })}
        >
          {t('proof.again')}
        </Button>
        {inWindow && (
          <Button variant="text" onPress={() => void call('openProofAgain', { place: 'browser' })}>
            {t('proof.inBrowser')}
          </Button>
        )}
        <Button variant="text" onPress={() => void call('cancelProof', {})}>
          {t('proof.stop')}
        </Button>
      </div>
    </div>
  );
}
