// What a voice message is called wherever it is named: in the list, in a quote, read aloud.
import type { TFunction } from 'i18next';
import { formatDuration } from '#ui/text/time';

/** `durationMs`: null where its sender did not say. */
export const voiceWords = (t: TFunction, durationMs: number | null): string =>
  durationMs === null
    ? t('timeline.preview.voice')
    : t('timeline.sound.voiceLasting', { duration: formatDuration(durationMs) });
