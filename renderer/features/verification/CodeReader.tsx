// Reads the QR code of the other side: from the camera while it is mounted, or from a chosen or pasted picture.
import { ImagePlus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { Waiting } from '#ui/layout/Spinner';
import { readFile, readPixels } from './readPixels';
import { useCamera } from './useCamera';
import styles from './Verification.module.css';

/** Time between two readings of the camera picture. */
const lookMs = 200;

export type ReadingProblem = 'no_code' | 'not_a_code' | 'other_verification';

export interface CodeReaderProps {
  /** The problem with the code that was read last. */
  readonly problem: ReadingProblem | null;
  readonly onRead: (bytes: Uint8Array) => void;
}

export function CodeReader({ problem, onRead }: CodeReaderProps) {
  const { t } = useTranslation();
  const stream = useCamera();
  const field = useRef<HTMLInputElement>(null);
  const [empty, setEmpty] = useState(false);
  const take = useCallback(
    async (file: Blob): Promise<void> => {
      const bytes = await readFile(file);
      setEmpty(bytes === null);
      if (bytes !== null) onRead(bytes);
    },
    [onRead],
  );
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const file = event.clipboardData?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      void take(file);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [take]);
  const shown = empty ? 'no_code' : problem;
  return (
    <div className={styles.reader}>
      <p>{stream === null ? t('verifying.reader.noCamera') : t('verifying.reader.hint')}</p>
      {stream === undefined && <Waiting label={t('verifying.reader.opening')} />}
      {stream != null && <Camera stream={stream} onRead={onRead} />}
      <Button icon={ImagePlus} onPress={() => field.current?.click()}>
        {t('verifying.reader.choose')}
      </Button>
      <input
        ref={field}
        type="file"
        accept="image/*"
        hidden
        data-testid="code-picture"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) void take(file);
          // Without this, choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      {shown !== null && (
        <p role="alert" className={styles.problem}>
          {t(`verifying.reader.problem.${shown}`)}
        </p>
      )}
    </div>
  );
}

interface CameraProps {
  readonly stream: MediaStream;
  readonly onRead: (bytes: Uint8Array) => void;
}

function Camera({ stream, onRead }: CameraProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef('');
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    element.srcObject = stream;
    element.play().catch(() => undefined);
    const timer = setInterval(() => {
      const { videoWidth, videoHeight } = element;
      if (videoWidth === 0 || videoHeight === 0) return;
      const bytes = readPixels(element, videoWidth, videoHeight, false);
      const seen = bytes?.toString() ?? '';
      // The same code stays in the picture for a while.
      if (bytes === null || seen === last.current) return;
      last.current = seen;
      onRead(bytes);
    }, lookMs);
    return () => {
      clearInterval(timer);
      element.srcObject = null;
    };
  }, [stream, onRead]);
  return (
    <video
      ref={video}
      muted
      playsInline
      className={styles.camera}
      aria-label={t('verifying.reader.camera')}
    />
  );
}
