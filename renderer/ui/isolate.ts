/** Isolates a name within a sentence, so that its direction does not turn the sentence round. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
