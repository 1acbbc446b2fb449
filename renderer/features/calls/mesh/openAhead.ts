// The microphone of a call that is about to be announced, opened before anybody hears of the call: one that cannot be opened leaves no call
// behind. It must not keep it: the call opens its own, and what was opened here is given back.
import type { CallTransport } from '../media/transport';

/** Answers how to give it back. Throws what the browser said where there is none. */
export async function openAhead({
  openDevices,
  options,
}: Pick<CallTransport, 'openDevices' | 'options'>): Promise<() => void> {
  await openDevices({ microphone: true, camera: false });
  const { microphoneId } = options();
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: microphoneId == null ? true : { deviceId: { ideal: microphoneId } },
  });
  return () => stream.getTracks().forEach((track) => track.stop());
}
