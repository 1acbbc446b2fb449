// Which square of a picture is kept. Pure.

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Crop {
  /** 1: the shorter side fills the square. */
  readonly zoom: number;
  /** The middle of the square, as parts of the picture: 0 to 1. */
  readonly x: number;
  readonly y: number;
}

export const wholeCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const mostZoom = 4;

/** The square in pixels of the picture. */
export function squareOf(
  { width, height }: Size,
  crop: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / crop.zoom;
  return { left: crop.x * width - side / 2, top: crop.y * height - side / 2, side };
}

const within = (value: number, margin: number): number =>
  Math.min(1 - margin, Math.max(margin, value));

/** The nearest crop whose square lies within the picture. */
export function fitted(size: Size, { zoom, x, y }: Crop): Crop {
  const kept = Math.min(mostZoom, Math.max(1, zoom));
  const side = Math.min(size.width, size.height) / kept;
  return {
    zoom: kept,
    x: within(x, side / 2 / size.width),
    y: within(y, side / 2 / size.height),
  };
}

/** Moved by parts of the square's side, as it is seen; the picture follows the hand. */
export function moved(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const { side } = squareOf(size, crop);
  return fitted(size, {
    ...crop,
    x: crop.x - (dx * side) / size.width,
    y: crop.y - (dy * side) / size.height,
  });
}
