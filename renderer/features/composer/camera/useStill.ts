// The camera of the dialog: open while one looks for a picture, closed as soon as there is one, and with the dialog.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCamera } from '../../calls';

export type CameraProblem = 'refused' | 'none' | 'busy' | 'unplugged';

export interface Still {
  /** What the camera shows; null while it is not open. */
  readonly stream: MediaStream | null;
  readonly problem: CameraProblem | null;
  open(): void;
  close(): void;
}

function problemOf(thrown: unknown): CameraProblem {
  const name = thrown instanceof Error || thrown instanceof DOMException ? thrown.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  // A page without devices has no way to ask for them: a TypeError.
  return ['NotFoundError', 'OverconstrainedError', 'TypeError'].includes(name) ? 'none' : 'busy';
}

export function useStill(): Still {
  const camera = useCamera();
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  /** Counts openings and closings: what comes too late for its own is closed. */
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
