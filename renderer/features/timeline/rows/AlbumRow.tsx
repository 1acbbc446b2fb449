// Pictures that were sent together, in a grid below one name. Each of them is a message with its own focus, acts, reactions, thread and
// marks.
import clsx from 'clsx';
import { Play } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Icon } from '#ui/marks/Icon';
import { formatDuration, formatTime } from '#ui/text/time';
import { columnsOf, isDeleted, widerOf, type Album } from '../albums';
import { useTimelineScope } from '../context';
import type { Media, Message } from '../context';
import { useEdited } from '../editing';
import { bodyKind } from '../kinds/registry';
import { Words } from '../kinds/Words';
import { Picture } from '../media/Picture';
import { SelectBox, canSelect, useSelected } from '../select/selecting';
import { ThreadLine } from '../threads/ThreadLine';
import styles from './AlbumRow.module.css';
import { FailureLine } from './marks/FailureLine';
import { Acts, Aside, Sender } from './MessageRow';
import rowStyles from './MessageRow.module.css';
import { Quote } from './Quote';
import { Reactions } from './Reactions';
import { StatusMark } from './marks/StatusMark';
import { isDoubtful, TrustLine } from './marks/doubtful';
import { useEngaged } from './useEngaged';

/** The thumbnail of a video with a play icon; the video plays in the viewer. */
function Film({ media }: { readonly media: Media }): ReactNode {
  const { t } = useTranslation();
  const { actions } = useTimelineScope();
  const { durationMs, fileName, thumbnail } = media;
  return (
    <>
      {thumbnail === null ? (
        <button
          type="button"
          className={styles.dark}
          aria-label={t('timeline.viewFile', { name: fileName })}
          onClick={() => actions.view(media)}
        />
      ) : (
        <Picture media={media} cover />
      )}
      <span className={styles.play} aria-hidden>
        <Icon icon={Play} />
        {durationMs !== null && formatDuration(durationMs)}
      </span>
    </>
  );
}

/** A deleted picture keeps its square, so that the others do not move. */
function Square({ item }: { readonly item: Message }): ReactNode {
  const { body } = item;
  if (body.type === 'image') return <Picture media={body.media} cover />;
  if (body.type === 'video') return <Film media={body.media} />;
  const { View } = bodyKind(body);
  return (
    <div className={styles.deleted}>
      <View item={item} body={body} />
    </div>
  );
}

interface TileProps {
  readonly item: Message;
  readonly isLast: boolean;
}

interface TilePlace {
  /** The square is one of two in a row, while other rows have three. */
  readonly isWide: boolean;
}

const isPending = ({ status }: Message): boolean => status !== null && status !== 'sent';

/** The send status or the readers of one picture. Those of the last picture are beside the row, as with any message, once it was sent. */
function TileMark({ item, isLast }: TileProps): ReactNode {
  if (!isPending(item) && (isLast || item.readBy.length === 0)) return null;
  return (
    <div className={styles.mark}>
      <StatusMark item={{ ...item, trust: 'ok' }} isLatestOwn={false} />
    </div>
  );
}

function Tile({ item, isLast, isWide }: TileProps & TilePlace): ReactNode {
  const { t, i18n } = useTranslation();
  const pictureId = useId();
  const engaged = useEngaged(item.key);
  const selected = useSelected(item.key);
  const editing = useEdited(item);
  const { sender, sentAtMs, reactions } = item;
  return (
    <article
      className={clsx(styles.tile, isWide && styles.wide, editing && styles.editing)}
      aria-label={t('timeline.messageFrom', {
        name: sender.name,
        time: formatTime(sentAtMs, i18n.language),
      })}
      aria-describedby={pictureId}
      tabIndex={-1}
      data-message={item.key}
      {...engaged.handlers}
    >
      <div id={pictureId} className={styles.picture}>
        <Square item={item} />
        {selected === null && <TileMark item={item} isLast={isLast} />}
      </div>
      {reactions.length > 0 && <Reactions item={item} />}
      {selected !== null && canSelect(item) && <SelectBox item={item} on={selected} />}
      {selected === null && (engaged.isEngaged || engaged.menuAt !== null) && (
        <Acts item={item} engaged={engaged} />
      )}
    </article>
  );
}

interface AlbumRowProps {
  readonly album: Album;
  readonly isLatestOwn: boolean;
  /** Whether the reader has just been taken to this row. */
  readonly isTarget: boolean;
}

export function AlbumRow({ album, isLatestOwn, isTarget }: AlbumRowProps): ReactNode {
  const { t } = useTranslation();
  const { actions } = useTimelineScope();
  const { messages } = album;
  const [first, last] = [messages[0], messages.at(-1)];
  if (first === undefined || last === undefined) return null;
  const caption = 'caption' in first.body ? first.body.caption : null;
  // The words below the name are about all of them.
  const shownLast: Message = isDoubtful(first) ? { ...last, trust: 'ok' } : last;
  const wider = widerOf(messages.length);
  return (
    <div
      role="group"
      aria-label={t('timeline.files', { count: messages.filter((one) => !isDeleted(one)).length })}
      className={clsx(
        rowStyles.message,
        !first.continuation && rowStyles.first,
        first.highlight && rowStyles.mentioned,
        isTarget && rowStyles.target,
      )}
    >
      <Aside item={first} />
      <div className={rowStyles.body}>
        {!first.continuation && <Sender item={first} />}
        {isDoubtful(first) && <TrustLine item={first} />}
        {first.reply !== null && <Quote reply={first.reply} />}
        <div className={clsx(styles.grid, columnsOf(messages.length) === 2 && styles.even)}>
          {messages.map((item, at) => (
            <Tile
              key={item.key}
              item={item}
              isLast={item === last}
              isWide={at >= messages.length - wider}
            />
          ))}
        </div>
        {caption !== null && <Words item={first} words={caption} />}
        {messages.map((item) => (
          <FailureLine key={item.key} item={item} />
        ))}
        {messages.map(
          (item) =>
            item.thread !== undefined && (
              <ThreadLine
                key={item.key}
                thread={item.thread}
                onOpen={() => actions.openThread(item)}
              />
            ),
        )}
      </div>
      {!isPending(last) && <StatusMark item={shownLast} isLatestOwn={isLatestOwn} />}
    </div>
  );
}
