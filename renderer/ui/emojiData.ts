// The emoji and their words, loaded when a picker opens for the first time; part of the bundle, never fetched from elsewhere.

export interface Emoji {
  readonly unicode: string;
  readonly label: string;
  /** Lower case words that find it. */
  readonly words: string;
}

let loaded: Promise<readonly Emoji[]> | null = null;

const componentGroup = 2;

export function loadEmoji(): Promise<readonly Emoji[]> {
  loaded ??= import('emojibase-data/en/compact.json').then(({ default: all }) =>
    all
      .filter((entry) => entry.group !== undefined && entry.group !== componentGroup)
      .map(({ unicode, label, tags }) => ({
        unicode,
        label,
        words: [label, ...(tags ?? [])].join(' ').toLowerCase(),
      })),
  );
  return loaded;
}

/** Every word of `text` has to be found; those whose name begins with it come first. */
export function searchEmoji(all: readonly Emoji[], text: string): readonly Emoji[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const found = all.filter((emoji) => words.every((word) => emoji.words.includes(word)));
  const first = words[0] ?? '';
  const rank = ({ label }: Emoji): number => (label.toLowerCase().startsWith(first) ? 0 : 1);
  return [...found].sort((a, b) => rank(a) - rank(b));
}
