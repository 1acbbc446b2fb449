// The window's language: texts from the contract's locale files, so that main and the window say the same words (D13).
import { createInstance, type i18n } from 'i18next';
import { interpolation } from '#contract/locales/interpolation';
import en from '#contract/locales/en.json';
import threads from '#contract/locales/threads.en.json';
import timeline from '#contract/locales/timeline.en.json';
import verification from '#contract/locales/verification.en.json';

/** Words that came with screens which are fetched later. */
// eslint-disable-next-line trellis/module-state -- constants of the chunks that were evaluated, as the module system keeps those
const later: object[] = [];
// eslint-disable-next-line trellis/module-state -- the instances that words of chunks are added to, whichever was made first
const made = new Set<i18n>();

const addTo = (instance: i18n, words: object): void =>
  void instance.addResourceBundle('en', 'translation', words, true);

/** Adds the words of a screen that is a chunk of its own, before it is drawn: a window that never opens it does not read them. */
export function addWords(words: object): void {
  later.push(words);
  for (const one of made) addTo(one, words);
}

// eslint-disable-next-line trellis/module-state -- a pure cache of a loaded chunk
let asked: Promise<void> | null = null;

/** The words of all that is not the first picture, added once; after a failure they are asked for again. */
export function laterWords(): Promise<void> {
  asked ??= import('./laterWords').then(
    ({ words }) => addWords(words),
    (thrown: unknown) => {
      asked = null;
      throw thrown;
    },
  );
  return asked;
}

/** Ready when it returns: the texts are part of the bundle. */
export function createI18n(language: string): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: 'en',
    resources: {
      en: {
        translation: {
          ...en,
          ...threads,
          ...timeline,
          ...verification,
        },
      },
    },
    initAsync: false,
    interpolation,
    returnNull: false,
  });
  made.add(instance);
  for (const words of later) addTo(instance, words);
  return instance;
}
