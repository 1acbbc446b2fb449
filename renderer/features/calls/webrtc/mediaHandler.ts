/*
Copyright 2015, 2016 OpenMarket Ltd
Copyright 2017 New Vector Ltd
Copyright 2019, 2020 The Matrix.org Foundation C.I.C.
Copyright 2021 - 2022 Šimon Brandner <simon.bra.ag@gmail.com>

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import { acquireContext, releaseContext } from './audioContext';
import { GroupCallState, GroupCallType } from './group/states';
import type { CallHost } from './host';
import { logged } from './log';

/** The services that a media handler takes from the application. */
export interface MediaDeps {
  readonly client: CallHost;
  /** ADDED: called before camera or microphone are opened; throws if they may not be. */
  openDevices(wants: { readonly microphone: boolean; readonly camera: boolean }): Promise<void>;
  /** ADDED: the person's settings. */
  options(): {
    readonly microphoneId?: string | null;
    readonly cameraId?: string | null;
    readonly noiseSuppression?: boolean;
  };
  /** ADDED: called after a device was opened. */
  opened(stream: MediaStream): void;
}

async function hasDevice(kind: MediaDeviceKind): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.some((device) => device.kind === kind);
  } catch (thrown) {
    logged('list devices')(thrown);
    return false;
  }
}

export class MediaHandler {
  /** Ids of the microphone and camera that are open or chosen; undefined: the settings decide. */
  audioInput?: string;
  videoInput?: string;
  /** The stream that the next one is cloned from. */
  localUserMediaStream?: MediaStream;
  userMediaStreams: MediaStream[] = [];
  screensharingStreams: MediaStream[] = [];
  /** ADDED: false: no camera is opened, because the person joined a video call with sound only. */
  cameraAllowed = true;
  /** ADDED: false: silence is sent instead of opening a microphone, because the person only listens. */
  microphoneAllowed = true;
  /** Silent tracks; each keeps its AudioContext until it is stopped. */
  private readonly silences = new Set<MediaStreamTrack>();
  private nextScreen: MediaStream | null = null;
  private readonly client: CallHost;

  /** The running request; requests run one after the other, because the next one may reuse the stream. */
  private getMediaStreamPromise?: Promise<MediaStream>;

  constructor(private readonly deps: MediaDeps) {
    this.client = deps.client;
  }

  /** ADDED: sets the stream of the next shared screen, which was opened before the running share is touched. */
  giveScreen(stream: MediaStream): void {
    this.nextScreen = stream;
  }

  /**
   * Set an audio input device to use for MatrixCalls
   * @param deviceId - the identifier for the device
   * undefined treated as unset
   */
  async setAudioInput(deviceId: string): Promise<void> {
    if (this.audioInput === deviceId) return;

    this.audioInput = deviceId;
    await this.updateLocalUsermediaStreams();
  }

  /**
   * Set a video input device to use for MatrixCalls
   * @param deviceId - the identifier for the device
   * undefined treated as unset
   */
  async setVideoInput(deviceId: string): Promise<void> {
    if (this.videoInput === deviceId) return;

    this.videoInput = deviceId;
    await this.updateLocalUsermediaStreams();
  }

  /*
   * Requests new usermedia streams and replace the old ones
   */
  async updateLocalUsermediaStreams(): Promise<void> {
    if (this.userMediaStreams.length === 0) return;

    const callMediaStreamParams: Map<string, { audio: boolean; video: boolean }> = new Map();
    for (const call of this.client.callEventHandler.calls.values()) {
      callMediaStreamParams.set(call.callId, {
        audio: call.hasLocalTrack('audio'),
        video: call.hasLocalTrack('video'),
      });
    }

    for (const stream of this.userMediaStreams) {
      for (const track of stream.getTracks()) {
        track.stop();
      }
    }

    this.userMediaStreams = [];
    this.localUserMediaStream = undefined;
    this.releaseSilences();

    for (const call of this.client.callEventHandler.calls.values()) {
      const params = callMediaStreamParams.get(call.callId);
      // REPAIR: another device could not be chosen while a second call rang.
      if (call.callHasEnded() || call.localUsermediaFeed === undefined || params === undefined) {
        continue;
      }

      const { audio, video } = params;

      const stream = await this.getUserMediaStream(audio, video);

      if (call.callHasEnded()) {
        continue;
      }

      await call.updateLocalUsermediaStream(stream);
    }

    for (const groupCall of this.client.groupCalls.values()) {
      if (!groupCall.localCallFeed) {
        continue;
      }

      const stream = await this.getUserMediaStream(true, groupCall.type === GroupCallType.Video);

      if (groupCall.state === GroupCallState.Ended) {
        continue;
      }

      groupCall.updateLocalUsermediaStream(stream);
    }
  }

