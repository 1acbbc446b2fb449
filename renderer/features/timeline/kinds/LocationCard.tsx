// The card of a location: the sender's description, the coordinates, and a link to a map in the browser. Must not load a map itself: the
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
import type { BodyOf, BodyProps } from './kind';
import { mapUrl } from './mapUrl';
import { LongText } from './Words';

type Location = BodyOf<'location'>;

const coordinates = ({ latitude, longitude }: Location): string => `${latitude}, ${longitude}`;

export function LocationCard({ item, body }: BodyProps<Location>): ReactNode {
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
