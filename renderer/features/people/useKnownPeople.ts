// The people with whom this account has direct chats, the last active one first; suggested before anything is typed.
import type { Person } from '#contract/areas/rooms/peopleModels';
import { useSteadyList } from '#app/hooks';

const most = 6;

export function useKnownPeople(wanted: boolean): readonly Person[] {
  const query = { text: '', kinds: ['room' as const], limit: 50 };
  const { items } = useSteadyList('places', wanted ? query : null);
  return items
    .flatMap((place) =>
      place.kind === 'room' && place.directUserId !== null
        ? {
            ...{ userId: place.directUserId, name: place.name },
            ...{ ambiguous: false, avatar: place.avatar },
          }
        : [],
    )
    .slice(0, most);
}
