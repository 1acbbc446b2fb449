// Sizes of pictures before they are loaded, so that nothing moves when they arrive.

export interface Size {
  readonly width: number;
  readonly height: number;
}

const fallback: Size = { width: 320, height: 240 };
const bounds: Size = { width: 400, height: 360 };
const least = 48;

/** The drawn size: within 400 × 360, the aspect ratio kept, never enlarged. */
export function frameOf(width: number | null, height: number | null): Size {
  const known = width !== null && height !== null && width > 0 && height > 0;
  const natural = known ? { width, height } : fallback;
  const scale = Math.min(1, bounds.width / natural.width, bounds.height / natural.height);
  return {
    width: Math.max(least, Math.round(natural.width * scale)),
    height: Math.max(least, Math.round(natural.height * scale)),
  };
}
