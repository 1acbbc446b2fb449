// A picture made from nothing: what the tour and the tests send.
import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
  return framed;
}

type Pixel = (x: number, y: number) => readonly [number, number, number];

function png(width: number, height: number, pixel: Pixel): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      Buffer.from(pixel(x, y)).copy(rows, y * (width * 3 + 1) + 1 + x * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small sunrise as a PNG file. */
export function examplePicture(path: string, width = 480, height = 320): void {
  writeFileSync(path, sunrise(width, height));
}

export function sunrise(width: number, height: number): Buffer {
  return png(width, height, (x, y) => {
    if (Math.hypot(x - width / 2, y - height * 0.7) < height * 0.18) return [255, 214, 102];
    const sky = y / height;
    return [Math.round(60 + 180 * sky), Math.round(110 + 70 * sky), Math.round(190 - 60 * sky)];
  });
}

/** Beds seen from above: rows of green on brown earth, a path of gravel around each. */
export function bedPlan(columns: number, rows: number): Buffer {
  const bed = 120;
  return png(columns * bed, rows * bed, (x, y) => {
    const across = x % bed;
    const down = y % bed;
    if (Math.min(across, down) < 14) return [214, 206, 190];
    const crop = (Math.floor(x / bed) * 3 + Math.floor(y / bed) * 5) % 4;
    if (Math.hypot((across % 20) - 10, (down % 20) - 10) > 7) return [121, 92, 68];
    return [70 + crop * 32, 142 + crop * 12, 74];
  });
}
