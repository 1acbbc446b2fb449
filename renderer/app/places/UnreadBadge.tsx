// The news of an account: in the rail, and at the way back to the chats, where a narrow window hides the rail.
import clsx from 'clsx';
import { ArrowLeft, PhoneCall } from 'lucide-react';
import type { AccountRow } from '#contract/shell';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { Badge } from '#ui/marks/Badge';
import { Icon } from '#ui/marks/Icon';
import { useAccount, useShellValue } from '../context';
import { useValue } from '../hooks';
import styles from './UnreadBadge.module.css';

export interface UnreadBadgeProps {
  readonly account: AccountRow | undefined;
  readonly className: string | undefined;
}

/** Counts all that is unread. News for this account alone give it the colour of a mention, not another number; its words say both. */
export function UnreadBadge({ account, className }: UnreadBadgeProps) {
  const { t } = useTranslation();
  if (account === undefined || account.unread === 0) return null;
  const { unread, highlights } = account;
  const words = t('places.unread', { count: unread });
  return (
    <Badge
      bare
      className={className}
      kind={highlights > 0 ? 'mention' : 'count'}
      count={unread}
      label={highlights > 0 ? `${t('places.forYou', { count: highlights })}, ${words}` : words}
    />
  );
}

export interface CallElsewhereProps {
  /** The room in view, whose call is in sight. */
  readonly roomId?: string;
  readonly className: string | undefined;
}

/** Tells of group calls that this account is not in, with the sign that their rooms have in the list. */
export function CallElsewhere({ roomId, className }: CallElsewhereProps) {
  const { t } = useTranslation();
  const { value = [] } = useValue('liveGroupCalls', {});
  const calls = value.filter((call) => call.news && call.roomId !== roomId);
  if (calls.length === 0) return null;
  const label = calls.map(({ people }) => t('groupCalls.live', { count: people })).join(' · ');
  return (
    <span role="img" aria-label={label} title={label} className={clsx(styles.call, className)}>
      <Icon icon={PhoneCall} size={12} />
    </span>
  );
}

export interface BackToChatsProps {
  readonly roomId: string;
  readonly className: string | undefined;
  readonly onPress: () => void;
}

export function BackToChats({ roomId, className, onPress }: BackToChatsProps) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const rows = useShellValue('accounts')?.accounts ?? [];
  return (
    <span className={clsx(styles.back, className)}>
      <IconButton label={t('room.backToList')} icon={ArrowLeft} directional onPress={onPress} />
      <UnreadBadge
        account={rows.find((row) => row.accountId === accountId)}
        className={styles.badge}
      />
      <CallElsewhere roomId={roomId} className={styles.beside} />
    </span>
  );
}
