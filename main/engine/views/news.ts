// The value `news`: how many chats and folders have something new. No SDK.
import type { News } from '#contract/areas/notifications';
import type { Directory } from '../files/forest';
import { unreadRooms } from '../rooms/unread/reading';
import { roomsWithUnreadThreads } from '../threads/unread';
import type { FileViewDeps } from './fileView';
import { differing, reading } from './reading';
import type { Sink, View } from './view';

/** Often enough for numbers that are read; a catching up changes them all the time. */
const minMs = 250;

type NewsDeps = Pick<FileViewDeps, 'store' | 'clock' | 'log' | 'forest' | 'ownUserId'>;

/** Folders in which somebody else changed files since this account looked. */
export const freshDirectories = ({ forest }: Pick<NewsDeps, 'forest'>): Directory[] =>
  [...forest.read().byNo.values()].filter(({ fresh }) => fresh);

export function createNewsView(deps: NewsDeps, sink: Sink<News>): View {
  const { store, clock, forest, log } = deps;
  const set = differing(sink);
  const update = reading(clock, minMs, sink, compose, log);

  function compose(): void {
    const own = deps.ownUserId();
    const inThreads = own === null ? new Set<number>() : roomsWithUnreadThreads(store.db, own);
    set({ chats: unreadRooms(store.db, inThreads).length, folders: freshDirectories(deps).length });
  }

  update.now();
  return {
    refresh(changes) {
      if (changes.rooms.size > 0 || changes.timelines.size > 0 || forest.concerns(changes))
        update.ask();
    },
    close: () => update.close(),
  };
}
