// Sizes of pictures before they are loaded, so that nothing moves when they arrive.

export interface Size {
  readonly width: number;
  readonly height: number;
}

const fallback: Size = { width: 320, height: 240 };
const pictureBounds: Size = { width: 400, height: 360 };
export const stickerBounds: Size = { width: 160, height: 160 };
const least = 48;

/** The drawn size: within the bounds, of a picture 400 × 360, the aspect ratio kept, never enlarged. */
export function frameOf(width: number | null, height: number | null, bounds = pictureBounds): Size {
  const known = width !== null && height !== null && width > 0 && height > 0;
  const natural = known ? { width, height } : fallback;
  const scale = Math.min(1, bounds.width / natural.width, bounds.height / natural.height);
  return {
    width: Math.max(least, Math.round(natural.width * scale)),
    height: Math.max(least, Math.round(natural.height * scale)),
  };
}
