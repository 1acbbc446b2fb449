// A pasted text that the field would cut: it becomes a file of the message; and files that an edit cannot take. Loaded with the first one.
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

/** For files that are dropped or pasted: the buttons that choose some are not there meanwhile. */
export const refuseFiles = ({ show }: Toasts, t: TFunction): void =>
  show({ text: t('writing.filesEdit'), tone: 'danger' });
