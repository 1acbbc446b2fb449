// Reads the metadata of a sound message: voice message or not, duration, waveform. Must not decode the file.
import { isRecord } from '#stores/events/types';
import type { Sound } from '#contract/areas/messages/messageModels';
import type { Content } from '../../events/relations';

/** Loudness in an event is 0 to 1024 (MSC3246). */
const loudest = 1024;
/** More bars than this are never drawn; other clients send about a hundred. */
const mostBars = 64;
const mostSamples = 4096;

const voiceKeys = ['m.voice', 'org.matrix.msc3245.voice', 'org.matrix.msc2516.voice'];
const audioKeys = ['m.audio_details', 'org.matrix.msc1767.audio', 'org.matrix.msc3246.audio'];

const detailsIn = (content: Content): Content => {
  const found = audioKeys.map((key) => content[key]).find(isRecord);
  return isRecord(found) ? found : {};
};

/** Loudness from 0 to 1 in at most `mostBars` steps, the loudest sample of each; null for an absent or invalid waveform. */
function waveformOf(value: unknown): number[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostSamples) return null;
  const samples: number[] = [];
  for (const sample of value as readonly unknown[]) {
    if (typeof sample !== 'number' || !Number.isFinite(sample)) return null;
    samples.push(Math.min(1, Math.max(0, sample / loudest)));
  }
  const bars = Math.min(mostBars, samples.length);
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / bars);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * samples.length) / bars));
    return Math.round(Math.max(...samples.slice(from, to)) * 1000) / 1000;
  });
}

export const isVoice = (content: Content): boolean =>
  voiceKeys.some((key) => isRecord(content[key]));

/** The name of its file says nothing. In every language the same, as apps write it into the body. */
export const voiceName = 'Voice message';

/** Clients write a file name of their own in `body`, which is no caption. */
export const isPlainVoice = (content: Content): boolean =>
  isVoice(content) && /^voice message(\.\w+)?$/i.test(String(content['body']));

export const soundOf = (content: Content): Sound => ({
  voice: isVoice(content),
  waveform: waveformOf(detailsIn(content)['waveform']),
});

/** Milliseconds; null when the sender did not say. */
export function durationOf(content: Content): number | null {
  const info = isRecord(content['info']) ? content['info'] : {};
  for (const value of [info['duration'], detailsIn(content)['duration']])
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  return null;
}
