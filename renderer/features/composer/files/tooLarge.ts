// Says that files were left out because the server takes none so large.
import type { i18n as I18n } from 'i18next';
import type { useToasts } from '#ui/overlays/Toasts';
import { isolate } from '#ui/text/isolate';
import { formatSize } from '#ui/text/time';
import type { TooLarge } from './sendFiles';

export function tellTooLarge(
  toasts: Pick<ReturnType<typeof useToasts>, 'show'>,
  { t, language }: Pick<I18n, 't' | 'language'>,
  { files, limitBytes }: TooLarge,
): void {
  const size = formatSize(limitBytes, language);
  const said = { count: files.length, name: isolate(files[0]?.name ?? ''), size };
  toasts.show({ text: t('composer.tooLarge', said), tone: 'danger', stays: true });
}
