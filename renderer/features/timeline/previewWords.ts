// The line of a message that stands somewhere else than in its place.
import type { TFunction } from 'i18next';
import { voiceWords } from '#app/voiceWords';
import type { MessagePreview } from '#contract/areas/messages/previewModels';
import { isolate } from '#ui/text/isolate';

export function previewWords(t: TFunction, { kind, text, durationMs }: MessagePreview): string {
  if (kind === 'voice') return voiceWords(t, durationMs ?? null);
  if ((kind === 'sticker' || kind === 'live_location') && text !== '')
    return t(`rooms.preview.${kind}`, { text: isolate(text) });
  // The text of what cannot be read is the library's, for details.
  return (kind !== 'undecryptable' && text) || t(`timeline.preview.${kind}`);
}
