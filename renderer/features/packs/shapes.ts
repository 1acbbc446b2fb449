// Prepares chosen files for a pack: crop box, size, animation check and shortcode. Renders nothing.

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A pixel with a smaller alpha value counts as transparent. */
const faint = 8;

/** The smallest box around all visible pixels; the whole picture if none is visible. `data`: RGBA, four bytes per pixel. */
export function contentBox(data: Uint8ClampedArray, width: number, height: number): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) <= faint) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) return { left: 0, top: 0, width, height };
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The size within a square of this side; never enlarged. */
export function within(width: number, height: number, side: number) {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

const signatureBytes = 8;
/** Bytes of a PNG chunk besides its data: length, type and CRC. */
const besidePieceBytes = 12;
/** The most chunks to read, in case a file has no end. */
const mostPieces = 10_000;

/**
 * Whether a PNG is animated: `acTL` comes before the first `IDAT`, behind other chunks of any length (colour profile, camera data). `read`
 * returns bytes of the file from `from` on, fewer at its end.
 */
async function isMovingPng(read: (from: number, count: number) => Promise<Uint8Array>) {
  let at = signatureBytes;
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const head = await read(at, 8);
    if (head.length < 8) return false;
    const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
    const name = String.fromCharCode(...head.subarray(4));
    if (name === 'acTL') return true;
    if (name === 'IDAT' || name === 'IEND') return false;
    at += length + besidePieceBytes;
  }
  return false;
}

/** Whether a file is animated: any GIF, and PNG or WebP with several frames. A canvas would keep the first frame only. */
export async function isMoving(file: Blob): Promise<boolean> {
  const { type } = file;
  if (type === 'image/gif') return true;
  const read = async (from: number, count: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(from, from + count).arrayBuffer());
  if (type === 'image/png') return isMovingPng(read);
  return type === 'image/webp' && String.fromCharCode(...(await read(0, 4_096))).includes('ANIM');
}

/** Makes a shortcode from a file name, different from those in `taken`. */
export function shortcodeFrom(fileName: string, taken: ReadonlySet<string>): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  const first = plain === '' ? 'picture' : plain;
  if (!taken.has(first)) return first;
  let count = 2;
  while (taken.has(`${first}_${count}`)) count += 1;
  return `${first}_${count}`;
}

/** Whether the text is a valid shortcode, which is written between colons. */
export const isShortcode = (text: string): boolean => /^[A-Za-z0-9_-]{1,100}$/.test(text);
