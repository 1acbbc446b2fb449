// How values stand in the texts of the window and of main.

/** Characters of scripts that run from right to left, and what turns the direction of all that follows. */
const turning =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u061c\u202a-\u202e\u2066-\u2069]/u;
const controls = /[\u202a-\u202e\u2066-\u2069]/g;
const isolated = /[\u2066-\u2068][^\u2066-\u2069\u202a-\u202e]*\u2069/g;

/**
 * A value for use in a sentence: characters that could change the sentence's direction are isolated. The texts run from left to right, so
 * other names need nothing. Values that the caller has isolated stay as they are.
 */
export function isolateValue(value: string): string {
  return turning.test(value.replace(isolated, ''))
    ? `\u2068${value.replace(controls, '')}\u2069`
    : value;
}

/** For every instance of i18next; React escapes the text that it renders. */
export const interpolation = { escapeValue: true, escape: isolateValue };
