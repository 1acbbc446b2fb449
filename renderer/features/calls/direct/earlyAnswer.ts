// An answer with the voice leaves while the microphone opens, which takes 0.1 to 0.3 s, often more (R12): silence goes in its place until it
// is there. That it is there and may be opened was found out while it rang, without opening anything.
import { noMediaWords, type MatrixCall } from '../webrtc/call/matrixCall';
import { SDPStreamMetadataPurpose } from '../webrtc/callEventTypes';
import { ownFeed } from '../webrtc/callFeed';
import { CallErrorCode, CallEvent, CallState } from '../webrtc/callStates';
import { logged } from '../webrtc/log';
import { firstCandidate } from '../webrtc/call/firstCandidate';
import type { CallClient } from './directHost';

type Calls = Pick<CallClient, 'client' | 'media' | 'mayOpenMicrophone'>;

export interface AnswerAhead {
  /** Not for a call that has media of ours already or none of theirs, nor where the microphone is missing or refused. */
  can(): boolean;
  /** Resolves when the microphone is open, or the call is over: without one silence stays, and the error event tells. */
  answer(): Promise<void>;
}

export function createEarlyAnswer(call: MatrixCall, calls: Calls): AnswerAhead {
  const { client, media } = calls;
  let isReady = false;

  async function look(): Promise<void> {
    isReady = (await calls.mayOpenMicrophone()) && (await media.hasAudioDevice());
  }
  if (call.state === CallState.Ringing) look().catch(logged('look for a microphone'));

  /** Resolves when the answer is on its way, or will never be: what opens a device takes its time. */
  async function answered(): Promise<void> {
    const isOn = (): boolean => call.state === CallState.Connecting || call.callHasEnded();
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isOn()) return;
        call.off(CallEvent.State, look);
        resolve();
      };
      call.on(CallEvent.State, look);
      look();
    });
    const { peerConn } = call;
    if (call.callHasEnded() || peerConn === undefined) return;
    await new Promise<void>((resolve) => firstCandidate(peerConn, resolve));
    await new Promise((resolve) => setTimeout(resolve));
  }

  /** Opens the microphone, whose track replaces the silent one in the stream of the call; no other owner has the opened stream. */
  async function openMicrophone(): Promise<void> {
    await answered();
    if (call.callHasEnded()) return;
    const opened = await media.getUserMediaStream(true, false, false);
    if (call.callHasEnded()) opened.getTracks().forEach((track) => track.stop());
    else await call.updateLocalUsermediaStream(opened);
  }

  /** The call is answered, but the microphone could not be opened: the person only listens. */
  async function failed(thrown: unknown): Promise<void> {
    if (call.callHasEnded()) return;
    media.microphoneAllowed = false;
    call.tell(CallErrorCode.NoUserMedia, noMediaWords, thrown);
    await call.setMicrophoneMuted(true).catch(logged('tell that nobody speaks'));
  }

  return {
    can: () =>
      isReady &&
      call.state === CallState.Ringing &&
      !call.awaitsMedia &&
      call.localUsermediaFeed === undefined &&
      (call.remoteUsermediaFeed?.stream.getAudioTracks().length ?? 0) > 0,
    async answer() {
      const stream = media.silence();
      // Closed with the call, and followed by a change of devices, like every other.
      media.userMediaStreams.push(stream);
      call.answerEarly(ownFeed(client, call.roomId, stream, SDPStreamMetadataPurpose.Usermedia));
      await openMicrophone().catch(failed);
    },
  };
}
