// The news of an account: in the rail, and at the way back to the chats.
import clsx from 'clsx';
import { PhoneCall } from 'lucide-react';
import type { AccountRow } from '#contract/shell';
import { useTranslation } from '#app/words';
import { Badge } from '#ui/marks/Badge';
import { Icon } from '#ui/marks/Icon';
import { useValue } from '../hooks';
import styles from './UnreadBadge.module.css';

export interface UnreadBadgeProps {
  readonly account: AccountRow | undefined;
  readonly className: string | undefined;
  /** More news of the account, which only the words of the badge tell. */
  readonly besides?: string | null;
}

/** Counts all that is unread. News for this account alone give it the colour of a mention, not another number; its words say both. */
export function UnreadBadge({ account, className, besides = null }: UnreadBadgeProps) {
  const { t } = useTranslation();
  if (account === undefined || account.unread === 0) return null;
  const { unread, highlights } = account;
  const words = t('places.unread', { count: unread });
  const all = highlights > 0 ? `${t('places.forYou', { count: highlights })}, ${words}` : words;
  return (
    <Badge
      bare
      className={className}
      kind={highlights > 0 ? 'mention' : 'count'}
      count={unread}
      label={besides === null ? all : `${all} · ${besides}`}
    />
  );
}

/** The words for group calls that this account is not in; null: there is none beside that of the room in view. */
export function useCallsElsewhere(roomId?: string): string | null {
  const { t } = useTranslation();
  const { value = [] } = useValue('liveGroupCalls', {});
  const calls = value.filter((call) => call.news && call.roomId !== roomId);
  return calls.length === 0
    ? null
    : calls.map(({ people }) => t('groupCalls.live', { count: people })).join(' · ');
}

/** The sign that a room with a call has in the list. */
export function CallSign({
  label,
  className,
}: {
  readonly label: string;
  readonly className: string | undefined;
}) {
  return (
    <span role="img" aria-label={label} title={label} className={clsx(styles.call, className)}>
      <Icon icon={PhoneCall} size={12} />
    </span>
  );
}

/** Tells of group calls that this account is not in, with the sign that their rooms have in the list. */
export function CallElsewhere({ className }: { readonly className: string | undefined }) {
  const label = useCallsElsewhere();
  return label === null ? null : <CallSign label={label} className={className} />;
}
