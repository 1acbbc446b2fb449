// The people or rooms that answer a name which is being typed behind `from:` or `in:`, each with the condition that it makes.
import type { ReactNode } from 'react';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { FoundPlace } from '#contract/areas/messages/search';
import { useSteadyList } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import type { Condition } from '#app/places/searching';
import { isolate } from '#ui/text/isolate';
import type { Mark } from '#ui/text/marked';
import type { NameTyped } from './conditions';

const shown = 8;
/** People whom a chat of two is with are among all chats. */
const mostPlaces = 50;

export interface NameOption {
  readonly id: string;
  readonly picture: ReactNode;
  readonly name: string;
  readonly marks: readonly Mark[];
  readonly about: string | null;
  readonly condition: Condition;
}

type RoomPlace = Extract<FoundPlace, { kind: 'room' }>;
type Named = Pick<Person, 'userId' | 'name' | 'avatar'> & { readonly marks: readonly Mark[] };

const noMarks: readonly Mark[] = [];

const isJoinedChat = (place: FoundPlace): place is RoomPlace =>
  place.kind === 'room' && place.membership === 'join' && !place.isSpace;

/** People without a direct chat: the others are listed among the rooms. */
function peopleOf(places: readonly FoundPlace[]): readonly Named[] {
  return places.flatMap((place): Named | readonly Named[] => {
    if (place.kind === 'person') return { ...place.person, marks: place.marks };
    if (!isJoinedChat(place) || place.directUserId === null) return [];
    const { directUserId: userId, name, avatar, marks } = place;
    return { userId, name, avatar, marks };
  });
}

function fromOptions(people: readonly Named[]): readonly NameOption[] {
  const each = [...new Map(people.map((one) => [one.userId, one])).values()];
  return each.slice(0, shown).map(({ userId, name, avatar, marks }) => ({
    id: userId,
    picture: <MediaAvatar id={userId} name={name} avatar={avatar} size={24} />,
    name,
    marks,
    about: name === userId ? null : isolate(userId),
    // A chat of two may be called otherwise than who is in it, and two may have one name.
    condition: { kind: 'from', name, userId },
  }));
}

const isolated = (address: string | undefined): string | null =>
  address === undefined ? null : isolate(address);

const inOptions = (places: readonly FoundPlace[]): readonly NameOption[] =>
  places
    .filter(isJoinedChat)
    .slice(0, shown)
    .map(({ roomId, directUserId, name, avatar, marks, alias, address }) => ({
      id: roomId,
      picture: <MediaAvatar id={directUserId ?? roomId} name={name} avatar={avatar} size={24} />,
      name,
      marks,
      about: isolated(alias ?? address),
      condition: { kind: 'in', name, roomId },
    }));

/** Members as the room knows them; `roomId` null: nobody is asked for. */
function useMembers(roomId: string | null, text: string) {
  const query = roomId === null ? null : { roomId, text, limit: 2 * shown };
  const { items, stale, error } = useSteadyList('members', query);
  const people = items
    .filter(({ membership }) => membership === 'join')
    .map(({ person }): Named => ({ ...person, marks: noMarks }));
  return { people, stale: query !== null && stale && error === null };
}

/** `answered`: they are of what is typed now. `oneRoom`: only its members are asked for. */
export function useNames(
  typed: NameTyped | null,
  oneRoom: string | null,
): { readonly options: readonly NameOption[]; readonly answered: boolean } {
  const text = (typed?.name ?? '').trim().slice(0, 200);
  const isPlaces = typed !== null && oneRoom === null;
  const kinds = typed?.kind === 'from' ? (['room', 'person'] as const) : (['room'] as const);
  const found = useSteadyList(
    'places',
    isPlaces ? { text, kinds: [...kinds], limit: mostPlaces } : null,
  );
  const people = typed?.kind === 'from' && isPlaces ? peopleOf(found.items) : [];
  // Before anything is typed the engine names no people: those of the room with the newest activity fill the list.
  const newest =
    typed?.kind === 'from' && text === '' && people.length < shown
      ? found.items.find((place) => isJoinedChat(place) && place.directUserId === null)
      : undefined;
  const members = useMembers(typed === null ? null : (oneRoom ?? newest?.roomId ?? null), text);
  if (typed === null) return { options: [], answered: true };
  if (typed.kind === 'in')
    return { options: inOptions(found.items), answered: !found.stale || found.error !== null };
  return {
    options: fromOptions([...people, ...members.people]),
    answered: !members.stale && (oneRoom !== null || !found.stale || found.error !== null),
  };
}
