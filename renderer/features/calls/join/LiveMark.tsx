// The mark of a room in the room list: the number of people in its group call, or that we are in a call with this person.
import { PhoneCall } from 'lucide-react';
import { useTranslation } from '#app/words';
import { useValue } from '#app/hooks';
import { Icon } from '#ui/marks/Icon';
import { useIsCalling } from '../context';
import styles from './LiveMark.module.css';

export function LiveMark({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const { value: calls } = useValue('liveGroupCalls', {});
  const call = calls?.find((one) => one.roomId === roomId);
  const calling = useIsCalling(roomId);
  if (call === undefined && !calling) return null;
  const label =
    call === undefined ? t('callPlace.running') : t('groupCalls.live', { count: call.people });
  return (
    <span role="img" aria-label={label} title={label} className={styles.mark}>
      <Icon icon={PhoneCall} size={12} />
      {call?.people}
    </span>
  );
}