  hasAudioDevice = (): Promise<boolean> => hasDevice('audioinput');
  hasVideoDevice = (): Promise<boolean> => hasDevice('videoinput');

  /**
   * @param audio - should have an audio track
   * @param video - should have a video track
   * @param reusable - is allowed to be reused by the MediaHandler
   * @returns based on passed parameters
   */
  async getUserMediaStream(audio: boolean, video: boolean, reusable = true): Promise<MediaStream> {
    // Serialise calls, othertwise we can't sensibly re-use the stream
    if (this.getMediaStreamPromise) {
      // REPAIR: after one device that could not be opened none could be opened any more.
      this.getMediaStreamPromise = this.getMediaStreamPromise
        .catch(() => undefined)
        .then(() => this.getUserMediaStreamInternal(audio, video, reusable));
    } else {
      this.getMediaStreamPromise = this.getUserMediaStreamInternal(audio, video, reusable);
    }

    return this.getMediaStreamPromise;
  }

  private async getUserMediaStreamInternal(
    audio: boolean,
    video: boolean,
    reusable: boolean,
  ): Promise<MediaStream> {
    const camera = video && this.cameraAllowed;
    // ADDED: main lends camera and microphone only after a request.
    const microphone = audio && this.microphoneAllowed;
    if (microphone || camera) await this.deps.openDevices({ microphone, camera });
    const withAudio = microphone && (await this.hasAudioDevice());
    const withVideo = camera && (await this.hasVideoDevice());
    const known = this.localUserMediaStream;
    const isKnown = known !== undefined && this.isSame(known, withAudio, withVideo);
    const isSilent = audio && !this.microphoneAllowed;
    const opened = isKnown
      ? known.clone()
      : isSilent && !withVideo
        ? null
        : await this.openStream(withAudio, withVideo);
    const stream = isSilent
      ? new MediaStream([...(opened?.getVideoTracks() ?? []), ...this.silence().getAudioTracks()])
      : (opened ?? new MediaStream());
    if (reusable) {
      if (!isKnown) this.localUserMediaStream = stream;
      this.userMediaStreams.push(stream);
    }
    this.deps.opened(stream);
    return stream;
  }

  /** ADDED: the silent stream that is sent while there is no microphone. */
  silence(): MediaStream {
    const { stream } = acquireContext().createMediaStreamDestination();
    const [track] = stream.getAudioTracks();
    if (track === undefined) throw new Error('A destination has a track');
    this.silences.add(track);
    return stream;
  }

  private releaseSilences(): void {
    for (const track of this.silences) {
      if (track.readyState !== 'ended') continue;
      this.silences.delete(track);
      releaseContext();
    }
  }

  /** ADDED: replaces silence by the microphone. Throws the browser's error, and then silence stays. */
  async stopListening(): Promise<void> {
    this.microphoneAllowed = true;
    let opened: MediaStream;
    try {
      // The microphone is opened alone first: if it fails, the silence stays, which keeps the connection.
      opened = await this.getUserMediaStream(true, false, false);
    } catch (thrown) {
      this.microphoneAllowed = false;
      throw thrown;
    }
    try {
      await this.updateLocalUsermediaStreams();
    } finally {
      for (const track of opened.getTracks()) track.stop();
    }
  }

  /** Whether the stream has the wanted kinds and no others, from the devices that are chosen now. */
  private isSame(stream: MediaStream, withAudio: boolean, withVideo: boolean): boolean {
    const [audio, video] = [stream.getAudioTracks()[0], stream.getVideoTracks()[0]];
    return (
      withAudio === (audio !== undefined) &&
      withVideo === (video !== undefined) &&
      (audio === undefined || audio.getSettings().deviceId === this.audioInput) &&
      (video === undefined || video.getSettings().deviceId === this.videoInput)
    );
  }

