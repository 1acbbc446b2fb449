// One row of the room list: avatar, name, marks of the exception, time, one line, one badge. Compact: all but the line in one.
import clsx from 'clsx';
import {
  AtSign,
  BellOff,
  CircleAlert,
  Clock,
  Ellipsis,
  MessagesSquare,
  Pencil,
  UserPlus,
} from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from '#app/words';
import type { RoomRow } from '#contract/areas/rooms/roomsModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { TrustMark } from '#app/TrustMark';
import { Badge } from '#ui/marks/Badge';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { ListRow } from '#ui/lists/ListRow';
import { LiveMark } from '../calls';
import { doubtOf, previewLine, quietRequests, rowBadge } from './preview';
import styles from './RoomList.module.css';

export interface RoomRowViewProps {
  readonly row: RoomRow;
  readonly nowMs: number;
  readonly selected: boolean;
  readonly compact: boolean;
  /** Opens the menu at the ⋯ mark. */
  readonly onMenu: (row: RoomRow, at: { x: number; y: number }) => void;
}

export const RoomRowView = memo(function RoomRowView({
  row,
  nowMs,
  selected,
  compact,
  onMenu,
}: RoomRowViewProps) {
  const { t, i18n } = useTranslation();
  const badge = rowBadge(t, row);
  const preview = previewLine(t, row, i18n.language);
  const doubt = doubtOf(row);
  const requests = quietRequests(row);
  return (
    <ListRow
      picture={
        <MediaAvatar
          id={row.directUserId ?? row.roomId}
          name={row.name}
          avatar={row.avatar}
          size={compact ? 24 : 36}
        />
      }
      name={row.name}
      address={row.address}
      marks={
        <>
          <LiveMark roomId={row.roomId} />
          {row.muted && (
            <Mark
              icon={row.silent === true ? BellOff : AtSign}
              label={t(row.silent === true ? 'rooms.muted' : 'rooms.mentionsOnly')}
            />
          )}
        </>
      }
      timeMs={row.activityMs > 0 ? row.activityMs : null}
      nowMs={nowMs}
      language={i18n.language}
      selected={selected}
      unread={badge !== null}
      className={clsx(selected && styles.selected, badge !== null && styles.unread)}
    >
      {!compact && (
        <span className={styles.preview}>
          <TrustMark trust={doubt} size={12} className={styles.trust} />
          {/* The sender stands first in the direction of the app, but where name and words both run the other way. Each is cut at its own end. */}
          <span className={styles.said}>
            {preview.lead !== null && <bdi className={styles.lead}>{`${preview.lead} `}</bdi>}
            {preview.from !== null && (
              <span className={styles.from}>
                <bdi>{preview.from}</bdi>
                {t('rooms.says')}
              </span>
            )}
            <span className={styles.words} dir={preview.words ? 'auto' : undefined}>
              {preview.text}
            </span>
          </span>
        </span>
      )}
      {compact && row.preview.kind === 'draft' && (
        <Mark icon={Pencil} label={t('rooms.draftMark')} />
      )}
      {preview.waiting && <Mark icon={Clock} label={t('rooms.waiting')} />}
      {row.unsent && <Mark icon={CircleAlert} label={t('rooms.unsent')} danger />}
      {requests > 0 && <Mark icon={UserPlus} label={t('rooms.requests', { count: requests })} />}
      {row.inThreads === true && <Mark icon={MessagesSquare} label={t('rooms.inThreads')} />}
      {badge !== null && <Badge {...badge} className={styles.badge} />}
      {/* For the mouse; the keyboard has the menu key and Shift+F10. */}
      <span
        className={styles.more}
        title={t('app.more')}
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          const box = event.currentTarget.getBoundingClientRect();
          onMenu(row, { x: box.left, y: box.bottom });
        }}
      >
        <Icon icon={Ellipsis} />
      </span>
    </ListRow>
  );
});

function Mark({
  icon,
  label,
  danger = false,
}: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly danger?: boolean;
}) {
  return (
    <span role="img" aria-label={label} title={label} className={danger ? styles.bad : styles.mark}>
      <Icon icon={icon} size={danger ? 16 : 12} />
    </span>
  );
}
