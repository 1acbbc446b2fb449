// How two texts look alike: for the filter as you type, and for members and rooms that show the same name.
import { ascii, lookalike } from './lookalike';

// Control and bidi characters, invisible ones, and marks that only decorate.
const unseen = /[\p{Cc}\p{Cf}\p{M}]/gu;

/** Lower case, without accents, compatibility forms and invisible characters; spaces are kept single. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(unseen, '').toLowerCase().replace(/\s+/gu, ' ');
}

/** Letters that are drawn as nothing, in the form that `fold` gives them. */
const fillers = /[\u115f\u1160\u2800]/g;

/** How a name looks: two members with the same key cannot be told apart by their names. */
export const nameKey = (name: string | null): string =>
  fold(name ?? '')
    .replace(fillers, '')
    .replace(/ {2,}/g, ' ')
    .trim();

/** The same for rooms, where letters that only look Latin are those that they look like. */
export const roomNameKey = (name: string): string => nameKey(lookalike(name) ?? name);
