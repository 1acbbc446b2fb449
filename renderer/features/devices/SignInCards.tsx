// A card for each device that signed in anew, until it is said whether that was this person; else it is signed out, and the password changed.
// Over the window it can be put away: on the page of the devices it stands until it is answered.
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { NewSignIn } from '#contract/areas/encryption/devices';
import signIns from '#contract/locales/signIns.en.json';
import { useErrorNotice } from '#app/errors';
import { useCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { useOpenLink } from '#app/places/links';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { useFocusReturn } from '#ui/focus/focusReturn';
import { isolate } from '#ui/text/isolate';
import { ChangePassword } from './ChangePassword';
import { EndDevices } from './EndDevices';
import { deviceName, momentOf } from './words';
import styles from './Devices.module.css';

addWords(signIns);

interface SignInCardsProps {
  readonly all: readonly NewSignIn[];
  /** They are part of the page of the devices. */
  readonly onPage: boolean;
}

export function SignInCards({ all, onPage }: SignInCardsProps) {
  const { t } = useTranslation();
  const [putAway, setPutAway] = useState<ReadonlySet<string>>(new Set());
  const shown = onPage ? all : all.filter(({ deviceId }) => !putAway.has(deviceId));
  // The card goes with its device; the question about the password stays.
  const [ending, setEnding] = useState<NewSignIn | null>(null);
  const [changing, setChanging] = useState(false);
  const openLink = useOpenLink();
  return (
    <>
      {shown.length > 0 && (
        <div
          className={onPage ? styles.onPage : styles.cards}
          role="region"
          aria-label={t('signIns.region')}
        >
          {shown.map((one) => (
            <SignInCard
              key={one.deviceId}
              signIn={one}
              onPutAway={onPage ? null : () => setPutAway(new Set([...putAway, one.deviceId]))}
              onStrange={() => (one.endPage === null ? setEnding(one) : openLink(one.endPage))}
            />
          ))}
        </div>
      )}
      {ending !== null && (
        <EndDevices
          devices={[ending]}
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            setChanging(true);
          }}
        />
      )}
      {changing && <ChangePassword afterStranger onClose={() => setChanging(false)} />}
    </>
  );
}

interface SignInCardProps {
  readonly signIn: NewSignIn;
  /** Null: it stays. */
  readonly onPutAway: (() => void) | null;
  readonly onStrange: () => void;
}

function SignInCard({ signIn, onPutAway, onStrange }: SignInCardProps) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const accept = useCall('acceptSignIn');
  const tellFailure = useErrorNotice();
  useFocusReturn();
  const { deviceId, lastSeenAddress, atMs } = signIn;
  const title = t('signIns.title', { name: isolate(deviceName(signIn)) });
  const time = momentOf(atMs, nowMs, i18n.language);
  const mine = async (): Promise<void> => {
    const result = await accept.run({ deviceId });
    if (!result.ok) tellFailure(result.error);
  };
  return (
    <div
      className={clsx(styles.card, onPutAway === null && styles.still)}
      role={onPutAway === null ? 'group' : 'alertdialog'}
      aria-label={title}
    >
      <div className={styles.cardHead}>
        <div className={styles.cardTitle}>{title}</div>
        {onPutAway !== null && (
          <IconButton label={t('signIns.putAway')} icon={X} size="s" onPress={onPutAway} />
        )}
      </div>
      <div className={styles.cardText}>
        {lastSeenAddress === null
          ? t('signIns.text', { time })
          : t('signIns.textAt', { time, address: isolate(lastSeenAddress) })}
      </div>
      <div className={styles.cardRow}>
        <Button variant="textDanger" onPress={onStrange}>
          {t('signIns.notMe')}
        </Button>
        <Button variant="primary" pending={accept.pending} onPress={() => void mine()}>
          {t('signIns.me')}
        </Button>
      </div>
    </div>
  );
}
