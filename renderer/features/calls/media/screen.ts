// Screens: what main was told to give is opened first, so that a refusal or a change of mind touches nothing that is shared already; then
// the call takes the stream that is there.
import type { CallProblem, ShareChoice, SharePreset } from '../callTypes';

const rates: Record<SharePreset, { readonly ideal: number; readonly max: number }> = {
  text: { ideal: 10, max: 15 },
  motion: { ideal: 30, max: 30 },
};

/** What the encoder spares first: letters stay sharp, or movement stays smooth. */
export function hint(stream: MediaStream, preset: SharePreset): void {
  for (const track of stream.getVideoTracks())
    track.contentHint = preset === 'text' ? 'text' : 'motion';
}

/** A screen that nobody let us have, or one that does not open. */
export const screenProblem = (thrown: unknown): CallProblem =>
  (thrown as Error | null)?.name === 'NotAllowedError' ? 'share_refused' : 'share_failed';

/** Throws what the browser says. */
export async function openScreen({ preset, audio }: ShareChoice): Promise<MediaStream> {
  const stream = await navigator.mediaDevices.getDisplayMedia({
    audio: audio ? { echoCancellation: false, noiseSuppression: false } : false,
    video: { frameRate: rates[preset], width: { max: 2560 }, height: { max: 1600 } },
  });
  hint(stream, preset);
  return stream;
}
