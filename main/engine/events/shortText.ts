// Which texts from events are short enough to be kept as identifiers. Pure; what an identifier means is its reader's.

const longestChars = 255;

/** A text that is there and no longer than the 255 characters that Matrix allows an identifier. */
export const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestChars;
