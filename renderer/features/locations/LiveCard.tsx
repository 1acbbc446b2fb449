// A live location in the timeline: the sender's last place and its time, and when it ends, or that it has ended.
import { useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { LiveLocation } from '#contract/areas/messages/locations';
import { useList } from '#app/hooks';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { formatListTime } from '#ui/text/time';
import styles from './Locations.module.css';
import { MoveDialog } from './MoveDialog';
import { PlaceCard, type Place } from './PlaceCard';
import { useStop } from './useStop';

export interface LiveCardProps {
  readonly roomId: string;
  readonly live: LiveLocation;
  /** The name of the person who shares, isolated from the text direction of the sentence. */
  readonly actor: string;
  /** The sender's description; empty: none. */
  readonly text: string;
  /** Opens the place in the browser. */
  readonly onOpen: (place: Place) => void;
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
  const { items: own } = useList('liveLocations', mine && !over ? { roomId: null } : null);
  const stopping = own.some((share) => share.eventId === eventId && share.stopping === true);
  const age = position === null ? null : ageOf(now - position.atMs, i18n.language);
  const until = formatListTime(endMs, now, i18n.language);
  return (
    <>
      <PlaceCard
        place={position}
        title={
          <>
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
            {text !== '' && (
              <span className={styles.words} dir="auto">
                {text}
              </span>
            )}
          </>
        }
        more={t('locations.updated', { time: age })}
        {...{ over, onOpen, onCopy }}
      >
        {unreadable > 0 && (
          <span className={styles.quiet}>{t('locations.unreadable', { count: unreadable })}</span>
        )}
        {mine && !over && stopping && !pending && (
          <span role="status" className={styles.quiet}>
            {t('locations.cardStopping')}
          </span>
        )}
        {mine && !over && (!stopping || pending) && (
          <span className={styles.acts}>
            <Button size="s" isDisabled={pending} onPress={() => setMoving(true)}>
              {t('locations.move')}
            </Button>
            <Button size="s" pending={pending} onPress={() => stop(roomId, endMs)}>
              {t('locations.stop')}
            </Button>
          </span>
        )}
      </PlaceCard>
      {moving && !over && !stopping && (
        <MoveDialog {...{ roomId, eventId }} onClose={() => setMoving(false)} />
      )}
    </>
  );
}
