// Turns a chosen file into a picture of a pack: small, and without the metadata of the file.
import { contentBox, isMoving, within } from './shapes';

/** The longest side of the picture that is sent, px. */
const longestSide = 512;
const movingLimitBytes = 1024 * 1024;

export interface SmallPicture {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
}

function drawn(bitmap: ImageBitmap): OffscreenCanvas {
  const { width, height } = within(bitmap.width, bitmap.height, longestSide);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  context.drawImage(bitmap, 0, 0, width, height);
  const box = contentBox(context.getImageData(0, 0, width, height).data, width, height);
  if (box.width === width && box.height === height) return canvas;
  // Drawn again from the original, so that the cropped picture is as sharp as possible.
  const scale = bitmap.width / width;
  const kept = within(box.width * scale, box.height * scale, longestSide);
  const cut = new OffscreenCanvas(kept.width, kept.height);
  cut
    .getContext('2d')
    ?.drawImage(
      bitmap,
      ...([box.left * scale, box.top * scale, box.width * scale, box.height * scale] as const),
      ...([0, 0, kept.width, kept.height] as const),
    );
  return cut;
}

/** The reason why a file cannot become a picture. */
export type NoPicture = 'unreadable' | 'large';

export async function smallPicture(file: File): Promise<SmallPicture | NoPicture> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return 'unreadable';
  try {
    if (await isMoving(file)) {
      if (file.size > movingLimitBytes) return 'large';
      const { width, height } = bitmap;
      const bytes = new Uint8Array(await file.arrayBuffer());
      return { bytes, mimeType: file.type, width, height };
    }
    const canvas = drawn(bitmap);
    const mimeType = file.type === 'image/jpeg' ? file.type : 'image/png';
    const blob = await canvas.convertToBlob({ type: mimeType, quality: 0.9 });
    const { width, height } = canvas;
    return { bytes: new Uint8Array(await blob.arrayBuffer()), mimeType, width, height };
  } finally {
    bitmap.close();
  }
}
