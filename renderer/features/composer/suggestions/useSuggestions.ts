// Suggests people, rooms, emoji and commands after `@`, `#`, `:` or `/`. The field keeps the focus; arrows, Enter, Tab and Escape are
// handled here first.
import { useId, useMemo, useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from '#app/words';
import { useList, useValue } from '#app/hooks';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { isCalled, searchEmoji, useAllEmoji, useUsedEmoji, type RecentEmoji } from '../../emoji';
import { mentionText, type Marked } from './mentions';
import { triggerAt, type Trigger } from './trigger';
import { useCommands } from './useCommands';
import type { FieldText, Insertion } from '../useField';

const shown = 8;

export interface Suggestion {
  readonly id: string;
  readonly name: string;
  /** The second, quieter text. */
  readonly about: string | null;
  readonly picture: 'person' | 'room' | 'everybody' | 'command' | 'custom' | 'none';
  readonly avatar: string | null;
  readonly insertion: Insertion;
  /** The emoji that it is. */
  readonly emoji?: RecentEmoji;
}

const nothing: readonly Suggestion[] = [];

/** People whom this account knows from other rooms. */
function useKnown(query: string | null): readonly Person[] {
  const { items } = useList(
    'places',
    query === null ? null : { text: query, kinds: ['person', 'room'], limit: 99 },
  );
  return useMemo(
    () =>
      items.flatMap((place): Person[] => {
        if (place.kind === 'person') return [place.person];
        if (place.kind !== 'room' || place.directUserId === null) return [];
        const { directUserId: userId, name, avatar } = place;
        return [{ userId, name, ambiguous: false, avatar }];
      }),
    [items],
  );
}

/** Commands about people who need not be in the room. */
const aboutOthers = /^\/(?:(invite)|(unban)|msg|query)\s/i;

function usePeople(
  { roomId, permissions, text }: Pick<SuggestionDeps, 'roomId' | 'permissions'> & { text: string },
  query: string | null,
): readonly Suggestion[] {
  const { t } = useTranslation();
  const [others = null, invites, unbans] = aboutOthers.exec(text) ?? [];
  const known = useKnown(others === null || unbans ? null : query);
  const { value: session } = useValue('session', {});
  const { items } = useList(
    'members',
    query === null ? null : { roomId, text: query, limit: shown + 1 },
  );
  return useMemo(() => {
    // The person has typed a whole user id: Enter sends the message.
    if (query === null || items.some(({ person }) => person.userId === `@${query}`)) return nothing;
    const everybody: Suggestion = {
      id: '@room',
      name: '@room',
      about: t('composer.everybody'),
      picture: 'everybody',
      avatar: null,
      insertion: { text: '@room', id: '@room' },
    };
    const wanted = unbans ? ['ban'] : invites ? ['join', 'invite'] : ['join'];
    const there = items.filter(({ membership }) => wanted.includes(membership));
    const here = there.map(({ person }) => person);
    const isHere = (one: Person): boolean => here.some(({ userId }) => userId === one.userId);
    const found = [...(invites ? [] : here), ...known.filter((one) => !isHere(one))];
    const people = [...new Map(found.map((person) => [person.userId, person])).values()]
      .filter(({ userId }) => userId !== session?.userId)
      .slice(0, shown)
      .map((person): Suggestion => {
        const { userId, name, avatar } = person;
        const insertion = { text: mentionText(person), id: userId };
        return { id: userId, name, about: userId, picture: 'person', avatar, insertion };
      });
    const offered =
      others === null && permissions.notifyRoom && 'room'.startsWith(query.toLowerCase());
    return offered ? [...people, everybody] : people;
  }, [items, known, others, invites, unbans, session, query, permissions.notifyRoom, t]);
}

function useRooms(query: string | null): readonly Suggestion[] {
  const { items } = useList(
    'places',
    query === null ? null : { text: query, kinds: ['room'], limit: shown },
  );
  return useMemo(
    () =>
      items.flatMap((place) =>
        place.kind === 'room' && place.membership === 'join' && place.directUserId === null
          ? {
              id: place.roomId,
              name: place.name,
              about: place.alias,
              picture: 'room' as const,
              avatar: place.avatar,
              insertion: { text: `#${place.name}`, id: place.alias ?? place.roomId },
            }
          : [],
      ),
    [items],
  );
}

function useCommandsFor(may: SuggestionDeps['permissions'], query: string | null) {
  const { t } = useTranslation();
  const commands = useCommands(query !== null);
  return useMemo(
    () =>
      query === null || commands === null
        ? nothing
        : commands
            .commandsFor(may, query.toLowerCase())
            .map(({ name, args, help }): Suggestion => ({
              id: name,
              name: args === null ? `/${name}` : `/${name} ${t(args)}`,
              about: t(help),
              picture: 'command',
              avatar: null,
              insertion: { text: `/${name}`, id: null },
            })),
    [commands, may, query, t],
  );
}

/** Custom emoji of the image packs that apply in the room. */
function useCustomEmoji(roomId: string, query: string | null): readonly Suggestion[] {
  const { items: packs } = useList('imagePacks', query === null ? null : { roomId });
  return useMemo(() => {
    if (query === null) return nothing;
    const wanted = query.toLowerCase();
    const found = packs
      .flatMap(({ key, images }) => images.map((image) => ({ ...image, pack: key })))
      .filter((image) => image.emoticon && isCalled(image, wanted));
    const names = [...new Map(found.map((image) => [image.shortcode, image])).values()];
    return names.slice(0, shown).map(({ pack, shortcode, handle }): Suggestion => ({
      ...{ id: `:${shortcode}:`, name: shortcode, about: null, picture: 'custom' },
      avatar: handle,
      insertion: { text: `:${shortcode}:`, id: null },
      emoji: { pack, shortcode },
    }));
  }, [packs, query]);
}

function useEmoji(roomId: string, query: string | null): readonly Suggestion[] {
  const all = useAllEmoji(query !== null);
  const custom = useCustomEmoji(roomId, query);
  return useMemo(
    () =>
      query === null
        ? nothing
        : [...custom, ...searchEmoji(all, query.replaceAll(/[_-]/g, ' ')).slice(0, shown)]
            .slice(0, shown)
            .map((found) => {
              if ('insertion' in found) return found;
              const { unicode, label } = found;
              return {
                id: unicode,
                name: label,
                about: null,
                picture: 'none',
                avatar: null,
                insertion: { text: unicode, id: null },
                emoji: unicode,
              };
            }),
    [all, custom, query],
  );
}

export interface Suggestions {
  readonly kind: Trigger['kind'];
  readonly items: readonly Suggestion[];
  readonly active: number;
  readonly listId: string;
  optionId(index: number): string;
  pick(index: number): void;
  /** Returns true if the list has used the key. */
  onKey(event: KeyboardEvent): boolean;
  /** Called when the caret moved or the text changed. */
  look(): void;
}

interface SuggestionDeps {
  readonly roomId: string;
  readonly written: Marked;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly permissions: RoomHeader['permissions'];
  /** Whether commands are allowed here. */
  readonly commands: boolean;
  readonly onComplete: FieldText['complete'];
}

export function useSuggestions({
  roomId,
  written,
  fieldRef,
  permissions,
  commands,
  onComplete,
}: SuggestionDeps): Suggestions {
  const { text, mentions } = written;
  const listId = useId();
  const used = useUsedEmoji();
  const [caret, setCaret] = useState<number | null>(null);
  /** The query that Escape has closed; it stays closed until the text changes. */
  const [refused, setRefused] = useState<string | null>(null);
  const [chosen, setChosen] = useState({ query: '', index: 0 });
  const found = caret === null ? null : triggerAt(text, Math.min(caret, text.length));
  // A mention that was chosen already needs no suggestions.
  const isChosen = mentions.some(({ start }) => start === found?.from);
  const isRefused = found !== null && `${found.from} ${found.query}` === refused;
  const isOff = found?.kind === 'command' && !commands;
  const trigger = isChosen || isRefused || isOff ? null : found;
  const queryOf = (kind: Trigger['kind']): string | null =>
    trigger?.kind === kind ? trigger.query : null;
  const offers = {
    person: usePeople({ roomId, permissions, text: commands ? text : '' }, queryOf('person')),
    room: useRooms(queryOf('room')),
    emoji: useEmoji(roomId, queryOf('emoji')),
    command: useCommandsFor(permissions, queryOf('command')),
  };
  const kind = trigger?.kind ?? 'person';
  const items = trigger === null ? nothing : offers[kind];
  const active =
    trigger?.query === chosen.query ? Math.min(chosen.index, Math.max(0, items.length - 1)) : 0;

  const pick = (index: number): void => {
    const item = items[index];
    if (trigger === null || item === undefined) return;
    setCaret(null);
    if (item.emoji !== undefined) used(item.emoji);
    onComplete(trigger, item.insertion);
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
      // Enter sends a complete command instead of completing it.
      if (key === 'Enter' && items[active]?.insertion.text === `/${trigger.query}`) return false;
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
