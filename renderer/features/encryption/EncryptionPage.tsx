// The step between sign-in and the chats: secure backup is set up or opened, or left for later knowingly.
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { SoloPage } from '#ui/layout/SoloPage';
import { Waiting } from '#ui/layout/Spinner';
import { SetUpBackup } from './SetUpBackup';
import { ResetEncryption } from './ResetEncryption';
import { KeysComing, useConfirmedElsewhere } from './KeysComing';
import { Doubt, useDoubt } from '../verification';
import { Unlocking, useUnlockWay } from './Unlocking';
import styles from './Encryption.module.css';

export interface EncryptionPageProps {
  /** Something has to be decided: the page has to stay until `onDone`, whatever the state becomes meanwhile. */
  readonly onQuestion: () => void;
  readonly onDone: () => void;
}

export function EncryptionPage({ onQuestion, onDone }: EncryptionPageProps) {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const { value: encryption } = useValue('encryption', {});
  const state = encryption?.state ?? 'unknown';
  const way = useUnlockWay();
  const keys = useConfirmedElsewhere();
  const doubt = useDoubt();
  // The first question that is asked stays until it is answered: creating a key changes the state meanwhile.
  const [question, setQuestion] = useState<'setUp' | 'unlock' | 'reset' | null>(null);
  const [shownBefore, setShownBefore] = useState(false);
  // Another device confirmed this one. Whether the account has a recovery key may be known a moment later.
  const [confirmed, setConfirmed] = useState(false);
  if (question === null && (state === 'unset' || state === 'key_shown')) {
    setShownBefore(state === 'key_shown');
    setQuestion('setUp');
  }
  if (question === null && state === 'locked') setQuestion('unlock');
  // Another device verified this one and gave it what it needs; without a recovery key, one is made now.
  if (question === 'unlock' && state === 'unset') {
    setConfirmed(true);
    setQuestion('setUp');
  }
  if (confirmed && state === 'key_shown') setConfirmed(false);
  // The page of a new set-up comes first if nothing else is left.
  const alone = way === 'anew';
  if (question === 'unlock' && alone && state === 'locked') setQuestion('reset');
  const unlocked = (question === 'unlock' || confirmed) && state === 'ready';
  useEffect(() => {
    if (unlocked) onDone();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it comes to be
  }, [unlocked]);

  const asked = question !== null;
  useEffect(() => {
    if (asked) onQuestion();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: the page's owner needs to know that it began
  }, [asked]);

  const server = session?.serverName ?? '';
  return (
    <SoloPage
      wide
      footer={
        session?.userId !== null &&
        session !== undefined && (
          <span className={styles.who}>
            <MediaAvatar
              id={session.userId}
              name={session.displayName ?? session.userId}
              avatar={session.avatar}
              size={24}
            />
            <bdi>{session.userId}</bdi>
          </span>
        )
      }
    >
      {question === 'setUp' && (
        <SetUpBackup
          server={server}
          userId={session?.userId ?? ''}
          shownBefore={shownBefore}
          onReset={() => setQuestion('reset')}
          onDone={onDone}
        />
      )}
      {question === 'unlock' && keys.coming && (
        <KeysComing way={way} onOther={keys.onOther} onLater={onDone} />
      )}
      {question === 'unlock' && !keys.coming && doubt !== null && <Doubt verification={doubt} />}
      {question === 'unlock' && !keys.coming && (
        <Unlocking way={way} onDone={onDone} onLater={onDone} onAnew={() => setQuestion('reset')} />
      )}
      {question === 'reset' && (
        <ResetEncryption
          server={server}
          userId={session?.userId ?? ''}
          backLabel={alone ? t('recovery.unlockLater') : undefined}
          onBack={() => (alone ? onDone() : setQuestion(state === 'locked' ? 'unlock' : 'setUp'))}
          onDone={onDone}
        />
      )}
      {question === null && (
        <div className={styles.waiting}>
          <Waiting label={t('recovery.settingUp')} />
          <Button variant="quiet" onPress={onDone}>
            {t('recovery.unlockLater')}
          </Button>
        </div>
      )}
    </SoloPage>
  );
}
