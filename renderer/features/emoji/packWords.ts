// Finds pictures of packs by their words, wherever one is looked for.
import type { PackImage } from '#contract/areas/messages/packs';

/** Whether the shortcode or the text of a picture has these words, given in lower case. */
export const isCalled = ({ shortcode, text }: PackImage, words: string): boolean =>
  `${shortcode} ${text}`.toLowerCase().includes(words);
