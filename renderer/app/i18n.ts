// The window's language: texts from the contract's locale files, so that main and the window say the same words (D13).
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import callPlace from '#contract/locales/callPlace.en.json';
import calls from '#contract/locales/calls.en.json';
import devices from '#contract/locales/devices.en.json';
import en from '#contract/locales/en.json';
import files from '#contract/locales/files.en.json';
import groupCalls from '#contract/locales/groupCalls.en.json';
import notifications from '#contract/locales/notifications.en.json';
import palette from '#contract/locales/palette.en.json';
import polls from '#contract/locales/polls.en.json';
import search from '#contract/locales/search.en.json';
import threads from '#contract/locales/threads.en.json';
import timeline from '#contract/locales/timeline.en.json';
import verification from '#contract/locales/verification.en.json';

/** Words that came with screens which are fetched later. */
let later = {};
const made = new Set<i18n>();

/** Adds the words of a screen that is a chunk of its own, before it is drawn: a window that never opens it does not read them. */
export function addWords(words: object): void {
  later = { ...later, ...words };
  for (const one of made) one.addResourceBundle('en', 'translation', words, true);
}

/** Ready when it returns: the texts are part of the bundle. */
export function createI18n(language: string): i18n {
  const instance = createInstance();
  void instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: {
      en: {
        translation: {
          ...en,
          ...calls,
          ...callPlace,
          ...devices,
          ...files,
          ...groupCalls,
          ...notifications,
          ...palette,
          ...polls,
          ...search,
          ...threads,
          ...timeline,
          ...verification,
          ...later,
        },
      },
    },
    initAsync: false,
    // React escapes already.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  made.add(instance);
  return instance;
}
