// Opens the screen that main was told to give, before anything that is shared changes: a refusal or a change of mind then has no effect on
// it. Afterwards the call takes the open stream.
import type { CallProblem, ShareChoice, SharePreset } from '../callTypes';

const rates: Record<SharePreset, { readonly ideal: number; readonly max: number }> = {
  text: { ideal: 10, max: 15 },
  motion: { ideal: 30, max: 30 },
};

/** Sets what the encoder preserves first: sharp letters, or smooth movement. */
export function hint(stream: MediaStream, preset: SharePreset): void {
  for (const track of stream.getVideoTracks())
    track.contentHint = preset === 'text' ? 'text' : 'motion';
}

/** The reason why a screen could not be shared: the system refused it, or it did not open. */
export const screenProblem = (thrown: unknown): CallProblem =>
  (thrown as Error | null)?.name === 'NotAllowedError' ? 'share_refused' : 'share_failed';

/** Throws the browser's error. */
export async function openScreen({ preset, audio }: ShareChoice): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getDisplayMedia({
    audio: audio ? { echoCancellation: false, noiseSuppression: false } : false,
    video: { frameRate: rates[preset], width: { max: 2560 }, height: { max: 1600 } },
  });
  hint(stream, preset);
  return stream;
}
