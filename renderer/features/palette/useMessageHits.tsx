// The newest messages that contain the typed text. They are fetched after the names have come and are listed last, so that no other result
// waits or moves.
import { useRef } from 'react';
import type { FoundMessage } from '#contract/areas/messages/search';
import { useSteadyList } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { fileRevealed } from '#app/places/filesPlace';
import { hitOpened, placeOpened, searchChanged } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { WarningMark } from '#app/TrustMark';
import { isolate } from '#ui/text/isolate';
import { KindIcon } from '../files';
import type { Option } from './option';
import type { Typed } from './options';

const mostHits = 3;
/** Shorter, and it is in everything. */
const fewestLetters = 2;

const anywhere = { roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null };

/** `waiting`: names have not answered yet. `named`: events that stand among the files already. */
export function useMessageHits(
  { wanted, text }: Typed,
  waiting: boolean,
  named: ReadonlySet<string>,
): readonly Option[] {
  const dispatch = useAppDispatch();
  const asked = useRef('');
  if (!waiting) asked.current = text;
  const isAsked =
    wanted === 'all' && text.length >= fewestLetters && asked.current.length >= fewestLetters;
  const { items } = useSteadyList(
    'search',
    isAsked ? { ...anywhere, text: asked.current, limit: 2 * mostHits } : null,
  );
  const open = ({ key, roomId, eventId, folder }: FoundMessage): void => {
    if (folder === null) {
      // The words are marked and brought into view, and F3 leads to the next one, just like from the place Search.
      dispatch(searchChanged({ text: asked.current, conditions: [] }));
      return void dispatch(hitOpened({ of: 'search', key, roomId, eventId }));
    }
    dispatch(fileRevealed({ roomId, entryId: eventId }));
    dispatch(placeOpened('files'));
  };
  return items
    .filter(({ eventId }) => !named.has(eventId))
    .slice(0, mostHits)
    .map((hit) => ({
      id: `hit:${hit.key}`,
      picture:
        hit.folder === null ? (
          <MediaAvatar
            id={hit.sender.userId}
            name={hit.sender.name}
            avatar={hit.sender.avatar}
            size={24}
          />
        ) : (
          <KindIcon kind={hit.folder.fileKind} size="s" />
        ),
      name: hit.text,
      marks: hit.marks,
      about: [
        hit.sender.name,
        hit.sender.ambiguous ? hit.sender.userId : undefined,
        hit.folder?.path ?? hit.roomName,
        hit.address,
      ]
        .flatMap((said) => (said === undefined ? [] : isolate(said)))
        .join(' · '),
      aboutStays: true,
      end: <WarningMark trust={hit.trust} size={12} />,
      keys: null,
      run: () => open(hit),
    }));
}
