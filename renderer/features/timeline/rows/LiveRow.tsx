// The row of a live location: a person's own message, whose event is state of the room. It is linked to like any other; answers, reactions
// and copies of it are not offered, because other clients show none on state.
import clsx from 'clsx';
import { CodeXml, Ellipsis, Link2, User } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { MediaAvatar } from '#app/MediaAvatar';
import { IconButton } from '#ui/controls/IconButton';
import { inGroups, MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { avatarColour } from '#ui/styles/colour';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { formatFull, formatTime } from '#ui/text/time';
import { useTimelineScope } from '../context';
import type { Notice } from '../kinds/kind';
import { noticeKind } from '../kinds/registry';
import { RowMenu } from './MessageRow';
import { useBarPlace } from './useBarPlace';
import { useEngaged, type Engaged } from './useEngaged';
import bars from './ActionBar.module.css';
import styles from './MessageRow.module.css';

/** A room that is only looked at offers none of them, as for its messages. */
function useLiveEntries({ eventId, actor }: Notice): MenuEntry[] {
  const { actions, peek } = useTimelineScope();
  const { t } = useTranslation();
  if (peek === true || eventId === null) return [];
  return inGroups(
    [
      {
        id: 'copyLink',
        label: t('timeline.action.copyLink'),
        icon: Link2,
        onAction: () => actions.copyLink({ eventId }),
      },
    ],
    [
      {
        id: 'source',
        label: t('timeline.action.source'),
        icon: CodeXml,
        onAction: () => actions.source({ eventId }),
      },
      {
        id: 'person',
        label: t('members.about', { name: isolate(actor.name) }),
        icon: User,
        onAction: () => actions.person(actor.userId),
      },
    ],
  );
}

function LiveActs({ item, engaged }: { readonly item: Notice; readonly engaged: Engaged }) {
  const entries = useLiveEntries(item);
  if (entries.length === 0) return null;
  return (
    <>
      {engaged.isEngaged && <LiveBar entries={entries} onMenu={engaged.setMenuOpen} />}
      <RowMenu entries={entries} engaged={engaged} />
    </>
  );
}

interface LiveBarProps {
  readonly entries: readonly MenuEntry[];
  readonly onMenu: (open: boolean) => void;
}

function LiveBar({ entries, onMenu }: LiveBarProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  useBarPlace(bar);
  return (
    <div ref={bar} className={bars.bar} role="toolbar" aria-label={t('timeline.actions')}>
      <MenuButton label={t('timeline.action.more')} entries={entries} onOpenChange={onMenu}>
        <IconButton label={t('timeline.action.more')} icon={Ellipsis} size="bar" />
      </MenuButton>
    </div>
  );
}

export function LiveRow({ item }: { readonly item: Notice }): ReactNode {
  const { t, i18n } = useTranslation();
  const engaged = useEngaged(item.key);
  const bodyId = useId();
  const { View } = noticeKind(item);
  const { userId, name, avatar } = item.actor;
  const time = formatTime(item.sentAtMs, i18n.language);
  return (
    <article
      className={clsx(styles.message, styles.first, engaged.menuOpen && styles.held)}
      aria-label={t('timeline.messageFrom', { name, time })}
      aria-describedby={bodyId}
      tabIndex={-1}
      data-message={item.key}
      {...engaged.handlers}
    >
      <MediaAvatar id={userId} name={name} avatar={avatar} className={styles.avatar} />
      <div className={styles.body}>
        <div className={styles.who}>
          <Name className={clsx(styles.name, styles[`c${avatarColour(userId)}`])} cut>
            {name}
          </Name>
          <time title={formatFull(item.sentAtMs, i18n.language)}>{time}</time>
        </div>
        <div id={bodyId}>
          <View item={item} />
        </div>
      </div>
      {(engaged.isEngaged || engaged.menuAt !== null) && <LiveActs item={item} engaged={engaged} />}
    </article>
  );
}
