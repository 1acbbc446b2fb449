// The kind of a location: its estimated height and its one-line text. Its card is loaded with the first location.
import { later } from '#app/later';
import { textHeight, type BodyKind, type BodyOf } from './kind';

type Location = BodyOf<'location'>;

const LocationCard = later(async () => (await import('./LocationCard')).LocationCard);

/** The margins and the padding of the card; its sign is as high as two lines. */
const frameHeightPx = 24;
const signHeightPx = 40;
const degreesHeightPx = 16;

export const location: BodyKind<Location> = {
  View: (props) => <LocationCard {...props} />,
  estimateHeight: ({ text }) =>
    frameHeightPx + Math.max(signHeightPx, textHeight(text) + degreesHeightPx),
  words: ({ text }, t) => (text === '' ? t('timeline.preview.location') : text),
};
