// The row of one message: sender, content, reactions, thread and status. Renders the item as it is; all acts go to `TimelineActions`.
import clsx from 'clsx';
import { memo, useId } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { later } from '#app/later';
import { useTranslation } from '#app/words';
import { MediaAvatar } from '#app/MediaAvatar';
import { ContextMenu, type MenuEntry } from '#ui/overlays/Menu';
import { avatarColour } from '#ui/styles/colour';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { formatShort } from '#ui/text/shortTime';
import { formatFull, formatTime } from '#ui/text/time';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import { useEdited } from '../editing';
import { ForwardedLine } from '../forward/ForwardedLine';
import { HiddenLine } from '../kinds/redacted';
import { bodyKind } from '../kinds/registry';
import { SelectBox, canSelect, useSelected } from '../select/selecting';
import { ThreadLine } from '../threads/ThreadLine';
import { ActionBar } from './ActionBar';
import { Quote } from './Quote';
import { Reactions } from './Reactions';
import { StatusMark } from './marks/StatusMark';
import { isDoubtful, TrustLine } from './marks/doubtful';
import { useEngaged } from './useEngaged';
import type { Engaged } from './useEngaged';
import { useEntries } from './useEntries';
import styles from './MessageRow.module.css';

const FailureLine = later(async () => (await import('./marks/FailureLine')).FailureLine);

export function Sender({ item }: { readonly item: Message }): ReactNode {
  const { t, i18n } = useTranslation();
  const { actions } = useTimelineScope();
  const { sender, sentAtMs } = item;
  return (
    <div className={styles.who}>
      <button
        type="button"
        className={styles.nameButton}
        tabIndex={-1}
        aria-label={t('members.about', { name: isolate(sender.name) })}
        onClick={() => actions.person(sender.userId)}
      >
        <Name className={clsx(styles.name, styles[`c${avatarColour(sender.userId)}`])} cut>
          {sender.name}
        </Name>
      </button>
      {sender.ambiguous && <bdi className={styles.userId}>{sender.userId}</bdi>}
      <time title={formatFull(sentAtMs, i18n.language)}>{formatTime(sentAtMs, i18n.language)}</time>
    </div>
  );
}

export function Aside({ item }: { readonly item: Message }): ReactNode {
  const { actions } = useTimelineScope();
  const { i18n } = useTranslation();
  const { sender, sentAtMs, continuation } = item;
  if (continuation)
    return (
      <time className={styles.laterTime} title={formatFull(sentAtMs, i18n.language)}>
        {formatShort(sentAtMs, i18n.language)}
      </time>
    );
  const { userId, name, avatar } = sender;
  // Keyboard users have the same act in the message's menu.
  return (
    <button
      type="button"
      className={styles.face}
      tabIndex={-1}
      aria-hidden
      onClick={() => actions.person(userId)}
    >
      <MediaAvatar id={userId} name={name} avatar={avatar} className={styles.avatar} />
    </button>
  );
}

interface ActsProps {
  readonly item: Message;
  readonly engaged: Engaged;
}

/** The action bar and the menu of a message. Only the row that is hovered, focused or has its menu open makes them. */
export function Acts({ item, engaged }: ActsProps): ReactNode {
  const entries = useEntries(item, engaged.selection);
  return (
    <>
      {engaged.isEngaged && (
        <ActionBar item={item} entries={entries} onMenu={engaged.setMenuOpen} />
      )}
      <RowMenu entries={entries} engaged={engaged} />
    </>
  );
}

interface RowMenuProps {
  readonly entries: readonly MenuEntry[];
  readonly engaged: Engaged;
}

/** The menu at the place of a right click. */
export function RowMenu({ entries, engaged: { menuAt, closeMenu } }: RowMenuProps): ReactNode {
  const { t } = useTranslation();
  if (menuAt === null || entries.length === 0) return null;
  // The list is moved by a transform, which would also move a `position: fixed` menu inside it.
  return createPortal(
    <ContextMenu label={t('timeline.actions')} entries={entries} at={menuAt} onClose={closeMenu} />,
    document.body,
  );
}

interface MessageRowProps {
  readonly item: Message;
  readonly isLatestOwn: boolean;
  /** Whether the reader has just been taken to this row. */
  readonly isTarget: boolean;
}

export const MessageRow = memo(function MessageRow({
  item,
  isLatestOwn,
  isTarget,
}: MessageRowProps): ReactNode {
  const { t, i18n } = useTranslation();
  const bodyId = useId();
  const engaged = useEngaged(item.key);
  const selected = useSelected(item.key);
  const { actions } = useTimelineScope();
  const editing = useEdited(item);
  const { View } = bodyKind(item.body);
  const pending = item.status !== null && item.status !== 'sent' && item.status !== 'not_sent';
  const time = formatTime(item.sentAtMs, i18n.language);
  return (
    <article
      className={clsx(
        styles.message,
        !item.continuation && styles.first,
        item.highlight && styles.mentioned,
        engaged.menuOpen && styles.held,
        editing && styles.editing,
        isTarget && styles.target,
        selected !== null && styles.choosing,
      )}
      aria-label={t('timeline.messageFrom', { name: item.sender.name, time })}
      aria-describedby={bodyId}
      tabIndex={-1}
      data-message={item.key}
      data-target={isTarget || undefined}
      {...engaged.handlers}
    >
      <Aside item={item} />
      <div className={styles.body}>
        {!item.continuation && <Sender item={item} />}
        {isDoubtful(item) && <TrustLine item={item} />}
        {item.reply !== null && <Quote reply={item.reply} />}
        <div id={bodyId} className={clsx(pending && styles.pending)}>
          {item.hidden !== undefined && <HiddenLine {...item.hidden} />}
          {item.forwarded === true && <ForwardedLine />}
          <View item={item} body={item.body} />
        </div>
        {item.status !== null && <FailureLine item={item} />}
        {item.reactions.length > 0 && <Reactions item={item} />}
        {item.thread !== undefined && (
          <ThreadLine thread={item.thread} onOpen={() => actions.openThread(item)} />
        )}
      </div>
      {selected === null && <StatusMark item={item} isLatestOwn={isLatestOwn} />}
      {selected !== null && canSelect(item) && <SelectBox item={item} on={selected} />}
      {selected === null && (engaged.isEngaged || engaged.menuAt !== null) && (
        <Acts item={item} engaged={engaged} />
      )}
    </article>
  );
});
