// Messages that break the rules, and messages of an unknown type. Their card comes with the first one.
import { later } from '#app/later';
import { textHeight, type BodyKind, type BodyOf } from './kind';

type Unshown = BodyOf<'invalid' | 'unsupported'>;

const UnshownCard = later(async () => (await import('./UnshownCard')).UnshownCard);

export const unshown: BodyKind<Unshown> = {
  View: (props) => <UnshownCard {...props} />,
  estimateHeight: ({ text }) => textHeight('.') + textHeight(text),
  words: ({ text, type }, t) => (text === '' ? t(`timeline.${type}`) : text),
};
