// A live location in the timeline: the sender's last place and its time, and when it ends, or that it has ended. Loads no map.
import { MapPin, MapPinOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import locations from '#contract/locales/locations.en.json';
import type { LiveLocation } from '#contract/areas/messages/locations';
import { addWords } from '#app/i18n';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { formatListTime } from '#ui/text/time';
import styles from './Locations.module.css';
import { MoveDialog } from './MoveDialog';
import { useStop } from './useStop';

addWords(locations);

export interface LiveCardProps {
  readonly roomId: string;
  readonly live: LiveLocation;
  /** The name of the person who shares, isolated from the text direction of the sentence. */
  readonly actor: string;
  /** The sender's description; empty: none. */
  readonly text: string;
  /** Opens the place in the browser. */
  readonly onOpen: (place: { readonly latitude: number; readonly longitude: number }) => void;
  readonly onCopy: (text: string) => void;
}

const minuteMs = 60_000;

/** The age of a place, in the largest unit with a value of at least one. */
function ageOf(ms: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes === 0) return format.format(0, 'second');
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}

export function LiveCard({ roomId, live, actor, text, onOpen, onCopy }: LiveCardProps): ReactNode {
  const { t, i18n } = useTranslation();
  const now = useNow(10_000);
  const [moving, setMoving] = useState(false);
  const { pending, stop } = useStop();
  const { position, endMs, stopped, mine, eventId, unreadable } = live;
  const over = stopped || now > endMs;
  const age = position === null ? null : ageOf(now - position.atMs, i18n.language);
  const until = formatListTime(endMs, now, i18n.language);
  return (
    <span className={styles.card}>
      <Icon icon={over ? MapPinOff : MapPin} />
      <span className={styles.body}>
        <span className={styles.title}>
          {/* The name is shown above already; this text is for screen readers. */}
          <span className={styles.spoken}>
            {over
              ? t('locations.ended', { actor })
              : `${t('locations.shares', { actor })} ${t('locations.until', { time: until })}`}
          </span>
          <span aria-hidden="true">
            {over ? t('locations.cardEnded') : t('locations.card', { time: until })}
          </span>
        </span>
        {text !== '' && <span dir="auto">{text}</span>}
        {position === null ? (
          <span className={styles.quiet}>{t('locations.waiting')}</span>
        ) : (
          <span className={styles.quiet}>
            <bdi>{`${position.latitude}, ${position.longitude}`}</bdi>
            <span aria-hidden="true">·</span>
            <span>{t('locations.updated', { time: age })}</span>
          </span>
        )}
        {unreadable > 0 && (
          <span className={styles.quiet}>{t('locations.unreadable', { count: unreadable })}</span>
        )}
        {position !== null && (
          <span className={styles.links}>
            <Button variant="text" size="s" onPress={() => onOpen(position)}>
              {t('locations.openMap')}
            </Button>
            <Button
              variant="text"
              size="s"
              onPress={() => onCopy(`${position.latitude}, ${position.longitude}`)}
            >
              {t('locations.copy')}
            </Button>
          </span>
        )}
        {mine && !over && (
          <span className={styles.acts}>
            <Button size="s" onPress={() => setMoving(true)}>
              {t('locations.move')}
            </Button>
            <Button size="s" pending={pending} onPress={() => stop(roomId, endMs)}>
              {t('locations.stop')}
            </Button>
          </span>
        )}
      </span>
      {moving && <MoveDialog {...{ roomId, eventId }} onClose={() => setMoving(false)} />}
    </span>
  );
}
