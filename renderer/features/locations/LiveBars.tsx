// The bars of running live locations: the person's own in all rooms, with a stop button, also after a restart; those of others in their
// room.
import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import locations from '#contract/locales/locations.en.json';
import { useList } from '#app/hooks';
import { addWords } from '#app/i18n';
import { roomLinked } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { formatListTime } from '#ui/text/time';
import styles from './Locations.module.css';
import { useStop } from './useStop';

addWords(locations);

/** Opens the place in the timeline where the live location began. */
function useShow(): (roomId: string, eventId: string) => void {
  const dispatch = useAppDispatch();
  return (roomId, eventId) => dispatch(roomLinked({ roomId, alias: null, via: [], eventId }));
}

export function OwnLiveBar(): ReactNode {
  const { t, i18n } = useTranslation();
  const { items } = useList('liveLocations', { roomId: null });
  const now = useNow();
  const show = useShow();
  const { pending, stop } = useStop();
  if (items.length === 0) return null;
  return (
    <section aria-label={t('locations.ownBarLabel')}>
      {items.map(({ key, roomId, roomName, eventId, endMs, stopping = false }) => (
        <div key={key} className={styles.bar}>
          <Icon icon={MapPin} />
          <span className={styles.words}>
            {t(stopping && !pending ? 'locations.stopping' : 'locations.mineBar', {
              room: isolate(roomName),
              time: formatListTime(endMs, now, i18n.language),
            })}
          </span>
          <Button size="s" variant="text" onPress={() => show(roomId, eventId)}>
            {t('locations.show')}
          </Button>
          {(!stopping || pending) && (
            <Button size="s" pending={pending} onPress={() => stop(roomId, endMs)}>
              {t('locations.stop')}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

export function RoomLiveBar({ roomId }: { readonly roomId: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const { items } = useList('liveLocations', { roomId });
  const show = useShow();
  const others = items.filter(({ mine }) => !mine);
  const first = others[0];
  if (first === undefined) return null;
  const names = new Intl.ListFormat(i18n.language).format(
    others.slice(0, 3).map(({ person }) => isolate(person.name)),
  );
  return (
    <section aria-label={t('locations.barLabel')} className={styles.bar}>
      <Icon icon={MapPin} />
      <span className={styles.words}>
        {t('locations.othersBar', { names, count: others.length })}
      </span>
      <Button size="s" variant="text" onPress={() => show(roomId, first.eventId)}>
        {t('locations.show')}
      </Button>
    </section>
  );
}
