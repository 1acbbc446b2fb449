// The rows between messages: days, the unread line, the start of a room, missing history.
import clsx from 'clsx';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Name } from '#ui/text/Name';
import { Spinner } from '#ui/layout/Spinner';
import { formatDay } from '#ui/text/time';
import { RoomBeginning, useTimelineScope } from '../context';
import styles from './Dividers.module.css';

export function DayDivider({ dayMs }: { readonly dayMs: number }): ReactNode {
  const { t, i18n } = useTranslation();
  const { actions } = useTimelineScope();
  const day = formatDay(dayMs, Date.now(), i18n.language);
  return (
    <div className={styles.divider}>
      {/* A separator holds nothing that can be pressed. */}
      <span className={styles.spoken} role="separator" aria-label={day} />
      {/* Keyboard users choose a day in the menu of the chat: tab stops between messages would be in the way. */}
      <button
        type="button"
        tabIndex={-1}
        className={styles.day}
        title={t('timeline.day.title')}
        onClick={() => actions.askDay(dayMs)}
      >
        {day}
      </button>
    </div>
  );
}

/** Between the message that a thread begins with and what answers it. */
export function Answers({ count }: { readonly count: number }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.answers} role="separator" aria-label={t('threads.count', { count })}>
      {t('threads.count', { count })}
    </div>
  );
}

export function UnreadLine(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.unread} role="separator" aria-label={t('timeline.newLine')}>
      {t('timeline.new')}
    </div>
  );
}

interface StartProps {
  readonly roomName: string;
  readonly encrypted: boolean;
}

export function StartOfRoom({ roomName, encrypted }: StartProps): ReactNode {
  const { t } = useTranslation();
  const { intro, alone } = useContext(RoomBeginning);
  if (intro !== null)
    return <div className={clsx(styles.start, alone && styles.alone)}>{intro}</div>;
  return (
    <div className={styles.start}>
      <h2>
        <Name>{roomName}</Name>
      </h2>
      <p>{t(encrypted ? 'timeline.startEncrypted' : 'timeline.start')}</p>
    </div>
  );
}

export function Gap({ of = 'loading' }: { readonly of?: 'loading' | 'unreached' }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.gap}>
      <Spinner size={16} />
      <span>{t(`timeline.gap.${of}`)}</span>
    </div>
  );
}
