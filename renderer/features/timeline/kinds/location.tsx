// The kind of a location: the sender's description, the coordinates, and a link to a map in the browser. Must not load a map itself: the
// map server would learn where people are.
import { MapPin } from 'lucide-react';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { useTimelineScope } from '../context';
import { OpenLink } from '../html/Link';
import styles from '../rows/Body.module.css';
import { textHeight, type BodyKind, type BodyOf, type BodyProps } from './kind';
import { LongText } from './Words';

type Location = BodyOf<'location'>;

const zoom = 16;

const coordinates = ({ latitude, longitude }: Location): string => `${latitude}, ${longitude}`;

export const mapUrl = ({ latitude, longitude }: Pick<Location, 'latitude' | 'longitude'>): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`;

function LocationView({ item, body }: BodyProps<Location>): ReactNode {
  const { t, i18n } = useTranslation();
  const { actions } = useTimelineScope();
  const open = useContext(OpenLink);
  const metres = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'meter',
    maximumFractionDigits: 0,
  });
  return (
    <div className={styles.place}>
      <Icon icon={MapPin} />
      <div>
        <LongText itemKey={item.key} text={body.text}>
          <div dir="auto">{body.text === '' ? t('timeline.preview.location') : body.text}</div>
        </LongText>
        <p className={styles.quiet}>
          <bdi>{coordinates(body)}</bdi>
          {body.uncertaintyM !== null && <span aria-hidden="true">·</span>}
          {body.uncertaintyM !== null && (
            <span>
              {t('timeline.location.within', { distance: metres.format(body.uncertaintyM) })}
            </span>
          )}
        </p>
        <div className={styles.placeActs}>
          <Button variant="text" size="s" onPress={() => open(mapUrl(body))}>
            {t('timeline.location.open')}
          </Button>
          <Button variant="text" size="s" onPress={() => actions.copy(coordinates(body))}>
            {t('timeline.location.copy')}
          </Button>
        </div>
      </div>
    </div>
  );
}

const frameHeightPx = 76;

export const location: BodyKind<Location> = {
  View: LocationView,
  estimateHeight: ({ text }) => frameHeightPx + Math.max(20, textHeight(text)),
  words: ({ text }, t) => (text === '' ? t('timeline.preview.location') : text),
};
