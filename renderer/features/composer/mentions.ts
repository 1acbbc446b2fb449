// Mentions while somebody writes: the field shows names, what is sent holds addresses. Pure.

export interface Mention {
  readonly userId: string;
  readonly name: string;
}

export const mentionText = ({ name }: Mention): string => `@${name}`;

/** The list with one more person; whoever had this name before gives it up. */
export const withMention = (mentions: readonly Mention[], mention: Mention): readonly Mention[] => [
  ...mentions.filter(({ name }) => name !== mention.name),
  mention,
];

/** Those whose name still stands in the text. */
export const mentionsIn = (text: string, mentions: readonly Mention[]): readonly Mention[] =>
  mentions.filter((mention) => text.includes(mentionText(mention)));

/** Names that could be read as an address are never put in its place. */
export const isSpoken = ({ userId, name }: Mention): boolean =>
  name !== userId && !name.includes(':');

const wordEnds = /[\p{L}\p{N}_@]$/u;
/** What makes another name of one that it follows: "@Ann" is not in "@Ann-Marie". */
const goesOn = /^(?:[\p{L}\p{N}_]|-[\p{L}\p{N}])/u;
/** What a reader would take for a part of the address. */
const sticks = /^[.:]+[\p{L}\p{N}]/u;

/** What is sent: the address of each mentioned person in place of the name. */
export function withAddresses(text: string, mentions: readonly Mention[]): string {
  // The longest first: one name may begin with another one.
  const present = [...mentionsIn(text, mentions)].sort((a, b) => b.name.length - a.name.length);
  let out = '';
  let rest = text;
  while (rest !== '') {
    const mention = wordEnds.test(text.slice(0, text.length - rest.length))
      ? undefined
      : present.find((one) => {
          const name = mentionText(one);
          return rest.startsWith(name) && !goesOn.test(rest.slice(name.length));
        });
    if (mention === undefined) {
      const next = rest.indexOf('@', 1);
      const taken = next < 0 ? rest.length : next;
      out += rest.slice(0, taken);
      rest = rest.slice(taken);
    } else {
      rest = rest.slice(mentionText(mention).length);
      out += sticks.test(rest) ? `${mention.userId} ` : mention.userId;
    }
  }
  return out;
}
