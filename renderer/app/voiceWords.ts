// The description of a voice message for the room list, quotes and screen readers.
import type { TFunction } from 'i18next';
import { formatDuration } from '#ui/text/time';

/** `durationMs` null: the sender gave no duration. */
export const voiceWords = (t: TFunction, durationMs: number | null): string =>
  durationMs === null
    ? t('timeline.preview.voice')
    : t('timeline.sound.voiceLasting', { duration: formatDuration(durationMs) });
