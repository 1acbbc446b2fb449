// The words of making an account come with the screens that say them, not with the window's entry.
import { useTranslation } from '#app/words';
import register from '#contract/locales/register.en.json';

/** Must run before the first text of `register` or `forgotten` is rendered. */
export function useAccountWords(): void {
  const { i18n } = useTranslation();
  if (!i18n.exists('register.title'))
    i18n.addResourceBundle('en', 'translation', register, true, true);
}
