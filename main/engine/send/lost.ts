// Own messages that are gone from a server which was restored from a backup: sends them again, or removes them here. No network.
import { appFailure } from '#contract/wire/errors';
import { relationsOf } from '#stores/events/relations';
import { getEvent, getEventByLocalKey } from '#stores/events/timeline';
import type { StoredEvent } from '#stores/events/types';
import { takeOut } from '#stores/ingest/removal';
import { findRequest } from '#stores/outbox/outbox';
import { roomNoOf } from '#stores/rooms/rooms';
import { lostIn, setLost } from '#stores/settings/lost';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import { isEncrypted, shownMessage } from '../events/relations';
import { recomputeRoom } from '../rooms/derive';
import type { Content } from './content';
import { assertMaySend } from './permission';
import type { OutboxRows } from './rows';
import { createTxnIds, localEchoId } from './txnId';

export interface LostMessages {
  /** Sends the current text at the end of the room and removes the old message. False when the key names no lost message. @throws AppFailure */
  sendAgain(roomId: string, key: string): boolean;
  /** Removes the message here only. False when the key names no lost message. */
  remove(roomId: string, key: string): boolean;
}

export interface LostMessagesDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly rows: Pick<OutboxRows, 'add'>;
  readonly ownUserId: () => string | null;
  readonly ready: () => boolean;
}

/** Content after the last edit, with its relation. */
function contentOf({ db }: Store, event: StoredEvent): { type: string; content: Content } {
  if (isEncrypted(event) && event.plain === null)
    throw appFailure('unable_to_decrypt', 'The message cannot be read');
  const edits = relationsOf(db, event.roomNo, event.eventId, 'm.replace');
  const { type, content } = shownMessage(event, edits);
  const relation = event.raw.content['m.relates_to'];
  return {
    type,
    content: relation === undefined ? content : { ...content, 'm.relates_to': relation },
  };
}

export function createLostMessages(deps: LostMessagesDeps): LostMessages {
  const { store, clock, rows, ready } = deps;
  const { db } = store;
  const nextTxnId = createTxnIds(clock);
  const ownUserId = (): string => deps.ownUserId() ?? '';

  function find(roomId: string, key: string): StoredEvent | null {
    const roomNo = roomNoOf(db, roomId);
    if (roomNo === null) return null;
    const event = key.startsWith('~') ? getEventByLocalKey(db, key) : getEvent(db, roomNo, key);
    if (event === null || event.roomNo !== roomNo) return null;
    return lostIn(db, roomId).has(event.eventId) ? event : null;
  }

  function removed(
    roomId: string,
    { roomNo, eventId, eventNo }: StoredEvent,
    changes: Changes,
  ): void {
    setLost(db, roomId, [eventId], false);
    takeOut(db, roomNo, eventNo);
    changes.timeline(roomNo, { removed: [eventNo] });
    recomputeRoom(db, roomNo, ownUserId(), changes, 'events');
  }

  return {
    sendAgain(roomId, key) {
      const event = find(roomId, key);
      if (event === null) return false;
      const { roomNo, eventId } = event;
      assertMaySend(db, roomNo, ownUserId(), 'message');
      const requestId = `again ${eventId}`;
      if (findRequest(db, requestId) !== null) return true;
      // Must differ from the outbox's own ids.
      const txnId = `${nextTxnId()}.again`;
      rows.add(
        {
          ...{ requestId, roomNo, txnId, ...contentOf(store, event) },
          ...{ localKey: localEchoId(roomId, txnId), attachment: null, waitsFor: null },
          createdMs: clock.now(),
        },
        ready(),
        (changes) => removed(roomId, event, changes),
      );
      return true;
    },
    remove(roomId, key) {
      const event = find(roomId, key);
      if (event === null) return false;
      store.write((changes) => removed(roomId, event, changes));
      return true;
    },
  };
}
