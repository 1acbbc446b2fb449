// Takes a picture with the camera: shows the live picture, takes one, and adds it to the message or takes another.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { useCut, useTellCut } from '#app/cutOff';
import { addWords } from '#app/i18n';
import type { ConversationId } from '#contract/areas/ids';
import camera from '#contract/locales/camera.en.json';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import styles from './CameraDialog.module.css';
import { stillOf } from './still';
import { useStill } from './useStill';

addWords(camera);

export interface CameraDialogProps {
  readonly conversation: ConversationId;
  readonly onPicture: (file: File) => void;
  /** The picture is in the message, and the dialog closes. */
  readonly onSent: () => void;
  readonly onClose: () => void;
}

interface Taken {
  readonly blob: Blob;
  readonly url: string;
}

/** The time as 2026-11-26 09.05.30, which is allowed in file names. */
function stamp(): string {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}`;
}

export function CameraDialog({
  conversation,
  onPicture,
  onSent,
  ...on
}: CameraDialogProps): ReactNode {
  const { t } = useTranslation();
  const tellCut = useTellCut(conversation.roomId);
  const ended = useCut(true, () => tellCut('picture'));
  const onClose = (): void => {
    ended();
    on.onClose();
  };
  const { stream, problem, open, close } = useStill();
  const [taken, setTaken] = useState<Taken | null>(null);
  const [ready, setReady] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => void (gone.current = true);
  }, []);
  useEffect(() => {
    if (video.current !== null) video.current.srcObject = stream;
    setReady(false);
  }, [stream]);
  useEffect(
    () => () => {
      if (taken !== null) URL.revokeObjectURL(taken.url);
    },
    [taken],
  );

  const take = async (): Promise<void> => {
    const blob = video.current === null ? null : await stillOf(video.current);
    if (blob === null || gone.current) return;
    setTaken({ blob, url: URL.createObjectURL(blob) });
    close();
  };
  const again = (): void => {
    setTaken(null);
    open();
  };
  const add = ({ blob }: Taken): void => {
    const name = t('camera.fileName', { time: stamp() });
    onClose();
    onPicture(new File([blob], name, { type: blob.type }));
    onSent();
  };

  return (
    <Dialog
      title={t('camera.title')}
      isOpen
      onClose={onClose}
      width="l"
      actions={
        <>
          <Button onPress={onClose}>{t('camera.cancel')}</Button>
          {taken !== null && <Button onPress={again}>{t('camera.again')}</Button>}
          {taken !== null ? (
            <Button key="add" variant="primary" autoFocus onPress={() => add(taken)}>
              {t('camera.add')}
            </Button>
          ) : problem !== null ? (
            <Button key="retry" variant="primary" autoFocus onPress={open}>
              {t('camera.tryAgain')}
            </Button>
          ) : (
            <Button
              // The key makes a new button when the camera is ready, so that it takes the focus then.
              key={`take ${ready}`}
              variant="primary"
              autoFocus
              isDisabled={!ready}
              onPress={() => void take()}
            >
              {t('camera.take')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.frame}>
        {taken !== null ? (
          <img className={styles.picture} src={taken.url} alt={t('camera.taken')} />
        ) : problem !== null ? (
          <p className={styles.problem} role="alert">
            {t(`camera.problem.${problem}`)}
          </p>
        ) : (
          <>
            {!ready && (
              <p className={styles.opens} role="status">
                {t('camera.opens')}
              </p>
            )}
            {/* The live picture is mirrored; the picture that is sent is not. */}
            <video
              ref={video}
              className={styles.live}
              aria-label={t('camera.live')}
              autoPlay
              muted
              playsInline
              onLoadedData={() => setReady(true)}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
