import { stripLocation } from '#engine/media/exif';

/** A JPEG head with EXIF: orientation 6 and a GPS directory with a latitude. */
function jpegWithGps(little: boolean): { bytes: Buffer; latitudeAt: number } {
  const tiff = Buffer.alloc(120);
  const u16 = (value: number, at: number): number =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at);
  const u32 = (value: number, at: number): number =>
    little ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at);
  tiff.write(little ? 'II' : 'MM', 0, 'latin1');
  u16(42, 2);
  u32(8, 4);
  u16(2, 8);
  [0x0112, 3].forEach((value, index) => u16(value, 10 + index * 2));
  u32(1, 14);
  u16(6, 18);
  [0x8825, 4].forEach((value, index) => u16(value, 22 + index * 2));
  u32(1, 26);
  u32(40, 30);
  u16(1, 40);
  [0x0002, 5].forEach((value, index) => u16(value, 42 + index * 2));
  u32(3, 46);
  u32(60, 50);
  for (let index = 0; index < 6; index += 1) u32(0xdeadbeef, 60 + index * 4);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(exif.length + 2, 4);
  return {
    bytes: Buffer.concat([head, exif, Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3])]),
    latitudeAt: 6 + 6 + 60,
  };
}

test.each([true, false])(
  'the place goes, orientation and picture stay (little endian %s)',
  (little) => {
    const { bytes, latitudeAt } = jpegWithGps(little);
    const before = Buffer.from(bytes);
    expect(stripLocation(bytes)).toBe(true);
    expect(bytes.length).toBe(before.length);
    expect(bytes.subarray(latitudeAt, latitudeAt + 24).equals(Buffer.alloc(24))).toBe(true);
    expect(bytes.subarray(20, 34).equals(before.subarray(20, 34))).toBe(true);
    expect(bytes.subarray(-7).equals(before.subarray(-7))).toBe(true);
  },
);

test('XMP is blanked, other files are left alone, damage does not throw', () => {
  const mark = 'http://ns.adobe.com/xap/1.0/\0';
  const body = Buffer.from(`${mark}<exif:GPSLatitude>52.5</exif:GPSLatitude>`, 'latin1');
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 4);
  const xmp = Buffer.concat([head, body]);
  expect(stripLocation(xmp)).toBe(true);
  expect(xmp.includes('52.5')).toBe(false);
  const png = Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1');
  expect(stripLocation(png)).toBe(false);
  const { bytes } = jpegWithGps(true);
  bytes.writeUInt32LE(0xfffffff0, 12 + 4);
  expect(stripLocation(bytes)).toBe(true);
  expect(bytes.includes(Buffer.from('efbeadde', 'hex'))).toBe(false);
});
