// A pasted text that the field would cut: it becomes a file of the message. Loaded with the first one.
import type { TFunction } from 'i18next';
import { addWords } from '#app/i18n';
import writing from '#contract/locales/writing.en.json';
import type { Toasts } from '#ui/overlays/Toasts';

addWords(writing);

/** `onFiles` null: the message that is edited takes no file, and its text stays as it is. */
export function pasteLong(
  text: string,
  { show }: Toasts,
  t: TFunction,
  onFiles: ((files: readonly File[]) => void) | null,
): void {
  if (onFiles === null) return show({ text: t('writing.longEdit'), tone: 'danger' });
  onFiles([new File([text], t('writing.longName'), { type: 'text/plain' })]);
  show({ text: t('writing.longFile') });
}
