// The number of what is unread in an account: in the rail, and at the way back to the chats, where a narrow window hides the rail.
import clsx from 'clsx';
import { ArrowLeft } from 'lucide-react';
import type { AccountRow } from '#contract/shell';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { Badge } from '#ui/marks/Badge';
import { useAccount, useShellValue } from '../context';
import styles from './UnreadBadge.module.css';

export interface UnreadBadgeProps {
  readonly account: AccountRow | undefined;
  readonly className: string | undefined;
}

/** The mentions where there are some, else all that is unread; both in its words. */
export function UnreadBadge({ account, className }: UnreadBadgeProps) {
  const { t } = useTranslation();
  if (account === undefined || account.unread === 0) return null;
  const mentioned = account.highlights > 0;
  const unread = t('places.unread', { count: account.unread });
  return (
    <Badge
      bare
      className={className}
      kind={mentioned ? 'mention' : 'count'}
      count={mentioned ? account.highlights : account.unread}
      label={
        mentioned ? `${t('rooms.mentioned', { count: account.highlights })}, ${unread}` : unread
      }
    />
  );
}

export interface BackToChatsProps {
  readonly className: string | undefined;
  readonly onPress: () => void;
}

export function BackToChats({ className, onPress }: BackToChatsProps) {
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
    </span>
  );
}
