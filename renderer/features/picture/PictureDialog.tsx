// Crops a picture for an avatar: the crop is moved by pointer or arrow keys, and enlarged by a slider. The rest of the picture never leaves
// this computer.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/picture.en.json';
import type { AppError } from '#contract/wire/errors';
import { uploadBytes } from '#app/blobs';
import { useAccount } from '#app/context';
import { AppErrorNote } from '#app/errors';
import { addWords } from '#app/i18n';
import { resultOf, type Result } from '#app/result';
import { FormDialog } from '#ui/overlays/FormDialog';
import { Waiting } from '#ui/layout/Spinner';
import { fitted, mostZoom, moved, squareOf, wholeCrop, type Crop } from './crop';
import styles from './Picture.module.css';

addWords(words);

/** The side of the picture that is sent, px. */
const sentSide = 512;
const step = 0.05;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

function paint(canvas: HTMLCanvasElement | OffscreenCanvas, bitmap: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D | null;
  const { left, top, side } = squareOf(bitmap, crop);
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** A JPEG stays a JPEG; everything else becomes PNG, because it may be transparent. */
async function bytesOf(bitmap: ImageBitmap, crop: Crop, type: string) {
  const canvas = new OffscreenCanvas(sentSide, sentSide);
  paint(canvas, bitmap, crop);
  const mimeType = type === 'image/jpeg' ? type : 'image/png';
  const blob = await canvas.convertToBlob({ type: mimeType, quality: 0.9 });
  return { bytes: new Uint8Array(await blob.arrayBuffer()), mimeType };
}

/** Undefined while the file is read; null if it is no picture. */
function useBitmap(file: File): ImageBitmap | null | undefined {
  const [bitmap, setBitmap] = useState<ImageBitmap | null | undefined>(undefined);
  useEffect(() => {
    let open: ImageBitmap | null = null;
    let gone = false;
    const read = async (): Promise<void> => {
      open = await createImageBitmap(file).catch(() => null);
      if (gone) open?.close();
      else setBitmap(open);
    };
    void read();
    return () => {
      gone = true;
      open?.close();
    };
  }, [file]);
  return bitmap;
}

export interface PictureDialogProps {
  readonly file: File;
  /** The title, and a text about who will see the picture. */
  readonly title: string;
  readonly hint: string;
  /** Takes the ticket of the picture. Success closes the dialog; an error is shown in it. */
  readonly onUse: (ticket: string) => Promise<Result<unknown>>;
  readonly onClose: () => void;
}

export function PictureDialog({ file, title, hint, onUse, onClose }: PictureDialogProps) {
  const { t } = useTranslation();
  const { engine } = useAccount();
  const bitmap = useBitmap(file);
  const [crop, setCrop] = useState(wholeCrop);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current !== null && bitmap != null) paint(canvas.current, bitmap, crop);
  }, [bitmap, crop]);

  const submit = async (): Promise<void> => {
    if (bitmap == null) return;
    setPending(true);
    const send = async (): Promise<string> => {
      const { bytes, mimeType } = await bytesOf(bitmap, crop, file.type);
      const name = mimeType === 'image/jpeg' ? 'picture.jpg' : 'picture.png';
      return uploadBytes(engine, bytes, name, mimeType);
    };
    const sent = await resultOf(send());
    const done = sent.ok ? await onUse(sent.output) : sent;
    setPending(false);
    if (done.ok) onClose();
    else setError(done.error);
  };
  const move = (dx: number, dy: number): void => {
    if (bitmap != null) setCrop((now) => moved(bitmap, now, dx, dy));
  };
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>): void => {
    const from = held.current;
    if (from === null) return;
    const side = event.currentTarget.clientWidth;
    move((event.clientX - from.x) / side, (event.clientY - from.y) / side);
    held.current = { x: event.clientX, y: event.clientY };
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const [dx, dy] = arrows[event.key] ?? [];
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    move(dx, dy);
  };
  return (
    <FormDialog
      title={title}
      confirmLabel={t('picture.use')}
      cancelLabel={t('app.cancel')}
      pending={pending}
      complete={bitmap != null}
      onConfirm={() => void submit()}
      onClose={onClose}
      fields={
        bitmap === undefined ? (
          <Waiting label={t('picture.reading')} />
        ) : bitmap === null ? (
          <p role="alert">{t('picture.noPicture')}</p>
        ) : (
          <div className={styles.crop}>
            <canvas
              ref={canvas}
              width={sentSide}
              height={sentSide}
              className={styles.canvas}
              role="application"
              aria-label={t('picture.part')}
              tabIndex={0}
              onKeyDown={onKeyDown}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                held.current = { x: event.clientX, y: event.clientY };
              }}
              onPointerMove={onPointerMove}
              onPointerUp={() => (held.current = null)}
              onPointerCancel={() => (held.current = null)}
            />
            <label className={styles.zoom}>
              <span>{t('picture.zoom')}</span>
              <input
                type="range"
                min={1}
                max={mostZoom}
                step={step}
                value={crop.zoom}
                onChange={({ target }) =>
                  setCrop((now) => fitted(bitmap, { ...now, zoom: Number(target.value) }))
                }
              />
            </label>
          </div>
        )
      }
    >
      <p className={styles.hint}>{hint}</p>
      <AppErrorNote error={error} />
    </FormDialog>
  );
}
