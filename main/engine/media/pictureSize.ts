// The size of a picture as its first bytes tell, before anything decodes it: a small file can stand for more pixels than memory holds.

const longestSide = 16_384;
const mostPixels = 100_000_000;

/** Large enough for the data before the size in the files of cameras. */
export const pictureHeadBytes = 262_144;

interface Size {
  readonly width: number;
  readonly height: number;
}

const ascii = (head: Buffer, at: number, text: string): boolean =>
  head.toString('latin1', at, at + text.length) === text;

function pngSize(head: Buffer): Size | null {
  if (!ascii(head, 1, 'PNG') || head.length < 24) return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function gifSize(head: Buffer): Size | null {
  if (!ascii(head, 0, 'GIF8') || head.length < 10) return null;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

function webpSize(head: Buffer): Size | null {
  if (!ascii(head, 0, 'RIFF') || !ascii(head, 8, 'WEBP') || head.length < 30) return null;
  if (ascii(head, 12, 'VP8X'))
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (ascii(head, 12, 'VP8L')) {
    const bits = head.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}

/** The frame header comes after segments of any length: one that begins after `head` counts as endless. */
function jpegSize(head: Buffer): Size | null {
  if (head.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < head.length) {
    if (head[at] !== 0xff) return null;
    const marker = head[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    at += 2 + head.readUInt16BE(at + 2);
  }
  return head.length < pictureHeadBytes ? null : { width: Infinity, height: Infinity };
}

/** AVIF: the largest `ispe` property. */
function avifSize(head: Buffer): Size | null {
  if (!ascii(head, 4, 'ftyp')) return null;
  let size: Size | null = null;
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    if (at + 16 > head.length) break;
    const found = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    if (size === null || found.width * found.height > size.width * size.height) size = found;
  }
  return size;
}

/** Null where these bytes do not have the size. */
export const sizeOfPicture = (head: Buffer): Size | null =>
  head.length < 12
    ? null
    : (pngSize(head) ?? gifSize(head) ?? webpSize(head) ?? jpegSize(head) ?? avifSize(head));

/** True when decoding it would take more memory than a window should give. False where these bytes do not have the size. */
export function isPictureBomb(bytes: Uint8Array): boolean {
  const size = sizeOfPicture(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (size === null) return false;
  return Math.max(size.width, size.height) > longestSide || size.width * size.height > mostPixels;
}
