// The emoji and their search words. They are part of the bundle and loaded with their first use.

export interface Emoji {
  readonly unicode: string;
  readonly label: string;
  /** Lower case words for the search. */
  readonly words: string;
  /** One of `groups`. */
  readonly group: number;
  /** The emoji in the five skin tones, from light to dark; empty if it has none. */
  readonly tones: readonly string[];
}

/** Group numbers of CLDR, in the order of the tabs; group 2 has only components of other emoji. */
export const groups = [0, 1, 3, 4, 5, 6, 7, 8, 9] as const;
export type Group = (typeof groups)[number];

// eslint-disable-next-line trellis/module-state -- a pure cache of a loaded chunk
let loaded: Promise<readonly Emoji[]> | null = null;

const toneCodes = ['1F3FB', '1F3FC', '1F3FD', '1F3FE', '1F3FF'];

interface Skin {
  readonly hexcode: string;
  readonly unicode: string;
}

/** The variants in which all people have the same skin tone. */
function tonesOf(skins: readonly Skin[] = []): string[] {
  if (skins.length === 0) return [];
  return toneCodes.flatMap((code) => {
    const only = ({ hexcode }: Skin): boolean =>
      hexcode.split('-').every((part) => part === code || !toneCodes.includes(part));
    return skins.find(only)?.unicode ?? [];
  });
}

const isGroup = (group: number | undefined): group is Group =>
  groups.some((known) => known === group);

async function read(): Promise<readonly Emoji[]> {
  const { default: all } = await import('emojibase-data/en/compact.json');
  return all.flatMap(({ unicode, label, tags = [], group, skins }) =>
    isGroup(group)
      ? {
          ...{ unicode, label, group, tones: tonesOf(skins) },
          words: [label, ...tags].join(' ').toLowerCase(),
        }
      : [],
  );
}

export function loadEmoji(): Promise<readonly Emoji[]> {
  loaded ??= read().catch((error: unknown) => {
    // Loading is tried again with the next use.
    loaded = null;
    throw error;
  });
  return loaded;
}

/** The emoji in skin tone 1 to 5; 0 has no skin tone. */
export const toned = ({ unicode, tones }: Emoji, tone: number): string =>
  tones[tone - 1] ?? unicode;

/** Finds emoji that have every word of `text`; those whose name begins with it come first, then those with a word that begins so. */
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
