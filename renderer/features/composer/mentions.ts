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

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** What is sent: the address of each mentioned person in place of the name. */
export function withAddresses(text: string, mentions: readonly Mention[]): string {
  const present = mentionsIn(text, mentions);
  if (present.length === 0) return text;
  const byText = new Map(present.map((mention) => [mentionText(mention), mention.userId]));
  // The longest first: one name may begin with another one.
  const names = [...byText.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_@])(?:${names.join('|')})(?![\\p{L}\\p{N}_])`,
    'gu',
  );
  return text.replace(pattern, (found) => byText.get(found) ?? found);
}
