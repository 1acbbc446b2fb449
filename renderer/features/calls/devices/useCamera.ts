// The camera that the person chose, for something else than a call: asked of main before it is opened, given back afterwards.
import { useMemo, useRef } from 'react';
import { useShell } from '#app/context';
import { useInAnyCall } from '../context';
import { lentDevices } from './lentDevices';
import { useDevices } from './useDevices';

export interface Camera {
  /** Rejects with the browser's error: `NotAllowedError`, `NotFoundError`, `NotReadableError`. */
  open(): Promise<MediaStream>;
  close(stream: MediaStream): void;
}

/** The largest size to ask for: a still picture is looked at for longer than a frame of a call. */
const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };

export function useCamera(): Camera {
  const shell = useShell();
  const inCall = useInAnyCall();
  const { cameraId } = useDevices();
  const latest = useRef({ inCall, cameraId });
  latest.current = { inCall, cameraId };
  return useMemo(() => {
    const { openDevices, closeDevices } = lentDevices(shell);
    /** Openings that have not ended: main lends once for all of them. */
    let open = 0;
    // A running call keeps the devices that main has lent.
    const giveBack = (): void => {
      open -= 1;
      if (open === 0 && !latest.current.inCall) closeDevices();
    };
    return {
      async open() {
        const { cameraId: id } = latest.current;
        open += 1;
        try {
          await openDevices({ microphone: false, camera: true });
          return await navigator.mediaDevices.getUserMedia({
            video: id === null ? size : { ...size, deviceId: { ideal: id } },
          });
        } catch (thrown) {
          giveBack();
          throw thrown;
        }
      },
      close(stream) {
        stream.getTracks().forEach((track) => track.stop());
        giveBack();
      },
    };
  }, [shell]);
}
