// A notification as a row: who, where, what the message says now, and whether it was read; a press goes to it.
import type { TFunction } from 'i18next';
import clsx from 'clsx';
import { MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { NotifiedMessage } from '#contract/areas/notifications';
import { departureAndReason } from '#app/departureWords';
import { MediaAvatar } from '#app/MediaAvatar';
import { openPanel } from '#app/places/openPanel';
import { directoryOpened, fileRevealed } from '#app/places/filesPlace';
import { messageShown, placeOpened, roomOpened } from '#app/places/navigation';
import { RequestButtons } from '../people';
import { useAppDispatch } from '#app/store';
import { WarningMark } from '#app/TrustMark';
import { Button } from '#ui/controls/Button';
import { Badge } from '#ui/marks/Badge';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { formatFull, formatTime } from '#ui/text/time';
import { previewWords } from '../timeline';
import styles from './Notified.module.css';

const stateWords = {
  deleted: 'notified.deleted',
  invited: 'notified.invited',
  asking: 'notified.asking',
  moved: 'notified.moved',
  other: 'notified.other',
  room_gone: 'notified.roomGone',
} as const;

/** The same of a shared folder. */
const folderWords = {
  ...stateWords,
  invited: 'notified.invitedFolder',
  other: 'notified.otherFolder',
  room_gone: 'notified.roomGoneFolder',
} as const;

/** The row names the person and the room already. */
const theirActs = {
  removed: 'notified.departed.removed',
  banned: 'notified.departed.banned',
  unbanned: 'notified.departed.unbanned',
  withdrawn: 'notified.departed.withdrawn',
  refused: 'notified.departed.refused',
} as const;

/** How this account came out of the room; in a few words where the person of the row did it. */
function departed(t: TFunction, item: NotifiedMessage, room: string): string | undefined {
  const { departure, sender } = item;
  if (departure === undefined) return undefined;
  const { how, by, deleted, reason } = departure;
  const isTheirs = by !== null && by.userId === sender?.userId && deleted !== true;
  const key = isTheirs && how in theirActs ? theirActs[how as keyof typeof theirActs] : undefined;
  if (key === undefined) return departureAndReason(t, room, departure);
  return reason === undefined ? t(key) : `${t(key)}: ${reason}`;
}

export interface NotifiedRowProps {
  readonly item: NotifiedMessage;
  /** Further files of its folder, that have no rows of their own. */
  readonly files: number;
}

/** Whether there is no page of it that could be opened. */
export const isLost = ({ state, departure, folder }: NotifiedMessage): boolean =>
  state === 'room_gone' && !(departure !== undefined && (folder || departure.listed));

/** The person, else the room; of a room that nothing is known of there are no initials. */
function Picture({ item, room }: { readonly item: NotifiedMessage; readonly room: string }) {
  const { sender, roomId, roomName } = item;
  if (sender !== null)
    return <MediaAvatar id={sender.userId} name={sender.name} avatar={sender.avatar} size={36} />;
  if (roomName !== null) return <MediaAvatar id={roomId} name={room} avatar={null} size={36} />;
  return (
    <span className={styles.noFace}>
      <Icon icon={MessageSquare} size={20} />
    </span>
  );
}

export function NotifiedRow({ item, files }: NotifiedRowProps): ReactNode {
  const { t, i18n } = useTranslation();
  const dispatch = useAppDispatch();
  const {
    sender,
    roomName,
    address,
    direct,
    folder,
    sentAtMs,
    preview,
    state,
    read,
    mention,
    requests,
  } = item;
  const said = preview === null ? item.reason : previewWords(t, preview);
  const words =
    said !== undefined && files > 0
      ? t('notified.moreFiles', { name: isolate(said), count: files })
      : said;
  const trust = preview?.trust ?? 'ok';
  const room = roomName ?? t('notified.unknownRoom');
  const { roomId, eventId } = item;
  /** An invitation into a chat of two may not say that it is one; the chat is named after the person all the same. */
  const isTheirs = direct || (sender?.name === room && address === undefined);
  const others = (requests?.count ?? 1) - 1;
  // A message that still has its words leaves that to the row of the removal.
  const told = preview === null ? departed(t, item, room) : undefined;
  const who =
    sender !== null && others > 0
      ? t('notified.askIn', { name: isolate(sender.name), count: others })
      : sender?.name;
  const onOpen = (): void => {
    if (!folder)
      return void dispatch(
        state === 'invited' || state === 'asking' || state === 'room_gone'
          ? roomOpened(roomId)
          : messageShown({ roomId, eventId }),
      );
    dispatch(
      state === 'here' && files === 0
        ? fileRevealed({ roomId, entryId: eventId })
        : directoryOpened(roomId),
    );
    dispatch(placeOpened('files'));
  };
  return (
    <>
      <button type="button" className={styles.row} disabled={isLost(item)} onClick={onOpen}>
        <Picture {...{ item, room }} />
        <span className={styles.words}>
          <span className={styles.first}>
            {who !== undefined && (
              <Name cut className={clsx(styles.name, !read && styles.new)}>
                {who}
              </Name>
            )}
            {sender?.ambiguous === true && (
              <Name cut className={styles.address}>
                {sender.userId}
              </Name>
            )}
            <WarningMark trust={trust} size={12} />
            {/* The name of a chat of two is the person's, which stands there already. */}
            {(sender === null || !isTheirs) && (
              <Name cut className={clsx(styles.room, sender === null && !read && styles.new)}>
                {sender === null ? room : t('notified.inRoom', { name: isolate(room) })}
              </Name>
            )}
            {address !== undefined && (sender === null || !isTheirs) && (
              <Name cut className={styles.address}>
                {address}
              </Name>
            )}
            {mention && <span className={styles.mention}>{t('notified.mention')}</span>}
            {!read && (
              <Badge
                kind="dot"
                className={clsx(styles.dot, mention && styles.mentioned)}
                label={t('notified.unread')}
              />
            )}
            {/* The day stands in the heading above. */}
            <time
              className={styles.time}
              dateTime={new Date(sentAtMs).toISOString()}
              title={formatFull(sentAtMs, i18n.language)}
            >
              {formatTime(sentAtMs, i18n.language)}
            </time>
          </span>
          {words !== undefined && (
            <span className={styles.text}>
              <bdi>{words}</bdi>
            </span>
          )}
          {state !== 'here' && others === 0 && (
            <span className={styles.state}>
              {told ?? t((folder ? folderWords : stateWords)[state])}
            </span>
          )}
        </span>
      </button>
      {requests !== undefined && sender !== null && (
        <div className={clsx(styles.answers, others > 0 && styles.beneath)}>
          {requests.count > 1 ? (
            <Button size="s" onPress={() => openPanel(dispatch, roomId, 'members')}>
              {t('notified.showAsking')}
            </Button>
          ) : (
            <RequestButtons {...requests} {...{ roomId }} person={sender} listed />
          )}
        </div>
      )}
    </>
  );
}
