// Camera or microphone that are chosen, pulled out or stop working in a call. Another microphone takes the place of the first, also one that comes
// later; a camera goes off, because another one could show what nobody chose. One that was chosen and does not open leaves the one before. Each is told.
import type { DeviceNews } from '../callTypes';
import { logged } from '../webrtc/log';
import type { MediaHandler } from '../webrtc/mediaHandler';

export interface DevicesDeps {
  /** What the calls that run send of microphone and camera. */
  readonly streams: () => readonly MediaStream[];
  /** For all of them. */
  readonly cameraOff: () => Promise<unknown>;
  readonly tell: (news: DeviceNews) => void;
}

export interface Devices {
  /** Opened for a call. */
  watch(stream: MediaStream): void;
  /** For the calls that run and the next ones; one that cannot be opened leaves the one before. */
  choose(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  stop(): void;
}

/** A camera with a microphone loses both, one after the other. */
const bothMs = 100;

const isDead = ({ readyState }: MediaStreamTrack): boolean => readyState === 'ended';

export function watchDevices(media: MediaHandler, deps: DevicesDeps): Devices {
  const busy = new Set<string>();
  let isSilent = false;

  const hears = (): boolean =>
    deps.streams().some((stream) => stream.getAudioTracks().some((track) => !isDead(track)));

  /** The handler would make the next stream from the dead one, and take none where it knows of none. */
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

  /** Several calls have the same device. */
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

  // A system that cannot call has none.
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
