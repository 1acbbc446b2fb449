// Notes each place that the user leaves, whatever opened the next one, and leads back and forward over them.
import { isAction, type Middleware } from '@reduxjs/toolkit';
import { directoryClosed, filesRestored, type FilesPlace } from './filesPlace';
import { navigationRestored, roomClosed, type Navigation } from './navigation';
import {
  visitedAgain,
  visitEnded,
  visitsForgotten,
  type Step,
  type Visit,
  type Visits,
} from './visits';

interface Where {
  readonly navigation: Navigation;
  readonly files: FilesPlace;
}

function visitOf({ navigation, files }: Where): Visit {
  const { layout, place, roomId, sidePanel, thread, settings, spaceId } = navigation;
  const { turn } = place === 'files' ? files : place === 'settings' ? settings : navigation;
  // In a narrow window the list is a visit of its own, with nothing open.
  const open = layout === 'turns' && turn === 'list' ? null : place;
  return {
    place,
    roomId: open === 'chats' ? roomId : null,
    threadId: open === 'chats' && sidePanel === 'thread' ? (thread?.threadId ?? null) : null,
    directoryId: open === 'files' ? files.directoryId : null,
    spaceId,
    section: open === 'settings' ? settings.section : null,
  };
}

/** A list of another space beside the same chat is no other place. */
const same = (a: Visit, b: Visit): boolean =>
  a.place === b.place &&
  a.roomId === b.roomId &&
  a.threadId === b.threadId &&
  a.directoryId === b.directoryId &&
  a.section === b.section;

/** Beside the list, chats without a chat and Files without a directory show nothing that one would go back to. */
const isWorthIt = ({ place, roomId, directoryId }: Visit, { layout }: Navigation): boolean =>
  layout === 'turns' ||
  (place === 'chats' ? roomId !== null : place !== 'files' || directoryId !== null);

export const visiting: Middleware<object, Where> =
  ({ getState, dispatch }) =>
  (next) =>
  (action) => {
    const before = getState();
    const result = next(action);
    const after = getState();
    if (before.navigation === after.navigation && before.files === after.files) return result;
    if (!isAction(action) || visitedAgain.match(action)) return result;
    if (navigationRestored.match(action) || filesRestored.match(action)) return result;
    const left = visitOf(before);
    if (roomClosed.match(action) || directoryClosed.match(action)) {
      const { navigation, files } = before;
      const gone = roomClosed.match(action) ? navigation.roomId : files.directoryId;
      if (gone !== null) dispatch(visitsForgotten(gone));
    } else if (isWorthIt(left, after.navigation) && !same(left, visitOf(after))) {
      dispatch(visitEnded(left));
    }
    return result;
  };

/** The step back or forward; null: there is none. */
export function stepOf(state: Where & { readonly visits: Visits }, way: Step['way']): Step | null {
  const from = visitOf(state);
  const visits = state.visits[way];
  // Two visits of one place follow each other if the one between them was forgotten.
  const at = visits.findLastIndex((one) => !same(one, from));
  const to = visits[at];
  return to === undefined ? null : { way, at, from, to };
}
