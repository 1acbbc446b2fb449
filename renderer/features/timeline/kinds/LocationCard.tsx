// The card of a location: the sender's description, the coordinates, and the ways to a map in the browser.
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { PlaceCard } from '../../locations';
import { useTimelineScope } from '../context';
import { OpenLink } from '../html/Link';
import styles from '../rows/Body.module.css';
import type { BodyOf, BodyProps } from './kind';
import { mapUrl } from './mapUrl';
import { LongText } from './Words';

type Location = BodyOf<'location'>;

export function LocationCard({ item, body }: BodyProps<Location>): ReactNode {
  const { t, i18n } = useTranslation();
  const { actions } = useTimelineScope();
  const open = useContext(OpenLink);
  const { uncertaintyM } = body;
  const metres = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'meter',
    maximumFractionDigits: 0,
  });
  const within =
    uncertaintyM === null
      ? undefined
      : t('timeline.location.within', { distance: metres.format(uncertaintyM) });
  return (
    <PlaceCard
      place={body}
      title={
        <LongText itemKey={item.key} text={body.text}>
          <div className={styles.placeName} dir="auto">
            {body.text === '' ? t('timeline.preview.location') : body.text}
          </div>
        </LongText>
      }
      more={within}
      onOpen={(place) => open(mapUrl(place))}
      onCopy={actions.copy}
    />
  );
}
