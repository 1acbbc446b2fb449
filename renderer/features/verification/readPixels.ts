// Finds a code in a picture.
import jsQR from 'jsqr';

/** More costs time and finds no more, px. */
const mostSide = 1_200;

/** The bytes of the code in a picture; null: there is none. `thorough`: also a light code on dark ground. */
export function readPixels(
  source: ImageBitmap | HTMLVideoElement,
  width: number,
  height: number,
  thorough: boolean,
): Uint8Array | null {
  const scale = Math.min(1, mostSide / Math.max(width, height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  const inversionAttempts = thorough ? 'attemptBoth' : 'dontInvert';
  const found = jsQR(data, canvas.width, canvas.height, { inversionAttempts });
  return found === null ? null : new Uint8Array(found.binaryData);
}

/** Null: no picture, or none with a code. */
export async function readFile(file: Blob): Promise<Uint8Array | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  try {
    return readPixels(bitmap, bitmap.width, bitmap.height, true);
  } finally {
    bitmap.close();
  }
}
