// Saving a message, and being reminded of it: durable at once, before and without the server (which `upload.ts` tells).
import { appFailure } from '#contract/wire/errors';
import { getEvent } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import { bookmarks, putAccountDataOut } from '#stores/settings/accountData';
import type { Changes, Store } from '#stores/sqlite/store';
import type { Clock } from '../base/types';
import { contentOf, deletedContent, indexType, keptItem, typeOf, type KeptItem } from './items';

export interface MessageAt {
  readonly roomId: string;
  readonly eventId: string;
}

export interface Kept {
  /** Unsaving a message that is not saved changes nothing; unsaving one deletes its reminder, too. */
  setSaved(at: MessageAt, saved: boolean): void;
  /**
   * A message with a reminder is listed among the saved ones. Null deletes the reminder, and the entry if it was there only for the
   * reminder. @throws AppFailure `bad_request` for a time that has passed or is more than five years ahead
   */
  setReminder(at: MessageAt, remindAtMs: number | null): void;
}

const longestMs = 5 * 366 * 24 * 3_600_000;

export interface KeptDeps {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
}

export function createKept({ store, clock }: KeptDeps): Kept {
  const { db } = store;

  /** When the message was sent; of one that is not here, now. */
  function sentMs({ roomId, eventId }: MessageAt): number {
    const roomNo = roomNoOf(db, roomId);
    return (roomNo === null ? null : getEvent(db, roomNo, eventId))?.ts ?? clock.now();
  }

  /** The index is uploaded after the item: the server's index is read before it is written, so the content here does not matter. */
  function put(changes: Changes, type: string, content: Record<string, unknown>): void {
    putAccountDataOut(db, type, content);
    putAccountDataOut(db, indexType, { changed_ts: clock.now() });
    changes.topic('kept');
  }

  function change(
    at: MessageAt,
    next: (item: KeptItem | null) => Pick<KeptItem, 'remindAtMs' | 'alone'> | null,
  ): void {
    store.write((changes) => {
      const item = keptItem(db, at.roomId, at.eventId);
      const wanted = next(item);
      const type = typeOf(db, at.roomId, at.eventId);
      const before = bookmarks(db).get(type) ?? null;
      if (wanted === null) {
        if (item !== null) put(changes, type, deletedContent(before ?? {}));
        return;
      }
      const times = {
        eventMs: item?.eventMs ?? sentMs(at),
        savedMs: item?.savedMs ?? clock.now(),
      };
      put(changes, type, contentOf(type, { ...at, ...times, ...wanted }, before));
    });
  }

  return {
    setSaved: (at, saved) =>
      change(at, (item) => (saved ? { remindAtMs: item?.remindAtMs ?? null, alone: false } : null)),
    setReminder(at, remindAtMs) {
      const aheadMs = remindAtMs === null ? 1 : remindAtMs - clock.now();
      if (aheadMs <= 0 || aheadMs > longestMs)
        throw appFailure('bad_request', 'A reminder lies ahead, by five years at most');
      change(at, (item) => {
        if (remindAtMs !== null) return { remindAtMs, alone: item === null || item.alone };
        return item === null || item.alone ? null : { remindAtMs: null, alone: false };
      });
    },
  };
}
