// The texts of i18next for React. The language of a window never changes while it stands, so no part listens for that: react-i18next
// does, with eleven hooks in each of the hundreds of parts of a picture.
import type { i18n as I18n, TFunction } from 'i18next';
import { createContext, useContext, type ReactNode } from 'react';

interface Words {
  readonly t: TFunction;
  readonly i18n: I18n;
}

// eslint-disable-next-line trellis/module-state -- a pure cache: the texts of an instance are the same for all who ask
const ofInstances = new WeakMap<I18n, Words>();
const Context = createContext<Words | null>(null);

type Look = (...asked: readonly unknown[]) => unknown;

/** A text without values is looked up once. */
function wordsOf(i18n: I18n): Words {
  const before = ofInstances.get(i18n);
  if (before !== undefined) return before;
  const plain = new Map<string, unknown>();
  const look = i18n.getFixedT(null, 'translation') as unknown as Look;
  // Words that came with a screen may have been asked for too early.
  i18n.store.on('added', () => plain.clear());
  const t = (key: unknown, ...more: readonly unknown[]): unknown => {
    if (typeof key !== 'string' || more.length > 0) return look(key, ...more);
    const known = plain.get(key);
    if (known !== undefined) return known;
    const text = look(key);
    plain.set(key, text);
    return text;
  };
  const words = { t: t as unknown as TFunction, i18n };
  ofInstances.set(i18n, words);
  return words;
}

interface WordsProviderProps {
  readonly i18n: I18n;
  readonly children: ReactNode;
}

export const WordsProvider = ({ i18n, children }: WordsProviderProps): ReactNode => (
  <Context value={wordsOf(i18n)}>{children}</Context>
);

/** @throws outside a {@link WordsProvider} */
export function useTranslation(): Words {
  const words = useContext(Context);
  if (words === null) throw new Error('outside WordsProvider');
  return words;
}
