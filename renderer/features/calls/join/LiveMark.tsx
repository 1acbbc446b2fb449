// In the list of rooms: a call goes on there, and so many are in it.
import { PhoneCall } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useValue } from '#app/hooks';
import { Icon } from '#ui/Icon';
import styles from './LiveMark.module.css';

export function LiveMark({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const { value: calls } = useValue('liveGroupCalls', {});
  const call = calls?.find((one) => one.roomId === roomId);
  if (call === undefined) return null;
  const label = t('groupCalls.live', { count: call.people });
  return (
    <span role="img" aria-label={label} title={label} className={styles.mark}>
      <Icon icon={PhoneCall} size={12} />
      {call.people}
    </span>
  );
}
