// One row of the room list, 56 px: avatar, name, marks of the exception, time, one line, one badge.
import clsx from 'clsx';
import { BellOff, CircleAlert, Ellipsis, LockOpen } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomRow } from '../../../preload/contract/models';
import { MediaAvatar } from '../../app/MediaAvatar';
import { Badge } from '../../ui/Badge';
import { Icon, type LucideIcon } from '../../ui/Icon';
import { Name } from '../../ui/Name';
import { LiveMark } from '../calls';
import { formatFull, formatListTime } from '../../ui/time';
import { previewLine, rowBadge } from './preview';
import styles from './RoomList.module.css';

export interface RoomRowViewProps {
  readonly row: RoomRow;
  readonly nowMs: number;
  readonly selected: boolean;
  /** Opens the menu at the ⋯ mark. */
  readonly onMenu: (row: RoomRow, at: { x: number; y: number }) => void;
}

export const RoomRowView = memo(function RoomRowView({
  row,
  nowMs,
  selected,
  onMenu,
}: RoomRowViewProps) {
  const { t, i18n } = useTranslation();
  const badge = rowBadge(t, row);
  const preview = previewLine(t, row, i18n.language);
  return (
    <div className={clsx(styles.row, selected && styles.selected, badge !== null && styles.unread)}>
      <MediaAvatar
        id={row.directUserId ?? row.roomId}
        name={row.name}
        avatar={row.avatar}
        size={36}
      />
      <div className={styles.words}>
        <div className={styles.first}>
          <Name cut className={styles.name}>
            {row.name}
          </Name>
          {!row.encrypted && row.membership === 'join' && row.section !== 'spaces' && (
            <Mark icon={LockOpen} label={t('rooms.notEncrypted')} />
          )}
          <LiveMark roomId={row.roomId} />
          {row.muted && <Mark icon={BellOff} label={t('rooms.muted')} />}
          {row.activityMs > 0 && (
            <time
              dateTime={new Date(row.activityMs).toISOString()}
              title={formatFull(row.activityMs, i18n.language)}
              className={styles.time}
            >
              {formatListTime(row.activityMs, nowMs, i18n.language)}
            </time>
          )}
        </div>
        <div className={styles.second}>
          <span className={styles.preview} dir="auto">
            {preview.lead !== null && <span className={styles.lead}>{preview.lead} </span>}
            {preview.text}
          </span>
          {row.unsent && <Mark icon={CircleAlert} label={t('rooms.unsent')} danger />}
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
        </div>
      </div>
    </div>
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
