// The row of a notice: one quiet line, rendered by its kind.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { formatFull, formatTime } from '#ui/text/time';
import type { Notice } from '../kinds/kind';
import { noticeKind } from '../kinds/registry';
import styles from './NoticeRow.module.css';

export function NoticeRow({ item }: { readonly item: Notice }): ReactNode {
  const { i18n } = useTranslation();
  const { View } = noticeKind(item);
  const time = (
    <time title={formatFull(item.sentAtMs, i18n.language)}>
      {formatTime(item.sentAtMs, i18n.language)}
    </time>
  );
  return (
    <div className={styles.notice}>
      <span className={styles.text}>
        <View item={item} />
        {/* Wide, and left behind where the time takes a line of its own. */}
        {'\u2002'}
        {time}
      </span>
    </div>
  );
}
