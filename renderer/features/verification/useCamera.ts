// The camera while a code is read: main lends it, and gets it back unless a call has it.
import { useEffect, useState } from 'react';
import { useShell } from '#app/context';
import { resultOf } from '#app/result';
import { useInCall } from '../calls';

const stop = (stream: MediaStream | null): void =>
  stream?.getTracks().forEach((track) => track.stop());

async function open(): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } });
  } catch {
    // Told in words: there is none, another program has it, or it is not allowed.
    return null;
  }
}

/** Undefined while it is opened; null: there is none, or it is not allowed. */
export function useCamera(): MediaStream | null | undefined {
  const shell = useShell();
  const inCall = useInCall();
  const [stream, setStream] = useState<MediaStream | null | undefined>(undefined);
  useEffect(() => {
    let ended = false;
    let mine: MediaStream | null = null;
    const ask = async (): Promise<void> => {
      const answer = await resultOf(
        shell.call('requestMedia', { microphone: false, camera: true }),
      );
      const granted = answer.ok && answer.output.camera === 'granted';
      if (granted && !ended) mine = await open();
      if (ended) stop(mine);
      else setStream(mine);
    };
    void ask();
    return () => {
      ended = true;
      stop(mine);
    };
  }, [shell]);
  useEffect(
    () => () => {
      if (!inCall) void resultOf(shell.call('releaseMedia', {}));
    },
    [shell, inCall],
  );
  return stream;
}
