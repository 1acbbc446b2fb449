// Previews of links, from the homeserver and only where the user wants them.
import type { LinkPreview } from '#contract/areas/messages/messageModels';
import { appFailure } from '#contract/wire/errors';
import { getRoom, roomNoOf } from '#stores/rooms/rooms';
import { getSetting } from '#stores/settings/settings';
import type { Store } from '#stores/sqlite/store';
import { askPreview } from '../../media/linkPreview';
import type { CallParts, Calls } from '../parts';

/** Number of answers that are kept in memory, including failures to find anything. */
const mostKept = 300;

const minuteOf = (ms: number): number => ms - (ms % 60_000);

/** In an encrypted room the server would learn which links people send. */
function assertWanted({ db }: Store, roomId: string): void {
  const roomNo = roomNoOf(db, roomId);
  const room = roomNo === null ? null : getRoom(db, roomNo);
  const on = getSetting<unknown>(db, 'ui.links.previews') === true;
  if (room === null || room.encryption !== null || !on)
    throw appFailure('forbidden', 'No previews of links here');
}

export function linkCalls({ store, network }: Pick<CallParts, 'store' | 'network'>) {
  const kept = new Map<string, Promise<LinkPreview | null>>();
  return {
    async linkPreview({ roomId, url, sentAtMs }) {
      assertWanted(store, roomId);
      const { http } = await network.ready();
      // By minute and address, as the server keeps previews (CHAT-9.18).
      const minuteMs = minuteOf(sentAtMs);
      const key = `${minuteMs} ${url}`;
      let asked = kept.get(key);
      if (asked === undefined) {
        if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
        asked = askPreview(http, store.db, url, minuteMs);
        kept.set(key, asked);
        // After a failure the next window that shows the link asks again.
        asked.catch(() => kept.delete(key));
      }
      return { preview: await asked };
    },
  } satisfies Partial<Calls>;
}
