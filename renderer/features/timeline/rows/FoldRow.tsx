// Several notices in one line that opens and closes. The notices themselves are rows of the list.
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { formatFull, formatTime } from '#ui/text/time';
import { useTimelineScope } from '../context';
import type { Fold } from '../folds';
import { OwnUserId } from '../html/Link';
import { foldWords } from './foldWords';
import styles from './NoticeRow.module.css';

export function FoldRow({ fold }: { readonly fold: Fold }): ReactNode {
  const { t, i18n } = useTranslation();
  const { toggleFold } = useTimelineScope();
  const ownId = useContext(OwnUserId);
  const { key, notices, open, sentAtMs } = fold;
  return (
    <button
      type="button"
      className={clsx(styles.notice, styles.fold)}
      aria-expanded={open}
      // Arrows lead here, as to messages.
      tabIndex={-1}
      data-fold={key}
      onClick={() => toggleFold(fold)}
    >
      <Icon icon={ChevronRight} directional className={styles.chevron} />
      <span className={styles.text}>
        {foldWords({ t, language: i18n.language, ownId }, notices)}{' '}
        <time title={formatFull(sentAtMs, i18n.language)}>
          {formatTime(sentAtMs, i18n.language)}
        </time>
      </span>
    </button>
  );
}
