// Offers people and emoji while somebody types `@` or `:`. The field keeps the focus; arrows, Enter, Tab and Escape go through here
// first.
import { useId, useMemo, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useList, useValue } from '#app/hooks';
import { searchEmoji, useAllEmoji } from '../emoji';
import { isSpoken, mentionText } from './mentions';
import type { Mention } from './mentions';
import { complete, triggerAt } from './trigger';
import type { Completed, Trigger } from './trigger';

const shown = 8;

export interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** A second line of a person: the user id. */
  readonly userId: string | null;
  readonly avatar: string | null;
  /** What takes the place of what was typed. */
  readonly insert: string;
  /** Whom `insert` stands for, where that is a name. */
  readonly mention: Mention | null;
}

function usePeople(roomId: string, query: string | null): readonly Suggestion[] {
  const { value: session } = useValue('session', {});
  const { items } = useList(
    'members',
    query === null ? null : { roomId, text: query, limit: shown + 1 },
  );
  return useMemo(
    () =>
      items
        .filter(({ person, membership }) => {
          return person.userId !== session?.userId && membership === 'join';
        })
        .slice(0, shown)
        .map(({ person: { userId, name, avatar, ambiguous } }) => {
          // Two of one name can only be told apart by their addresses.
          const mention = !ambiguous && isSpoken({ userId, name }) ? { userId, name } : null;
          const insert = mention === null ? userId : mentionText(mention);
          return { id: userId, name, userId, avatar, insert, mention };
        }),
    [items, session],
  );
}

function useEmoji(query: string | null): readonly Suggestion[] {
  const all = useAllEmoji(query !== null);
  return useMemo(
    () =>
      query === null
        ? []
        : searchEmoji(all, query.replaceAll(/[_-]/g, ' '))
            .slice(0, shown)
            .map(({ unicode, label }) => ({
              id: unicode,
              name: label,
              userId: null,
              avatar: null,
              insert: unicode,
              mention: null,
            })),
    [all, query],
  );
}

export interface Suggestions {
  readonly kind: Trigger['kind'];
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly listId: string;
  optionId(index: number): string;
  pick(index: number): void;
  /** True when the key was for the list. */
  onKey(event: KeyboardEvent): boolean;
  /** The caret moved or the text changed. */
  look(): void;
}

interface SuggestionDeps {
  readonly roomId: string;
  readonly text: string;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly onComplete: (done: Completed) => void;
  readonly onMention: (person: Mention) => void;
}

export function useSuggestions({
  roomId,
  text,
  fieldRef,
  onComplete,
  onMention,
}: SuggestionDeps): Suggestions {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  /** What Escape refused, until something else is typed. */
  const [refused, setRefused] = useState<string | null>(null);
  const [chosen, setChosen] = useState({ query: '', index: 0 });
  const found = caret === null ? null : triggerAt(text, Math.min(caret, text.length));
  const trigger = found !== null && `${found.from} ${found.query}` !== refused ? found : null;
  const people = usePeople(roomId, trigger?.kind === 'person' ? trigger.query : null);
  const emoji = useEmoji(trigger?.kind === 'emoji' ? trigger.query : null);
  const kind = trigger?.kind ?? 'person';
  const items = trigger === null ? [] : kind === 'person' ? people : emoji;
  const active =
    trigger?.query === chosen.query ? Math.min(chosen.index, Math.max(0, items.length - 1)) : 0;

  const pick = (index: number): void => {
    const item = items[index];
    if (trigger === null || item === undefined) return;
    setCaret(null);
    if (item.mention !== null) onMention(item.mention);
    onComplete(complete(text, trigger, item.insert));
  };
  const move = (step: 1 | -1): void => {
    const index = (active + step + items.length) % items.length;
    setChosen({ query: trigger?.query ?? '', index });
  };
  return {
    kind,
    items,
    active,
    listId,
    optionId: (index) => `${listId}-${index}`,
    pick,
    onKey: ({ key, shiftKey }) => {
      if (trigger === null || items.length === 0) return false;
      if (key === 'ArrowDown') move(1);
      else if (key === 'ArrowUp') move(-1);
      else if (key === 'Enter' && !shiftKey) pick(active);
      else if (key === 'Tab' && !shiftKey) pick(active);
      else if (key === 'Escape') setRefused(`${trigger.from} ${trigger.query}`);
      else return false;
      return true;
    },
    look: () => {
      const field = fieldRef.current;
      const place = field !== null && field.selectionStart === field.selectionEnd;
      setCaret(place ? field.selectionStart : null);
    },
  };
}
