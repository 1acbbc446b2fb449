// The camera of the dialog: open while the person looks for a picture, closed once there is one or the dialog closes.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCamera } from '../../calls';

export type CameraProblem = 'refused' | 'none' | 'busy' | 'unplugged';

export interface Still {
  /** The live picture of the camera; null while the camera is closed. */
  readonly stream: MediaStream | null;
  readonly problem: CameraProblem | null;
  open(): void;
  close(): void;
}

function problemOf(thrown: unknown): CameraProblem {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  // `navigator.mediaDevices` is undefined in a page without devices, which throws a TypeError.
  return ['NotFoundError', 'OverconstrainedError', 'TypeError'].includes(name) ? 'none' : 'busy';
}

export function useStill(): Still {
  const camera = useCamera();
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  /** Counts openings and closings: a stream that comes after the next one is closed. */
  const turn = useRef(0);
  const held = useRef<MediaStream | null>(null);

  const close = useCallback((): void => {
    turn.current += 1;
    if (held.current !== null) camera.close(held.current);
    held.current = null;
    setStream(null);
  }, [camera]);

  const open = useCallback((): void => {
    close();
    const mine = turn.current;
    setProblem(null);
    camera.open().then(
      (opened) => {
        if (mine !== turn.current) return camera.close(opened);
        held.current = opened;
        opened.getVideoTracks()[0]?.addEventListener(
          'ended',
          () => {
            if (held.current !== opened) return;
            close();
            setProblem('unplugged');
          },
          { once: true },
        );
        return setStream(opened);
      },
      (thrown: unknown) => {
        if (mine === turn.current) setProblem(problemOf(thrown));
      },
    );
  }, [camera, close]);

  useEffect(() => {
    open();
    return close;
  }, [open, close]);

  return { stream, problem, open, close };
}
