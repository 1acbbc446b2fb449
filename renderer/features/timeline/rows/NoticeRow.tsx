// State changes, one quiet line each.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { NoticeItem } from '../../../../preload/contract/models';
import { CallLine, GroupLine } from '../../calls';
import { formatFull, formatTime } from '../../../ui/time';
import styles from './NoticeRow.module.css';

/** Isolates a name within a sentence, so that its direction does not turn the sentence round. */
const isolate = (text: string): string => `\u2068${text}\u2069`;

export function NoticeRow({ item }: { readonly item: z.infer<typeof NoticeItem> }): ReactNode {
  const { t, i18n } = useTranslation();
  const { call, groupCall } = item;
  const sentence = t(`timeline.notice.${item.what}`, {
    actor: isolate(item.actor.name),
    target: isolate((item.target ?? item.actor).name),
    detail: isolate(item.detail ?? ''),
    context: item.detail === null || item.detail === '' ? 'plain' : undefined,
  });
  return (
    <div className={styles.notice}>
      <span className={styles.text} dir="auto">
        {call !== undefined ? (
          <CallLine call={call} actor={isolate(item.actor.name)} />
        ) : groupCall !== undefined ? (
          <GroupLine call={groupCall} actor={isolate(item.actor.name)} />
        ) : (
          sentence
        )}
      </span>
      <time title={formatFull(item.sentAtMs, i18n.language)}>
        {formatTime(item.sentAtMs, i18n.language)}
      </time>
    </div>
  );
}
