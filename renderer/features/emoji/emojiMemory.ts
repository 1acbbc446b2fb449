// The setting that stores the recent emoji and the skin tone of this account.
import { useMemo } from 'react';
import { useEngineCall, useSetting, type EngineCall } from '#app/hooks';

const settingName = 'emoji';
/** Three rows of the panel. */
const mostRecent = 27;
const longest = 64;
const longestShortcode = 100;
const longestPack = 1_000;

/** An emoji of an image pack, by its place there: the pack says now which picture it is. */
export interface RecentCustom {
  readonly pack: string;
  /** Without its colons. */
  readonly shortcode: string;
}
export type RecentEmoji = string | RecentCustom;

export interface EmojiMemory {
  /** The recent emoji, newest first. */
  readonly recent: readonly RecentEmoji[];
  /** 0: no skin tone; 1 to 5: from light to dark. */
  readonly tone: number;
}

const nothing: EmojiMemory = { recent: [], tone: 0 };

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

function recentOf(value: unknown): RecentEmoji | null {
  if (isText(value, longest)) return value;
  if (typeof value !== 'object' || value === null) return null;
  const { pack, shortcode } = value as Record<string, unknown>;
  const isCustom = isText(pack, longestPack) && isText(shortcode, longestShortcode);
  return isCustom ? { pack, shortcode } : null;
}

const isSame = (one: RecentEmoji, other: RecentEmoji): boolean =>
  typeof one === 'string' || typeof other === 'string'
    ? one === other
    : one.pack === other.pack && one.shortcode === other.shortcode;

/** Checks the stored value, because another version of the app may have written it. */
function readBack(value: unknown): EmojiMemory {
  if (typeof value !== 'object' || value === null) return nothing;
  const { recent, tone } = value as Record<string, unknown>;
  const known = (Array.isArray(recent) ? (recent as unknown[]) : []).flatMap(
    (one) => recentOf(one) ?? [],
  );
  const isTone = typeof tone === 'number' && Number.isInteger(tone) && tone >= 0 && tone <= 5;
  return { recent: known.slice(0, mostRecent), tone: isTone ? tone : 0 };
}

export interface RememberedEmoji extends EmojiMemory {
  /** The engine has loaded the setting; before that nothing is written over it. */
  readonly known: boolean;
  picked(emoji: RecentEmoji): void;
  chooseTone(tone: number): void;
}

/** One emoji as Unicode knows it, no word that stands in a reaction. */
const isEmoji = /^(?=.*[^\d*#])[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u;

const withFirst = (memory: EmojiMemory, emoji: RecentEmoji): EmojiMemory => {
  const others = memory.recent.filter((one) => !isSame(one, emoji));
  return { ...memory, recent: [emoji, ...others].slice(0, mostRecent) };
};

const save = (call: EngineCall, { recent, tone }: EmojiMemory): void => {
  const value = {
    recent: recent.map((one) => (typeof one === 'string' ? one : { ...one })),
    tone,
  };
  void call('setSetting', { name: settingName, value });
};

/** Remembers an emoji that was chosen outside the panel; a word that is a reaction is none. */
export function remember(call: EngineCall, stored: unknown, emoji: RecentEmoji): void {
  if (typeof emoji !== 'string' || isEmoji.test(emoji))
    save(call, withFirst(readBack(stored), emoji));
}

export function useEmojiMemory(): RememberedEmoji {
  const call = useEngineCall();
  const stored = useSetting(settingName);
  const known = stored !== null;
  const memory = useMemo(() => readBack(stored), [stored]);
  const keep = (next: EmojiMemory): void => {
    if (known) save(call, next);
  };
  return {
    ...memory,
    known,
    picked: (emoji) => keep(withFirst(memory, emoji)),
    chooseTone: (tone) => keep({ ...memory, tone }),
  };
}
