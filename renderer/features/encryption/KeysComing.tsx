// The wait after another device confirmed this one: that device sends the keys now, and nothing has to be entered.
import { useState } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Button } from '#ui/controls/Button';
import { Waiting } from '#ui/layout/Spinner';
import type { UnlockWay } from './Unlocking';
import styles from './Encryption.module.css';

export interface ConfirmedElsewhere {
  /** True from the moment another device confirmed this one, until the person chooses another way. */
  readonly coming: boolean;
  readonly onOther: () => void;
}

/** Remembers the confirmation: it leaves the list of verifications when its dialog is closed. */
export function useConfirmedElsewhere(): ConfirmedElsewhere {
  const all = useValue('verifications', {}).value?.all ?? [];
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const [coming, setComing] = useState(false);
  const done = all.find(({ isSelf, phase }) => isSelf && phase === 'done');
  if (done !== undefined && done.id !== confirmation) {
    setConfirmation(done.id);
    setComing(true);
  }
  return { coming, onOther: () => setComing(false) };
}

export interface KeysComingProps {
  readonly way: UnlockWay;
  /** The other device does not answer. */
  readonly onOther: () => void;
  readonly onLater: () => void;
}

export function KeysComing({ way, onOther, onLater }: KeysComingProps) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className={styles.title}>{t('recovery.comingTitle')}</h1>
      <p className={styles.text}>{t('recovery.comingText')}</p>
      <div className={styles.coming}>
        <Waiting label={t('recovery.coming')} />
      </div>
      <div className={styles.end}>
        <Button variant="quiet" onPress={onLater} flush>
          {t('recovery.unlockLater')}
        </Button>
        <Button onPress={onOther}>
          {t(way === 'key' ? 'recovery.enterInstead' : 'recovery.otherInstead')}
        </Button>
      </div>
    </>
  );
}
