/** Removes characters that would end the isolation, or change the text direction beyond it. */
const plain = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Isolates a name within a sentence, so that its direction does not turn the sentence round. */
export const isolate = (text: string): string => `\u2068${plain(text)}\u2069`;

/** A file name, in the order in which lists show it: its ending stands last, whatever script the rest is of. */
export const isolateLtr = (text: string): string => `\u2066${plain(text)}\u2069`;
