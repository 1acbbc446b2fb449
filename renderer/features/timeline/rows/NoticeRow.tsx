// What happened in the room, one quiet line each, as its kind draws it.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatFull, formatTime } from '#ui/time';
import type { Notice } from '../kinds/kind';
import { noticeKind } from '../kinds/registry';
import styles from './NoticeRow.module.css';

export function NoticeRow({ item }: { readonly item: Notice }): ReactNode {
  const { i18n } = useTranslation();
  const { View } = noticeKind(item);
  return (
    <div className={styles.notice}>
      <span className={styles.text}>
        <View item={item} />{' '}
        <time title={formatFull(item.sentAtMs, i18n.language)}>
          {formatTime(item.sentAtMs, i18n.language)}
        </time>
      </span>
    </div>
  );
}
