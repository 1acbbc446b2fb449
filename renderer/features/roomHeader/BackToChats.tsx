// The way back to the list of chats, with the news of the account: a narrow window hides the rail, which has them elsewhere.
import clsx from 'clsx';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from '#app/words';
import { useAccount, useShellValue } from '#app/context';
import { CallSign, UnreadBadge, useCallsElsewhere } from '#app/places/UnreadBadge';
import { IconButton } from '#ui/controls/IconButton';
import styles from './BackToChats.module.css';

export interface BackToChatsProps {
  readonly roomId: string;
  readonly className: string | undefined;
  readonly onPress: () => void;
}

/** The arrow has one mark only: the number of what is unread, else the sign of a call. */
export function BackToChats({ roomId, className, onPress }: BackToChatsProps) {
  const { t } = useTranslation();
  const { accountId } = useAccount();
  const rows = useShellValue('accounts')?.accounts ?? [];
  const account = rows.find((row) => row.accountId === accountId);
  const calls = useCallsElsewhere(roomId);
  const isCalling = calls !== null && (account?.unread ?? 0) === 0;
  return (
    <span className={clsx(styles.back, className)}>
      <IconButton label={t('room.backToList')} icon={ArrowLeft} directional onPress={onPress} />
      <UnreadBadge account={account} besides={calls} className={styles.badge} />
      {isCalling && <CallSign label={calls} className={styles.beside} />}
    </span>
  );
}
