// People for a new chat, and the act that opens it. The homeserver is asked only after `@`: a text that looks for an existing chat stays on
// this computer.
import { UserSearch } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { FoundPlace } from '#contract/areas/messages/search';
import { useErrorNotice } from '#app/errors';
import { useEngineCall } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { roomOpened } from '#app/places/navigation';
import { newRequestId } from '#app/requestId';
import { useAppDispatch } from '#app/store';
import { isolate } from '#ui/text/isolate';
import { usePeopleSearch } from '../people';
import { noMarks, sign, type Option } from './option';
import type { Typed } from './options';

/** A shorter text would find nearly everybody. */
const fewestLetters = 2;
const mostPeople = 6;

/** Whether the person is among the results already. */
function isKnown({ userId }: Person, places: readonly FoundPlace[]): boolean {
  return places.some(
    (place) =>
      (place.kind === 'person' && place.person.userId === userId) ||
      (place.kind === 'room' && place.directUserId === userId),
  );
}

export function useServerPeople(
  { wanted, text, whole }: Typed,
  places: readonly FoundPlace[],
): readonly Option[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  const tell = useErrorNotice();
  const long = text.length >= fewestLetters;
  const isAddress = /^@[^:\s]+:/.test(whole);
  const { people } = usePeopleSearch(wanted === 'people' && long ? (isAddress ? whole : text) : '');
  const begin = async ({ userId }: Person): Promise<void> => {
    const made = await call('createRoom', {
      ...{ requestId: newRequestId(), name: null, topic: null },
      ...{ direct: true, encrypted: true, public: false, invite: [userId] },
    });
    if (made.ok) dispatch(roomOpened(made.output.roomId));
    else tell(made.error);
  };
  if (wanted === 'all' && long)
    return [
      {
        ...{
          id: 'serverPeople',
          picture: sign(UserSearch),
          marks: noMarks,
          about: null,
          end: null,
        },
        ...{ keys: null, name: t('palette.searchPeople', { text: isolate(text) }) },
        retype: `@${text}`,
        run: () => undefined,
      },
    ];
  return people
    .filter((person) => !isKnown(person, places))
    .slice(0, mostPeople)
    .map((person) => ({
      id: `new:${person.userId}`,
      picture: (
        <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={24} />
      ),
      name: person.name,
      marks: noMarks,
      about: person.name === person.userId ? null : isolate(person.userId),
      end: null,
      keys: null,
      run: () => void begin(person),
    }));
}
