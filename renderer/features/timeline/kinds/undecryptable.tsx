// A message that cannot be read. Its card comes with the first one.
import { later } from '#app/later';
import type { BodyKind, BodyOf } from './kind';

type Undecryptable = BodyOf<'undecryptable'>;

const UndecryptableCard = later(
  async () => (await import('./UndecryptableCard')).UndecryptableCard,
);

const cardHeightPx = 76;

export const undecryptable: BodyKind<Undecryptable> = {
  View: (props) => <UndecryptableCard {...props} />,
  estimateHeight: () => cardHeightPx,
  words: ({ text }) => text,
};
