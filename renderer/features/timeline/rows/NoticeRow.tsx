// State changes, one quiet line each.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { NoticeItem } from '#contract/areas/timelineModels';
import { CallLine, GroupLine } from '../../calls';
import { formatFull, formatTime } from '#ui/time';
import { isolate } from '#ui/isolate';
import styles from './NoticeRow.module.css';

/** Rules of a room are words of the protocol: they get a sentence of their own, or none where we do not know them. */
function ruleOf(t: TFunction, { what, detail }: z.infer<typeof NoticeItem>): string | null {
  if (what !== 'join_rule_changed' && what !== 'history_visibility_changed') return detail;
  const said = t(
    `timeline.rule.${what}.${detail ?? ''}` as 'timeline.rule.join_rule_changed.public',
    {
      defaultValue: '',
    },
  );
  return said === '' ? null : said;
}

export function NoticeRow({ item }: { readonly item: z.infer<typeof NoticeItem> }): ReactNode {
  const { t, i18n } = useTranslation();
  const { call, groupCall } = item;
  const detail = ruleOf(t, item);
  const sentence = t(`timeline.notice.${item.what}`, {
    actor: isolate(item.actor.name),
    target: isolate((item.target ?? item.actor).name),
    detail: isolate(detail ?? ''),
    context: detail === null || detail === '' ? 'plain' : undefined,
  });
  return (
    <div className={styles.notice}>
      <span className={styles.text}>
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
