// The first question about every piece of foreign JSON.

/** Whether a value is a JSON object: no array, not null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
