// Draws the app's icons and writes them as PNG files beside itself: `node build/icons/makeIcons.mjs`. No dependencies.
// The app's sign on a green square; the tray's states differ by a dot, which Windows lays over the icon in the taskbar.
import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = crcTable[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}

function png(size, pixelAt) {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const at = y * (size * 4 + 1) + 1 + x * 4;
      pixelAt(x, y).forEach((value, i) => (rows[at + i] = Math.round(value)));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const accent = [29, 122, 94];
const bar = [255, 255, 255];
const colours = { unread: [88, 190, 160], mention: [139, 92, 246], call: [220, 60, 60] };

/** 1 inside a rounded square of the unit square. */
function inSquare(u, v, margin, radius) {
  const x = Math.max(Math.abs(u - 0.5) - (0.5 - margin - radius), 0);
  const y = Math.max(Math.abs(v - 0.5) - (0.5 - margin - radius), 0);
  return Math.hypot(x, y) <= radius;
}

/** The six strokes of the app's sign, in a box of 32 units: the same as in renderer/ui/marks/Logo.tsx. */
const strokes = [
  [5, 27, 27, 5],
  [5, 16, 16, 5],
  [16, 27, 27, 16],
  [5, 5, 27, 27],
  [16, 5, 27, 16],
  [5, 16, 16, 27],
];

/** Distance of a point from a stroke. */
function distance(x, y, [x1, y1, x2, y2]) {
  const along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2);
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1));
}

/** The sign, `scale` of the unit square wide. */
function inLattice(u, v, scale = 0.74) {
  const x = (u - 0.5) * (32 / scale) + 16;
  const y = (v - 0.5) * (32 / scale) + 16;
  return strokes.some((stroke) => distance(x, y, stroke) < 1.5);
}

/** Colour and coverage at a point of the unit square. */
function drawing({ template, dot, alone }) {
  return (u, v) => {
    if (alone) return [...colours[alone], Math.hypot(u - 0.5, v - 0.5) < 0.5 ? 1 : 0];
    if (dot && Math.hypot(u - 0.78, v - 0.22) < 0.2) return [...colours[dot], 1];
    if (dot && Math.hypot(u - 0.78, v - 0.22) < 0.27) return [0, 0, 0, 0];
    if (template) return [0, 0, 0, inLattice(u, v, 1.1) ? 1 : 0];
    if (!inSquare(u, v, 0.04, 0.2)) return [0, 0, 0, 0];
    return inLattice(u, v) ? [...bar, 1] : [...accent, 1];
  };
}

/** Each pixel is the mean of 8 × 8 samples. */
function render(size, options) {
  const draw = drawing(options);
  const samples = 8;
  return png(size, (x, y) => {
    const sum = [0, 0, 0, 0];
    for (let i = 0; i < samples * samples; i += 1) {
      const u = (x + ((i % samples) + 0.5) / samples) / size;
      const v = (y + (Math.floor(i / samples) + 0.5) / samples) / size;
      const [r, g, b, a] = draw(u, v);
      [r * a, g * a, b * a, a].forEach((value, at) => (sum[at] += value));
    }
    const a = sum[3] || 1;
    return [sum[0] / a, sum[1] / a, sum[2] / a, (sum[3] / samples ** 2) * 255];
  });
}

const save = (name, size, options = {}) =>
  writeFileSync(new URL(name, import.meta.url), render(size, options));

for (const size of [16, 32, 48, 64, 128, 256, 512]) save(`${size}x${size}.png`, size);
save('icon.png', 256);
for (const [suffix, scale] of [
  ['', 1],
  ['@2x', 2],
]) {
  save(`trayIdle${suffix}.png`, 22 * scale);
  save(`trayUnread${suffix}.png`, 22 * scale, { dot: 'unread' });
  save(`trayMention${suffix}.png`, 22 * scale, { dot: 'mention' });
  save(`trayCall${suffix}.png`, 22 * scale, { dot: 'call' });
  save(`dotUnread${suffix}.png`, 16 * scale, { alone: 'unread' });
  save(`dotMention${suffix}.png`, 16 * scale, { alone: 'mention' });
  save(`dotCall${suffix}.png`, 16 * scale, { alone: 'call' });
  save(`trayTemplate${suffix}.png`, 16 * scale, { template: true });
}
