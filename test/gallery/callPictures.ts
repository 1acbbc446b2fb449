// Still pictures and devices for the stages of calls in the gallery.
import type { CaptureSource } from '#contract/shell';

function canvas(hue: number, width: number, height: number): HTMLCanvasElement {
  const made = Object.assign(document.createElement('canvas'), { width, height });
  const paint = made.getContext('2d');
  if (paint !== null) {
    paint.fillStyle = `hsl(${hue} 30% 35%)`;
    paint.fillRect(0, 0, width, height);
    paint.fillStyle = `hsl(${hue} 45% 60%)`;
    paint.beginPath();
    paint.arc(width / 2, height / 2, height / 4, 0, 7);
    paint.fill();
  }
  return made;
}

/** A still picture as a stream, in one hue. */
export const painted = (hue: number, width = 640, height = 360): MediaStream =>
  canvas(hue, width, height).captureStream(1);

function pngOf(hue: number): Uint8Array {
  const data = canvas(hue, 320, 200).toDataURL('image/png').split(',')[1] ?? '';
  return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
}

/** Sources that the screen picker offers, one of them a window with a far too long name. */
export const captureSources = (): readonly CaptureSource[] =>
  (
    [
      ['screen', 'Screen 1'],
      ['screen', 'Screen 2'],
      ['window', 'Northline signs, Pier 4'],
      ['window', 'Wayfinding specification, draft 7 with comments of the harbour office.odt'],
      ['window', 'Print quantities and prices.xlsx'],
      ['window', 'Inbox'],
    ] as const
  ).map(([kind, name], index) => ({
    sourceId: `source-${String(index).padStart(12, '0')}`,
    kind,
    name,
    thumbnail: pngOf(index * 60),
  }));
