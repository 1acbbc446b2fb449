// Repairs of matrix-js-sdk's call classes that a running object takes; those that need its text are in build/callsSdk. They lean on private
// names, so that the names are asserted when the chunk loads.
import { CallState, MatrixCall } from 'matrix-js-sdk/lib/webrtc/call.js';
import { MediaHandler } from 'matrix-js-sdk/lib/webrtc/mediaHandler.js';
import type { CallLine } from './line';

interface Constraining {
  getUserMediaStreamInternal(
    audio: boolean,
    video: boolean,
    reusable: boolean,
  ): Promise<MediaStream>;
  audioInput?: string;
  videoInput?: string;
  audioSettings?: Record<'autoGainControl' | 'echoCancellation' | 'noiseSuppression', boolean>;
  getUserMediaContraints(audio: boolean, video: boolean, exact?: boolean): MediaStreamConstraints;
}

const privateNames: readonly (readonly [object, readonly string[]])[] = [
  [MediaHandler.prototype, ['getUserMediaContraints', 'getUserMediaStreamInternal']],
  [MatrixCall.prototype, ['sendAnswer', 'terminate', 'gotCallFeedsForAnswer', 'queueCandidate']],
];

for (const [prototype, names] of privateNames)
  for (const name of names)
    if (!(name in prototype)) throw new Error(`matrix-js-sdk has changed: there is no ${name}`);

/** Its media are being opened: by itself, or, after glare, by the call whose place it takes. They are in no feed yet. */
export const awaitsMedia = (call: MatrixCall): boolean =>
  call.state === CallState.WaitLocalMedia ||
  (call as unknown as { waitForLocalAVStream: boolean }).waitForLocalAVStream;

/**
 * CALL-9.9: 640 × 360 is what we would like, not what a camera must have. What was chosen in the settings is a wish as well. And main
 * lends camera and microphone only to who asks first.
 */
export function repairMedia(
  handler: MediaHandler,
  line: Pick<CallLine, 'openDevices' | 'options'>,
  opened: (stream: MediaStream) => void,
): void {
  const media = handler as unknown as Constraining;
  const internal = media.getUserMediaStreamInternal.bind(handler);
  media.getUserMediaStreamInternal = async (audio, video, reusable) => {
    await line.openDevices({ microphone: audio, camera: video });
    const stream = await internal(audio, video, reusable);
    opened(stream);
    return stream;
  };
  media.getUserMediaContraints = (audio, video, exact) => {
    const { microphoneId, cameraId, noiseSuppression = true } = line.options();
    const device = (used: string | undefined, wish?: string | null): MediaTrackConstraints => {
      const id = used === undefined || used === '' ? (wish ?? '') : used;
      return id === '' ? {} : { deviceId: exact === true ? { exact: id } : { ideal: id } };
    };
    const wishes = Object.fromEntries(
      Object.entries(media.audioSettings ?? {}).map(([name, on]) => [name, { ideal: on }]),
    );
    return {
      audio: audio
        ? {
            ...device(media.audioInput, microphoneId),
            noiseSuppression: { ideal: noiseSuppression },
            ...wishes,
          }
        : false,
      video: video
        ? { width: { ideal: 640 }, height: { ideal: 360 }, ...device(media.videoInput, cameraId) }
        : false,
    };
  };
}
