// Times of the clock by twelve hours or by 24: one setting of the account.
import type { i18n as I18n } from 'i18next';
import type { ReactNode } from 'react';
import { withTwelveHours } from '#ui/text/time';
import { useEngineCall, useSetting } from './hooks';
import { useTranslation, WordsProvider } from './words';

const settingName = 'clock';

export function useTwelveHours(): boolean {
  return useSetting(settingName) === '12';
}

export function useChooseClock(): (twelve: boolean) => void {
  const call = useEngineCall();
  return (twelve) => void call('setSetting', { name: settingName, value: twelve ? '12' : '24' });
}

// eslint-disable-next-line trellis/module-state -- a pure cache: the same texts in the same language
const clones = new WeakMap<I18n, I18n>();

function byTwelve(i18n: I18n): I18n {
  const known = clones.get(i18n);
  if (known !== undefined) return known;
  const made = i18n.cloneInstance({ lng: withTwelveHours(i18n.language) });
  clones.set(i18n, made);
  return made;
}

/** Writes all times below it as the account wishes. */
export function ClockProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const { i18n } = useTranslation();
  const isTwelve = useTwelveHours();
  return <WordsProvider i18n={isTwelve ? byTwelve(i18n) : i18n}>{children}</WordsProvider>;
}
