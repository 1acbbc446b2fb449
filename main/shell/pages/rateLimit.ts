// How often something may be asked for: a page that asks for more is out of order, or in other hands.

/** Counts one more; false when `max` were counted within the last `windowMs`. */
export function createRateLimit(now: () => number, windowMs: number, max: number): () => boolean {
  let recent: number[] = [];
  return () => {
    recent = recent.filter((at) => at > now() - windowMs);
    if (recent.length >= max) return false;
    recent.push(now());
    return true;
  };
}
