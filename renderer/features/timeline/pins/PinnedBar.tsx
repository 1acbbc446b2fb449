// One line above the timeline with a pinned message of the room. Each press goes to that message, and then the line shows the one pinned
// before it.
import { List, Pin } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useList } from '#app/hooks';
import { messageShown } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { later } from '#app/later';
import { PinnedLine } from './PinnedLine';
import styles from './Pins.module.css';

const PinnedDialog = later(async () => (await import('./PinnedDialog')).PinnedDialog);

export function PinnedBar({ roomId }: { readonly roomId: string }): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { items } = useList('pinned', { roomId });
  const [turn, setTurn] = useState<string | null>(null);
  const [listed, setListed] = useState(false);
  const index = Math.max(
    0,
    items.findIndex(({ eventId }) => eventId === turn),
  );
  const pin = items[index];
  const close = (): void => setListed(false);
  if (pin === undefined) return null;
  const { eventId } = pin;
  const go = (): void => {
    dispatch(messageShown({ roomId, eventId }));
    setTurn(items[(index + 1) % items.length]?.eventId ?? null);
  };
  const place = { number: index + 1, count: items.length };
  return (
    <section className={styles.bar} aria-label={t('timeline.pins.bar')}>
      <button type="button" className={styles.go} onClick={go}>
        <Icon icon={Pin} size={16} />
        {items.length > 1 && (
          <span
            className={styles.number}
            aria-label={t('timeline.pins.numberSpoken', place)}
            role="img"
          >
            {t('timeline.pins.number', place)}
          </span>
        )}
        <PinnedLine pin={pin} />
      </button>
      <IconButton
        label={t('timeline.pins.all')}
        icon={List}
        size="s"
        onPress={() => setListed(true)}
      />
      {listed && <PinnedDialog roomId={roomId} onClose={close} />}
    </section>
  );
}
