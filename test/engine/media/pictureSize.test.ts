// Pictures that would fill the memory of the window, told by their first bytes.
import { isPictureBomb, pictureHeadBytes } from '#engine/media/pictureSize';

const bytes = (length: number, write: (buffer: Buffer) => void): Buffer => {
  const buffer = Buffer.alloc(length);
  write(buffer);
  return buffer;
};

const png = (width: number, height: number): Buffer =>
  bytes(64, (head) => {
    head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
  });

const gif = (width: number, height: number): Buffer =>
  bytes(64, (head) => {
    head.write('GIF89a', 'latin1');
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
  });

const webp = (width: number, height: number): Buffer =>
  bytes(64, (head) => {
    head.write('RIFF\0\0\0\0WEBPVP8X', 'latin1');
    head.writeUIntLE(width - 1, 24, 3);
    head.writeUIntLE(height - 1, 27, 3);
  });

/** With a segment of so many bytes before the frame. */
const jpeg = (width: number, height: number, segment = 16): Buffer =>
  bytes(segment + 64, (head) => {
    head.writeUInt32BE(0xffd8ffe1, 0);
    head.writeUInt16BE(segment, 4);
    const at = 4 + segment;
    head.writeUInt16BE(0xffc0, at);
    head.writeUInt16BE(height, at + 5);
    head.writeUInt16BE(width, at + 7);
  });

const avif = (width: number, height: number): Buffer =>
  bytes(96, (head) => {
    head.write('\0\0\0\x1cftypavif', 'latin1');
    head.write('ispe', 40, 'latin1');
    head.writeUInt32BE(width, 48);
    head.writeUInt32BE(height, 52);
  });

test.each([
  ['PNG', png],
  ['GIF', gif],
  ['WebP', webp],
  ['JPEG', jpeg],
  ['AVIF', avif],
] as const)(
  'a %s of more than 100 megapixels, or of an endless side, is not decoded',
  (_name, make) => {
    expect(isPictureBomb(make(30_000, 30_000))).toBe(true);
    expect(isPictureBomb(make(20_000, 2))).toBe(true);
    expect(isPictureBomb(make(8_000, 6_000))).toBe(false);
    expect(isPictureBomb(make(1, 1))).toBe(false);
  },
);

test('a JPEG that hides its size behind segments without end is not decoded, other files pass', () => {
  const segment = bytes(65_000, (head) => {
    head.writeUInt16BE(0xffe1, 0);
    head.writeUInt16BE(64_998, 2);
  });
  const start = Buffer.from([0xff, 0xd8]);
  const hidden = Buffer.concat([start, ...Array.from({ length: 6 }, () => segment)]);
  expect(isPictureBomb(hidden.subarray(0, pictureHeadBytes))).toBe(true);
  expect(isPictureBomb(jpeg(4_000, 3_000, 60_000))).toBe(false);
  expect(isPictureBomb(Buffer.from('just a text that is long enough'))).toBe(false);
  expect(isPictureBomb(Buffer.alloc(0))).toBe(false);
});
