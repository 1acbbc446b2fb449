// Follows microphones and cameras that are chosen, pulled out or stop working in a call. A lost microphone is replaced by another one, also
// by one that is plugged in later; a lost camera is switched off, because another one could show what the person did not choose. A chosen
// device that does not open leaves the one before in use. The person is told of each.
import type { DeviceNews } from '../callTypes';
import { logged } from '../webrtc/log';
import type { MediaHandler } from '../webrtc/mediaHandler';

export interface DevicesDeps {
  /** The local streams that the running calls send. */
  readonly streams: () => readonly MediaStream[];
  /** Switches the camera off in all running calls. */
  readonly cameraOff: () => Promise<unknown>;
  readonly tell: (news: DeviceNews) => void;
}

export interface Devices {
  /** Watches a stream that was opened for a call. */
  watch(stream: MediaStream): void;
  /** Applies to the running calls and to later ones. If the device cannot be opened, the one before stays in use. */
  choose(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  stop(): void;
}

/** A camera with a built-in microphone loses both tracks, one after the other. */
const bothMs = 100;

const isDead = ({ readyState }: MediaStreamTrack): boolean => readyState === 'ended';

export function watchDevices(media: MediaHandler, deps: DevicesDeps): Devices {
  const busy = new Set<string>();
  let isSilent = false;

  const hears = (): boolean =>
    deps.streams().some((stream) => stream.getAudioTracks().some((track) => !isDead(track)));

  /** Otherwise the media handler would clone its next stream from the ended one; and it opens none while its own list is empty. */
  function forget(streams: readonly MediaStream[]): void {
    media.localUserMediaStream = undefined;
    media.userMediaStreams = [...new Set([...media.userMediaStreams, ...streams])];
  }
  const openAnew = (): Promise<void> =>
    media.updateLocalUsermediaStreams().catch(logged('open a device again'));

  async function takeMicrophone(news: DeviceNews): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, bothMs));
    const streams = deps.streams();
    if (streams.length === 0) return;
    media.audioInput = undefined;
    forget(streams);
    if (await media.hasAudioDevice()) await openAnew();
    const taken = hears();
    if (taken || !isSilent) deps.tell(taken ? news : 'microphone_gone');
    isSilent = !taken;
  }

  async function loseCamera(): Promise<void> {
    media.localUserMediaStream = undefined;
    media.videoInput = undefined;
    for (const stream of deps.streams())
      stream.getVideoTracks().forEach((track) => stream.removeTrack(track));
    deps.tell('camera_gone');
    await deps.cameraOff();
  }

  /** Several calls share a device, so a lost device is handled once. */
  async function once(kind: string, work: () => Promise<void>): Promise<void> {
    if (busy.has(kind)) return;
    busy.add(kind);
    await work().catch(logged('follow a device that was lost'));
    busy.delete(kind);
  }

  function lost(track: MediaStreamTrack): void {
    const isSent = deps.streams().some((stream) => stream.getTracks().includes(track));
    if (!isSent) return;
    void once(track.kind, () =>
      track.kind === 'audio' ? takeMicrophone('microphone_replaced') : loseCamera(),
    );
  }

  const plugged = (): void => {
    if (isSilent) void once('audio', () => takeMicrophone('microphone_back'));
  };

  // `mediaDevices` is missing where the page cannot call.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  devices?.addEventListener('devicechange', plugged);
  return {
    watch(stream) {
      for (const track of stream.getTracks())
        track.addEventListener('ended', () => lost(track), { once: true });
    },
    async choose(kind, deviceId) {
      const isMicrophone = kind === 'audioinput';
      const input = isMicrophone ? 'audioInput' : 'videoInput';
      const before = media[input];
      const streams = deps.streams();
      try {
        await (isMicrophone ? media.setAudioInput(deviceId) : media.setVideoInput(deviceId));
      } catch (thrown) {
        logged('change a device')(thrown);
        media[input] = before;
        forget(streams);
        await openAnew();
        deps.tell(isMicrophone ? 'microphone_kept' : 'camera_kept');
      }
    },
    stop: () => devices?.removeEventListener('devicechange', plugged),
  };
}
