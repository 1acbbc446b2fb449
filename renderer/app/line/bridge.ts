// The one reader of `window.trellis`.
import type { TrellisBridge } from '#contract/shell';

declare global {
  interface Window {
    readonly trellis?: TrellisBridge;
  }
}

/** Throws when the page runs without its preload script. */
export function bridge(): TrellisBridge {
  const { trellis } = window;
  if (trellis === undefined) throw new Error('no bridge: the preload script did not run');
  return trellis;
}
