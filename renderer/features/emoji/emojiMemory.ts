// The setting that stores the recent emoji and the skin tone of this account.
import { useCallback, useMemo } from 'react';
import { useEngineCall, useValue } from '#app/hooks';

const settingName = 'emoji';
/** Three rows of the panel. */
const mostRecent = 27;
const longest = 64;

export interface EmojiMemory {
  /** The recent emoji, newest first. */
  readonly recent: readonly string[];
  /** 0: no skin tone; 1 to 5: from light to dark. */
  readonly tone: number;
}

const nothing: EmojiMemory = { recent: [], tone: 0 };

/** Checks the stored value, because another version of the app may have written it. */
function readBack(value: unknown): EmojiMemory {
  if (typeof value !== 'object' || value === null) return nothing;
  const { recent, tone } = value as Record<string, unknown>;
  const known = (Array.isArray(recent) ? (recent as unknown[]) : []).filter(
    (one): one is string => typeof one === 'string' && one !== '' && one.length <= longest,
  );
  const isTone = typeof tone === 'number' && Number.isInteger(tone) && tone >= 0 && tone <= 5;
  return { recent: known.slice(0, mostRecent), tone: isTone ? tone : 0 };
}

export interface RememberedEmoji extends EmojiMemory {
  /** The engine has loaded the setting; before that nothing is written over it. */
  readonly known: boolean;
  picked(unicode: string): void;
  chooseTone(tone: number): void;
}

export function useEmojiMemory(): RememberedEmoji {
  const { value: settings } = useValue('settings', {});
  const call = useEngineCall();
  const known = settings !== undefined;
  const stored = settings?.[settingName];
  const memory = useMemo(() => readBack(stored), [stored]);
  const save = useCallback(
    ({ recent, tone }: EmojiMemory) => {
      const value = { recent: [...recent], tone };
      if (known) void call('setSetting', { name: settingName, value });
    },
    [call, known],
  );
  return {
    ...memory,
    known,
    picked(unicode) {
      const others = memory.recent.filter((one) => one !== unicode);
      save({ ...memory, recent: [unicode, ...others].slice(0, mostRecent) });
    },
    chooseTone: (tone) => save({ ...memory, tone }),
  };
}
