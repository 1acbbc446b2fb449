// The row of a notice: one quiet line, rendered by its kind.
import type { ReactNode } from 'react';
import clsx from 'clsx';
import { useTranslation } from '#app/words';
import { MediaAvatar } from '#app/MediaAvatar';
import { avatarColour } from '#ui/styles/colour';
import { Name } from '#ui/text/Name';
import { formatFull, formatTime } from '#ui/text/time';
import type { Notice } from '../kinds/kind';
import { noticeKind } from '../kinds/registry';
import message from './MessageRow.module.css';
import styles from './NoticeRow.module.css';

export function NoticeRow({ item }: { readonly item: Notice }): ReactNode {
  const { i18n } = useTranslation();
  const { View } = noticeKind(item);
  const time = (
    <time title={formatFull(item.sentAtMs, i18n.language)}>
      {formatTime(item.sentAtMs, i18n.language)}
    </time>
  );
  // A live location is a person's own message and looks like one.
  if (item.live !== undefined) {
    const { userId, name, avatar } = item.actor;
    return (
      <div className={clsx(message.message, message.first)}>
        <MediaAvatar id={userId} name={name} avatar={avatar} className={message.avatar} />
        <div className={message.body}>
          <div className={message.who}>
            <Name className={clsx(message.name, message[`c${avatarColour(userId)}`])} cut>
              {name}
            </Name>
            {time}
          </div>
          <View item={item} />
        </div>
      </div>
    );
  }
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
