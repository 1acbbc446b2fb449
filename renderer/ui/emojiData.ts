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

/** Every word of `text` has to be found; those whose name begins with it come first, then those with such a word. */
export function searchEmoji(all: readonly Emoji[], text: string): readonly Emoji[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const found = all.filter((emoji) => words.every((word) => emoji.words.includes(word)));
  const first = words[0] ?? '';
  const rank = ({ label, words: known }: Emoji): number => {
    if (label.toLowerCase().startsWith(first)) return 0;
    return known.split(' ').some((word) => word.startsWith(first)) ? 1 : 2;
  };
  const ranked = found.map((emoji) => ({ emoji, rank: rank(emoji) }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ emoji }) => emoji);
}
