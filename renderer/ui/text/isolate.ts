/** Isolates a name within a sentence, so that its direction does not turn the sentence round. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/** A file name, in the order in which lists show it: its ending stands last, whatever script the rest is of. */
export const isolateLtr = (text: string): string => `\u2066${text}\u2069`;
