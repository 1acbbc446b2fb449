// The texts of the operating system's side (D13): tray, menu, dialogs.
import { createInstance } from 'i18next';
import { interpolation } from '#contract/locales/interpolation';
import { mainTexts } from '#contract/locales/mainTexts';

export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/** `locale` as the system reports it, `de-AT`; texts without a translation are English. */
export async function openTexts(locale: string): Promise<Translate> {
  const instance = createInstance();
  const t = await instance.init({
    lng: locale,
    fallbackLng: 'en',
    resources: { en: { translation: mainTexts.en } },
    interpolation,
  });
  return (key, values = {}) => t(key, { ...values });
}
