// The bar that counts the messages since the reader's last visit, while the first of them is out of view. It leads to the first unread
// message and to the first mention.
import { ArrowDown, ArrowUp, AtSign, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useNow } from '#app/useNow';
import type { UnreadPlace } from '#contract/areas/messages/timelineModels';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { formatListTime } from '#ui/text/time';
import styles from './NewBar.module.css';

export interface NewBarProps {
  readonly place: UnreadPlace;
  /** The first unread message is below the view. */
  readonly isBelow: boolean;
  readonly onFirst: () => void;
  readonly onMention: () => void;
  readonly onClose: () => void;
}

export function NewBar({ place, isBelow, onFirst, onMention, onClose }: NewBarProps): ReactNode {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { count, mentions, sinceMs } = place;
  const words =
    sinceMs === null
      ? t('timeline.newMessages', { count })
      : t('timeline.newSince', { count, time: formatListTime(sinceMs, nowMs, i18n.language) });
  return (
    <div className={styles.bar} role="region" aria-label={t('timeline.newBar')}>
      <Button
        variant="quiet"
        size="s"
        icon={isBelow ? ArrowDown : ArrowUp}
        onPress={onFirst}
        className={styles.first}
      >
        {words}
      </Button>
      {mentions > 0 && (
        <Button
          variant="quiet"
          size="s"
          icon={AtSign}
          onPress={onMention}
          className={styles.mention}
        >
          {t('timeline.toMention', { count: mentions })}
        </Button>
      )}
      <IconButton label={t('timeline.newClose')} icon={X} size="s" onPress={onClose} />
    </div>
  );
}