  private async openStream(withAudio: boolean, withVideo: boolean): Promise<MediaStream> {
    const open = (exact: boolean): Promise<MediaStream> =>
      navigator.mediaDevices.getUserMedia(this.getUserMediaContraints(withAudio, withVideo, exact));
    // A preferred device is not always taken by the browser, and an exact one is not always there.
    const stream = await open(true).catch((thrown: unknown) => {
      logged('open the chosen device')(thrown);
      return open(false);
    });
    for (const track of stream.getTracks()) {
      const { deviceId } = track.getSettings();
      if (track.kind === 'audio') this.audioInput = deviceId;
      else this.videoInput = deviceId;
    }
    return stream;
  }

  /**
   * Stops all tracks on the provided usermedia stream
   */
  stopUserMediaStream(mediaStream: MediaStream): void {
    for (const track of mediaStream.getTracks()) {
      track.stop();
    }

    const index = this.userMediaStreams.indexOf(mediaStream);

    if (index !== -1) {
      this.userMediaStreams.splice(index, 1);
    }

    if (this.localUserMediaStream === mediaStream) {
      // if we have this stream cahced, remove it, because we've stopped it
      this.localUserMediaStream = undefined;
    } else {
      // If it's not the same stream. remove any tracks from the cached stream that
      // we have just stopped, and if we do stop any, call the same method on the
      // cached stream too in order to stop all its tracks (in case they are different)
      // and un-cache it.
      for (const track of mediaStream.getTracks()) {
        if (this.localUserMediaStream?.getTrackById(track.id)) {
          this.stopUserMediaStream(this.localUserMediaStream);
          break;
        }
      }
    }
    this.releaseSilences();
  }

  /** The screen that was given; if none was given, a clone of the one that is shared already. */
  async getScreensharingStream(): Promise<MediaStream> {
    const stream = this.nextScreen ?? this.screensharingStreams.at(-1)?.clone();
    this.nextScreen = null;
    if (stream === undefined) throw new Error('No screen was chosen');
    this.screensharingStreams.push(stream);
    return stream;
  }

  /**
   * Stops all tracks on the provided screensharing stream
   */
  stopScreensharingStream(mediaStream: MediaStream): void {
    for (const track of mediaStream.getTracks()) {
      track.stop();
    }

    const index = this.screensharingStreams.indexOf(mediaStream);

    if (index !== -1) {
      this.screensharingStreams.splice(index, 1);
    }
  }

  /**
   * Stops all local media tracks
   */
  stopAllStreams(): void {
    for (const stream of this.userMediaStreams) {
      for (const track of stream.getTracks()) {
        track.stop();
      }
    }

    for (const stream of this.screensharingStreams) {
      for (const track of stream.getTracks()) {
        track.stop();
      }
    }

    this.userMediaStreams = [];
    this.screensharingStreams = [];
    this.localUserMediaStream = undefined;
    for (const track of this.silences) track.stop();
    this.releaseSilences();
  }

  /**
   * REPAIR CALL-9.9: 640 × 360 is what we would like, not what a camera must have. What was chosen in the settings is a wish as well.
   */
  private getUserMediaContraints(
    audio: boolean,
    video: boolean,
    exactDeviceId: boolean,
  ): MediaStreamConstraints {
    const { microphoneId, cameraId, noiseSuppression = true } = this.deps.options();
    const device = (used: string | undefined, wish?: string | null): MediaTrackConstraints => {
      const id = used === undefined || used === '' ? (wish ?? '') : used;
      return id === '' ? {} : { deviceId: exactDeviceId ? { exact: id } : { ideal: id } };
    };
    return {
      audio: audio
        ? {
            ...device(this.audioInput, microphoneId),
            noiseSuppression: { ideal: noiseSuppression },
          }
        : false,
      video: video
        ? { width: { ideal: 640 }, height: { ideal: 360 }, ...device(this.videoInput, cameraId) }
        : false,
    };
  }
}
