// The header of the content pane: who or what this chat is, its lock, topic, people and menu.
import clsx from 'clsx';
import { Ellipsis, Files, Lock, LockOpen, MessagesSquare, Search, Users } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { later } from '#app/later';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { Bar } from '#ui/layout/Bar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { Badge } from '#ui/marks/Badge';
import { Name } from '#ui/text/Name';
import { Tooltip } from '#ui/controls/Tooltip';
import { ThreadNews } from '../threads';
import { BackToChats } from './BackToChats';
import { Verified } from './Verified';
import { PresenceLine } from './PresenceLine';
import styles from './RoomHeader.module.css';

const TopicDialog = later(async () => (await import('./TopicDialog')).TopicDialog);

/** The button of the people panel: it gets the focus back when the panel closes. */
export const peopleButtonId = 'room-people';
/** The same of the panel of files. */
export const filesButtonId = 'room-files';
/** The same of the panel of threads. */
export const threadsButtonId = 'room-threads';

export interface RoomHeaderBarProps {
  readonly room: RoomHeader;
  /** Words stand in for the name: they have no initials. */
  readonly nameless?: boolean;
  /** The number of people in a room that this account is not in; null: it is not told. */
  readonly people?: number | null;
  readonly entries: readonly MenuEntry[];
  readonly membersOpen: boolean;
  readonly filesOpen: boolean;
  readonly searchOpen: boolean;
  readonly threadsOpen: boolean;
  readonly onBack: () => void;
  /** Opens the full description of the room or person. Null: nothing more is known. */
  readonly onAbout: (() => void) | null;
  /** Asks for another topic. */
  readonly onTopic: () => void;
  readonly onMembers: () => void;
  readonly onFiles: () => void;
  readonly onThreads: () => void;
  readonly onSearch: () => void;
  readonly searchKeys: string;
  /** The buttons that call. */
  readonly calls?: ReactNode;
}

/** A chat of two whose other person has not come yet. */
const notHereYet = (room: RoomHeader): boolean =>
  room.membership === 'join' &&
  room.directUserId !== null &&
  room.joinedCount < 2 &&
  room.invitedCount > 0;

/** A chat of two whose other person is gone: it says nothing of them. */
const hasOther = (room: RoomHeader): boolean => room.joinedCount > 1 || room.invitedCount > 0;

type AboutProps = Pick<RoomHeaderBarProps, 'room' | 'onAbout' | 'onTopic'> & {
  readonly other: string | null;
};

/** The topic of a room, which opens in full, or the presence of a person. */
function About({ room, other, onAbout, onTopic }: AboutProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { topic, blocked } = room;
  const isTopic = topic !== null && blocked === undefined;
  return (
    <>
      {isTopic ? (
        <button
          type="button"
          className={clsx(styles.about, styles.topic)}
          dir="auto"
          title={topic}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {topic}
        </button>
      ) : (
        // The name does the same for the keyboard.
        <span
          className={clsx(styles.topic, onAbout !== null && styles.more)}
          dir="auto"
          onClick={onAbout ?? undefined}
        >
          {blocked === undefined
            ? other !== null && <PresenceLine userId={other} />
            : t('ignoring.blocked')}
        </span>
      )}
      {open && isTopic && (
        <TopicDialog {...{ room, topic, onTopic }} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

export function RoomHeaderBar({
  room,
  nameless = false,
  people = null,
  entries,
  membersOpen,
  filesOpen,
  searchOpen,
  threadsOpen,
  onBack,
  onAbout,
  onTopic,
  onMembers,
  onFiles,
  onThreads,
  onSearch,
  searchKeys,
  calls = null,
}: RoomHeaderBarProps) {
  const { t } = useTranslation();
  const joined = room.membership === 'join';
  const other = joined && hasOther(room) ? room.directUserId : null;
  const { askingCount: asking = 0 } = room;
  const requests = asking > 0 ? `, ${t('rooms.requests', { count: asking })}` : '';
  // A narrow window has no room for its button.
  const search: MenuEntry[] =
    joined && !room.isSpace
      ? [{ id: 'search', label: t('room.search'), shortcut: searchKeys, onAction: onSearch }]
      : [];
  const lock = room.encrypted ? t('room.encrypted') : t('rooms.notEncrypted');
  return (
    <Bar className={styles.bar}>
      <BackToChats roomId={room.roomId} className={styles.back} onPress={onBack} />
      {!nameless && (
        <MediaAvatar
          id={room.directUserId ?? room.roomId}
          name={room.name}
          avatar={room.avatar}
          size={24}
          className={styles.picture}
        />
      )}
      <h1 className={styles.name}>
        {onAbout === null ? (
          <Name cut>{room.name}</Name>
        ) : (
          <button type="button" className={styles.about} title={t('room.about')} onClick={onAbout}>
            <Name cut>{room.name}</Name>
          </button>
        )}
      </h1>
      {room.address !== undefined && (
        <Name cut className={styles.address}>
          {room.address}
        </Name>
      )}
      {room.membership !== 'unknown' && !room.isSpace && (
        <span role="img" aria-label={lock} title={lock} className={styles.lock}>
          <Icon icon={room.encrypted ? Lock : LockOpen} size={12} />
        </span>
      )}
      {other !== null && <Verified userId={other} />}
      {notHereYet(room) ? (
        <span className={styles.waiting}>{t('room.notHereYet')}</span>
      ) : (
        <About {...{ room, other, onAbout, onTopic }} />
      )}
      {calls}
      {people !== null && (
        <span className={styles.peopleThere} title={t('room.members', { count: people })}>
          <Icon icon={Users} size={20} />
          <span aria-hidden className={styles.count}>
            {people}
          </span>
          <span className={styles.spoken}>{t('room.members', { count: people })}</span>
        </span>
      )}
      {joined && (
        <Tooltip label={t('members.title')}>
          <Button
            id={peopleButtonId}
            variant="quiet"
            aria-pressed={membersOpen}
            className={membersOpen ? styles.peopleOn : styles.people}
            onPress={onMembers}
          >
            <Icon icon={Users} size={20} />
            <span aria-hidden className={styles.count}>
              {room.joinedCount}
            </span>
            {asking > 0 && <Badge kind="count" count={asking} label="" />}
            {/* The name of the button: both numbers in words. */}
            <span className={styles.spoken}>
              {t('room.members', { count: room.joinedCount }) + requests}
            </span>
          </Button>
        </Tooltip>
      )}
      {joined && !room.isSpace && (
        <IconButton
          label={t('room.search')}
          icon={Search}
          on={searchOpen}
          aria-pressed={searchOpen}
          shortcut={searchKeys}
          className={styles.search}
          onPress={onSearch}
        />
      )}
      {joined && !room.isSpace && (
        <span className={styles.threads}>
          <IconButton
            id={threadsButtonId}
            label={t('threads.title')}
            icon={MessagesSquare}
            on={threadsOpen}
            aria-pressed={threadsOpen}
            aria-describedby={`${threadsButtonId}-news`}
            onPress={onThreads}
          />
          {room.unread > 0 && <ThreadNews roomId={room.roomId} id={`${threadsButtonId}-news`} />}
        </span>
      )}
      {joined && !room.isSpace && (
        <IconButton
          id={filesButtonId}
          label={t('room.files')}
          icon={Files}
          on={filesOpen}
          aria-pressed={filesOpen}
          onPress={onFiles}
        />
      )}
      <MenuButton label={t('room.menu')} entries={[...search, ...entries]}>
        <IconButton label={t('room.menu')} icon={Ellipsis} />
      </MenuButton>
    </Bar>
  );
}
