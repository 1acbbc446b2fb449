// Waits no longer than it is worth.

/** @param otherwise what it is after `ms` */
export const within = <T>(work: Promise<T>, ms: number, otherwise: T): Promise<T> =>
  Promise.race([work, new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ms))]);
