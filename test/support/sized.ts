// How much of everything a test takes: `npm test` keeps every kind of moment with small numbers, `npm run stress` has the long forms.

const isStress = process.env['TRELLIS_STRESS'] === '1';

/** The second of both in `npm run stress`. Titles say the number, so that a result tells which of them ran. */
export const sized = (short: number, long: number): number => (isStress ? long : short);
