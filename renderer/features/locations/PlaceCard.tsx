// The card of a place, sent once or live: its name, where it is, and the ways to a map. It must not load a map itself: the map server would
// learn where people are.
import { Copy, ExternalLink, MapPin, MapPinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import locations from '#contract/locales/locations.en.json';
import { addWords } from '#app/i18n';
import { IconButton } from '#ui/controls/IconButton';
import { Icon } from '#ui/marks/Icon';
import styles from './Locations.module.css';

addWords(locations);

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface PlaceCardProps {
  /** Null: none has arrived yet. */
  readonly place: Place | null;
  /** Its name or state, and whatever its sender wrote. */
  readonly title: ReactNode;
  /** Stands behind the degrees. */
  readonly more?: string | undefined;
  /** The sender has stopped sharing. */
  readonly over?: boolean;
  readonly onOpen: (place: Place) => void;
  readonly onCopy: (text: string) => void;
  /** Further lines and buttons. */
  readonly children?: ReactNode;
}

export function PlaceCard(props: PlaceCardProps): ReactNode {
  const { place, title, more, over = false, onOpen, onCopy, children } = props;
  const { t } = useTranslation();
  const degrees = place === null ? null : `${place.latitude}, ${place.longitude}`;
  return (
    <span className={styles.card}>
      <span className={styles.sign}>
        <Icon icon={over ? MapPinOff : MapPin} size={20} />
      </span>
      <span className={styles.body}>
        {title}
        <span className={styles.quiet}>
          {degrees === null ? t('locations.waiting') : <bdi>{degrees}</bdi>}
          {degrees !== null && more !== undefined && <span className={styles.more}>{more}</span>}
        </span>
        {children}
      </span>
      {place !== null && degrees !== null && (
        <span className={styles.links}>
          <IconButton
            label={t('locations.copy')}
            icon={Copy}
            iconSize={16}
            onPress={() => onCopy(degrees)}
          />
          <IconButton
            label={t('locations.openMap')}
            icon={ExternalLink}
            iconSize={16}
            onPress={() => onOpen(place)}
          />
        </span>
      )}
    </span>
  );
}
