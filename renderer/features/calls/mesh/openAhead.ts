// Opens the microphone before a call is announced: if it cannot be opened, no call is announced. It must not keep the microphone: the call
// opens its own, and this one is given back.
import type { CallTransport } from '../media/transport';

/** Returns a function that gives the microphone back. Throws the browser's error if there is no microphone. */
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
