// One message: who, what, the answers to it, and what became of it. Draws the item as it is; every act goes up.
import clsx from 'clsx';
import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MediaAvatar } from '../../../app/MediaAvatar';
import { Name } from '../../../ui/Name';
import { formatFull, formatTime } from '../../../ui/time';
import type { Message } from '../context';
import { ActionBar } from './ActionBar';
import { Body } from './Body';
import { FailureLine } from './FailureLine';
import { Quote } from './Quote';
import { Reactions } from './Reactions';
import { StatusMark } from './StatusMark';
import styles from './MessageRow.module.css';

function Sender({ item }: { readonly item: Message }): ReactNode {
  const { i18n } = useTranslation();
  const { sender, sentAtMs } = item;
  return (
    <div className={styles.who}>
      <Name className={styles.name} cut>
        {sender.name}
      </Name>
      {sender.ambiguous && <span className={styles.userId}>{sender.userId}</span>}
      <time title={formatFull(sentAtMs, i18n.language)}>{formatTime(sentAtMs, i18n.language)}</time>
    </div>
  );
}

function Aside({ item }: { readonly item: Message }): ReactNode {
  const { i18n } = useTranslation();
  const { sender, sentAtMs, continuation } = item;
  if (continuation)
    return <time className={styles.laterTime}>{formatTime(sentAtMs, i18n.language)}</time>;
  const { userId, name, avatar } = sender;
  return <MediaAvatar id={userId} name={name} avatar={avatar} className={styles.avatar} />;
}

export const MessageRow = memo(function MessageRow({
  item,
}: {
  readonly item: Message;
}): ReactNode {
  const { t } = useTranslation();
  const [menuOpen, setMenuOpen] = useState(false);
  const pending = item.status !== null && item.status !== 'sent' && item.status !== 'not_sent';
  return (
    <article
      className={clsx(
        styles.message,
        !item.continuation && styles.first,
        item.highlight && styles.mentioned,
        menuOpen && styles.held,
      )}
      aria-label={t('timeline.messageFrom', { name: item.sender.name })}
      tabIndex={-1}
      data-message={item.key}
    >
      <Aside item={item} />
      <div className={styles.body}>
        {!item.continuation && <Sender item={item} />}
        {item.reply !== null && <Quote reply={item.reply} />}
        <div className={clsx(pending && styles.pending)}>
          <Body item={item} />
        </div>
        <FailureLine item={item} />
        <Reactions item={item} />
      </div>
      <StatusMark item={item} />
      <ActionBar item={item} onMenu={setMenuOpen} />
    </article>
  );
});
