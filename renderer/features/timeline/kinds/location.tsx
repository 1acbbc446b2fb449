// The kind of a location: its estimated height and its one-line text. Its card is loaded with the first location.
import { later } from '#app/later';
import { textHeight, type BodyKind, type BodyOf } from './kind';

type Location = BodyOf<'location'>;

const LocationCard = later(async () => (await import('./LocationCard')).LocationCard);

const frameHeightPx = 76;

export const location: BodyKind<Location> = {
  View: (props) => <LocationCard {...props} />,
  estimateHeight: ({ text }) => frameHeightPx + Math.max(20, textHeight(text)),
  words: ({ text }, t) => (text === '' ? t('timeline.preview.location') : text),
};
