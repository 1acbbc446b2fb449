// Screens: what main was told to give is opened first, so that a refusal or a change of mind touches nothing that is shared already; then
// the call takes the stream that is there.
import type { MediaHandler } from 'matrix-js-sdk/lib/webrtc/mediaHandler.js';
import type { CallProblem, ShareChoice, SharePreset } from '../callTypes';

export interface Screens {
  /** Throws what the browser says. */
  open(choice: ShareChoice): Promise<MediaStream>;
  /** The next screen that the SDK asks for is this one. */
  give(stream: MediaStream): void;
}

interface Sharing {
  screensharingStreams: MediaStream[];
  getScreensharingStream(options: object, reusable?: boolean): Promise<MediaStream>;
}

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

export function screensOf(handler: MediaHandler): Screens {
  const media = handler as unknown as Sharing;
  if (!('getScreensharingStream' in media && 'screensharingStreams' in media))
    throw new Error('matrix-js-sdk has changed: it opens screens in another way');
  const original = media.getScreensharingStream.bind(handler);
  let given: MediaStream | null = null;
  media.getScreensharingStream = async (options, reusable) => {
    if (given === null) return original(options, reusable);
    const stream = given;
    given = null;
    media.screensharingStreams.push(stream);
    return stream;
  };
  return {
    async open({ preset, audio }) {
      const stream = await navigator.mediaDevices.getDisplayMedia({
        audio: audio ? { echoCancellation: false, noiseSuppression: false } : false,
        video: { frameRate: rates[preset], width: { max: 2560 }, height: { max: 1600 } },
      });
      hint(stream, preset);
      return stream;
    },
    give: (stream) => (given = stream),
  };
}
