// The microphone that the person chose, for something else than a call: asked of main before it is opened, given back afterwards.
import { useMemo, useRef } from 'react';
import { useShell } from '#app/context';
import { useValue } from '#app/hooks';
import { useInCall } from '../context';
import { suppressesNoise } from './deviceMemory';
import { lentDevices } from './lentDevices';
import { useDevices } from './useDevices';

export interface Microphone {
  /** Rejects with the browser's error: `NotAllowedError`, `NotFoundError`, `NotReadableError`. */
  open(): Promise<MediaStream>;
  close(stream: MediaStream): void;
}

export function useMicrophone(): Microphone {
  const shell = useShell();
  const inCall = useInCall();
  const { microphoneId } = useDevices();
  const { value: settings = {} } = useValue('settings', {});
  const latest = useRef({ inCall, microphoneId, settings });
  latest.current = { inCall, microphoneId, settings };
  return useMemo(() => {
    const { openDevices, closeDevices } = lentDevices(shell);
    return {
      async open() {
        const { microphoneId: id, settings: now } = latest.current;
        await openDevices({ microphone: true, camera: false });
        const noiseSuppression = suppressesNoise(now);
        const audio = { noiseSuppression, channelCount: 1 };
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
