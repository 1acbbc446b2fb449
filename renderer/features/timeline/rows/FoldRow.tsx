// Several notices in one line that opens and closes. The notices themselves are rows of the list.
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon';
import { formatFull, formatTime } from '#ui/time';
import { useTimelineScope } from '../context';
import type { Fold } from '../folds';
import { foldWords } from './foldWords';
import styles from './NoticeRow.module.css';

/** What was opened below the edge of the view comes into it, as far as the line itself stays there. */
function show(line: HTMLElement, count: number): void {
  requestAnimationFrame(() => {
    const row = line.closest('[data-key]');
    let last = row;
    for (let step = 0; step < count; step += 1) last = last?.nextElementSibling ?? last;
    last?.scrollIntoView({ block: 'nearest' });
    row?.scrollIntoView({ block: 'nearest' });
  });
}

export function FoldRow({ fold }: { readonly fold: Fold }): ReactNode {
  const { t, i18n } = useTranslation();
  const { toggleFold } = useTimelineScope();
  const { key, notices, open, sentAtMs } = fold;
  return (
    <button
      type="button"
      className={clsx(styles.notice, styles.fold)}
      aria-expanded={open}
      // Arrows lead here, as to messages.
      tabIndex={-1}
      data-fold={key}
      onClick={(event) => {
        toggleFold(fold);
        if (!open) show(event.currentTarget, notices.length);
      }}
    >
      <Icon icon={ChevronRight} directional className={styles.chevron} />
      <span className={styles.text} dir="auto">
        {foldWords(t, i18n.language, notices)}
      </span>
      <time title={formatFull(sentAtMs, i18n.language)}>{formatTime(sentAtMs, i18n.language)}</time>
    </button>
  );
}
