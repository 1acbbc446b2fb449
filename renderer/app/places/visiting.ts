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
  const { place, roomId, sidePanel, thread, settings, spaceId } = navigation;
  const chats = place === 'chats';
  return {
    place,
    roomId: chats ? roomId : null,
    threadId: chats && sidePanel === 'thread' ? (thread?.threadId ?? null) : null,
    directoryId: place === 'files' ? files.directoryId : null,
    spaceId,
    section: place === 'settings' ? settings.section : null,
  };
}

/** A list of another space beside the same chat is no other place. */
const same = (a: Visit, b: Visit): boolean =>
  a.place === b.place &&
  a.roomId === b.roomId &&
  a.threadId === b.threadId &&
  a.directoryId === b.directoryId &&
  a.section === b.section;

/** Chats without a chat, and Files without a directory, show nothing that one would go back to. */
const isWorthIt = ({ place, roomId, directoryId }: Visit): boolean =>
  place === 'chats' ? roomId !== null : place !== 'files' || directoryId !== null;

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
      const gone = left.roomId ?? left.directoryId;
      if (gone !== null) dispatch(visitsForgotten(gone));
    } else if (isWorthIt(left) && !same(left, visitOf(after))) {
      dispatch(visitEnded(left));
    }
    return result;
  };

/** The step back or forward; null: there is none. */
export function stepOf(state: Where & { readonly visits: Visits }, way: Step['way']): Step | null {
  const to = state.visits[way].at(-1);
  return to === undefined ? null : { way, from: visitOf(state), to };
}
