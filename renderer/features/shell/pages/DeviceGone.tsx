// The page of an account whose device the server has removed: nothing of the account is shown until its person signs in again (D8).
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { Session } from '#contract/areas/account/accountModels';
import words from '#contract/locales/deviceGone.en.json';
import { MediaAvatar } from '#app/MediaAvatar';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';
import { SoloPage } from '#ui/layout/SoloPage';
import { SignInAgain } from '../../login';
import { SignOutDialog } from '../../settings';
import styles from './DeviceGone.module.css';

addWords(words);

export interface DeviceGoneProps {
  readonly session: Session & { readonly userId: string };
  /** Called when the person submits the form. */
  readonly onStart: () => void;
  readonly onSignedOut: () => void;
}

export function DeviceGone({ session, onStart, onSignedOut }: DeviceGoneProps) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  const { userId, displayName, avatar } = session;
  return (
    <SoloPage steady>
      <div className={styles.who}>
        <MediaAvatar id={userId} name={displayName ?? userId} avatar={avatar} size={72} />
        <h1 className={styles.title}>{t('deviceGone.title')}</h1>
        <p className={styles.account}>{userId}</p>
      </div>
      <div className={styles.card}>
        <SignInAgain text={t('deviceGone.text')} onStart={onStart} />
        <div className={styles.below}>
          <Button variant="quiet" size="s" onPress={() => setRemoving(true)}>
            {t('deviceGone.remove')}
          </Button>
        </div>
      </div>
      {removing && (
        <SignOutDialog
          userId={userId}
          isDeviceGone
          onClose={() => setRemoving(false)}
          onSignedOut={onSignedOut}
        />
      )}
    </SoloPage>
  );
}
