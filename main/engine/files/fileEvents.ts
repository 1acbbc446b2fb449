// Finds the message that an entry is about when it is not on the disk, and the address of its file. Asks the server for it by id, then
// pages back to the start of the room (CALL-7.17). What it brings is a commit like any other.
import { getEvent } from '#stores/events/timeline';
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import { appFailure } from '#contract/wire/errors';
import { parseMxc } from '../media/mxc';
import { effective, newContentOf } from '../events/relations';
import type { Backfill } from '../timeline/backfill';

/** CALL-7.17. */
/** Answers without anything new, in a row: a server that never comes to an end must not be asked for ever. */
const mostEmpty = 3;
const pageSize = 100;

export interface FileEvents {
  /**
   * @throws AppFailure `not_found` 'Failed to find event' when the whole room is read and it is not there (CHAT-8.29); `not_found`
   *   'Unknown room {id}'; what the network says
   */
  find(roomId: string, eventId: string): Promise<StoredEvent>;
  /** In the background, one at a time; nobody is told when it cannot be had. An id that is nowhere is not looked for again. */
  want(roomId: string, eventId: string): void;
}

export function createFileEvents(deps: {
  readonly store: Store;
  readonly backfill: Pick<Backfill, 'event' | 'older'>;
}): FileEvents {
  const { store, backfill } = deps;
  const asked = new Set<string>();
  const waiting: { roomId: string; eventId: string }[] = [];
  let working = false;

  async function find(roomId: string, eventId: string): Promise<StoredEvent> {
    // Also of rooms that hide what was before: an id is found by its own request or by nothing.
    const direct = await backfill.event(roomId, eventId);
    if (direct !== null) return direct;
    const roomNo = roomNoOf(store.db, roomId) ?? -1;
    for (let empty = 0; ;) {
      const { added, reachedStart } = await backfill.older(roomId, { count: pageSize });
      const found = getEvent(store.db, roomNo, eventId);
      if (found !== null) return found;
      empty = added === 0 ? empty + 1 : 0;
      if (empty === mostEmpty) throw appFailure('server_error', 'The history does not go on');
      if (reachedStart) throw appFailure('not_found', 'Failed to find event');
    }
  }

  async function work(): Promise<void> {
    working = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { roomId, eventId } = next;
      try {
        await find(roomId, eventId);
      } catch (thrown) {
        const nowhere = thrown instanceof Error && thrown.message === 'Failed to find event';
        // The network may be better when somebody looks again.
        if (!nowhere) asked.delete(`${roomId} ${eventId}`);
      }
    }
    working = false;
  }

  return {
    find,
    want(roomId, eventId) {
      const key = `${roomId} ${eventId}`;
      if (asked.has(key)) return;
      asked.add(key);
      waiting.push({ roomId, eventId });
      if (!working) void work();
    },
  };
}

/**
 * The address of the file of a readable message.
 * @throws AppFailure `not_found` 'No HTTP URL available for {address}' (CHAT-8.30)
 */
export function fileAddress(event: StoredEvent): string {
  const { type, content } = effective(event);
  const shown = newContentOf(content, type) ?? content;
  const file = shown['file'];
  const mxc = isRecord(file) ? textOf(file['url']) : textOf(shown['url']);
  if (mxc === null || parseMxc(mxc) === null)
    throw appFailure('not_found', `No HTTP URL available for ${mxc ?? 'undefined'}`);
  return mxc;
}
