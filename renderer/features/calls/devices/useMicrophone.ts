// The microphone that the person chose, for something else than a call: asked of main before it is opened, given back afterwards.
import { useMemo, useRef } from 'react';
import { useShell } from '#app/context';
import { useInAnyCall } from '../context';
import { useNoiseSuppression } from './deviceMemory';
import { lentDevices } from './lentDevices';
import { useDevices } from './useDevices';

export interface Microphone {
  /** Rejects with the browser's error: `NotAllowedError`, `NotFoundError`, `NotReadableError`. */
  open(): Promise<MediaStream>;
  close(stream: MediaStream): void;
}

export function useMicrophone(): Microphone {
  const shell = useShell();
  const inCall = useInAnyCall();
  const { microphoneId } = useDevices();
  const [noiseSuppression] = useNoiseSuppression();
  const latest = useRef({ inCall, microphoneId, noiseSuppression });
  latest.current = { inCall, microphoneId, noiseSuppression };
  return useMemo(() => {
    const { openDevices, closeDevices } = lentDevices(shell);
    return {
      async open() {
        const { microphoneId: id, noiseSuppression: suppresses } = latest.current;
        await openDevices({ microphone: true, camera: false });
        const audio = { noiseSuppression: suppresses, channelCount: 1 };
        return navigator.mediaDevices.getUserMedia({
          audio: id === null ? audio : { ...audio, deviceId: { ideal: id } },
        });
      },
      close(stream) {
        stream.getTracks().forEach((track) => track.stop());
        // A call keeps what main has lent.
        if (!latest.current.inCall) closeDevices();
      },
    };
  }, [shell]);
}
