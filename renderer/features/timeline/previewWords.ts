// The line of a message that stands somewhere else than in its place.
import type { TFunction } from 'i18next';
import { voiceWords } from '#app/voiceWords';
import type { MessagePreview } from '#contract/areas/messageModels';

export function previewWords(t: TFunction, { kind, text, durationMs }: MessagePreview): string {
  if (kind === 'voice') return voiceWords(t, durationMs ?? null);
  // Its text is the library's, for details.
  if (kind === 'undecryptable') return t('timeline.preview.undecryptable');
  return text || t(`timeline.preview.${kind}`);
}
