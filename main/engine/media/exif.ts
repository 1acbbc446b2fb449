// Takes the place where a picture was made out of a JPEG (D3): zeroes the GPS part of EXIF in place and blanks XMP, which may repeat
// it. Orientation and the rest of EXIF stay; the length never changes. Anything that is not understood is left as it is.

const gpsPointerTag = 0x8825;
const typeSizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

interface Tiff {
  readonly u16: (at: number) => number;
  readonly u32: (at: number) => number;
  readonly end: number;
}

function tiffAt(bytes: Buffer, base: number, end: number): Tiff | null {
  const order = bytes.toString('latin1', base, base + 2);
  if (order !== 'II' && order !== 'MM') return null;
  const little = order === 'II';
  const guard = (at: number, size: number): number => {
    if (at < 0 || base + at + size > end) throw new RangeError('outside of the segment');
    return base + at;
  };
  return {
    u16: (at) => (little ? bytes.readUInt16LE(guard(at, 2)) : bytes.readUInt16BE(guard(at, 2))),
    u32: (at) => (little ? bytes.readUInt32LE(guard(at, 4)) : bytes.readUInt32BE(guard(at, 4))),
    end: end - base,
  };
}

/** Zeroes one directory with the values it points to. */
function blankDirectory(bytes: Buffer, base: number, tiff: Tiff, directory: number): void {
  const count = tiff.u16(directory);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    const size = (typeSizes[tiff.u16(entry + 2)] ?? 0) * tiff.u32(entry + 4);
    const value = tiff.u32(entry + 8);
    if (size > 4 && value + size <= tiff.end) bytes.fill(0, base + value, base + value + size);
  }
  const length = Math.min(2 + count * 12 + 4, tiff.end - directory);
  bytes.fill(0, base + directory, base + directory + length);
}

function blankGps(bytes: Buffer, base: number, end: number): void {
  const tiff = tiffAt(bytes, base, end);
  if (tiff === null) return;
  const first = tiff.u32(4);
  const count = tiff.u16(first);
  for (let index = 0; index < count; index += 1) {
    const entry = first + 2 + index * 12;
    if (tiff.u16(entry) !== gpsPointerTag) continue;
    blankDirectory(bytes, base, tiff, tiff.u32(entry + 8));
    // A pointer to an empty directory at an even place would be legal; an entry of tag 0 is ignored by every reader.
    bytes.fill(0, base + entry, base + entry + 12);
  }
}

const exifMark = 'Exif\0\0';
const xmpMark = 'http://ns.adobe.com/xap/1.0/\0';

/** Changes `head`, the first bytes of a file, in place; true when it is a JPEG that held something to remove. */
export function stripLocation(head: Buffer): boolean {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return false;
  let changed = false;
  let at = 2;
  while (at + 4 <= head.length && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0;
    const end = at + 2 + head.readUInt16BE(at + 2);
    if (marker === 0xda || end > head.length) break;
    const start = at + 4;
    if (marker === 0xe1 && head.toString('latin1', start, start + exifMark.length) === exifMark) {
      try {
        blankGps(head, start + exifMark.length, end);
        changed = true;
      } catch {
        // Damaged EXIF: another program may read a location that we cannot find, so all of it is blanked.
        head.fill(0, start + exifMark.length, end);
        changed = true;
      }
    } else if (
      marker === 0xe1 &&
      head.toString('latin1', start, start + xmpMark.length) === xmpMark
    ) {
      head.fill(0x20, start + xmpMark.length, end);
      changed = true;
    }
    at = end;
  }
  return changed;
}
