// How a thread's view differs from its room's: it begins with the thread root, and messages of the outbox stand where they
// will stand once sent.
import { getEvents } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { effective, threadRootIn, type Content } from '../../events/relations';
import type { Judge } from '../../threads/unread';
import type { ViewDeps } from '../view';
import { mentioned } from './messages';
import type { Window } from './timelinePlaces';

/** Adds the thread root, which stands in the room's timeline; it is shown with the first answer. */
export function withRoot(
  { store: { db } }: ViewDeps,
  roomNo: number,
  threadId: string,
  window: Window,
): Window {
  if (window.hasOlder) return window;
  const root = getEvents(db, roomNo, [threadId]).get(threadId);
  return root === undefined ? window : { ...window, events: [root, ...window.events] };
}

export interface Shown {
  /** The thread that is shown; null for the room. */
  readonly threadId: string | null;
  /** The room shows answers of threads, too. */
  readonly answersInRoom: boolean;
}

/** True when a message of the outbox belongs in this view. */
export function standsHere({ threadId, answersInRoom }: Shown, content: Content): boolean {
  return threadRootIn(content) === threadId || (threadId === null && answersInRoom);
}

/** Every answer counts; push rules, and without them `m.mentions`, say which calls this account. */
export const judgeOf =
  ({ isHighlight }: Pick<ViewDeps, 'isHighlight'>, ownUserId: string): Judge =>
  (event: StoredEvent) => ({
    notify: true,
    highlight: isHighlight?.(event) ?? mentioned(effective(event).content, ownUserId),
  });
