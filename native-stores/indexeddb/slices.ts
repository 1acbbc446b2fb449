// Owns how long one turn of the loop may work: a request over many records gives it up and goes on in the next one. The locks of its
// transaction hold meanwhile, so it sees one state of the store.

/** A turn works about this long. */
export const SLICE_MS = 8;

/** Records between two looks at the clock; of the library they have some kilobytes each. */
export const PAGE = 128;

/** The answer of work that has to be called again, in a later turn. */
export const unfinished: unique symbol = Symbol('unfinished');

/** Calls `page` until it is done (false) or the time of the turn is over. */
export function sliced(page: () => boolean): 'done' | typeof unfinished {
  const untilMs = performance.now() + SLICE_MS;
  while (page()) if (performance.now() > untilMs) return unfinished;
  return 'done';
}
